/* row_finder.h -- finds the rows of a table that match a row's name in a file. */
#pragma once

#include "tables/vectors.h"

struct row_finder_name {
    const char *text;
    size_t length;
    int row;
};

/* Names of rows in order, as they are and in lower case. */
struct row_finder {
    struct row_finder_name *exact, *lower; /* (rows) */
    int rows;
};

/* How well a name fits, best first; a mark is the blank before a word in a byte-level vocabulary, U+2423. */
enum name_fit { NAME_MARKED, NAME_EXACT, NAME_MARKED_CASE, NAME_CASE, NAME_NONE };

/* Of all rows of the table; names lie in the arena. */
void row_finder_build(struct row_finder *f, const struct vectors *v, struct arena *arena);
/* Calls `use` for each row that matches a name. */
void row_finder_find(const struct row_finder *f, const char *name, size_t length,
                     void (*use)(void *user, int row, enum name_fit fit), void *user);
