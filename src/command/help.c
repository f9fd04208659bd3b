/* help.c -- poslab help: generated from the table of commands. */
#include <stdio.h>
#include <string.h>

#include "command/command.h"

static void print_all(void) {
    printf("poslab - which position encoding, and what happens past the trained length?\n"
           "\n"
           "usage: poslab COMMAND [CONFIG.ini] [key=value ...] [--options]\n"
           "\n");
    for (const struct command *const *c = commands; *c; c++)
        printf("  %-10s %s\n", (*c)->name, (*c)->summary);
    printf(
        "\n"
        "Start with `poslab compare`; `poslab help COMMAND` says more, `poslab list settings` shows every key.\n"
        "\n"
        "Exit codes: 0 done, 1 a run failed, 2 usage or config, 3 diverged, 65 bad data or checkpoint,\n"
        "70 internal error, 73 run folder in use, 74 input or output, 75 stopped with a checkpoint: run me again.\n");
}

static void print_option(struct command_option o) {
    printf("  --%s%s%-*s %s\n", o.name, o.value ? " " : "", 14 - (int)strlen(o.name) - (o.value != NULL),
           o.value ? o.value : "", o.meaning);
}

static void print_one(const struct command *c) {
    char usage[512];
    command_usage(c, usage, sizeof usage);
    printf("%s - %s\n\nusage: %s\n", c->name, c->summary, usage);
    for (const struct command_option *o = command_options; o->name; o++)
        for (const char *const *own = c->options; own && *own; own++)
            if (strcmp(*own, o->name) == 0)
                print_option(command_option_of(c, o));
    if (c->details)
        printf("\n%s", c->details);
    if (c->explain)
        c->explain();
}

static int run(struct arguments *a) {
    struct error e = {0};
    const struct command *c = a->operand[0] ? command_find(a->operand[0]) : NULL;
    if (a->operand[0] && !c) {
        error_set(&e, EXIT_USAGE, "help: there is no command '%s'; see `poslab help`", a->operand[0]);
        return command_fail(&e);
    }
    if (c)
        print_one(c);
    else
        print_all();
    return EXIT_DONE;
}

const struct command command_help = {
    .name = "help",
    .summary = "this list, or what one command takes",
    .operand = "[COMMAND]",
    .operands = 1,
    .run = run,
};
