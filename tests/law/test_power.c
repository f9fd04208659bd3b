/* test_power.c -- what statistics/statistics.h promises of seeds_detectable: a true difference as large as it says has
 * a p value within its level in half of all cases.
 *
 * Seeds are drawn with a known difference: first without one, for the median of what is printed; then with a true
 * difference of that size, to count how often it is found. Values from a normal distribution without bounds come to a
 * half within what so many draws leave to chance. Accuracies (law/seeds_drawn.h) come to 39..54 %: away from the
 * middle of 0..1 the interval of a difference is skew, which one without a difference does not show. */
#include "unit/tests.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "law/seeds_drawn.h"
#include "statistics/statistics.h"

enum { DRAWS = 2001, STREAM = 4 << 20 };

/* Two models with seeds of this mean and spread; without examples values are normal. */
static const struct drawing {
    struct drawn_cell of;
    int family;
} normals[] = {{{0, 1, 2, 0}, 1}, {{0, 1, 3, 0}, 6}, {{0, 1, 5, 0}, 1}, {{0, 1, 5, 0}, 17}, {{0, 1, 10, 0}, 59}},
  shares[] = {
      {{0.6, 0.05, 5, 2000}, 1},   {{0.6, 0.05, 5, 2000}, 17},  {{0.6, 0.03, 5, 1000}, 6}, {{0.7, 0.01, 5, 2000}, 59},
      {{0.6, 0.05, 10, 2000}, 59}, {{0.55, 0.1, 10, 2000}, 10}, {{0.6, 0.05, 20, 500}, 6}, {{0.5, 0.01, 3, 2000}, 6},
      {{0.7, 0.02, 4, 1000}, 4},   {{0.5, 0.004, 2, 10000}, 1},
};

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The next draw of both; the mean of a is `more` above that of b. */
static void draw(struct seeds *a, struct seeds *b, struct random *r, const struct drawn_cell *of, double more) {
    static double x[DRAWN_SEEDS], y[DRAWN_SEEDS];
    struct drawn_cell high = *of;
    high.mean += more;
    double end = of->examples ? 1 : (double)INFINITY;
    if (of->examples)
        drawn_pairs(x, y, r, &high, of, false, 0);
    for (int i = 0; i < of->seeds && !of->examples; i++) {
        x[i] = high.mean + high.spread * random_normal(r);
        y[i] = of->mean + of->spread * random_normal(r);
    }
    *a = (struct seeds){x, of->seeds, of->examples ? 0 : -end, end, of->examples, (double)NAN};
    *b = *a;
    b->value = y;
}

/* The median of what is said of a family of this size. */
static double said(struct random *r, const struct drawn_cell *of, int family) {
    double size[DRAWS];
    struct seeds a, b;
    for (int i = 0; i < DRAWS; i++) {
        draw(&a, &b, r, of, 0);
        size[i] = seeds_detectable(&a, &b, (double)NAN, 0.05 / family);
    }
    qsort(size, DRAWS, sizeof *size, by_size);
    return size[DRAWS / 2];
}

/* How often a true difference is found as the first of a family. */
static double found(struct random *r, const struct drawing *d, double difference) {
    int count = 0;
    double p;
    struct seeds a, b;
    for (int i = 0; i < DRAWS; i++) {
        draw(&a, &b, r, &d->of, difference);
        seeds_difference(&a, &b, (double)NAN, &p);
        count += p <= 0.05 / d->family;
    }
    return (double)count / DRAWS;
}

/* Both of one drawing; `family`: of which it is said. */
static double power(const struct drawing *d, int family, int number) {
    struct random r = random_open(1, RANDOM_EVAL, STREAM + number);
    double size = said(&r, &d->of, family), share = found(&r, d, size);
    print_message("mean %g, spread %g, %d seeds, %d examples, family of %d: %.3g found in %.1f %%\n", d->of.mean,
                  d->of.spread, d->of.seeds, d->of.examples, d->family, size, 100 * share);
    return share;
}

TEST(normal) {
    for (size_t i = 0; i < sizeof normals / sizeof *normals; i++)
        assert_true(fabs(power(&normals[i], normals[i].family, (int)i) - 0.5) < 0.04);
}

TEST(shares) {
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
        double share = power(&shares[i], shares[i].family, 100 + (int)i);
        assert_true(share > 0.35 && share < 0.57);
    }
}

/* What is said of one difference alone is seldom found among 17. */
TEST(other_family) {
    assert_true(power(&normals[3], 1, 200) < 0.25);
    assert_true(power(&shares[1], 1, 201) < 0.25);
}

GROUP(power, NULL, NULL)
