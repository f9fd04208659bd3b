/* data_file.h -- a file of rows instead of a config: poslab train reviews.csv. */
#pragma once

#include "cli/arguments.h"

/* Whether a word looks like the name of a file of rows. */
bool data_file_is(const char *word);
/* Turns a->data into settings: which columns are the label and the text. Errors: EXIT_USAGE (that is not clear),
 * EXIT_DATA, EXIT_IO. */
bool data_file_take(struct arguments *a, const struct command *c, struct error *e);
