/* options.h -- the options of the command line: one table for all commands, and how a command words them in its help.
 */
#pragma once

#include "cli/arguments.h"

/* An option of the command line: "--name VALUE", or a switch without a value. */
struct command_option {
    const char *name, *value, *meaning;
    size_t at; /* in struct arguments: a bool without a value, an int for N, two for K/N, else a text */
};
extern const struct command_option command_options[];
/* An option in the words of a command. */
struct command_option command_option_of(const struct command *c, const struct command_option *o);
/* Whether a list of options, as in struct command, has this name. */
bool command_takes(const char *options, const char *name);
/* Checks that all options given are in the list of those that `what` takes. Error: EXIT_USAGE. */
bool command_check_options(const struct arguments *a, const char *what, const char *options, struct error *e);

/* What --width and --metric mean for commands that print tables. */
extern const struct command_option command_table_options[];
