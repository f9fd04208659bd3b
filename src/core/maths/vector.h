/* vector.h -- the few loops over one row that everything else uses.
 *
 * A sum runs over VECTOR_LANES partial sums in a fixed order, for any length of the processor's vectors: fast, and the
 * same bits everywhere. */
#pragma once

#include <stddef.h>

#include "maths/real.h"

enum { VECTOR_LANES = 16 };

/* VECTOR_LANES adjacent numbers, and parts of them; gcc and clang map them to the processor's vectors. Any alignment is
 * fine. */
#define LANES_OF(n) __attribute__((vector_size((n) * sizeof(real)), aligned(sizeof(real)), may_alias))
typedef real lanes LANES_OF(VECTOR_LANES);
typedef real lanes_half LANES_OF(VECTOR_LANES / 2);
typedef real lanes_quarter LANES_OF(VECTOR_LANES / 4);

/* Lanes by their halves, halves by their quarters. */
union lanes_halves {
    lanes all;
    lanes_half half[2];
};
union lanes_quarters {
    lanes_half all;
    lanes_quarter quarter[2];
};

/* s += h in its first half */
HOT_PART void lanes_add_half(lanes *s, const lanes_half *h) {
    lanes_half none = {0};
    *s += __builtin_shufflevector(*h, none, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

/* Four partial sums of sixteen. */
HOT_PART void lanes_quarter_of(lanes_quarter *out, const lanes *s) {
    union lanes_halves sum = {*s};
    union lanes_quarters half = {sum.half[0] + sum.half[1]};
    *out = half.quarter[0] + half.quarter[1];
}

/* The sum of all lanes. */
HOT_PART real lanes_fold(const lanes *s) {
    lanes_quarter quarter;
    lanes_quarter_of(&quarter, s);
    return (quarter[0] + quarter[2]) + (quarter[1] + quarter[3]);
}

/* The sums of four such, out[r] of s[r]: the same bits, in fewer steps than one by one. */
HOT_PART void lanes_fold_four(lanes_quarter *out, const lanes *s) {
    lanes_quarter quarter[4], pair[2];
    for (int r = 0; r < 4; r++)
        lanes_quarter_of(&quarter[r], &s[r]);
    for (int r = 0; r < 2; r++)
        pair[r] = __builtin_shufflevector(quarter[2 * r], quarter[2 * r + 1], 0, 4, 1, 5) +
                  __builtin_shufflevector(quarter[2 * r], quarter[2 * r + 1], 2, 6, 3, 7);
    *out =
        __builtin_shufflevector(pair[0], pair[1], 0, 1, 4, 5) + __builtin_shufflevector(pair[0], pair[1], 2, 3, 6, 7);
}

/* Four rows of four, transposed. */
HOT_PART void lanes_transpose_four(lanes_quarter *x) {
    lanes_quarter pair[4];
    for (int r = 0; r < 2; r++) {
        pair[r] = __builtin_shufflevector(x[r], x[r + 2], 0, 4, 1, 5);
        pair[r + 2] = __builtin_shufflevector(x[r], x[r + 2], 2, 6, 3, 7);
    }
    for (int r = 0; r < 4; r += 2) {
        x[r] = __builtin_shufflevector(pair[r], pair[r + 1], 0, 4, 1, 5);
        x[r + 1] = __builtin_shufflevector(pair[r], pair[r + 1], 2, 6, 3, 7);
    }
}

/* The quarters of *out are four partial sums each of s[0], s[1], s[2], s[3]. */
HOT_PART void lanes_quarters_of(lanes *out, const lanes *s) {
    lanes even = __builtin_shufflevector(s[0], s[2], 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23) +
                 __builtin_shufflevector(s[0], s[2], 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
    lanes odd = __builtin_shufflevector(s[1], s[3], 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23) +
                __builtin_shufflevector(s[1], s[3], 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
    *out = __builtin_shufflevector(even, odd, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27) +
           __builtin_shufflevector(even, odd, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31);
}

/* The sums of 16: lane 4 i + q of *out is that of quarter i of s[q]. */
HOT_PART void lanes_fold_quarters(lanes *out, const lanes *s) {
    lanes pair[2];
    for (int r = 0; r < 2; r++)
        pair[r] =
            __builtin_shufflevector(s[2 * r], s[2 * r + 1], 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29) +
            __builtin_shufflevector(s[2 * r], s[2 * r + 1], 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31);
    *out = __builtin_shufflevector(pair[0], pair[1], 0, 2, 16, 18, 4, 6, 20, 22, 8, 10, 24, 26, 12, 14, 28, 30) +
           __builtin_shufflevector(pair[0], pair[1], 1, 3, 17, 19, 5, 7, 21, 23, 9, 11, 25, 27, 13, 15, 29, 31);
}

/* lane = max(lane, x); a NaN in x is ignored. */
HOT_PART void lanes_raise(lanes *lane, const lanes *x) {
    typedef __typeof__(*x > *lane) mask; /* all bits of a lane, or none */
    mask larger = *x > *lane;
    *lane = (lanes)(((mask)*x & larger) | ((mask)*lane & ~larger));
}

/* The largest lane; a NaN may be ignored or returned. */
HOT_PART real lanes_largest(const lanes *x) {
    lanes top = *x, rotated;
    rotated = __builtin_shufflevector(top, top, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
    lanes_raise(&top, &rotated);
    rotated = __builtin_shufflevector(top, top, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11);
    lanes_raise(&top, &rotated);
    rotated = __builtin_shufflevector(top, top, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13);
    lanes_raise(&top, &rotated);
    rotated = __builtin_shufflevector(top, top, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14);
    lanes_raise(&top, &rotated);
    return top[0];
}

/* Prefetches n numbers that are read soon; changes no result. Inlined, because gcc removes a call that only
 * prefetches. */
HOT_PART void vector_fetch(const real *x, size_t n) {
    for (size_t i = 0; i < n; i += 64 / sizeof *x)
        __builtin_prefetch(x + i);
}

/* The largest number; a NaN may be ignored or returned. */
HOT_PART real vector_largest(const real *x, int n) {
    real largest = x[0];
    if (n < VECTOR_LANES) {
        for (int i = 1; i < n; i++)
            largest = x[i] > largest ? x[i] : largest;
        return largest;
    }
    lanes top = *(const lanes *)x;
    for (int i = VECTOR_LANES; i + VECTOR_LANES <= n; i += VECTOR_LANES)
        lanes_raise(&top, (const lanes *)(x + i));
    lanes_raise(&top,
                (const lanes *)(x + n - VECTOR_LANES)); /* the rest that fills no vector, with some numbers again */
    return lanes_largest(&top);
}

/* sum_i x[i] */
HOT_PART real vector_sum(const real *x, int n) {
    lanes sum = {0};
    real rest = 0;
    int i = 0;
    for (; i + VECTOR_LANES <= n; i += VECTOR_LANES)
        sum += *(const lanes *)(x + i);
    for (; i < n; i++)
        rest += x[i];
    return lanes_fold(&sum) + rest;
}

/* sum_i x[i] * y[i] */
HOT_PART real vector_dot(const real *x, const real *y, int n) {
    lanes sum = {0};
    real rest = 0;
    int i = 0;
    for (; i + VECTOR_LANES <= n; i += VECTOR_LANES)
        sum += *(const lanes *)(x + i) * *(const lanes *)(y + i);
    if (i + VECTOR_LANES / 2 <= n) { /* the width of a head, often */
        lanes_half half = *(const lanes_half *)(x + i) * *(const lanes_half *)(y + i);
        lanes_add_half(&sum, &half);
        i += VECTOR_LANES / 2;
    }
    for (; i < n; i++)
        rest += x[i] * y[i];
    return lanes_fold(&sum) + rest;
}

/* y += x */
HOT_PART void vector_add(real *restrict y, const real *restrict x, int n) {
    int i = 0;
    for (; i + VECTOR_LANES <= n; i += VECTOR_LANES)
        *(lanes *)(y + i) += *(const lanes *)(x + i);
    for (; i < n; i++)
        y[i] += x[i];
}

/* y += a * x */
HOT_PART void vector_axpy(real *restrict y, real a, const real *restrict x, int n) {
    int i = 0;
    for (; i + VECTOR_LANES <= n; i += VECTOR_LANES)
        *(lanes *)(y + i) += a * *(const lanes *)(x + i);
    for (; i < n; i++)
        y[i] += a * x[i];
}
