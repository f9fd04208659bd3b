/* embedding_tables.h -- what commands that show tables of embeddings share: a run's, or a public model's. */
#pragma once

#include "cli/arguments.h"
#include "tables/vectors.h"

/* What help says of these. */
#define TABLES_OPTION "token, segment or position (default: token), or the full name of a public model's table"

/* A folder as it is, and that of a file. */
void embedding_tables_folder(char folder[PATH_MAX_LENGTH], const char *path);

/* Opens the table of tokens, or the one that --table names, of the command's first operand: a run, a checkpoint or a
 * public model. It lives as long as the command. Errors: those of command_read_run, public_table_open and
 * public_table_rows; EXIT_USAGE:
 * --table names none. */
bool embedding_tables_open(struct vectors *v, const struct command *c, struct arguments *a, struct error *e);

/* Opens the tables of positions of all operands, each a run or a public model, and measures them beside sinusoids:
 * those of positions 0..a->positions-1, or where that is 0 of all, of 1024 at most. Errors: as above; EXIT_USAGE: too
 * many operands, a table has not so many positions. */
struct shown_tables;
bool embedding_tables_measure(struct shown_tables *t, const struct command *c, struct arguments *a, struct error *e);
/* How many of the operands are public models; where one is, all are to be opened so. */
int embedding_tables_public(const struct arguments *a);
/* Where none is, --table means nothing. Error: EXIT_USAGE. */
bool embedding_tables_check(const struct command *c, const struct arguments *a, bool public, struct error *e);
