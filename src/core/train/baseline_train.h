/* baseline_train.h -- trains a run's baseline on the examples of a model with the same settings (training_set_draw). */
#pragma once

#include "run/run.h"

/* Trains it, as a function of settings and seed alone; the run then counts as finished. Errors: EXIT_STOPPED. */
bool baseline_train(struct run *r, struct error *e);
