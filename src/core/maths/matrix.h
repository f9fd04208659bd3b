/* matrix.h -- a plain matrix of doubles, for what is measured and drawn; the training has arrays of `real`. */
#pragma once

#include "base/arena.h"

/* Row-major. */
struct matrix {
    int rows, columns;
    double *value; /* (rows, columns) */
};

static inline double *matrix_row(const struct matrix *m, int row) { return m->value + (size_t)row * m->columns; }

/* Zeros in the arena. */
static inline struct matrix matrix_alloc(int rows, int columns, struct arena *arena) {
    return (struct matrix){rows, columns, arena_alloc(arena, (size_t)rows * columns, sizeof(double))};
}
