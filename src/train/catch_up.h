/* catch_up.h -- the updates that rows of a lazy table missed, all at once.
 *
 * AdamW goes on moving a row after its last gradient: the row decays, and so do its moments. With K updates missed from
 * step t on, the gradient being 0 in each, w loses
 *     m sum_j A_j / (b_j sqrt(v) + epsilon)      A_j = rate_j beta1^j (decays of the later ones)      b_j = scale_j
 * beta2^(j/2) which depends on the row by m and v alone. The sum is computed as one quotient: the Gauss quadrature of
 * two nodes (Golub and Meurant 2010) from the moments sum_j A_j b_j^n, n = -1..2. It is exact where epsilon is small or
 * large beside sqrt(v), and off by less than 1e-4 of itself between, for beta1 = 0.9 and beta2 = 0.98 or more. The
 * moments of K follow from those of K - 1, so that a step computes a distance in a few operations. */
#pragma once

#include "train/optimiser.h"
#include "train/run.h"

enum { CATCH_UP_MAX = 2048 }; /* no row is left further behind */

/* K updates at once: w = decay w - sum m (r + near) / (v + middle r + far), r = sqrt(v); m = first m; v = second v. */
struct missed {
    real decay, first, second, sum, near, middle, far;
};

/* Of the distance that was computed last. */
struct missed_sums {
    double decay, first, second, moment[4];
};

struct catch_up {
    const struct run *run;      /* brings rows up to its step */
    const struct tensor *table; /* (V, D) the token table */
    struct missed *missed;      /* (CATCH_UP_MAX + 1) by distance */
    int step, known;            /* the step for which distances are computed, and how many */
    struct missed_sums sums;
    struct update *past; /* (CATCH_UP_MAX) the last updates by step % CATCH_UP_MAX */
    int next;            /* the first step that has none yet */
};

/* For a lazy run at its step or later. */
void catch_up_build(struct catch_up *c, const struct run *r, struct arena *arena);
/* Computes what rows miss that have fallen so far behind the run's step. */
void catch_up_prepare(struct catch_up *c, int distance);
/* How far behind a row is. */
int catch_up_distance(const struct catch_up *c, int row);
/* Bring rows of a list, or all, up to date; threads side by side, each its share. */
void catch_up_rows(const struct catch_up *c, const int *row, int count, struct share share);
void catch_up_all(const struct catch_up *c, struct share share);
/* The weights of all rows (V, D) as they would be, were they brought up to date; allocated in the arena. */
real *catch_up_weights(struct catch_up *c, struct arena *arena);
