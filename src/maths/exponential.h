/* exponential.h -- e^x as a short polynomial that a compiler can vectorise, and the two gate functions that use it.
 *
 * x = n ln 2 + r with |r| <= ln 2 / 2; e^r by its Taylor series to r^7; times 2^n in the exponent bits. Off by at most
 * 2 units in the last place of a float for x in -87..88; 0 below -87.3; NaN stays NaN. In the double build it is
 * libm's. */
#pragma once

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "maths/vector.h"

#ifdef REAL_DOUBLE
HOT_PART real exponential(real x) { return exp(x); }
#else
HOT_PART real exponential(real x) {
    const float rounder = 12582912.0f; /* 1.5 * 2^23: adding it rounds to an integer */
    float at = x < -87.3f ? -87.3f : x;
    float shifted = at * 1.44269504f + rounder;
    float n = shifted - rounder;
    float r = (at - n * 0.693359375f) + n * 2.12194440e-4f; /* ln 2 in two parts */
    float e =
        1 +
        r * (1 + r * (0.5f + r * (1.f / 6 + r * (1.f / 24 + r * (1.f / 120 + r * (1.f / 720 + r * (1.f / 5040)))))));
    uint32_t bits, power;
    memcpy(&power, &shifted, sizeof power);
    memcpy(&bits, &e, sizeof bits);
    bits += (power - 0x4B400000u) << 23;
    memcpy(&e, &bits, sizeof e);
    return x < -87.3f ? 0 : x != x ? x : e;
}
#endif

/* y = e^(x - top)        x, y (VECTOR_LANES), which may be one array */
HOT_PART void exponential_lanes(real *y, const real *x, real top) {
    for (int l = 0; l < VECTOR_LANES; l++)
        y[l] = exponential(x[l] - top); /* cppcheck-suppress objectIndex ; VECTOR_LANES of them */
}

/* x = e^(x - top)        x (n) */
HOT_PART void exponential_row(real *x, real top, int n) {
    real last[VECTOR_LANES]; /* not a full vector: some of the row's numbers are computed twice */
    if (n < VECTOR_LANES) {
        for (int i = 0; i < n; i++)
            x[i] = exponential(x[i] - top);
        return;
    }
    exponential_lanes(last, x + n - VECTOR_LANES, top);
    for (int i = 0; i + VECTOR_LANES <= n; i += VECTOR_LANES)
        exponential_lanes(x + i, x + i, top);
    memcpy(x + n - VECTOR_LANES, last, sizeof last);
}

/* 1 / (1 + e^-x), off by at most 2e-7 in a float */
HOT_PART real logistic(real x) {
    real e = exponential(x < 0 ? x : -x);
    return (x < 0 ? e : 1) / (1 + e);
}

/* tanh x, off by at most 2e-7 in a float */
HOT_PART real hyperbolic_tangent(real x) {
    real e = exponential(x < 0 ? 2 * x : -2 * x);
    return (x < 0 ? e - 1 : 1 - e) / (1 + e);
}

/* x = logistic(x + y), x = tanh(x + y)        x, y (n) */
HOT_PART void logistic_sum(real *restrict x, const real *restrict y, int n) {
    for (int i = 0; i < n; i++)
        x[i] = logistic(x[i] + y[i]);
}
HOT_PART void tanh_sum(real *restrict x, const real *restrict y, int n) {
    for (int i = 0; i < n; i++)
        x[i] = hyperbolic_tangent(x[i] + y[i]);
}
