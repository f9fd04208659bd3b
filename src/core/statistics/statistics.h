/* statistics.h -- means over seeds with 95 % intervals that have that coverage, differences of two means,
 * which of many differences are real, and the interval of a counted share.
 *
 * An interval is for the mean over all possible seeds and examples. It has two ends, stays within the bounds of the
 * metric and never has width 0. With few seeds and values near a bound, mean +- t s / sqrt n covers the mean too
 * seldom; here it is the widest of three:
 *  - mean +- t s / sqrt n (Student 1908); if all seeds had the same examples, with their share added:
 *    sqrt((t s)^2 / n + z^2 shared) (Zou and Donner 2008);
 *  - the end away from the nearer bound moved further out, for the skewness of a beta distribution (Johnson 1978), but
 *    never so far that the interval becomes more than half as wide again;
 *  - Wilson's interval of all examples together, for seeds that happen to be alike.
 *
 * tests/law/test_coverage.c simulates it: at least 93 % for true means of 50..99.9 %, spreads between seeds of 0..10
 * points, 2 to 20 seeds, 100 to 10,000 examples per seed, if the spread (standard deviation) is no larger than the
 * distance of the mean from the ceiling; for differences, nine tenths of it. If one seed in fifty fails and the others
 * are perfect, the spread is larger, and no rule covers: five seeds seldom show the failure. That is why tables also
 * show the number of seeds that passed the gate. */
#pragma once

#include <stdbool.h>

#define INTERVAL_ALPHA 0.05 /* 95 % intervals */
#define HOLM_ALPHA 0.05     /* that of comparisons */

/* A mean with its 95 % interval: low <= mean <= high. The ends are NAN with one value (one seed says nothing about
 * others) and where equal values without examples say nothing about their spread. The mean of none is NAN. */
struct summary {
    int n;
    double mean, low, high;
};

/* One value per seed. */
struct seeds {
    const double *value; /* (n), within the bounds; each is a mean over the examples of that seed */
    int n;
    double low, high; /* bounds of the metric: 0 and 1, 0 and INFINITY, -INFINITY and INFINITY */
    double examples;  /* independent ones behind each value; 0: not known, or the value is no mean over them */
    double shared;    /* NAN: each seed has examples of its own; else all have the same: shared_variance() of them */
};

struct summary seeds_summary(const struct seeds *s);
/* a - b, where a->value[i] and b->value[i] are of one seed and the same examples; n, bounds and examples are alike.
 * `shared` is that of the difference; those of a and b are not read. p (NULL: not asked for) is two-sided and belongs
 * to the interval: below .05 where 0 lies outside. It is at least 1e-15, 1 for a mean of 0, NAN without an interval. */
struct summary seeds_difference(const struct seeds *a, const struct seeds *b, double shared, double *p);

/* The true difference that so many seeds with this spread find in half of all cases, where p has to be alpha at most:
 * as far as the end of the interval at that level which looks towards 0 is from the mean. Of normal values that is the
 * critical value of Student's t times the standard error: the spread of few seeds is measured too small as often as the
 * test wants more of it. tests/law/test_power.c finds it in 48..51 % of draws, of accuracies in 39..54 %. NAN without
 * an interval. */
double seeds_detectable(const struct seeds *a, const struct seeds *b, double shared, double alpha);

/* Of two means that have nothing in common but their intervals: a - b - margin, and how far its 95 % interval reaches
 * towards 0: the hypotenuse of the halves of a and b that look at each other (Zou and Donner 2008), so it is never
 * narrower than what a reader sees of both. p is two-sided, with |difference| / half read as Student's t in units of
 * its 95 % point, of the smaller n; at least 1e-15. NAN where one has no interval. */
struct contrast {
    double difference, half, p;
    int n;
};
struct contrast summary_contrast(struct summary a, struct summary b, double margin);
/* The true difference that such a contrast finds in half of all cases, where p has to be alpha at most. */
double contrast_detectable(const struct contrast *c, double alpha);

/* The part of the variance of the mean over seeds that more seeds would not average out, because all were evaluated on
 * the same rows: the variance of row effects / rows, in a layout of rows by seeds (the estimate from an analysis of
 * variance, Searle, Casella and McCulloch 1992). For each row (rows): the mean over seeds of its value and of its
 * square; for right and wrong, 1 and 0, both are the same array. The values of differences are -1, 0, 1. With one seed,
 * an upper bound; 0 for fewer than 2 rows. */
double shared_variance(const double *mean, const double *square, int rows, int seeds);

/* How many independent targets say as much about a share as targets of which several are in one text (Kish 1965, design
 * effect): the variance of a single one over that of the share, which texts show that differ; as many as texts at
 * least, if all targets of a text are alike, and as many as targets at most. Both may be sums over seeds. NAN or no
 * variance: as many as texts. */
double independent_targets(double single, double variance, double texts, double targets);

/* Converts logarithms back: a mean to a geometric mean, a difference to a ratio. `a_least`: some numbers of a are lower
 * bounds, so the upper end is INFINITY; `b_least`: some of b, by which a is divided, so the lower end is 0. With both,
 * or with a single value that is such a bound, nothing is known, and all is NAN. */
struct summary ratio_summary(struct summary logs, bool a_least, bool b_least);

/* Mean +- t s / sqrt n alone, of width 0 where the values are equal: for values of which nothing else is known. */
struct summary summarise(const double *x, int n);

/* Which of many differences are real after correction for multiple comparisons (Holm 1979): marks the p values (count)
 * that are small enough for the chance of even one false mark to stay below alpha: the smallest against alpha / m, the
 * next against alpha / (m - 1) and so on; the first that fails ends it. NAN is not a comparison: it is never marked and
 * not counted in m, which is returned. Equal p values are marked alike. */
int holm_mark(const double *p, int count, double alpha, bool *marked);

/* Sorts numbers, the lowest first; none is NAN. */
void sort_ascending(double *x, int count);

/* ---- The interval of a counted share */

struct interval {
    double low, high;
};

/* A share of 0..1 measured on `count` examples, which need not be whole; z: 1.96 for 95 %. Never of width 0, never
 * outside of 0..1, and the share is always inside. Source: Wilson 1927. */
struct interval interval_wilson(double share, double count, double z);
/* The 95 % interval of a count, `hits` of n: 5 of 5 is 57 % or more. NAN for n = 0. */
struct interval interval_of_count(int hits, int n);
