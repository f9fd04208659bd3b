/* data_file.h -- a file of rows instead of a config: poslab train reviews.csv. */
#pragma once

#include "cli/arguments.h"
#include "data/labelled_columns.h"

/* Whether a word is a file, a pipe, - (standard input), or looks like the name of a file of rows. */
bool data_file_is(const char *word);
/* Turns a->data into settings: which columns are the label and the text. Errors: EXIT_USAGE (that is not clear),
 * EXIT_DATA, EXIT_IO. */
bool data_file_take(struct arguments *a, const struct command *c, struct error *e);

/* The options of the task tsv that say how rows are read. */
#define DATA_FILE_KEYS "task.format task.charset task.label_column task.text_columns"
/* As in struct file_operand. */
bool data_file_how(struct labelled_how *how, const struct assignments *given, const struct task_built *as,
                   struct arena *arena, struct error *e);
