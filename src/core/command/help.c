/* help.c -- poslab help: one screen to begin with; what a command, topic or word means; lists. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/advice.h"
#include "base/registry.h"
#include "base/room.h"
#include "base/suggest.h"
#include "base/terminal.h"
#include "base/text.h"
#include "base/text_wrap.h"
#include "cli/choices.h"
#include "command/catalogue.h"
#include "command/command.h"
#include "command/facts.h"
#include "encoding/encoding.h"
#include "model/mixer.h"
#include "result/glossary.h"
#include "settings/settings_synonyms.h"

#define GLOSSARY "glossary"
enum { WIDEST = 80, MEANING = 19, NAME = 15 };

/* Texts embedded by make. */
extern const char command_topic_settings_txt[], command_topic_data_txt[], command_topic_files_txt[],
    command_topic_codes_txt[], command_topic_variables_txt[];
static const struct help_topic of_settings = {"settings", 10, "settings on the command line and in config files",
                                              command_topic_settings_txt},
                               of_data = {"data", 20, "rows and texts of your own", command_topic_data_txt},
                               of_files = {"files", 40, "what a run, a comparison and their locks leave on disk",
                                           command_topic_files_txt},
                               of_codes = {"codes", 50, "exit codes and signals", command_topic_codes_txt},
                               of_variables = {"variables", 60, "environment variables", command_topic_variables_txt};
const struct help_topic *help_topics[HELP_TOPICS_MAX + 1] = {&of_settings, &of_data,      &of_files,
                                                             &of_codes,    &of_variables, NULL};

static void print_named(int width, const char *name, const char *summary) {
    text_wrap(stdout, width, printf("  %-*s", NAME - 2, name), NAME, summary);
}

static void print_title(void) {
    printf("poslab - which position encoding, and what happens past the trained length?\n"
           "\n"
           "usage: poslab COMMAND [CONFIG.ini] [key=value ...] [--options]\n"
           "\n");
}

/* "tasks, encodings, ..." */
static const char *lists(char *names, size_t size) {
    *names = 0;
    for (const struct catalogue *const *c = catalogues; *c; c++)
        if ((*c)->title)
            text_append(names, size, "%s%s", *names ? ", " : "", (*c)->name);
    return names;
}

/* What fits a screen: commands to begin with, the others by group, topics, lists. */
static void print_first(int width) {
    char names[256] = "";
    print_title();
    for (const struct command *const *c = commands; *c; c++)
        if (!(*c)->group)
            print_named(width, (*c)->name, (*c)->summary);
    printf("\n"
           "more commands, one line each: `%s help commands`\n",
           advice_name());
    for (const struct command *const *c = commands; *c; c++) {
        const char *group = (*c)->group, *next = c[1] ? c[1]->group : NULL;
        if (!group)
            continue;
        text_append(names, sizeof names, "%s%s", *names ? ", " : "", (*c)->name);
        if (next && strcmp(group, next) == 0)
            continue;
        print_named(width, group, names);
        names[0] = 0;
    }
    for (const struct help_topic *const *t = help_topics; *t; t++)
        text_append(names, sizeof names, "%s, ", (*t)->name);
    text_append(names, sizeof names, GLOSSARY);
    print_named(width, "topics", names);
    print_named(width, "lists", lists(names, sizeof names));
    printf("\n");
    text_flow(stdout, width,
              "Start with `poslab compare`. `poslab help NAME` explains a command, a topic, or any word that poslab "
              "prints (rope, interpolate, weights, train.steps), or prints a list.\n");
}

/* Every command and topic, with a line each, and the lists. */
static void print_all(int width) {
    char names[256];
    print_title();
    for (const struct command *const *c = commands; *c; c++)
        print_named(width, (*c)->name, (*c)->summary);
    printf("\n`%s help TOPIC` explains:\n\n", advice_name());
    for (const struct help_topic *const *t = help_topics; *t; t++)
        print_named(width, (*t)->name, (*t)->summary);
    print_named(width, GLOSSARY, "the words of the tables, such as policy and interval");
    printf("\n`%s help LIST` lists:\n\n  ", advice_name());
    text_wrap(stdout, width, 2, 2, lists(names, sizeof names));
}

int help_start(void) {
    int columns = terminal_columns(STDOUT_FILENO, WIDEST);
    text_flow(stdout, columns < WIDEST ? columns : WIDEST,
              "poslab - which position encoding, and what happens past the trained length?\n"
              "  poslab compare         train models, print one table; seconds\n"
              "  poslab explain rope    its formula, two numbers, its limits\n"
              "  poslab help            all commands\n");
    return EXIT_USAGE;
}

/* What people type for what is not a command. */
static const struct {
    const char *word, *answer;
} others[] = {
    {"script", "copy configs/slurm.sh and edit it; see runs/README.md"},
    {"status", "type `poslab runs DIR`, or `poslab runs DIR --watch`"},
    {"verify", "type `poslab runs DIR --verify`"},
    {"sample", "type `poslab show task`"},
    {"neighbours", "type `poslab show neighbours`"},
    {"list", "type `poslab help encodings`, or tasks, policies, mixers, baselines, models, settings"},
    {0},
};

static bool is_another(const char *word, struct error *e) {
    int i = 0;
    while (others[i].word && !suggest_alike(others[i].word, word))
        i++;
    return others[i].word && !error_set(e, EXIT_USAGE, "%s: %s", word, others[i].answer);
}

/* What others compare, or train on, is a word of these commands. */
static bool is_operand(const char *word, struct error *e) {
    char meant[SETTING_TEXT_MAX], path[PATH_MAX_LENGTH];
    const char *name = settings_synonym_value("encoding.name", word, meant, sizeof meant), *quoted;
    struct arena arena = {0};
    quoted = text_quote(word, &arena);
    bool encoding = encoding_find(name),
         is = encoding || mixer_find(name) || config_find(path, word) || (file_operand && file_operand->is(word));
    if (encoding)
        error_set(e, EXIT_USAGE, "%s is no command; type `poslab explain %s`, `poslab train %s` or `poslab compare %s`",
                  quoted, name, name, name);
    else if (is)
        error_set(e, EXIT_USAGE, "%s is no command; type `poslab train %s` or `poslab compare %s`", quoted, quoted,
                  quoted);
    arena_free(&arena);
    return is;
}

const struct error *command_unknown(struct error *e, const char *word) {
    struct suggestion s = suggest_for(word);
    char shown[TEXT_PRINTABLE];
    if (room_refuse(word, e) || is_another(word, e) || is_operand(word, e))
        return e;
    for (const struct command *const *c = commands; *c; c++)
        suggest_add(&s, (*c)->name);
    error_set(e, EXIT_USAGE, "there is no command '%s'%s", text_printable(shown, word),
              suggest_hint(&s, "; see `poslab help`"));
    return e;
}

/* "members, the folder, json": the lines of the reference without small letters. */
static void print_more(const struct command *c, const char *reference, int width) {
    char list[256] = "", text[512];
    for (const char *line = reference, *end; *line; line = *end ? end + 1 : end) {
        char heading[64] = "";
        size_t i = 0;
        end = line + strcspn(line, "\n");
        for (; line + i < end && i + 1 < sizeof heading && !islower((unsigned char)line[i]); i++)
            heading[i] = (char)tolower((unsigned char)line[i]);
        if (i && line + i == end)
            text_append(list, sizeof list, "%s%s", *list ? ", " : "", heading);
    }
    snprintf(text, sizeof text, "`poslab help %s --all` also explains: %s.", c->name, list);
    printf("\n");
    text_wrap(stdout, width, 0, 0, text);
}

static void print_command(const struct command *c, int width, bool all) {
    static const char mark[] = "\n--all\n";
    struct arena arena = {0};
    char *text = (char *)facts_fill(c->text, &arena), *reference = strstr(text, mark);
    const char *usage =
        arena_format(&arena, "poslab %s%s%s%s%s", c->name, c->operand ? " " : "", c->operand ? c->operand : "",
                     c->settings ? " [CONFIG.ini] [key=value ...]" : "", c->options ? " [--options]" : "");
    if (reference) {
        reference[1] = 0;
        reference += sizeof mark - 1;
    }
    text_wrap(stdout, width, printf("%s - ", c->name), 4, c->summary);
    text_wrap(stdout, width, printf("\nusage: ") - 1, 7, usage);
    for (const struct command_option *option = command_options; option->name; option++) {
        if (!command_takes(c->options, option->name))
            continue;
        struct command_option o = *option;
        for (const struct command_option *own = c->wording; own && own->name; own++)
            o = strcmp(own->name, option->name) == 0 ? *own : o; /* in the words of the command */
        const char *name = arena_format(&arena, "--%s%s%s", o.name, o.value ? " " : "", o.value ? o.value : "");
        text_wrap(stdout, width, printf("  %-*s ", MEANING - 3, name), MEANING, o.meaning);
    }
    printf("\n");
    text_flow(stdout, width, text);
    if (c->explain)
        c->explain(width, all);
    if (reference && all) {
        printf("\n");
        text_flow(stdout, width, reference);
    } else if (reference)
        print_more(c, reference, width);
    arena_free(&arena);
}

static bool run(struct arguments *a, struct error *e) {
    char name[TEXT_PRINTABLE] = "", names[256];
    int columns = terminal_columns(STDOUT_FILENO, WIDEST), width = columns < WIDEST ? columns : WIDEST;
    for (int i = 0; i < a->operands; i++)
        text_append(name, sizeof name, "%s%s", i ? " " : "", a->operand[i]);
    const struct command *c = command_find(name), *of = a->operands == 2 ? command_find(a->operand[0]) : NULL;
    const struct help_topic *t = registry_find(help_topics, name);
    const struct catalogue *list = registry_find(catalogues, name);
    struct suggestion near = suggest_for(name);
    list = list && list->title ? list : NULL;
    if (of && of->subcommand && of->subcommand(a->operand[1])) /* show task */
        c = of;
    if (a->json && *name && !list)
        return error_set(e, EXIT_USAGE, "--json: '%s' is no list; expected nothing or one of %s", name,
                         lists(names, sizeof names));
    if (a->json)
        help_list_json(list, &a->arena);
    else if (!*name)
        print_first(width);
    else if (c)
        print_command(c, width, a->all);
    else if (t || list) {
        text_flow(stdout, width, t ? facts_fill(t->text, &a->arena) : "");
        printf("%s", t && list ? "\n" : "");
        if (list)
            help_list_print(list, width, a->all, &a->arena);
    } else if (strcmp(name, "commands") == 0)
        print_all(width);
    else if (strcmp(name, GLOSSARY) == 0)
        for (const struct glossary_word *g = glossary; g->word; g++)
            help_word(g->word, width, NULL);
    else if (!help_word(name, width, &near)) {
        if (room_refuse(name, e) || is_another(name, e))
            return false;
        for (const struct command *const *other = commands; *other; other++)
            suggest_add(&near, (*other)->name);
        for (const struct help_topic *const *other = help_topics; *other; other++)
            suggest_add(&near, (*other)->name);
        for (const struct catalogue *const *other = catalogues; *other; other++)
            if ((*other)->title)
                suggest_add(&near, (*other)->name);
        return error_set(e, EXIT_USAGE, "help: there is no command, topic or word '%s'%s", name,
                         suggest_hint(&near, "; see `poslab help`"));
    }
    return true;
}

const struct command command_help = {
    .name = "help",
    .place = 180,
    .group = "program",
    .summary = "what a command, topic or word means; lists of names, settings",
    .operand = "[COMMAND | TOPIC | LIST | WORD]",
    .operands = 8,
    .options = "all json",
    .wording =
        (const struct command_option[]){
            {"all", NULL, "all rules and formats of a command; all settings", offsetof(struct arguments, all)},
            {"json", NULL, "a list as JSON, or without a name all lists", offsetof(struct arguments, json)},
            {0}},
    .text = command_help_txt,
    .run = run,
};
