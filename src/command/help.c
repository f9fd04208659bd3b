/* help.c -- poslab help: generated from the table of commands. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/suggest.h"
#include "base/terminal.h"
#include "base/text.h"
#include "command/command.h"

enum { WIDEST = 80, MEANING = 19 };

static void print_all(int width) {
    printf("poslab - which position encoding, and what happens past the trained length?\n"
           "\n"
           "usage: poslab COMMAND [CONFIG.ini] [key=value ...] [--options]\n"
           "\n");
    for (const struct command *const *c = commands; *c; c++)
        text_wrap(stdout, width, printf("  %-10s ", (*c)->name), 13, (*c)->summary);
    printf("\n");
    text_flow(
        stdout, width,
        "Start with `poslab compare`; `poslab help COMMAND` says more, `poslab list settings` shows every key.\n"
        "\n"
        "Exit codes: 0 done, 1 a run failed, 2 usage or config, 3 diverged, 65 bad data or checkpoint, 70 "
        "internal error, 73 run folder in use, 74 input or output, 75 stopped with a checkpoint: run me again.\n");
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

static void print_one(const struct command *c, int width) {
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
        c->explain();
}

static bool run(struct arguments *a, struct error *e) {
    const struct command *c = a->operand[0] ? command_find(a->operand[0]) : NULL;
    int columns = terminal_columns(STDOUT_FILENO, WIDEST), width = columns < WIDEST ? columns : WIDEST;
    if (a->operand[0] && !c)
        return command_unknown(e, a->operand[0]) && error_prefix(e, "help");
    if (c)
        print_one(c, width);
    else
        print_all(width);
    return true;
}

static const char *word(int i) { return commands[i] ? commands[i]->name : NULL; }

const struct command command_help = {
    .name = "help",
    .summary = "this list, or what one command takes",
    .operand = "[COMMAND]",
    .operands = 1,
    .word = word,
    .run = run,
};
