/* baseline_train.h -- trains a run's baseline on the examples of a model with the same settings: all rows of a dataset,
 * the fixed set of train.examples, or the examples of its steps, at most FIT_MADE. */
#pragma once

#include "run/run.h"

enum { FIT_MADE = 200000 };

/* Trains it, as a function of settings and seed alone; the run then counts as finished. Errors: EXIT_STOPPED. */
bool baseline_train(struct run *r, struct error *e);
