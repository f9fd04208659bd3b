/* start.h -- how this process calculates. */
#pragma once

#include <math.h>
#include <stdbool.h>

#include "maths/real.h"

/* BLAS runs with one thread, and subnormal numbers count as 0. Call once, before the first product. */
void maths_start(void);

/* Whether subnormal numbers (below the smallest of full precision) count as 0 in this thread, and in threads and
 * processes that it starts, where the processor can do that: an operation on one takes a hundred times as long on x86,
 * and they are common in confident attention and in the moments of words long unseen. WebAssembly cannot, so what is to
 * have the same bits everywhere calculates with them (IEEE 754): matmul_use sees to it. */
void maths_flush_subnormals(bool flush);

/* What a processor makes of x that counts subnormal numbers as 0, on any: for numbers that fade until they are. */
HOT_PART real without_subnormals(real x) { return REAL_ABS(x) < REAL_SMALLEST ? 0 : x; }
