/* eigen.h -- all eigenvalues and eigenvectors of a symmetric matrix, in double and in a fixed order: the same bits on
 * every processor.
 *
 * Reflections make it tridiagonal (Householder 1958), rotations diagonal (the QL method with implicit shifts; Dubrulle,
 * Martin and Wilkinson 1968). About 10 n^3 multiplications. */
#pragma once

#include "base/arena.h"

/* a (n, n) becomes the eigenvectors, one per row, of length 1; value (n), in no order. All numbers must be finite. */
void eigen_symmetric(double *a, double *value, int n, struct arena *scratch);
