/* no_blas.c -- what the page's build has in place of BLAS; see maths/matmul_blas.h. */
#include <assert.h>

#include "maths/matmul_blas.h"

bool blas_is_here(void) { return false; }

void blas_start(void) {}

void blas_product(real *c, const real *a, bool a_transposed, const real *b, bool b_transposed, struct matmul p) {
    (void)c, (void)a, (void)a_transposed, (void)b, (void)b_transposed, (void)p;
    assert(0 && "products are portable");
}

const char *blas_kernels(void) { return "portable"; }
