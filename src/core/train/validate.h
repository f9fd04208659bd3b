/* validate.h -- a validation between two steps, for early stopping (early.h): loss and accuracy of the weights as they
 * would be, were all rows brought up to date, so that it does not affect training. It runs to its end even after a
 * signal. */
#pragma once

#include "run/early.h"
#include "train/step.h"

/* After each step, with train.patience: validates if it is due, and ends the training if it is over. Errors:
 * EXIT_USAGE. */
bool validate_step(struct stepper *s, struct error *e);
