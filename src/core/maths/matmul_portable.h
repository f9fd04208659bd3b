/* matmul_portable.h -- products in our own loops, with the same bits on every processor: for products too small for
 * BLAS, and for all products of a portable run. */
#pragma once

#include <stddef.h>

#include "maths/matmul.h"

/* The layout of a: element (i, k) is at i * down + k * along, so a may be read as it is or transposed. */
struct walk {
    size_t down, along;
};

/* Terms of a sum that are added together before they are added to c. */
enum { PORTABLE_DEPTH = 256 };

/* c = alpha * a b + beta * c        b (k, n); a_stride is not read */
void portable_product(real *c, const real *a, struct walk w, const real *b, const struct matmul *p);
/* c = alpha * a b^T + beta * c      b (n, k), of which panels are transposed */
void portable_product_nt(real *c, const real *a, const real *b, const struct matmul *p);
/* The same, dot by dot. */
void portable_dots(real *c, const real *a, const real *b, const struct matmul *p);

/* out (k, n) = b (n, k) transposed, whose rows are `stride` apart */
void portable_transpose(real *restrict out, const real *restrict b, size_t stride, int n, int k);
/* This thread's buffer of PORTABLE_ROOM numbers; not on the stack, which may be small for a thread (OMP_STACKSIZE). */
enum { PORTABLE_ROOM = 1 << 14 };
real *portable_room(void);

/* Products use the highest level that this processor has, up to `level` (0: the one that all have). A test shows that
 * no bit depends on it. Returns the level. */
int portable_limit(int level);
