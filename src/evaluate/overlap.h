/* overlap.h -- how many evaluation examples were also in training. If a task has few different examples, the same one
 * may be drawn for both; then a model that memorised it is right, too. This is counted, not estimated: the examples of
 * both are drawn again and compared. An example is the same if its words and segments are. */
#pragma once

#include "run/run.h"

enum { OVERLAP_MOST = 1 << 20 }; /* training examples that are compared: the first ones */

/* What a run was trained on up to its step. */
struct overlap {
    const struct run *run;
    uint64_t *seen; /* (count) a number for each example, in order */
    size_t count;
};

/* Draws the training examples again; the numbers are in the arena. None where the task was built from a checkpoint that
 * does not have them. */
void overlap_open(struct overlap *o, const struct run *r, struct arena *arena);
/* The share of the evaluation examples of an eval.seed with `length` words (0: in range) that are among them. NAN where
 * there are none of either. */
double overlap_share(const struct overlap *o, uint32_t seed, int length);
/* The share for a run's own evaluation in range if it is 5 % or more; else NAN. */
double overlap_in_range(const struct run *r);
