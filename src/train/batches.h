/* batches.h -- packs examples drawn from a task into batches. */
#ifndef TRAIN_BATCHES_H
#define TRAIN_BATCHES_H

#include <stdint.h>

#include "base/arena.h"
#include "model/batch.h"
#include "task/task.h"

/* Room for `sequences` examples of up to `length` words each. */
void batch_build(struct batch *b, const struct task_built *t, int sequences, int length, struct arena *arena);
void batch_clear(struct batch *b);
/* Packs one more example of `length` words behind the others. */
void batch_add(struct batch *b, const struct task_built *t, struct random *r, int length);

/* Training example `index` of a seed: its length and content are a pure function of both. */
void batch_add_training(struct batch *b, const struct task_built *t, uint32_t seed, uint64_t index);
/* Evaluation example `index` at a length; at length 0 the length is drawn as in training. */
void batch_add_evaluation(struct batch *b, const struct task_built *t, uint32_t seed, int length, uint32_t index);

#endif
