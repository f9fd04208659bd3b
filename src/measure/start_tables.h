/* start_tables.h -- tables of the embedding that begin as in a file: embedding.token and embedding.position.
 *
 * Words are found by their text: as it is (of a byte-level vocabulary with the blank before it, which is how it has
 * words), else in another case; of several rows that fit equally the first. Positions are found by their numbers. Rows
 * that the file lacks stay as they were drawn. Where the file has more columns than the table, embedding.fit says what
 * happens to the rows that are used; then embedding.scale. All of that is computed in a fixed order and is the same on
 * every processor, for every seed. */
#pragma once

#include "train/run.h"

/* Whether the files that the settings name can be opened and have columns that fit. Errors: EXIT_USAGE, EXIT_DATA,
 * EXIT_IO, each with its key. */
bool start_tables_check(const struct run *r, struct error *e);
/* Puts them into a run that was not trained yet, and what is told of them into r->tables: file, form, what was found
 * and a fingerprint of the numbers. Errors: those, and EXIT_DATA (nothing in common, a number that is not finite). */
bool start_tables(struct run *r, struct error *e);
