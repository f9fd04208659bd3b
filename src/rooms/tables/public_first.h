/* public_first.h -- which row of a public model's table is position 0. Nothing else decides it: views, export and
 * tables to start from ask here. */
#pragma once

#include "tables/public_table.h"

/* Sets t->first, t->why and t->patches of a table of positions. `given` is the row as the user has it: then it is such
 * a table whatever its name. Else, in this order: the special rows of an image; config.json in `folder`; the rows that
 * OPT and BART have; a row of zeros, which is padding; RoBERTa's name; row 0. Errors: EXIT_USAGE (no such row);
 * EXIT_DATA and EXIT_IO of config.json. */
bool public_first(struct public_table *t, const char *folder, const char *given, struct arena *arena, struct error *e);
/* The first row that config.json, a text of this size, says; -1: it says none. Errors: EXIT_DATA. */
bool public_first_of_config(int *first, const char *path, const char *text, size_t size, int rows, const char **model,
                            struct arena *arena, struct error *e);
