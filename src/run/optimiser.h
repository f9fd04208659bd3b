/* optimiser.h -- AdamW, norm clipping and the learning rate, as PyTorch has them. A lazy step (train.sparse) skips rows
 * that are not in the batch; before they are read, lazy_update.h applies what they missed. */
#pragma once

#include "maths/vector.h"
#include "model/params.h"
#include "run/sparse_rows.h"
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

/* Euclidean norm of all gradients that are used; grad is a block (params.size), its token table by the numbers of
 * `active` (NULL: all rows). */
double optimiser_norm(const struct params *p, const real *grad, const struct sparse_rows *active);
/* One update with grad * factor; step counts from 0. Matrices and tables decay, vectors
 * do not, frozen tensors stay (Loshchilov and Hutter 2019). Rows of the token table that are not active are left
 * alone. Threads may update their shares side by side. */
void optimiser_update(struct params *p, const real *grad, const struct sparse_rows *active, const struct training *t,
                      int step, double factor, struct share share);
