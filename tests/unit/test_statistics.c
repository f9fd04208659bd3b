/* test_statistics.c -- Student's t against printed tables, and intervals, p values and Holm's marks worked out by hand.
 * test_coverage.c shows that intervals cover. */
#include "unit/near.h"
#include "unit/tests.h"

#include <string.h>

#include "statistics/statistics.h"
#include "statistics/student.h"

#define T1 12.7062047362 /* 97.5 % points of Student's t with 1 and 2 degrees of freedom */
#define T2 4.3026527297
#define ZZ 3.8414588207 /* the square of the normal distribution's */

/* ---- Student's t and the normal distribution */

TEST(student_table) {
    static const struct {
        int freedom;
        double point;
    } table[] = {{1, 12.706}, {2, 4.303},  {3, 3.182},  {4, 2.776},  {5, 2.571},
                 {9, 2.262},  {10, 2.228}, {30, 2.042}, {120, 1.980}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        assert_near("t", table[i].freedom, student_point(0.05, table[i].freedom), table[i].point, 0.0005);
    assert_near("t", 1000000, student_point(0.05, 1000000), 1.95996, 0.00002);
    assert_near("t of .001", 9, student_point(0.001, 9), 4.7809, 0.00005);
    assert_near("z", 0, normal_point(0.05), 1.959963985, 1e-9);
    assert_near("z", 0, normal_point(0.001), 3.290526731, 1e-9);
}

/* With 1 degree of freedom 1 - atan t / (pi / 2), with 2 degrees 1 - t / sqrt(t^2 + 2). */
TEST(student_outside) {
    assert_near("outside 1", 1, student_outside(1, 1), 0.5, 1e-15);
    assert_near("outside 2", 2, student_outside(2, 2), 1 - 2 / sqrt(6), 1e-15);
    assert_near("outside 0", 3, student_outside(0, 3), 1, 0);
    for (int n = 1; n < 300; n++) {
        assert_true(student_point(0.05, n + 1) < student_point(0.05, n));
        assert_near("and back", n, student_outside(student_point(0.01, n), n), 0.01, 1e-13);
    }
}

/* ---- Wilson */

TEST(wilson) {
    struct interval all = interval_of_count(5, 5), none = interval_of_count(0, 10), half = interval_of_count(5, 10);
    assert_near("5 of 5", 0, all.low, 5 / (5 + ZZ), 1e-9); /* 56.6 % */
    assert_near("5 of 5", 1, all.high, 1, 0);
    assert_near("0 of 10", 0, none.low, 0, 0);
    assert_near("0 of 10", 1, none.high, ZZ / (10 + ZZ), 1e-9);
    assert_near("5 of 10", 0, half.low, 0.2366, 5e-5);
    assert_near("5 of 10", 1, half.high, 0.7634, 5e-5);
    assert_true(isnan(interval_of_count(0, 0).low) && isnan(interval_of_count(0, 0).high));
}

/* ---- Ratios */

/* Logarithms of a mean of 8 between 2 and 32; of lower bounds one end is open, of two nothing is known, nor of one
 * value that is such a bound. */
/* says help compare: A seed that never reaches 99 % counts with its last step, which is a lower bound */
TEST(ratio) {
    const struct summary logs = {3, log(8), log(2), log(32)}, one = {1, log(8), (double)NAN, (double)NAN};
    struct summary plain = ratio_summary(logs, false, false), a = ratio_summary(logs, true, false),
                   b = ratio_summary(logs, false, true), both = ratio_summary(logs, true, true);
    assert_near("mean", 0, plain.mean, 8, 1e-12);
    assert_near("low", 0, plain.low, 2, 1e-12);
    assert_near("high", 0, plain.high, 32, 1e-12);
    assert_near("low", 1, a.low, 2, 1e-12);
    assert_true(isinf(a.high) && b.low == 0 && isnan(both.mean) && isnan(both.low) && isnan(both.high));
    assert_near("high", 2, b.high, 32, 1e-12);
    assert_true(ratio_summary(one, false, false).n == 1 && isnan(ratio_summary(one, false, false).low));
    assert_true(isnan(ratio_summary(one, true, false).mean) && isnan(ratio_summary(one, false, true).mean));
}

/* ---- One mean */

static void assert_summary(const char *what, struct summary s, double mean, double low, double high) {
    assert_near(what, 0, s.mean, mean, 1e-12);
    assert_near(what, 1, s.low, low, 1e-8);
    assert_near(what, 2, s.high, high, 1e-8);
}

/* Accuracies; `shared`: NAN for examples of their own. */
static struct summary accuracy(const double *x, int n, double examples, double shared) {
    struct seeds s = {x, n, 0, 1, examples, shared};
    return seeds_summary(&s);
}

/* 2, 4, 4, 6: squares about the mean 8, variance 8/3, t(3) = 3.18245. */
TEST(without_bounds) {
    const double x[] = {2, 4, 4, 6}, half = 3.18244630528 * sqrt(8.0 / 3) / 2;
    assert_int_equal(summarise(x, 4).n, 4);
    assert_summary("2 4 4 6", summarise(x, 4), 4, 4 - half, 4 + half);
    assert_summary("2 4", summarise(x, 2), 3, 3 - T1, 3 + T1);
    assert_summary("4 4", summarise(x + 1, 2), 4, 4, 4);
    assert_true(isnan(summarise(x, 1).low));
}

/* .78, .80, .82 reach .0496828 each way; the lower end moves by .0496828^2 * (1 / .2 - 1 / .8), four fifths of that
 * where 1000 examples a seed are two fifths of the variance. A loss has no ceiling, but a floor. */
TEST(skewness) {
    const double high[] = {0.78, 0.8, 0.82}, low[] = {0.18, 0.2, 0.22}, loss[] = {0.5, 1, 1.5};
    const double half = T2 * 0.02 / sqrt(3), move = half * half * 3.75, wide = T2 * 0.5 / sqrt(3);
    assert_summary("high", accuracy(high, 3, 0, (double)NAN), 0.8, 0.8 - half - move, 0.8 + half);
    assert_summary("low", accuracy(low, 3, 0, (double)NAN), 0.2, 0.2 - half, 0.2 + half + move);
    assert_summary("1000", accuracy(high, 3, 1000, (double)NAN), 0.8, 0.8 - half - 0.8 * move, 0.8 + half);
    struct seeds s = {loss, 3, 0, (double)INFINITY, 0, (double)NAN};
    assert_summary("loss", seeds_summary(&s), 1, 0, 1 + wide + (wide + 1) / 2);
}

/* .96 and .98: the end moves by twice .03 at most. */
TEST(near_the_ceiling) {
    const double x[] = {0.96, 0.98};
    assert_summary("2 seeds", accuracy(x, 2, 0, (double)NAN), 0.97, 0.97 - T1 * 0.01 - 0.06, 1);
}

/* Wilson's interval of 0 or all of N = 500 ends at N / (N + z^2); 2 seeds that are alike may yet differ: 6 for z^2. */
TEST(at_the_ceiling) {
    const double one[] = {1, 1, 1, 1, 1}, zero[] = {0, 0, 0, 0, 0};
    assert_summary("all", accuracy(one, 5, 100, (double)NAN), 1, 500 / (500 + ZZ), 1);
    assert_summary("none", accuracy(zero, 5, 100, (double)NAN), 0, 0, ZZ / (500 + ZZ));
    assert_summary("2 seeds", accuracy(one, 2, 250, (double)NAN), 1, 500.0 / 506, 1);
    assert_summary("the same rows", accuracy(one, 5, 100, 0), 1, 100 / (100 + ZZ), 1);
}

TEST(few) {
    const double x[] = {0.9, 0.9, 0.9};
    struct summary one = accuracy(x, 1, 100, (double)NAN), none = accuracy(x, 0, 100, (double)NAN);
    assert_near("one", 0, one.mean, 0.9, 0);
    assert_true(one.n == 1 && isnan(one.low) && isnan(one.high));
    assert_true(none.n == 0 && isnan(none.mean) && isnan(none.low) && isnan(none.high));
    assert_true(isnan(accuracy(x, 3, 0, (double)NAN).low)); /* not of width 0 */
    assert_near("equal", 0, accuracy(x, 3, 0, (double)NAN).mean, 0.9, 0);
}

/* ---- The same rows for all seeds */

/* Rows of 2 seeds: 11 10 11 00. Means 1 .5 1 0, their variance .6875 / 3; within rows .25 / 4; four rows. */
TEST(shared_variance) {
    const double row[] = {1, 0.5, 1, 0}, equal[] = {0.5, 0.5, 0.5, 0.5};
    assert_near("2 seeds", 0, shared_variance(row, row, 4, 2), (0.6875 / 3 - 0.0625) / 4, 1e-15);
    assert_near("1 seed", 0, shared_variance(row, row, 4, 1), 0.6875 / 3 / 4, 1e-15);
    assert_near("rows alike", 0, shared_variance(equal, equal, 4, 2), 0, 0);
    assert_near("1 row", 0, shared_variance(row, row, 1, 2), 0, 0);
}

/* Two halves are put together as sqrt(a^2 + b^2). Rows on which both seeds agree count once: with 100 rows, shared
 * .18 * .82 / 100 and one more row, 200 answers are 100. */
TEST(same_rows) {
    const double loss[] = {3, 5}, right[] = {0.82, 0.82};
    double half = sqrt(T1 * T1 + ZZ * 0.25), answer = 0.18 * 0.82;
    struct seeds s = {loss, 2, -(double)INFINITY, (double)INFINITY, 0, 0.25};
    struct interval w = interval_wilson(0.82, 100, sqrt(6));
    assert_summary("loss", seeds_summary(&s), 4, 4 - half, 4 + half);
    assert_summary("agree", accuracy(right, 2, 100, answer / 100), 0.82, w.low, 0.82 + sqrt(ZZ * answer / 100));
    w = interval_wilson(0.82, 200 / (1 + 0.01 / (answer + 0.01)), sqrt(6));
    assert_summary("do not", accuracy(right, 2, 100, 0), 0.82, w.low, w.high);
}

/* ---- Differences */

static struct summary less(const double *x, const double *y, int n, double examples, double *p) {
    struct seeds a = {x, n, 0, 1, examples, (double)NAN}, b = {y, n, 0, 1, examples, (double)NAN};
    return seeds_difference(&a, &b, (double)NAN, p);
}

/* 1, 2, 3: t = 2 sqrt 3 with 2 degrees of freedom, p = 1 - t / sqrt(t^2 + 2). */
TEST(difference_by_hand) {
    const double x[] = {5, 7, 9}, y[] = {4, 5, 6}, no = (double)NAN, any = (double)INFINITY;
    struct seeds a = {x, 3, -any, any, 0, no}, b = {y, 3, -any, any, 0, no};
    double p, half = T2 / sqrt(3);
    assert_summary("a - b", seeds_difference(&a, &b, no, &p), 2, 2 - half, 2 + half);
    assert_near("p", 0, p, 1 - sqrt(12.0 / 14), 1e-12);
    assert_summary("b - a", seeds_difference(&b, &a, no, &p), -2, -2 - half, -2 + half);
    assert_near("p", 1, p, 1 - sqrt(12.0 / 14), 1e-12);
    half = sqrt(half * half + ZZ * 0.5);
    assert_summary("the same rows", seeds_difference(&a, &b, 0.5, &p), 2, 2 - half, 2 + half);
    assert_near("p", 2, pow(student_point(p, 2), 2) / 3 + pow(normal_point(p), 2) / 2, 4, 1e-6);
}

/* Both at 100 % on 2000 examples: as far as Wilson's interval of 0 of 2000, both ways. */
TEST(difference_of_equals) {
    const double one[] = {1, 1, 1, 1, 1}, less_by[] = {0.99, 0.99, 0.99, 0.99, 0.99};
    double p;
    assert_summary("equal", less(one, one, 5, 400, &p), 0, -ZZ / (2000 + ZZ), ZZ / (2000 + ZZ));
    assert_near("p of equal", 0, p, 1, 0);
    struct interval w = interval_wilson(0.01, 2000, sqrt(ZZ));
    assert_summary("by 1 %", less(one, less_by, 5, 400, &p), 0.01, 0.01 - hypot(0.01 - w.low, ZZ / (2000 + ZZ)),
                   w.high);
    assert_true(p > 0 && p < 0.001);
    assert_true(isnan(less(one, less_by, 5, 0, &p).low) && isnan(p)); /* nothing says how they spread */
    assert_true(isnan(less((const double[]){0.97, 0.99}, (const double[]){0.93, 0.95}, 2, 0, NULL).low)); /* rounding */
    assert_true(isnan(less(one, less_by, 1, 400, &p).low) && isnan(p));
    assert_true(isnan(less(one, less_by, 0, 400, &p).mean) && isnan(p));
}

/* a moves the lower end, b the upper one: .0496828^2 * 3.75 against .0248414^2 * (1 / .4 - 1 / .6). */
TEST(difference_skew) {
    const double x[] = {0.78, 0.8, 0.82}, y[] = {0.61, 0.6, 0.59};
    const double unit = T2 * 0.01 / sqrt(3), move = unit * unit * (4 * 3.75 - 1 / 0.4 + 1 / 0.6);
    assert_summary("a - b", less(x, y, 3, 0, NULL), 0.2, 0.2 - 3 * unit - move, 0.2 + 3 * unit);
    assert_summary("b - a", less(y, x, 3, 0, NULL), -0.2, -0.2 - 3 * unit, -0.2 + 3 * unit + move);
}

/* a alone would move the end by .06; it moves as far as the interval reaches. */
TEST(difference_skew_ends) {
    const double x[] = {0.96, 0.98}, y[] = {0.5, 0.519};
    assert_summary("a - b", less(x, y, 2, 0, NULL), 0.4605, 0.4605 - T1 * 0.001, 0.4605 + T1 * 0.0005);
}

/* 1, 2, 3 with 2 degrees of freedom: t = sqrt 2 (1 - alpha) / sqrt(alpha (2 - alpha)), times 1 / sqrt 3. A difference
 * that so many seeds find is one whose p is alpha, and skewness widens what they find as it does the interval. */
TEST(detectable) {
    const double x[] = {5, 7, 9}, y[] = {4, 5, 6}, no = (double)NAN, any = (double)INFINITY;
    struct seeds a = {x, 3, -any, any, 0, no}, b = {y, 3, -any, any, 0, no};
    double p, beyond[3];
    for (int family = 1; family <= 60; family += 59) {
        double alpha = 0.05 / family, t = sqrt(2) * (1 - alpha) / sqrt(alpha * (2 - alpha));
        assert_near("a - b", family, seeds_detectable(&a, &b, no, alpha), t / sqrt(3), 1e-9);
        assert_near("b - a", family, seeds_detectable(&b, &a, no, alpha), t / sqrt(3), 1e-9);
        for (int i = 0; i < 3; i++)
            beyond[i] = y[i] + x[i] - y[i] - 2 + t / sqrt(3);
        seeds_difference(&(struct seeds){beyond, 3, -any, any, 0, no}, &b, no, &p);
        assert_near("p", family, p, alpha, 1e-9);
    }
    const double near_one[] = {0.78, 0.8, 0.82}, half[] = {0.61, 0.6, 0.59};
    a = (struct seeds){near_one, 3, 0, 1, 0, no};
    b = (struct seeds){half, 3, 0, 1, 0, no};
    assert_near("skew", 0, seeds_detectable(&a, &b, no, 0.05), 0.2 - less(near_one, half, 3, 0, NULL).low, 1e-12);
    assert_near("skew", 1, seeds_detectable(&b, &a, no, 0.05), 0.2 - less(near_one, half, 3, 0, NULL).low, 1e-12);
    a.n = b.n = 2; /* more than there is room for: no end at the bounds */
    assert_true(seeds_detectable(&a, &b, no, 0.001) > 1);
    a.n = b.n = 1;
    assert_true(isnan(seeds_detectable(&a, &b, no, 0.05)));
}

/* A small p value goes with an interval without 0. */
/* says help glossary: One is shown to be better than another only where their difference has an interval without 0 */
TEST(p_fits_the_interval) {
    double y[4] = {0.91, 0.93, 0.9, 0.94}, x[4], p, last = 1;
    int outside = 0;
    for (int step = 0; step < 40; step++) {
        for (int i = 0; i < 4; i++)
            x[i] = y[i] + (i % 2 ? 0.002 : -0.001) + 0.0005 * step;
        struct summary s = less(x, y, 4, 1000, &p);
        assert_true((p < 0.05) == (s.low > 0));
        assert_true(p <= last);
        last = p;
        outside += p < 0.05;
    }
    assert_in_range(outside, 5, 35);
}

/* ---- Contrasts */

/* The difference that a contrast finds in half of all cases: its half, in units of Student's t at 5 %, times that at
 * the stricter level; 4 freedom: 2.776 at .05, 4.604 at .01. */
TEST(contrasts) {
    const struct summary x = {5, .80, .77, .84}, y = {9, .90, .86, .92};
    struct contrast k = summary_contrast(x, y, -.05); /* -.05: x's upper and y's lower half look at each other */
    assert_near("contrast", 0, k.difference, -.05, 1e-12);
    assert_near("contrast", 0, k.half, hypot(.04, .04), 1e-12);
    assert_int_equal(k.n, 5);
    assert_near("contrast", 0, k.p, .07014, 1e-5); /* t = .05 / .05657 * 2.776 = 2.454, of 4 freedom */
    assert_near("contrast", 0, contrast_detectable(&k, .01), hypot(.04, .04) * 4.604 / 2.776, 2e-5);
    k = summary_contrast(y, x, 0);
    assert_int_equal(k.n, 5); /* the fewer seeds, whichever comes first */
    assert_near("contrast", 0, k.half, hypot(.04, .04), 1e-12);
    assert_true(isnan(summary_contrast((struct summary){1, .5, (double)NAN, (double)NAN}, x, 0).p));
    assert_near("contrast", 0, summary_contrast(x, x, 0).p, 1, 0);
}

/* ---- Holm */

static void assert_marks(const double *p, int count, const char *marks, int tests) {
    bool marked[8];
    assert_int_equal(holm_mark(p, count, 0.05, marked), tests);
    for (int i = 0; i < count; i++)
        if (marked[i] != (marks[i] == 'x'))
            fail_msg("p[%d] = %g of %s", i, p[i], marks);
}

/* .05 over 4, 3, 2, 1: .0125, .0167, .025, .05. */
TEST(holm) {
    const double no = (double)NAN;
    assert_marks((const double[]){0.01, 0.04, 0.03, 0.005}, 4, "x..x", 4); /* .03 stops it, before .04 */
    assert_marks((const double[]){0.01, 0.04, 0.024, 0.005}, 4, "xxxx", 4);
    assert_marks((const double[]){0.0126, 0.013, 0.014, 0.015}, 4, "....", 4);
    assert_marks((const double[]){0.0125, 0.5, 0.5, 0.5}, 4, "x...", 4);
    assert_marks((const double[]){no, 0.01, no, 0.04, 0.03, 0.005}, 6, ".x...x", 4);
    assert_marks((const double[]){0.025, 0.025}, 2, "xx", 2);
    assert_marks((const double[]){0.02, 0.02, 0.02}, 3, "...", 3);
    assert_marks((const double[]){0.02, 0.01, 0.02}, 3, "xxx", 3);
    assert_marks((const double[]){0.01, 0.01, 0.024, 0.5}, 4, "xxx.", 4);
    assert_marks((const double[]){0, 0, 1}, 3, "xx.", 3);
    assert_marks((const double[]){no, no}, 2, "..", 0);
    assert_marks(NULL, 0, "", 0);
}

/* As many as one target's variance is of the mean's, between texts and targets; texts that are all alike are one each.
 */
TEST(independent) {
    assert_near("targets", 250, independent_targets(0.25, 0.001, 100, 300), 250, 1e-9);
    assert_near("targets", 100, independent_targets(0.25, 0.01, 100, 300), 100, 1e-9);
    assert_near("targets", 300, independent_targets(0.25, 0.0001, 100, 300), 300, 1e-9);
    assert_near("targets", 100, independent_targets(0.25, 0, 100, 300), 100, 1e-9);
}

GROUP(statistics, NULL, NULL)
