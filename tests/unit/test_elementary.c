/* test_elementary.c -- our own logarithms, powers, sines and cosines: compared with the C library's, at exact values,
 * at their limits, and to the bit. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/elementary.h"
#include "base/random.h"
#include "unit/tests.h"

enum { TRIES = 20000 };

static double between(struct random *r, double low, double high) {
    return low + (high - low) * (random_word(r) + 0.5) / 4294967296.0;
}

/* Off by `units` in the last place at most, half a unit of which is the library's. */
static void assert_close(const char *what, double x, double got, double expected, double units) {
    double unit = nextafter(fabs(expected), HUGE_VAL) - fabs(expected);
    if (!(fabs(got - expected) <= units * unit))
        fail_msg("%s of %.17g is %.17g, not %.17g", what, x, got, expected);
}

TEST(beside_the_library) {
    struct random r = random_open(5, RANDOM_INIT, 1);
    for (int i = 0; i < TRIES; i++) {
        double x = between(&r, 0, 1), far = between(&r, -1, 1) * 1e6, power = between(&r, -700, 700);
        assert_close("log", x, elementary_log(x), log(x), 1);
        assert_close("log", 1 + x, elementary_log(1 + x), log(1 + x), 1);
        assert_close("log", exp(power), elementary_log(exp(power)), log(exp(power)), 1);
        assert_close("exp", x, elementary_exp(x), exp(x), 1);
        assert_close("exp", power, elementary_exp(power), exp(power), 1);
        assert_close("10000 to the power", -x, elementary_pow(10000, -x), pow(10000, -x), 1);
        assert_close("a power", x, elementary_pow(x, i % 50), pow(x, i % 50), 4);
        assert_close("sin", 10 * x, elementary_sin(10 * x), sin(10 * x), 1);
        assert_close("cos", 10 * x, elementary_cos(10 * x), cos(10 * x), 1);
        assert_close("sin", far, elementary_sin(far), sin(far), 1);
        assert_close("cos", far, elementary_cos(far), cos(far), 1);
    }
}

TEST(exact) {
    assert_true(elementary_log(1) == 0 && elementary_exp(0) == 1 && elementary_sin(0) == 0 && elementary_cos(0) == 1);
    for (int n = -300; n <= 300; n++)
        assert_true(elementary_pow(2, n) == ldexp(1, n));
    assert_true(elementary_pow(3, 0) == 1 && elementary_pow(1, 1e9) == 1 && elementary_pow(10, 3) == 1000);
    /* near k pi / 2, where most digits cancel: by series in fractions, from 127 digits of pi (Python's fractions) */
    assert_close("cos", 11, elementary_cos(11), 0.004425697988050785, 1);
    assert_close("sin", 355, elementary_sin(355), -3.014435335948845e-05, 1);
    assert_close("sin", 103993, elementary_sin(103993), -1.9129335778423752e-05, 1);
    assert_close("cos", 573204, elementary_cos(573204), -2.938899864407033e-07, 1);
}

TEST(edges) {
    assert_true(elementary_log(0) == -HUGE_VAL && elementary_log(HUGE_VAL) == HUGE_VAL);
    assert_true(isnan(elementary_log(-1)) && isnan(elementary_log((double)NAN)));
    assert_true(elementary_exp(-1000) == 0 && elementary_exp(-HUGE_VAL) == 0);
    assert_true(elementary_exp(710) == HUGE_VAL && elementary_exp(HUGE_VAL) == HUGE_VAL);
    assert_true(elementary_exp(709) < HUGE_VAL && elementary_exp(-707) > 0);
    assert_true(isnan(elementary_exp((double)NAN)));
    assert_true(elementary_pow(0, 3) == 0 && elementary_pow(0, 0) == 1 && elementary_pow(0.5, 1e9) == 0);
    assert_true(isnan(elementary_sin(HUGE_VAL)) && isnan(elementary_cos((double)NAN)) && isnan(elementary_sin(1e300)));
}

/* The bits of many results, one after the other through FNV-1a: gcc and clang, with and without wide vectors, give
 * these. */
TEST(bits) {
    struct random r = random_open(7, RANDOM_INIT, 1);
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    for (int i = 0; i < TRIES; i++) {
        double x = between(&r, 0, 1),
               all[] = {elementary_log(x),       elementary_exp(40 * x - 30), elementary_pow(10000, -x),
                        elementary_pow(0.98, i), elementary_sin(6.3 * x),     elementary_cos(1e4 * x)};
        for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
            uint64_t bits;
            memcpy(&bits, &all[k], sizeof bits);
            sum = (sum ^ bits) * UINT64_C(0x100000001b3);
        }
    }
    if (sum != UINT64_C(0x5196f8769cd2db9c))
        fail_msg("the bits have the sum %016llx", (unsigned long long)sum);
}

GROUP(elementary, NULL, NULL)
