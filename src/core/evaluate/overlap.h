/* overlap.h -- how many evaluation examples were also in training. If a task has few different examples, the same one
 * may be drawn for both; then a model that memorised it is right, too. This is counted, not estimated: the examples of
 * both are compared. Those of training are noted while it draws them; what was not noted, since another process drew
 * it, is drawn again. An example is the same if its words and segments are. */
#pragma once

#include "run/run.h"

enum { OVERLAP_MAX = 1 << 20 }; /* training examples that are compared: the first ones */

/* How many different training examples the steps so far have drawn, at most OVERLAP_MAX; none where the task was built
 * from a checkpoint that does not have them. */
size_t overlap_drawn(const struct run *r);
/* The share of a run's evaluation examples in range that are among them, if it is 5 % or more; else NAN. */
double overlap_share(const struct run *r);

/* Makes room for the notes of a training; where its examples come again and again (train.examples) there are none. */
void overlap_begin(struct run *r);
/* Notes that sequence i of a batch is training example `index`; does nothing where there is no room for it. */
void overlap_note(const struct run *r, const struct batch *b, int i, uint64_t index);
