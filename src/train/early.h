/* early.h -- early stopping (train.patience): every train.validate_every steps, and after the last one, the model is
 * validated on examples that training does not have. Where so many validations in a row bring no smaller loss, training
 * is over; the weights of the smallest are those that stay.
 *
 * A validation changes no number of the training: rows of a lazy token table are brought up to date in a copy. It is
 * not cut short by a signal. What it knows is in the checkpoint, with the best weights until training is over. */
#pragma once

#include "train/step.h"

/* Allocates what it needs, where the run has it. */
void early_build(struct run *r);
/* Steps between validations; settings of before the task was there do not say. */
static inline int early_every(const struct training *t) { return t->validate_every ? t->validate_every : t->steps; }
/* Whether there is a validation after so many steps. */
bool early_is_due(const struct run *r, int step);
/* After each step: validates where that is due, and ends the training where it is over. Errors: EXIT_USAGE. */
bool early_step(struct stepper *s, struct error *e);

/* ---- In a checkpoint */

enum { EARLY_TEXT = 96 };
/* Whether the best weights are in it, beside those that training goes on from. */
bool early_keeps_best(const struct run *r);
/* Its state as a text, and back. Error: EXIT_DATA. */
void early_write(const struct run *r, char text[EARLY_TEXT]);
bool early_read(struct run *r, const char *text, struct error *e);
