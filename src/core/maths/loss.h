/* loss.h -- cross entropy at the target positions: with its gradient in training, and of each target alone in
 * evaluation. */
#pragma once

#include <stdbool.h>

#include "maths/real.h"

/* logits (rows, classes) become dlogits = scale * weight * (softmax - onehot(answer)) in place, a row's weight being
 * weight[answer] (classes), or 1 where that is NULL. Returns sum_rows -weight * log softmax[answer]; *correct counts
 * rows whose largest logit is the answer's alone (a tie counts as wrong, so a dead model gains nothing). */
double loss_cross_entropy(real *logits, const int *answer, const real *weight, int rows, int classes, real scale,
                          int *correct);

enum { LOSS_GIVEN = 200 }; /* with more classes an outcome does not say which one was answered */

/* How a target was answered. A row with NaN has no loss (NaN) and is never correct. */
struct outcome {
    double loss;  /* -log softmax[answer], in nats */
    bool correct; /* the answer's logit is the largest alone */
    int given; /* the class with the largest logit, in a tie and with NaN one that is wrong; 0 with too many classes */
};
/* The outcome of each row; logits are not changed. */
void loss_outcomes(struct outcome *out, const real *logits, const int *answer, int rows, int classes);
