/* help.c -- poslab help: of the tables of commands, topics and words. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/suggest.h"
#include "base/terminal.h"
#include "base/text.h"
#include "command/command.h"
#include "present/glossary.h"

enum { WIDEST = 80, MEANING = 19, NAME = 13, GLOSSARY = 4 };

static void print_named(int width, const char *name, const char *summary) {
    text_wrap(stdout, width, printf("  %-*s", NAME - 2, name), NAME, summary);
}

static void print_list(int width) {
    printf("poslab - which position encoding, and what happens past the trained length?\n"
           "\n"
           "usage: poslab COMMAND [CONFIG.ini] [key=value ...] [--options]\n"
           "\n");
    for (const struct command *const *c = commands; *c; c++)
        print_named(width, (*c)->name, (*c)->summary);
    printf("\n`poslab help TOPIC` explains:\n\n");
    for (const struct help_topic *t = help_topics; t->name; t++)
        print_named(width, t->name, t->summary);
    print_named(width, "glossary", "the words of the tables, such as policy, gate and interval");
    printf("\n");
    text_flow(
        stdout, width,
        "Start with `poslab compare`. `poslab help COMMAND` says more; `poslab list settings` shows every key.\n");
}

int help_start(void) {
    int columns = terminal_columns(STDOUT_FILENO, WIDEST);
    text_flow(stdout, columns < WIDEST ? columns : WIDEST,
              "poslab - which position encoding, and what happens past the trained length?\n"
              "  poslab compare         train models, print one table; seconds\n"
              "  poslab explain rope    its formula, its numbers, a weakness\n"
              "  poslab help            all commands\n");
    return EXIT_USAGE;
}

const struct error *command_unknown(struct error *e, const char *word) {
    struct suggestion s = suggest_for(word);
    char shown[TEXT_PRINTABLE];
    for (const struct command *const *c = commands; *c; c++)
        suggest_add(&s, (*c)->name);
    error_set(e, EXIT_USAGE, "there is no command '%s'%s", text_printable(shown, word),
              suggest_hint(&s, "; see `poslab help`"));
    return e;
}

static void print_option(struct command_option o, int width) {
    char name[64];
    snprintf(name, sizeof name, "--%s%s%s", o.name, o.value ? " " : "", o.value ? o.value : "");
    text_wrap(stdout, width, printf("  %-*s ", MEANING - 3, name), MEANING, o.meaning);
}

/* "members, the folder, json", of the lines without small letters. */
static void headings(char *list, size_t size, const char *text) {
    *list = 0;
    for (const char *line = text, *end; *line; line = *end ? end + 1 : end) {
        char heading[64] = "";
        end = line + strcspn(line, "\n");
        for (size_t i = 0; line + i < end && i + 1 < sizeof heading && !islower((unsigned char)line[i]); i++)
            if (line + i + 1 == end)
                snprintf(heading, sizeof heading, "%.*s", (int)(end - line), line);
        for (char *at = heading; *at; at++)
            *at = (char)tolower((unsigned char)*at);
        if (*heading)
            text_append(list, size, "%s%s", *list ? ", " : "", heading);
    }
}

static void print_more(const struct command *c, int width) {
    char list[256], text[512];
    headings(list, sizeof list, c->reference);
    snprintf(text, sizeof text, "`poslab help %s --all` also explains: %s.", c->name, list);
    printf("\n");
    text_wrap(stdout, width, 0, 0, text);
}

static void print_command(const struct command *c, int width, bool all) {
    char usage[512];
    command_usage(c, usage, sizeof usage);
    text_wrap(stdout, width, printf("%s - ", c->name), 4, c->summary);
    text_wrap(stdout, width, printf("\nusage: ") - 1, 7, usage);
    for (const struct command_option *o = command_options; o->name; o++)
        if (command_takes(c->options, o->name))
            print_option(command_option_of(c, o), width);
    if (c->details) {
        printf("\n");
        text_flow(stdout, width, c->details);
    }
    if (c->explain)
        c->explain(width, all);
    if (c->reference && all) {
        printf("\n");
        text_flow(stdout, width, c->reference);
    } else if (c->reference)
        print_more(c, width);
}

static void print_word(const struct glossary_word *g, int width) {
    printf("%s%s%s%s\n%*s", g->word, g->also ? " (also: " : "", g->also ? g->also : "", g->also ? ")" : "", GLOSSARY,
           "");
    text_wrap(stdout, width, GLOSSARY, GLOSSARY, g->meaning);
}

static void print_glossary(int width) {
    for (const struct glossary_word *g = glossary; g->word; g++)
        print_word(g, width);
}

static const struct help_topic *topic_find(const char *name) {
    for (const struct help_topic *t = help_topics; t->name; t++)
        if (strcmp(t->name, name) == 0)
            return t;
    return NULL;
}

static bool unknown(const char *name, struct error *e) {
    struct suggestion s = suggest_for(name);
    for (const struct command *const *c = commands; *c; c++)
        suggest_add(&s, (*c)->name);
    for (const struct help_topic *t = help_topics; t->name; t++)
        suggest_add(&s, t->name);
    for (const struct glossary_word *g = glossary; g->word; g++)
        suggest_add(&s, g->word);
    return error_set(e, EXIT_USAGE, "help: there is no command, topic or word '%s'%s", name,
                     suggest_hint(&s, "; see `poslab help`"));
}

static bool run(struct arguments *a, struct error *e) {
    char name[TEXT_PRINTABLE] = "";
    int columns = terminal_columns(STDOUT_FILENO, WIDEST), width = columns < WIDEST ? columns : WIDEST;
    for (int i = 0; i < a->operands; i++)
        text_append(name, sizeof name, "%s%s", i ? " " : "", a->operand[i]);
    const struct command *c = command_find(name);
    const struct help_topic *t = topic_find(name);
    const struct glossary_word *g = glossary_find(name);
    if (!*name)
        print_list(width);
    else if (c)
        print_command(c, width, a->all);
    else if (t)
        text_flow(stdout, width, t->text);
    else if (strcmp(name, "glossary") == 0)
        print_glossary(width);
    else if (g)
        print_word(g, width);
    else
        return unknown(name, e);
    return true;
}

static const char *word(int i) { return commands[i] ? commands[i]->name : NULL; }

const struct command command_help = {
    .name = "help",
    .summary = "this list; or what a command, a topic or a word means",
    .operand = "[COMMAND | TOPIC | WORD]",
    .operands = 2,
    .word = word,
    .options = "all",
    .details = "  poslab help compare\n"
               "  poslab help compare --all\n"
               "  poslab help policy\n",
    .run = run,
};
