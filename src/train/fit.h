/* fit.h -- a baseline of a run, trained on the examples that a model of the same settings is trained on: all rows of a
 * dataset, the fixed set of train.examples, or what the steps of a model go through, FIT_MADE at most. */
#pragma once

#include "train/run.h"

enum { FIT_MADE = 200000 };

/* Trains it, as a function of settings and seed alone; the run's steps are done then. Errors: EXIT_STOPPED. */
bool fit_baseline(struct run *r, struct error *e);
