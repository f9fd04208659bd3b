/* optimiser.h -- AdamW, norm clipping and the learning rate, as PyTorch has them. A lazy step (train.sparse) leaves the
 * first tensor, the token table, to lazy_update.h. */
#pragma once

#include "maths/vector.h"
#include "model/params.h"
#include "settings/settings.h"

/* One of several even shares of work that has no order: numbers share_begin(s, n) to share_end(s, n) of n. */
struct share {
    int number, of;
};
static inline size_t share_begin(struct share s, size_t n) { return n * (size_t)s.number / (size_t)s.of; }
static inline size_t share_end(struct share s, size_t n) { return n * ((size_t)s.number + 1) / (size_t)s.of; }

/* The rate of step 0, 1, ...: grows linearly over `warmup` steps, then follows the schedule, to 0 after the last
 * step. */
double optimiser_rate(const struct training *t, int step);
/* Factors of moments: the decay they missed since their last update (lazy_update.h). */
struct fade {
    real first, second;
};
/* The numbers of one update (see optimiser.c), and the decay of matrices; `factor` and `fade` are 1. */
struct update {
    real factor, decay, beta1, beta2, rate, scale, epsilon;
    struct fade fade;
};
struct update optimiser_at(const struct training *t, int step);

enum { OPTIMISER_AHEAD = 4 }; /* rows prefetched before they are updated */
/* Prefetches weights and moments of `row`. */
HOT_PART void optimiser_fetch(const struct params *p, const struct tensor *t, int row) {
    size_t columns = (size_t)t->columns, at = t->offset + row * columns;
    vector_fetch(p->value + at, columns);
    vector_fetch(p->first + at, columns);
    vector_fetch(p->second + at, columns);
}

/* The sum of n squares. */
double optimiser_squares(const real *x, size_t n);
/* Euclidean norm of the gradients, in block grad, of tensor number `first` and those after it, without frozen ones;
 * and of others, whose squares sum to `squares`. */
double optimiser_norm(const struct params *p, int first, const real *grad, double squares);
/* Updates the same tensors. Matrices and tables decay, vectors do not, frozen tensors stay (Loshchilov and Hutter
 * 2019). Threads may update their shares side by side. */
void optimiser_update(struct params *p, int first, const real *grad, struct update u, struct share share);
/* Updates n numbers of a block, at an offset, all of which decay. */
void optimiser_update_at(const struct params *p, size_t at, const real *grad, size_t n, struct update u);
