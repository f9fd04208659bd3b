/* principal.h -- principal components of the rows of a table: the directions in which they differ most.
 *
 * Everything is computed in double and in a fixed order, one product at a time, so the bits are the same on every
 * processor. n rows of m columns take n m min(n, m) / 2 + 4 min(n, m)^3 multiplications, about. */
#pragma once

#include "base/arena.h"
#include "maths/real.h"

/* out (rows, wanted) = (x - its mean row) times the first `wanted` components, largest variance first. A component
 * points to where its largest coordinate (of equal ones the first) is positive. Columns for which the rows leave no
 * variance are 0: that of `rows` rows is at most rows - 1. Returns how many columns are not. x (rows, columns) */
int principal_project(double *out, const real *x, int rows, int columns, int wanted, struct arena *scratch);
