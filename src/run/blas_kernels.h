/* blas_kernels.h -- which kernels of matrix products computed something: "Haswell" of OpenBLAS's, "portable", or where
 * they are mixed each name once, "Cooperlake, Haswell". All are right, but round differently, so other kernels give
 * other bits. */
#pragma once

#include "run/run.h"

enum { KERNELS_LIST = 128 }; /* bytes */

/* What computed a run up to its step. */
const char *blas_kernels_of(const struct run *r, struct arena *arena);
/* Takes what a checkpoint says for r->kernels. Errors: EXIT_DATA. */
bool blas_kernels_read(struct run *r, const char *text, struct error *e);

/* Adds the names that a list does not have. */
void blas_kernels_add(char list[KERNELS_LIST], const char *more);
bool blas_kernels_mixed(const char *list);
