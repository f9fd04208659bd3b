/* values.h -- the values of a row of a comparison, or of the two rows of a pair, seed by seed, and their means. Figures
 * of the run (metric.h) are logarithms here: their means are geometric, and differences ratios. */
#pragma once

#include "study/comparison.h"

/* Values by seed, of a or of what a and b both have. */
struct values {
    double *a, *b; /* (seeds) */
    struct seeds of_a, of_b;
    double shared;
    int least_a, least_b; /* how many of these figures are lower bounds */
};

/* Room for those of a row. */
struct values values_of(const struct compare_row *row, struct arena *arena);
/* Those of row a in column i; with b those of the seeds that both have, of b in column j. */
void values_find(struct values *v, const struct compare_row *a, int i, const struct compare_row *b, int j, int metric);
/* The mean of a. */
struct summary values_summary(const struct values *v, int metric);
/* a - b, for figures a / b; p as in seeds_difference. */
struct summary values_difference(const struct values *v, int metric, double *p);

/* What a fixed test set adds to the variance of a mean over seeds. All seeds are evaluated on
 * the same rows, so the random choice of these rows does not average out over seeds, and the spread between seeds does
 * not show it. If each seed draws its own examples, it is 0.
 *
 * For accuracy it is computed row by row (shared_variance of statistics.h): correct answers in each row, or for a
 * difference a - b in the same row, each minus its seed's mean. Other metrics, differences between two lengths, and
 * test sets whose rows eval.tsv does not store have only the variance of each single seed. The mean of these is an
 * upper bound of the variance of the mean; and the sum of two is one for a difference, unless rows that are easy for
 * one model are hard for the other.
 *
 * Of a row of the comparison in column i; with another row `b`, in column j, of their difference over the seeds that
 * both have. In units of the metric, squared. NAN: not known, or no seed has a number there. */
double shared_test_variance(const struct compare_row *a, int i, const struct compare_row *b, int j, int metric);
