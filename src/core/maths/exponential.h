/* exponential.h -- e^x as a short polynomial that a compiler can vectorise, the gate functions that use it, and log x.
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
HOT_PART real logarithm(real x) { return log(x); }
#else
HOT_PART real exponential(real x) {
    const float rounder = 12582912.0f; /* 1.5 * 2^23: adding it rounds to an integer */
    float shifted = x * 1.44269504f + rounder;
    float n = shifted - rounder;
    float r = (x - n * 0.693359375f) + n * 2.12194440e-4f; /* ln 2 in two parts */
    float e =
        1 +
        r * (1 + r * (0.5f + r * (1.f / 6 + r * (1.f / 24 + r * (1.f / 120 + r * (1.f / 720 + r * (1.f / 5040)))))));
    uint32_t bits, power, own;
    memcpy(&power, &shifted, sizeof power);
    memcpy(&bits, &e, sizeof bits);
    memcpy(&own, &x, sizeof own);
    bits += (power - 0x4B400000u) << 23;
    bits = x < -87.3f ? 0 : bits; /* chosen as integers: compilers spend fewer masks */
    bits = x != x ? own : bits;
    memcpy(&e, &bits, sizeof e);
    return e;
}

/* log x for x >= FLT_MIN, off by at most 2 units in the last place; NaN stays NaN. x = 2^n m with m from sqrt(1/2) to
 * sqrt(2), and log m = 2 (s + s^3 / 3 + s^5 / 5 + ...) with s = (m - 1) / (m + 1). */
HOT_PART real logarithm(real x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    int32_t above = (int32_t)bits - 0x3F3504F3; /* sqrt(1/2) */
    float n = (float)(above >> 23), m;
    bits = ((uint32_t)above & 0x7FFFFFu) + 0x3F3504F3;
    memcpy(&m, &bits, sizeof m);
    float f = m - 1, s = f / (2 + f), z = s * s;
    float rest = z * (2.f / 3 + z * (2.f / 5 + z * (2.f / 7 + z * (2.f / 9))));
    return x != x ? x : n * 0.693359375f + (f - (s * (f - rest) + n * 2.12194440e-4f));
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

/* log(1 + e^x), not below 0 */
HOT_PART real softplus(real x) { return (x > 0 ? x : 0) + logarithm(1 + exponential(x < 0 ? x : -x)); }

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
