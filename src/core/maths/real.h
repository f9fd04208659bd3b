/* real.h -- the one number type of all arrays: float in the program, double in the gradient-check build of the same
 * sources. */
#pragma once

#include <float.h>

#ifdef REAL_DOUBLE
typedef double real;
#define REAL_DTYPE "F64"
#define REAL_SQRT sqrt
#define REAL_ABS fabs
#define REAL_SMALLEST DBL_MIN
#else
typedef float real;
#define REAL_DTYPE "F32"
#define REAL_SQRT sqrtf
#define REAL_ABS fabsf
#define REAL_SMALLEST FLT_MIN /* of full precision */
#endif

/* A hot loop is compiled for several processor levels; the program picks one when it starts. Sums run over a fixed
 * number of lanes and products are never fused, so that every level gives the same bits. (clang 14 names the clones so
 * that other files do not find them; it compiles one level.) */
#if defined(VECTOR_CLONES) && defined(__x86_64__) && defined(__linux__) && !defined(__clang__)
#define HOT __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define HOT
#endif

/* A helper of hot loops, compiled for each of their levels. */
#define HOT_PART static inline __attribute__((always_inline))
