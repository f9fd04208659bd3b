/* matmul_small.h -- products too small for BLAS, whose call would cost more than it saves: their sums stay in
 * registers. The same bits on every processor. */
#pragma once

#include <stddef.h>

#include "maths/matmul.h"

/* Where the elements of a lie: (i, k) at i * down + k * along, so that a may be read as it is or transposed. */
struct walk {
    size_t down, along;
};

/* c = alpha * a b + beta * c        b (k, n); p.a_stride is not read */
void small_product(real *c, const real *a, struct walk w, const real *b, struct matmul p);
/* c = alpha * a b^T + beta * c      b (n, k) */
void small_dots(real *c, const real *a, const real *b, struct matmul p);
