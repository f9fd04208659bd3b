/* start_tables.h -- embedding tables initialised from a file: embedding.token and embedding.position.
 *
 * Words are found by their exact text (in a byte-level vocabulary with a blank before it, as stored there), else
 * ignoring case; the first of equal matches counts. Positions are found by number. Rows missing in the file keep their
 * random values. If the file has more columns than the table, embedding.fit = cut takes the first of them; then
 * embedding.rescale applies. All of that is computed in a fixed order and is the same on every processor, for every
 * seed.
 *
 * A run keeps no copy of the file: the values are in every checkpoint, with a fingerprint of the file and what was
 * found in it. Each member of a comparison reads the file, which is mapped or streamed; only rows in use are kept. */
#pragma once

#include "run/run.h"

/* Whether the files that the settings name can be opened and have columns that fit. Errors: EXIT_USAGE, EXIT_DATA,
 * EXIT_IO, each with its key. */
bool start_tables_check(const struct run *r, struct error *e);
/* Puts them into an untrained run, and a report into r->tables: file, form, what was found and a fingerprint of the
 * numbers. Errors: those, and EXIT_DATA (nothing in common, a number that is not finite). */
bool start_tables(struct run *r, struct error *e);
