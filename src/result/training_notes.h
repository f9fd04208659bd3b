/* training_notes.h -- how models were trained: early stopping, examples learned by heart. */
#pragma once

#include "draw/table.h"
#include "study/comparison.h"

/* How models were trained: where early stopping ended it, and which learned their training examples by heart; NULL:
 * there is nothing to say. */
const char *training_notes(const struct table *t, const struct evaluation_result *r);
const char *training_notes_of_all(const struct table *t, const struct comparison_result *c);
