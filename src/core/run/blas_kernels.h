/* blas_kernels.h -- which kernels of matrix products computed something: "Haswell" of OpenBLAS's, "portable", or, where
 * there were several, "mixed". All are right, but round differently, so other kernels give other bits. */
#pragma once

#include <stdbool.h>

#include "base/error.h"

#define KERNELS_MIXED "mixed"
enum { KERNELS_NAME = 128 }; /* bytes */

struct run;

/* What computed a run up to its step. */
void blas_kernels_of(const struct run *r, char kernels[KERNELS_NAME]);
/* Takes what a checkpoint says for r->kernels. Errors: EXIT_DATA. */
bool blas_kernels_read(struct run *r, const char *text, struct error *e);
/* What computed both; empty: nothing did. */
void blas_kernels_add(char kernels[KERNELS_NAME], const char *more);
