/* config.h -- the config that a word of the command line names. */
#pragma once

#include "base/file.h"
#include "cli/arguments.h"

/* Whether a word is a config's as it stands: FILE.ini. */
bool config_is_file(const char *word);
/* The config that a word names: itself, or configs/WORD or configs/WORD.ini; in the current folder, else beside the
 * program. */
bool config_find(char path[PATH_MAX_LENGTH], const char *word);
/* The names of all configs. */
void config_each(void (*use)(void *user, const char *name), void *user);
/* Error, EXIT_USAGE: a word is no config; what it may have been meant for. */
bool config_unknown(const struct command *c, const char *word, struct error *e);
