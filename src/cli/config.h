/* config.h -- finds the config file that a word of the command line names. */
#pragma once

#include "base/file.h"
#include "cli/arguments.h"

/* Whether a word is the name of a config file: FILE.ini. */
bool config_is_file(const char *word);
/* The config that a word names: the file itself, or configs/WORD or configs/WORD.ini, in the current folder or else
 * next to the program. False: there is none. */
bool config_find(char path[PATH_MAX_LENGTH], const char *word);
/* The names of all configs, in order; NULL after the last. */
const char *const *config_names(struct arena *arena);
/* Sets the error, EXIT_USAGE, that a word is no config, with what may have been meant. */
bool config_unknown(const struct command *c, const char *word, struct error *e);
