/* embedding_tables.h -- what export and show neighbours share: the embedding table of a run or a public model. */
#pragma once

#include "cli/arguments.h"
#include "tables/vectors.h"

/* Opens the table of tokens, or the one that --table names, of the command's first operand: a run, a checkpoint or a
 * public model. It lives as long as the command. Errors: those of command_read_run, public_table_open and
 * public_table_rows; EXIT_USAGE: --table names none. */
bool embedding_tables_open(struct vectors *v, const struct command *c, struct arguments *a, struct error *e);
