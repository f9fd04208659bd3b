/* elementary.c -- see elementary.h.
 *
 * Exact values are pairs of numbers, high + low, with twice the digits of one (Dekker 1971). Arguments are reduced to
 * near 0, where Taylor series converge; coefficients are written as fractions. */
#include "base/elementary.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

struct pair {
    double high, low;
};

/* a + b, exactly; in the second, |a| >= |b|. */
static struct pair sum(double a, double b) {
    double s = a + b, of_b = s - a;
    return (struct pair){s, (a - (s - of_b)) + (b - of_b)};
}
static struct pair sum_ordered(double a, double b) {
    double s = a + b;
    return (struct pair){s, b - (s - a)};
}

/* The upper half of its digits. */
static double upper(double a) {
    double c = a * 134217729; /* 2^27 + 1 */
    return c - (c - a);
}

/* a b, exactly */
static struct pair product(double a, double b) {
    double p = a * b, a1 = upper(a), a2 = a - a1, b1 = upper(b), b2 = b - b1;
    return (struct pair){p, ((a1 * b1 - p) + a1 * b2 + a2 * b1) + a2 * b2};
}

/* ln 2, of which `high` has so few digits that its multiples up to 2^20 are exact */
static const struct pair ln_2 = {0.69314718055989033, 5.4979230187083712e-14};

/* x = 2^e m with m from sqrt(1/2) to sqrt(2) */
static double split(double x, double *e) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    uint64_t above = bits - 0x3FE6A09E667F3BCD; /* sqrt(1/2) */
    int64_t power = (int64_t)(above >> 52) - (int64_t)(above >> 63 << 12);
    bits -= (uint64_t)power << 52;
    memcpy(&x, &bits, sizeof x);
    *e = (double)power;
    return x;
}

/* ln m = 2 (s + s^3 / 3 + s^5 / 5 + ...) with s = (m - 1) / (m + 1): what follows 2 s, for z = s^2 */
static double log_rest(double s, double z) {
    double y = z * z, first = 2. / 3 + z * (2. / 5) + y * (2. / 7 + z * (2. / 9));
    double second = 2. / 11 + z * (2. / 13) + y * (2. / 15 + z * (2. / 17));
    double third = 2. / 19 + z * (2. / 21) + y * (2. / 23 + z * (2. / 25));
    return s * z * (first + y * y * (second + y * y * third));
}

double elementary_log(double x) {
    if (!(x >= DBL_MIN && x <= DBL_MAX))
        return x > 1 ? x : x >= 0 ? -HUGE_VAL : (double)NAN;
    double e, f = split(x, &e) - 1, s = f / (2 + f); /* 2 s = f - s f */
    return e * ln_2.high + (f - (s * f - (log_rest(s, s * s) + e * ln_2.low)));
}

/* The same with twice the digits. */
static struct pair log_of(double x) {
    double e, f = split(x, &e) - 1;
    struct pair below = sum_ordered(2, f);
    double s = f / below.high;
    struct pair back = product(s, below.high), all = sum(e * ln_2.high, 2 * s);
    double missed = ((f - back.high) - back.low - s * below.low) / below.high;
    return sum_ordered(all.high, all.low + (2 * missed + (log_rest(s, s * s) + e * ln_2.low)));
}

/* x = k ln 2 + r with |r| <= ln 2 / 2;  e^x = 2^k (1 + r + r^2 / 2 + ...) */
static double exp_of(struct pair x) {
    if (!(x.high > -708))
        return isnan(x.high) ? x.high : 0;
    if (x.high > 709.78)
        return HUGE_VAL;
    double k = floor(x.high * 1.4426950408889634 + 0.5);
    struct pair r = sum(x.high - k * ln_2.high, x.low - k * ln_2.low);
    double a = r.high, high = 1. / 40320 + a * (1. / 362880 + a * (1. / 3628800 + a * (1. / 39916800)));
    high = high + a * a * a * a * (1. / 479001600 + a * (1. / 6227020800 + a * (1. / 87178291200)));
    double low = 1. / 6 + a * (1. / 24 + a * (1. / 120 + a * (1. / 720 + a * (1. / 5040 + a * high))));
    struct pair one = sum_ordered(1, a);
    return ldexp(one.high + (one.low + (r.low + r.low * a + a * a * (0.5 + a * low))), (int)k);
}

double elementary_exp(double x) { return exp_of((struct pair){x, 0}); }

double elementary_pow(double x, double y) {
    if (!(x > 0) || isinf(x) || isinf(y))
        return x == 0 ? y == 0 : (double)NAN;
    struct pair log = log_of(x), all = product(y, log.high);
    return exp_of(sum_ordered(all.high, all.low + y * log.low));
}

/* pi / 2 in four parts, of which multiples of the first three up to 2^20 are exact */
static const double quarter[] = {1.5707963267341256, 6.077100506303966e-11, 2.0222662487111665e-21,
                                 8.4784276603689e-32};

/* x = k pi / 2 + r with |r| <= pi / 4; returns k mod 4. */
static int quarter_turns(double x, struct pair *r) {
    double k = floor(x * 0.63661977236758134 + 0.5);
    struct pair left = sum(x - k * quarter[0], -k * quarter[1]), more = sum(left.high, -k * quarter[2]);
    *r = sum(more.high, more.low + left.low - k * quarter[3]);
    return (int)(k - 4 * floor(k / 4));
}

static double sin_of(struct pair r) {
    double x = r.high, z = x * x;
    double high = -1. / 39916800 + z * (1. / 6227020800 + z * (-1. / 1307674368000 + z * (1. / 355687428096000)));
    double low = -1. / 6 + z * (1. / 120 + z * (-1. / 5040 + z * (1. / 362880 + z * high)));
    return x + (r.low * (1 - z / 2) + x * z * low);
}

static double cos_of(struct pair r) {
    double x = r.high, z = x * x, one = 1 - z / 2;
    double high = 1. / 479001600 + z * (-1. / 87178291200 + z * (1. / 20922789888000 - z * (1. / 6402373705728000)));
    double low = 1. / 24 + z * (-1. / 720 + z * (1. / 40320 + z * (-1. / 3628800 + z * high)));
    return one + (((1 - one) - z / 2) + (z * z * low - x * r.low));
}

/* The sine, a number of quarter turns later. */
static double wave(double x, int turns) {
    struct pair r;
    if (!(fabs(x) <= 0x1p50))
        return (double)NAN;
    turns = (quarter_turns(x, &r) + turns) % 4;
    double value = turns % 2 ? cos_of(r) : sin_of(r);
    return turns < 2 ? value : -value;
}

double elementary_sin(double x) { return wave(x, 0); }
double elementary_cos(double x) { return wave(x, 1); }
