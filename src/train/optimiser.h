/* optimiser.h -- AdamW, norm clipping and the learning rate, as PyTorch has them. */
#ifndef TRAIN_OPTIMISER_H
#define TRAIN_OPTIMISER_H

#include "model/params.h"
#include "train/settings.h"
#include "train/touched.h"

/* The rate of step 0, 1, ...: grows in a line over `warmup` steps, then falls as the
 * schedule says, to 0 behind the last step. */
double optimiser_rate(const struct training *t, int step);
/* Euclidean norm of all gradients that are used; grad is a block (params.size), its token table by the numbers of
 * `touched` (NULL: all rows). */
double optimiser_norm(const struct params *p, const real *grad, const struct touched *touched);
/* One update with grad * factor; step counts from 0. Matrices and tables decay, vectors
 * do not, frozen tensors stay (Loshchilov and Hutter 2019). Rows of the token table that are not touched keep
 * weights and moments, as under PyTorch's SparseAdam, and do not decay; the touched ones are updated as ever, with
 * the same step's bias corrections. */
void optimiser_update(struct params *p, const real *grad, const struct touched *touched, const struct training *t,
                      int step, double factor);

#endif
