/* test_sinusoid.c -- the sinusoids of Vaswani et al. 2017: printed values and known properties. (Every option against
 * its formula: test_shown_formulas.c.) A shift is one rotation of each pair at every position, and a dot product
 * depends only on the distance; both fail for the unpaired variant, as tested. */
#include "unit/near.h"
#include "unit/tests.h"

#include <math.h>

#include "encoding/sinusoid.h"

enum { WIDE = 512 };

static const struct sinusoid plain = {.base = 10000, .scale = 1};

static void test_sinusoid_printed_values(void **state) {
    real row[WIDE];
    sinusoid_row(row, &plain, 0, WIDE);
    for (int c = 0; c < WIDE; c++)
        assert_near("PE(0)", c, (double)row[c], c % 2, 0);
    sinusoid_row(row, &plain, 1, WIDE);
    assert_near("PE(1)", 0, (double)row[0], 0.8415, 5e-5);
    assert_near("PE(1)", 1, (double)row[1], 0.5403, 5e-5);
    assert_near("PE(1)", 256, (double)row[256], 0.0100, 5e-5);
    assert_near("PE(1)", 511, (double)row[511], 1.0000, 5e-5);
}

/* The largest error of taking row t to row t + k by one rotation of each pair (2i, 2i + 1). */
static double shift_error(const struct sinusoid *s, int k, int d) {
    real from[WIDE], to[WIDE];
    double worst = 0;
    for (int t = 0; t < 50; t++) {
        sinusoid_row(from, s, t, d);
        sinusoid_row(to, s, t + k, d);
        for (int c = 0; c < d; c += 2) {
            double w = sinusoid_frequency(s, c, d), sine = (double)from[c], cosine = (double)from[c + 1];
            worst = fmax(worst, fabs((double)to[c] - (cos(w * k) * sine + sin(w * k) * cosine)));
            worst = fmax(worst, fabs((double)to[c + 1] - (-sin(w * k) * sine + cos(w * k) * cosine)));
        }
    }
    return worst;
}

static void test_shift_is_a_rotation(void **state) {
    struct sinusoid unpaired = plain, second = plain;
    unpaired.pairing = SINUSOID_UNPAIRED;
    second.origin = 1;
    for (int k = 1; k <= 5; k++) {
        assert_true(shift_error(&plain, k, 32) <= limit(1e-13, 1e-6));
        assert_true(shift_error(&second, k, 32) <= limit(1e-13, 1e-6));
        assert_true(shift_error(&unpaired, k, 32) > 0.1);
    }
}

static double dot(const struct sinusoid *s, int t, int u, int d) {
    real a[WIDE], b[WIDE];
    double sum = 0;
    sinusoid_row(a, s, t, d);
    sinusoid_row(b, s, u, d);
    for (int c = 0; c < d; c++)
        sum += (double)a[c] * (double)b[c];
    return sum;
}

/* PE(t) . PE(t + k) is the same for all t; not so when unpaired. Rows never come again. */
static void test_dot_product_depends_on_distance(void **state) {
    struct sinusoid unpaired = plain;
    double apart = 0;
    unpaired.pairing = SINUSOID_UNPAIRED;
    for (int k = 0; k < 500; k++) {
        double first = dot(&plain, 0, k, 32);
        assert_near("dot", k, dot(&plain, 123, 123 + k, 32), first, limit(1e-11, 1e-5));
        apart = fmax(apart, fabs(dot(&unpaired, 0, k, 32) - dot(&unpaired, 123, 123 + k, 32)));
        assert_true(k == 0 || first <= 16 - 0.1); /* 16 pairs: a row meets itself at 16 */
    }
    assert_true(apart > 0.5);
}

static void test_wavelengths_are_geometric(void **state) {
    assert_near("frequency", 0, sinusoid_frequency(&plain, 0, 32), 1, 0);
    for (int c = 0; c < 30; c++)
        assert_near("ratio", c, sinusoid_frequency(&plain, c + 2, 32) / sinusoid_frequency(&plain, c, 32),
                    pow(10000, -2.0 / 32), 1e-12);
    assert_true(sinusoid_frequency(&plain, 31, 32) > 1.0 / 10000);
}

int test_sinusoid(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sinusoid_printed_values),
        cmocka_unit_test(test_shift_is_a_rotation),
        cmocka_unit_test(test_dot_product_depends_on_distance),
        cmocka_unit_test(test_wavelengths_are_geometric),
    };
    return cmocka_run_group_tests_name("sinusoid", tests, NULL, NULL);
}
