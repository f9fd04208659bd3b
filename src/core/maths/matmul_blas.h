/* matmul_blas.h -- BLAS: its products are for matmul.c alone. The page's build has none and replaces matmul_blas.c. */
#pragma once

#include <stdbool.h>

#include "maths/matmul.h"

/* If there is none, only blas_start may be called. */
bool blas_is_here(void);
/* From now on it runs with one thread. */
void blas_start(void);
/* c = alpha * a b + beta * c, each factor as it is or transposed; long thin products go there in pieces. */
void blas_product(real *c, const real *a, bool a_transposed, const real *b, bool b_transposed, struct matmul p);
/* The kernels that it picked for this processor. */
const char *blas_kernels(void);
/* Starts the program again with the kernels for Haswell, if OpenBLAS does not know a processor that has AVX2, and has
 * taken its oldest kernels, half as fast (0.3.24 and older, on newer processors of Intel). It chooses when it is
 * loaded, so it must be told before. Returns if that is not so, or somebody chose: OPENBLAS_CORETYPE. */
void blas_restart(char **argv);
