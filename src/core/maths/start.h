/* start.h -- floating point settings of this process. */
#pragma once

#include <math.h>
#include <stdbool.h>

#include "maths/real.h"

/* BLAS runs with one thread, and subnormal numbers count as 0. Call once, before the first product. */
void maths_start(void);

/* Sets whether subnormal numbers (below the smallest of full precision) count as 0 in this thread, and in threads and
 * processes that it starts, if the processor can do that. On x86 an operation on one takes a hundred times as long, and
 * they are common in confident attention and in the moments of rare words. WebAssembly cannot, so a run that must have
 * the same bits everywhere computes with them (IEEE 754), which matmul_use arranges. */
void maths_flush_subnormals(bool flush);

/* x, or 0 if it is subnormal, on any processor: for numbers that decay towards 0. */
HOT_PART real without_subnormals(real x) { return REAL_ABS(x) < REAL_SMALLEST ? 0 : x; }
