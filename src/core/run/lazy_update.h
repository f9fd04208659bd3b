/* lazy_update.h -- applies the updates that rows of a lazy table missed, all at once.
 *
 * AdamW keeps moving a row after its last gradient: the row decays, and so do its moments. Of K updates from step t on,
 * the gradient being 0 in each, the one at step t + j - 1 takes from w
 *
 *     rate beta1^j m / (scale beta2^(j/2) sqrt(v) + epsilon)      with the rate and scale of that step,
 *
 * which then decays in the later ones. The sum of these depends on the row by m and v alone. It is computed as one
 * quotient: a Gauss quadrature of two nodes (Golub and Meurant 2010) in scale beta2^(j/2), from its first four moments.
 * It is exact if epsilon is much smaller or larger than sqrt(v); otherwise the error is up to a thousandth of a step
 * with beta2 = 0.98 or more, and two hundredths with 0.95. The moments of K updates follow from those of K - 1. */
#pragma once

#include "base/caps.h"
#include "run/optimiser.h"
#include "run/run.h"

enum { LAZY_UPDATE_MAX = CAP(2048, 64), LAZY_UPDATE_EARLY = 32 }; /* no row is left further behind; steps */

/* Whether all rows are brought up to date after so many steps, as they are after the last: at multiples of
 * LAZY_UPDATE_MAX, so that none falls further behind; and at steps 1, 2, 4, ..., 32: where bias corrections change
 * quickly, what a row missed is only well known of as many steps as came before. */
static inline bool lazy_update_is_due(int step) {
    return (step <= LAZY_UPDATE_EARLY && (step & (step - 1)) == 0) || step % LAZY_UPDATE_MAX == 0;
}

/* The rows of the table that occur in a batch, numbered in the order in which they first occur. A lazy step stores the
 * table's gradient by these numbers, densely from the table's start in the block, so that its time and the memory it
 * visits depend on the batch and not on the vocabulary. A hash table of the size of the batch finds them. */
struct sparse_rows {
    int count;
    int *row;          /* (capacity) of each number */
    struct fade *fade; /* (capacity) of each number; applied by the next update */
    int *slot;         /* (slots) 1 + the number found there; 0: free */
    int shift;         /* slots = 2^(32 - shift), at least twice the capacity */
};

/* Allocates for up to `capacity` different rows. */
void sparse_rows_build(struct sparse_rows *t, int capacity, struct arena *arena);
void sparse_rows_clear(struct sparse_rows *t);
/* The number of a row; a new one gets the next. */
int sparse_rows_number(struct sparse_rows *t, int row);

/* K updates at once: w = decay w - sum m (r + near) / (v + middle r + far), r = sqrt(v); then the moments decay. */
struct missed {
    real decay, sum, near, middle, far;
    struct fade fade;
};

/* For the latest distance. */
struct missed_sums {
    double decay, first, second, moment[4];
};

struct lazy_update {
    const struct run *run;      /* brings rows up to its step */
    const struct tensor *table; /* (V, D) the token table */
    struct missed *missed;      /* (LAZY_UPDATE_MAX + 1) by distance */
    int step, known;            /* the step for which distances are computed, and how many */
    struct missed_sums sums;
    struct update *past; /* (LAZY_UPDATE_MAX) the last updates by step % LAZY_UPDATE_MAX */
    int next;            /* the first step that has none yet */
};

/* For a lazy run at its step or later. */
void lazy_update_build(struct lazy_update *c, const struct run *r, struct arena *arena);
/* Computes what rows at that distance behind the run's step have missed. */
void lazy_update_prepare(struct lazy_update *c, int distance);
/* How far behind a row is: in a frozen table none is ever. */
static inline int lazy_update_distance(const struct lazy_update *c, int row) {
    return c->table->frozen ? 0 : c->run->step - c->run->row_step[row];
}
/* Brings the weights of a batch's rows up to date before they are read. Their moments and `row_step` follow with the
 * update: it reads the moments anyway. Threads may work on their shares side by side. */
void lazy_update_batch(const struct lazy_update *c, const struct sparse_rows *active, struct share share);
/* The step's update of those rows, whose gradients are at their numbers; then they are at the step after the run's. */
void lazy_update_rows(const struct lazy_update *c, const struct sparse_rows *active, const real *grad, struct update u,
                      struct share share);
/* Brings all rows up to date, moments and `row_step` among them. */
void lazy_update_all(const struct lazy_update *c, struct share share);
/* Copies the weights of all rows, (V, D), as they would be, were they brought up to date. */
void lazy_update_copy(const struct lazy_update *c, real *to);
