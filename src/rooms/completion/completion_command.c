/* completion.c -- poslab completion: a script for bash or zsh, which asks this program at each tab: `poslab completion
 * words -- COMMAND WORD` prints what WORD may become, one a line: an option, if it begins with -, or else a name that
 * the command takes; without these two, the commands. Shells choose among these, and know the files. */
#include <stdio.h>
#include <string.h>

#include "base/room.h"
#include "base/text.h"
#include "command/catalogue.h"
#include "command/command.h"

extern const struct command command_completion;
/* Embedded by make. */
extern const char completion_completion_txt[], completion_completion_bash[], completion_completion_zsh[];

static void print_words(const struct command *c, const char *typed, struct arena *arena) {
    char name[16];
    bool help = c == &command_help;
    for (const struct command_option *o = command_options; c && *typed == '-' && o->name; o++)
        if (command_takes(c->options, o->name))
            printf("--%s\n", o->name);
    for (const struct command *const *other = commands; (!c || help) && *typed != '-' && *other; other++)
        printf("%s\n", (*other)->name);
    for (const char *list = "encodings mixers policies tasks configs";
         c && (help || c->settings) && *typed != '-' && text_item(&list, name, sizeof name);)
        for (const struct entry *e = catalogue_named(name, arena); e; e = e->next)
            printf("%s\n", e->name);
}

static bool run(struct arguments *a, struct error *e) {
    char shown[TEXT_PRINTABLE];
    const char *shell = a->operand[0], *typed = a->operands > 2 ? a->operand[2] : "";
    const struct command *c = a->operands > 1 ? command_find(a->operand[1]) : NULL;
    if (!shell)
        return error_set(e, EXIT_USAGE, "completion needs the shell: bash or zsh");
    if (strcmp(shell, "words") == 0 && (c || a->operands == 1))
        print_words(c, typed, &a->arena);
    else if (strcmp(shell, "bash") == 0 || strcmp(shell, "zsh") == 0)
        fputs(*shell == 'b' ? completion_completion_bash : completion_completion_zsh, stdout);
    else if (strcmp(shell, "words") != 0)
        return error_set(e, EXIT_USAGE, "completion: there is none for '%s', but for bash and zsh",
                         text_printable(shown, shell));
    return true;
}

const struct command command_completion = {
    .name = "completion",
    .place = 190,
    .group = "program",
    .summary = "print a script that completes command lines in bash or zsh",
    .operand = "bash|zsh",
    .operands = 3,
    .text = completion_completion_txt,
    .run = run,
};

const struct room room_completion = {.name = "completion",
                                     .commands = (const struct command *const[]){&command_completion, NULL}};
