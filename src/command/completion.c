/* completion.c -- poslab completion: a script that completes command lines in bash or zsh. All names are written into
 * it from the registries, as one function; completion.bash and completion.zsh beside this file are the rest of it.
 * While it completes it looks at folders, and calls nothing. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "command/command.h"
#include "study/script.h"
#include "train/metric.h"

/* ---- Names, one after another; NULL after the last */

static const char *command_at(int i) { return commands[i] ? commands[i]->name : NULL; }
static const char *task_at(int i) { return tasks[i] ? tasks[i]->name : NULL; }
static const char *mixer_at(int i) { return mixers[i] ? mixers[i]->name : NULL; }
static const char *policy_at(int i) { return policies[i] ? policies[i]->name : NULL; }
static const char *baseline_at(int i) { return baseline_kinds[i] ? baseline_kinds[i]->name : NULL; }
static const char *metric_at(int i) { return i < metric_count && !metrics[i].eighth ? metrics[i].name : NULL; }
static const char *engine_at(int i) { return script_engines[i].name; }

static const char *colour_at(int i) {
    static const char *const words[] = {"auto", "always", "never", NULL};
    return words[i];
}

/* The options and settings whose values are names, and which. */
static const struct named {
    const char *key;
    const char *(*at)(int i);
    const char *(*more)(int i); /* or NULL */
} named[] = {
    {"--view", show_view, NULL},
    {"--metric", metric_at, NULL},
    {"--engine", engine_at, NULL},
    {"--colour", colour_at, NULL},
    {"task.name", task_at, NULL},
    {"encoding.name", encoding_at, NULL},
    {"encoding.extrapolation", policy_at, NULL},
    {"model.mixer", mixer_at, NULL},
    {"model.baseline", baseline_at, NULL},
    {"eval.policies", policy_at, NULL},
    {"compare.encodings", encoding_at, mixer_at},
    {"compare.members", encoding_at, mixer_at},
    {0},
};

static const struct named *find_named(const char *key) {
    for (const struct named *n = named; n->key; n++)
        if (strcmp(n->key, key) == 0)
            return n;
    return NULL;
}

/* ---- Cases: what is asked for, and the words of the answer */

static void begin(const char *what, const char *of) { printf("    '%s%s%s') echo", what, *of ? " " : "", of); }
static void end(void) { printf(" ;;\n"); }

static void print_word(void *unused, const char *word) {
    (void)unused;
    printf(" %s", word);
}

static void print_words(const char *(*at)(int i)) {
    const char *word;
    for (int i = 0; at && (word = at(i)); i++)
        print_word(NULL, word);
}

/* What a choice is from, "no|yes". */
static void print_choices(const char *choices) {
    for (size_t length; *choices; choices += length + (choices[length] != 0)) {
        length = strcspn(choices, "|");
        printf(" %.*s", (int)length, choices);
    }
}

/* The values of an option or setting; ./ is any file. */
static void print_values(const char *key, const char *choices) {
    const struct named *n = find_named(key);
    begin("values", key);
    print_words(n ? n->at : NULL);
    print_words(n ? n->more : NULL);
    print_choices(choices);
    if (!n && !*choices)
        printf(" ./");
    end();
}

static void print_options(void) {
    char dashed[64];
    for (const struct command_option *o = command_options; o->name; o++) {
        snprintf(dashed, sizeof dashed, "--%s", o->name);
        if (o->value)
            print_values(dashed, "");
    }
}

/* Every setting once: tasks and encodings share some. */
struct keys {
    const struct setting *met[512];
    int count;
};

static bool is_met(const struct keys *k, const char *key, size_t length) {
    for (int i = 0; i < k->count; i++)
        if (strncmp(k->met[i]->key, key, length) == 0)
            return true;
    return false;
}

static void meet(void *user, const struct setting *table, const char *owner) {
    struct keys *k = user;
    (void)owner;
    for (; table && table->key && k->count < 512; table++)
        if (!is_met(k, table->key, strlen(table->key) + 1))
            k->met[k->count++] = table;
}

static void print_sections(const struct keys *k) {
    struct keys before = *k;
    for (before.count = 0; before.count < k->count; before.count++) {
        const char *key = k->met[before.count]->key;
        size_t length = strcspn(key, ".") + 1;
        if (!is_met(&before, key, length))
            printf(" %.*s", (int)length, key);
    }
}

static void print_keys(const struct keys *k) {
    for (int i = 0; i < k->count; i++)
        printf(" %s=", k->met[i]->key);
    for (int i = 0; encodings[i]; i++)
        for (const struct setting *o = encodings[i]->options; o && o->key; o++)
            printf(" %s%s=", encodings[i]->name, strchr(o->key, '.'));
}

/* What may stand without dashes: operands, runs, configs and the beginnings of keys. */
static void print_operands(const struct command *c, const struct keys *k) {
    bool runs = c->operand && (strstr(c->operand, "RUN") || strstr(c->operand, "DIR") || strstr(c->operand, "SOURCE"));
    begin("operands", c->name);
    print_words(c->word);
    printf("%s%s", runs ? " runs/" : "", c->configs ? " configs/" : "");
    if (c->configs) /* those that are there now, and in the folder where it completes */
        config_each(print_word, NULL);
    if (c->settings)
        print_sections(k);
    end();
}

static void print_command(const struct command *c, const struct keys *k) {
    begin("options", c->name);
    for (const struct command_option *o = command_options; o->name; o++)
        if (command_takes(c->options, o->name))
            printf(" --%s", o->name);
    end();
    print_operands(c, k);
    if (!c->settings)
        return;
    begin("keys", c->name);
    print_keys(k);
    end();
}

static void print_function(void) {
    struct keys k = {.count = 0};
    settings_each_table(meet, &k);
    printf("_poslab_words() {\n    case $1 in\n");
    begin("commands", "");
    print_words(command_at);
    end();
    for (int i = 0; commands[i]; i++)
        print_command(commands[i], &k);
    print_options();
    for (int i = 0; i < k.count; i++)
        if (k.met[i]->kind == SETTING_CHOICE || find_named(k.met[i]->key))
            print_values(k.met[i]->key, k.met[i]->kind == SETTING_CHOICE ? k.met[i]->choices : "");
    printf("    esac\n}\n\n");
}

/* ---- The command */

extern const char command_completion_bash[], command_completion_zsh[];

static const struct shell {
    const char *name, *first, *rest;
} shells[] = {
    {"bash", "", command_completion_bash},
    {"zsh", "#compdef poslab\n", command_completion_zsh},
    {0},
};

static const char *word(int i) { return shells[i].name; }

static bool run(struct arguments *a, struct error *e) {
    char shown[TEXT_PRINTABLE];
    const struct shell *s = shells;
    while (a->operand[0] && s->name && strcmp(s->name, a->operand[0]) != 0)
        s++;
    if (!a->operand[0])
        return error_set(e, EXIT_USAGE, "completion needs the shell: bash or zsh");
    if (!s->name)
        return error_set(e, EXIT_USAGE, "completion: there is none for '%s', but for bash and zsh",
                         text_printable(shown, a->operand[0]));
    printf("%s# Completes command lines of poslab; `poslab completion %s` prints it.\n\n", s->first, s->name);
    print_function();
    printf("%s", s->rest);
    return true;
}

const struct command command_completion = {
    .name = "completion",
    .group = "program",
    .summary = "print a script that completes command lines in bash or zsh",
    .operand = "bash|zsh",
    .operands = 1,
    .word = word,
    .details = "`make install` puts both where shells look for them. Without it, in bash:\n"
               "\n"
               "  eval \"$(poslab completion bash)\"\n",
    .run = run,
};
