/* vector.h -- the few loops over one row that everything else is made of.
 *
 * A sum runs over LANES partial sums in a fixed order, whatever the processor's
 * vectors are: fast, and the same bits everywhere. */
#ifndef MATHS_VECTOR_H
#define MATHS_VECTOR_H

#include <stddef.h>

#include "maths/real.h"

enum { LANES = 16 };

/* Loops of a fixed length, so that the lanes stay in registers. */
static inline real vector_fold(real lane[LANES]) {
    for (int l = 0; l < 8; l++)
        lane[l] += lane[l + 8];
    for (int l = 0; l < 4; l++)
        lane[l] += lane[l + 4];
    return (lane[0] + lane[2]) + (lane[1] + lane[3]);
}

/* Asks memory for n numbers that are read soon; changes no result. */
static inline void vector_fetch(const real *x, size_t n) {
    for (size_t i = 0; i < n; i += 64 / sizeof *x)
        __builtin_prefetch(x + i);
}

/* sum_i x[i] */
static inline real vector_sum(const real *x, int n) {
    real lane[LANES] = {0}, rest = 0;
    int i = 0;
    for (; i + LANES <= n; i += LANES)
        for (int l = 0; l < LANES; l++)
            lane[l] += x[i + l];
    for (; i < n; i++)
        rest += x[i];
    return vector_fold(lane) + rest;
}

/* sum_i x[i] * y[i] */
static inline real vector_dot(const real *restrict x, const real *restrict y, int n) {
    real lane[LANES] = {0}, rest = 0;
    int i = 0;
    for (; i + LANES <= n; i += LANES)
        for (int l = 0; l < LANES; l++)
            lane[l] += x[i + l] * y[i + l];
    for (; i + LANES / 2 <= n; i += LANES / 2) /* the width of a head, often */
        for (int l = 0; l < LANES / 2; l++)
            lane[l] += x[i + l] * y[i + l];
    for (; i < n; i++)
        rest += x[i] * y[i];
    return vector_fold(lane) + rest;
}

/* y += x */
static inline void vector_add(real *restrict y, const real *restrict x, int n) {
    for (int i = 0; i < n; i++)
        y[i] += x[i];
}

/* y += a * x */
static inline void vector_axpy(real *restrict y, real a, const real *restrict x, int n) {
    for (int i = 0; i < n; i++)
        y[i] += a * x[i];
}

#endif
