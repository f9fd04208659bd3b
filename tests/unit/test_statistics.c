/* test_statistics.c -- Student's t against printed tables and a mean with its interval
 * worked out by hand. */
#include "unit/tests.h"

#include <math.h>

#include "measure/statistics.h"

static void assert_near(double got, double expected, double tolerance) {
    if (!(fabs(got - expected) <= tolerance))
        fail_msg("%.9g is not %.9g", got, expected);
}

static void test_student_t_table(void **state) {
    static const struct {
        int freedom;
        double point;
    } table[] = {{1, 12.706}, {2, 4.303},  {3, 3.182},  {4, 2.776},  {5, 2.571},
                 {9, 2.262},  {10, 2.228}, {30, 2.042}, {120, 1.980}};
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        assert_near(student_t(table[i].freedom), table[i].point, 0.0005);
    assert_near(student_t(1000000), 1.95996, 0.00002);
}

static void test_student_t_falls(void **state) {
    (void)state;
    for (int n = 1; n < 300; n++)
        assert_true(student_t(n + 1) < student_t(n));
}

/* 2, 4, 4, 6: squares about the mean 8, variance 8/3, t(3) = 3.18245. */
static void test_summarise_by_hand(void **state) {
    const double x[] = {2, 4, 4, 6};
    struct summary s = summarise(x, 4);
    (void)state;
    assert_int_equal(s.n, 4);
    assert_near(s.mean, 4, 1e-12);
    assert_near(s.high - s.mean, 3.18244630528 * sqrt(8.0 / 3) / 2, 1e-8);
    s = summarise(x, 2);
    assert_near(s.mean, 3, 1e-12);
    assert_near(s.high - s.mean, 12.7062047364, 1e-6);
}

static void test_summarise_few(void **state) {
    const double x[] = {5};
    struct summary one = summarise(x, 1), none = summarise(x, 0);
    (void)state;
    assert_near(one.mean, 5, 0);
    assert_true(isnan(one.low));
    assert_true(isnan(none.mean) && isnan(none.low));
    assert_int_equal(none.n, 0);
}

/* Equal values have an interval of width 0, not of rounding. */
static void test_summarise_equal(void **state) {
    const double x[] = {0.5, 0.5, 0.5};
    (void)state;
    assert_near(summarise(x, 3).high - 0.5, 0, 0);
}

int test_statistics(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_student_t_table),   cmocka_unit_test(test_student_t_falls),
        cmocka_unit_test(test_summarise_by_hand), cmocka_unit_test(test_summarise_few),
        cmocka_unit_test(test_summarise_equal),
    };
    return cmocka_run_group_tests_name("statistics", tests, NULL, NULL);
}
