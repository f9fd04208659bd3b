/* completion.c -- poslab completion: a script for bash or zsh, which asks this program at each tab: `poslab completion
 * words -- WORD...` prints what the last of the words of a command line may become, one a line; nothing where it may be
 * a file. All names come from the registries. */
#include <glob.h>
#include <stdio.h>
#include <string.h>

#include "base/room.h"
#include "base/text.h"
#include "command/catalogue.h"
#include "command/command.h"
#include "settings/settings_synonyms.h"

extern const struct command command_completion;
extern const char completion_completion_txt[]; /* embedded by make */

static const char *command(int i) { return commands[i] ? commands[i]->name : NULL; }

static const char *colour(int i) {
    static const char *const words[] = {"auto", "always", "never", NULL};
    return words[i];
}

/* The options and settings whose values are names: those of catalogues, or of a function. */
static const struct named {
    const char *key, *catalogues;
    const char *(*at)(int i);
} named[] = {
    {"view", "views", NULL},
    {"metric", "metrics", NULL},
    {"colour", NULL, colour},
    {"task.name", "tasks", NULL},
    {"encoding.name", "encodings", NULL},
    {"encoding.extrapolation", "policies", NULL},
    {"model.mixer", "mixers", NULL},
    {"model.baseline", "baselines", NULL},
    {"eval.policies", "policies", NULL},
    {"compare.encodings", "encodings, mixers", NULL},
    {"compare.members", "encodings, mixers", NULL},
    {0},
};

/* ---- What is offered */

struct offer {
    const char *typed; /* the word so far */
    const char *lead;  /* the part of it in front of the names that are offered: "encodings=rope," */
    const char *key;   /* whose values are asked for */
    struct arena *arena;
    struct offered {
        const char *word;
        struct offered *before;
    } * offered;
};

/* Once, if it continues what is typed. */
static void add(struct offer *o, const char *word, const char *end) {
    word = arena_format(o->arena, "%s%s%s", o->lead, word, end);
    for (const struct offered *t = o->offered; t; t = t->before)
        if (strcmp(t->word, word) == 0)
            return;
    if (strncmp(word, o->typed, strlen(o->typed)) != 0)
        return;
    struct offered *t = arena_alloc(o->arena, 1, sizeof *t);
    *t = (struct offered){word, o->offered};
    o->offered = t;
    printf("%s\n", word);
}

static void add_all(struct offer *o, const char *(*at)(int i)) {
    const char *name;
    for (int i = 0; at && (name = at(i)); i++)
        add(o, name, "");
}

static const char *upto(struct offer *o, const char *text, size_t length) {
    return arena_format(o->arena, "%.*s", (int)length, text);
}

/* All that a list of catalogues has. */
static void add_names(struct offer *o, const char *list) {
    char name[32];
    while (list && text_item(&list, name, sizeof name))
        for (const struct entry *e = catalogue_named(name, o->arena); e; e = e->next)
            if (!e->only_explained)
                add(o, e->name, "");
}

/* Choices, or the default as something to begin with. */
static void add_values(struct offer *o, const struct setting *s) {
    if (s->kind == SETTING_CHOICE)
        for (const char *at = s->choices; *at; at += strspn(at, "|")) {
            add(o, upto(o, at, strcspn(at, "|")), "");
            at += strcspn(at, "|");
        }
    else if (!strpbrk(s->standard, " ,") && s->kind != SETTING_TEXT)
        add(o, s->standard, "");
}

/* The values of the command's option or else of a setting; `at` is where they begin in what is typed. */
static void offer_values(struct offer *o, const struct command *c, const char *key, size_t at) {
    bool option = command_option_find(c, key);
    for (size_t i = at; o->typed[i]; i++)
        at = strchr(",+", o->typed[i]) ? i + 1 : at;
    o->lead = upto(o, o->typed, at);
    o->key = option ? key : settings_synonym_key(key);
    for (const struct named *n = named; n->key; n++)
        if (strcmp(n->key, o->key) == 0) {
            add_names(o, n->catalogues);
            add_all(o, n->at);
            return;
        }
    for (const struct entry *e = c->settings && !option ? catalogue_named("settings", o->arena) : NULL; e; e = e->next)
        if (strcmp(e->name, o->key) == 0)
            add_values(o, e->setting);
}

/* Sections; behind a dot whole keys, without one the last words of keys, where something is typed. */
static void add_key(struct offer *o, const struct entry *e) {
    const char *dot = strchr(e->name, '.');
    if (strchr(o->typed, '.')) {
        add(o, e->name, "=");
        if (encoding_find(e->owner))
            add(o, arena_format(o->arena, "%s%s", e->owner, dot), "=");
        return;
    }
    add(o, upto(o, e->name, (size_t)(dot - e->name) + 1), "");
    if (*o->typed && settings_synonym_key(dot + 1) != dot + 1)
        add(o, dot + 1, "=");
}

static void offer_options(struct offer *o, const struct command *c) {
    o->lead = "--";
    for (const struct command_option *option = command_options; option->name; option++)
        if (command_takes(c->options, option->name))
            add(o, option->name, "");
}

/* Whether the usage of the command's operands has a word for folders. */
static bool takes_folders(const struct command *c) {
    char word[32];
    for (const char *words = "RUN DIR SOURCE FOLDER"; c->operand && text_item(&words, word, sizeof word);)
        if (strstr(c->operand, word))
            return true;
    return false;
}

static void offer_operands(struct offer *o, const struct command *c) {
    glob_t found = {0};
    char other[SETTING_TEXT_MAX];
    add_all(o, c->word);
    add_names(o, c->catalogues);
    if (takes_folders(c) && glob("runs/*/", 0, NULL, &found) == 0)
        for (size_t i = 0; i < found.gl_pathc; i++)
            add(o, upto(o, found.gl_pathv[i], strlen(found.gl_pathv[i]) - 1), "");
    globfree(&found);
    if (c->configs)
        add_names(o, "configs");
    for (const struct entry *e = c->settings ? catalogue_named("settings", o->arena) : NULL; e; e = e->next)
        add_key(o, e);
    for (int i = 0; c->settings && *o->typed && settings_word(i, other); i++)
        add(o, other, "=");
}

/* The words after the program's name, of which the last is being typed. After an option it is its value, but not after
 * a switch. */
static void offer_words(struct arguments *a, const char *const *word, int words) {
    struct offer o = {.typed = word[words - 1], .lead = "", .arena = &a->arena};
    size_t equals = strcspn(o.typed, "="), dashes = strspn(o.typed, "-");
    const struct command *c = command_find(word[0]);
    const char *before = words > 1 ? word[words - 2] : "";
    const struct command_option *option = c ? command_option_find(c, before + strspn(before, "-")) : NULL;
    bool value =
        strncmp(before, "--", 2) == 0 && !strchr(before, '=') && (option ? option->value != NULL : c && c->settings);
    if (words == 1)
        add_all(&o, command);
    else if (c && o.typed[equals])
        offer_values(&o, c, upto(&o, o.typed + dashes, equals - dashes), equals + 1);
    else if (c && value)
        offer_values(&o, c, before + 2, 0);
    else if (c && dashes)
        offer_options(&o, c);
    else if (c)
        offer_operands(&o, c);
}

extern const char completion_completion_bash[], completion_completion_zsh[];

static const struct shell {
    const char *name, *script;
} shells[] = {{"bash", completion_completion_bash}, {"zsh", completion_completion_zsh}, {0}};

static const char *word(int i) { return shells[i].name; }

static bool run(struct arguments *a, struct error *e) {
    char shown[TEXT_PRINTABLE];
    if (a->operands > 1 && strcmp(a->operand[0], "words") == 0)
        return offer_words(a, a->operand + 1, a->operands - 1), true;
    if (!a->operand[0])
        return error_set(e, EXIT_USAGE, "completion needs the shell: bash or zsh");
    for (const struct shell *s = shells; s->name; s++)
        if (strcmp(s->name, a->operand[0]) == 0)
            return fputs(s->script, stdout), true;
    return error_set(e, EXIT_USAGE, "completion: there is none for '%s', but for bash and zsh",
                     text_printable(shown, a->operand[0]));
}

const struct command command_completion = {
    .name = "completion",
    .place = 190,
    .group = "program",
    .summary = "print a script that completes command lines in bash or zsh",
    .operand = "bash|zsh",
    .operands = OPERANDS_MAX,
    .word = word,
    .text = completion_completion_txt,
    .run = run,
};

const struct room room_completion = {.name = "completion",
                                     .commands = (const struct command *const[]){&command_completion, NULL}};
