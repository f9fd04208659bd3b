/* options.h -- the options of the command line: those that all commands share the meaning of, and how one words them.
 */
#pragma once

#include "cli/arguments.h"

/* An option of the command line: "--name VALUE", or a switch without a value. */
struct command_option {
    const char *name, *value, *meaning;
    size_t at; /* in struct arguments: a bool without a value, an int for N, two for K/N, else a text */
};
extern const struct command_option command_options[];
/* An option as a command words it for its help. */
struct command_option command_option_of(const struct command *c, const struct command_option *o);
/* Whether a list such as struct command's has the name. */
bool command_takes(const char *options, const char *name);
/* Of the options given, only those of the list mean something to `what`. Error: EXIT_USAGE. */
bool command_check_options(const struct arguments *a, const char *what, const char *options, struct error *e);

/* What --width and --metric mean there. */
extern const struct command_option command_table_options[];
