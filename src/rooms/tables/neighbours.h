/* neighbours.h -- the rows of a table nearest to one of them, by cosine.
 *
 * Sums are doubles, so no square overflows or underflows. A row of length 0 has no neighbours and is none. */
#pragma once

#include <stdbool.h>

#include "base/arena.h"
#include "maths/real.h"

struct neighbour {
    double cosine;
    int row;
};

struct neighbours {
    const real *table; /* (rows, columns) */
    int rows, columns;
    double *length;            /* (rows) */
    struct neighbour *nearest; /* (rows) */
};

void neighbours_open(struct neighbours *n, const real *table, int rows, int columns, struct arena *arena);
bool neighbours_has_direction(const struct neighbours *n, int row);
/* Fills `nearest` with all neighbours of a row, best first, of equal ones the smaller row first; returns how many. */
int neighbours_find(struct neighbours *n, int row);
