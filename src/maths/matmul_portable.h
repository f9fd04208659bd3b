/* matmul_portable.h -- products in loops of our own: the same bits on every processor. Products too small for BLAS,
 * whose call would cost more than it saves, and all products of a run that is to be portable. */
#pragma once

#include <stddef.h>

#include "maths/matmul.h"

/* Where the elements of a lie: (i, k) at i * down + k * along, so that a may be read as it is or transposed. */
struct walk {
    size_t down, along;
};

/* c = alpha * a b + beta * c        b (k, n); a_stride is not read */
void portable_product(real *c, const real *a, struct walk w, const real *b, const struct matmul *p);
/* c = alpha * a b^T + beta * c      b (n, k), of which panels are transposed */
void portable_product_nt(real *c, const real *a, const real *b, const struct matmul *p);
/* The same, dot by dot. */
void portable_dots(real *c, const real *a, const real *b, const struct matmul *p);

/* out (k, n) = b (n, k) transposed, whose rows are `stride` apart */
void portable_transpose(real *restrict out, const real *restrict b, size_t stride, int n, int k);
/* Room for PORTABLE_ROOM numbers, of this thread; not on the stack, since that of a thread may be small
 * (OMP_STACKSIZE). */
enum { PORTABLE_ROOM = 1 << 14 };
real *portable_room(void);

/* Products use the highest level of processor there is here, of those up to `level` (0: the one all have). No bit
 * depends on it, which a test shows. Returns which that is. */
int portable_limit(int level);
