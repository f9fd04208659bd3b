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

/* The score that row b has with the seed of m in column j; NULL: it has no number there. */
const struct score *score_of_same_seed(const struct member *m, const struct compare_row *b, int j, int metric);
/* Room for those of a row. */
struct values values_of(const struct compare_row *row, struct arena *arena);
/* Those of row a in column i; with b those of the seeds that both have, of b in column j. */
void values_find(struct values *v, const struct compare_row *a, int i, const struct compare_row *b, int j, int metric);
/* The mean of a. */
struct summary values_summary(const struct values *v, int metric);
/* a - b, for figures a / b; p as in seeds_difference. */
struct summary values_difference(const struct values *v, int metric, double *p);
