/* matmul.c -- see matmul.h. Chooses how to compute a product; only matmul_blas.h leads to BLAS. */
#include "maths/matmul.h"

#include <stdbool.h>

#include "maths/matmul_blas.h"
#include "maths/matmul_portable.h"
#include "maths/start.h"
#include "maths/vector.h"

enum {
    FEW_ROWS = 3,               /* with fewer rows the product only streams b */
    FEW_COLUMNS = 8,            /* with fewer columns, products of rows with rows are computed dot by dot */
    SMALL_PRODUCT = 1 << 12,    /* multiplications below which a call of BLAS costs more than it saves */
    SOME_ROWS = 16,             /* with fewer rows, our own loops compute dot by dot if the dots fill vectors */
    TRANSPOSED_BY_ROW = 1 << 8, /* numbers of b worth transposing per row that gains from it */
};

static _Thread_local enum matmul_products chosen;

void matmul_use(enum matmul_products products) {
    chosen = blas_is_here() ? products : PRODUCTS_PORTABLE;
    maths_flush_subnormals(chosen == PRODUCTS_BLAS);
}

static bool is_small(struct matmul p) {
    return p.m <= FEW_ROWS || p.k <= 2 || (double)p.m * p.n * p.k <= SMALL_PRODUCT;
}

void matmul_nn(real *c, const real *a, const real *b, struct matmul p) {
    if (chosen == PRODUCTS_PORTABLE || is_small(p))
        portable_product(c, a, (struct walk){(size_t)p.a_stride, 1}, b, &p);
    else
        blas_product(c, a, false, b, false, p);
}

void matmul_tn(real *c, const real *a, const real *b, struct matmul p) {
    if (chosen == PRODUCTS_PORTABLE || is_small(p))
        portable_product(c, a, (struct walk){1, (size_t)p.a_stride}, b, &p);
    else
        blas_product(c, a, true, b, false, p);
}

/* The slowest of the three for BLAS: a small b is transposed first. */
static void product_nt(real *c, const real *a, const real *b, struct matmul p) {
    if (p.n * p.k <= PORTABLE_ROOM && p.n * p.k <= TRANSPOSED_BY_ROW * p.m) {
        real *transposed = portable_room();
        portable_transpose(transposed, b, (size_t)p.b_stride, p.n, p.k);
        p.b_stride = p.n;
        matmul_nn(c, a, transposed, p);
    } else {
        blas_product(c, a, false, b, true, p);
    }
}

void matmul_nt(real *c, const real *a, const real *b, struct matmul p) {
    bool portable = chosen == PRODUCTS_PORTABLE, few = p.m < SOME_ROWS && p.k % (VECTOR_LANES / 2) == 0;
    if (p.m <= FEW_ROWS || p.n <= FEW_COLUMNS || (p.k >= VECTOR_LANES && (portable ? few : is_small(p))))
        portable_dots(c, a, b, &p);
    else if (portable)
        portable_product_nt(c, a, b, &p);
    else
        product_nt(c, a, b, p);
}

const char *matmul_kernels(enum matmul_products products) {
    return products == PRODUCTS_PORTABLE ? "portable" : blas_kernels();
}
