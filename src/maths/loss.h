/* loss.h -- mean cross entropy over the target positions, with its gradient. */
#pragma once

#include "maths/real.h"

/* logits (rows, classes) become dlogits = scale * (softmax - onehot(answer)) in place. Returns sum_rows -log
 * softmax[answer]; *correct counts rows whose largest logit is the answer's alone (a tie is an error, so that a dead
 * model gains nothing). */
double loss_cross_entropy(real *logits, const int *answer, int rows, int classes, real scale, int *correct);
/* The count alone; logits stay as they are. A row with NaN is never correct. */
int loss_correct(const real *logits, const int *answer, int rows, int classes);
