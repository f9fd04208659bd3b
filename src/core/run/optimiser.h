/* optimiser.h -- AdamW, norm clipping and the learning rate, as PyTorch has them. A lazy step (train.sparse) leaves the
 * first tensor, the token table, to lazy_update.h. */
#pragma once

#include "maths/vector.h"
#include "model/params.h"
#include "settings/settings.h"

/* One of several even shares of work that has no order; of n things it has those from `first` on. */
struct share {
    int number, of;
};
struct shared {
    size_t first, end, count;
};
struct shared share_of(struct share s, size_t n);

/* The rate of step 0, 1, ...: grows linearly over `warmup` steps (of epochs, which a file may have few of, a tenth of
 * them at most), then follows the schedule, to 0 after the last step. */
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
