/* principal.h -- principal components of the rows of a table: the directions in which they differ most.
 *
 * Everything is computed in double and in a fixed order, one product at a time, so the bits are the same on every
 * processor. n rows of m columns take n m min(n, m) / 2 + 4 min(n, m)^3 multiplications, about. */
#pragma once

#include "base/arena.h"
#include "maths/real.h"

/* out (rows, wanted) = (x - its mean row) times the first `wanted` components, largest variance first. The sign of a
 * component makes its largest coordinate (the first of equal ones) positive. Columns without variance are 0; `rows`
 * rows fill at most rows - 1. Returns the number of columns with variance. x (rows, columns) */
int principal_project(double *out, const real *x, int rows, int columns, int wanted, struct arena *scratch);
