/* early.h -- early stopping (train.patience): every train.validate_every steps, and after the last one, the model is
 * validated on examples that training does not have. After so many validations without a smaller loss training is over,
 * and the weights with the smallest loss are kept.
 *
 * Here is its state, which is in the checkpoint, with the best weights until training is over; validate.h is a
 * validation. */
#pragma once

#include "run/run.h"

/* Steps between validations; unknown in settings without their task. */
static inline int early_every(const struct training *t) { return t->validate_every ? t->validate_every : t->steps; }
/* Whether there is a validation after so many steps. */
bool early_is_due(const struct run *r, int step);

/* ---- In a checkpoint */

enum { EARLY_TEXT = 96 };
/* Whether it has the best weights in addition to those that training continues from. */
bool early_keeps_best(const struct run *r);
/* Its state as a text, and back. Error: EXIT_DATA. */
void early_write(const struct run *r, char text[EARLY_TEXT]);
bool early_read(struct run *r, const char *text, struct error *e);
