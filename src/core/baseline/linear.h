/* linear.h -- a softmax over counts of words: p = softmax(b + sum of the weights of every occurrence in the example).
 *
 * The same word in the other text is another. Words not in training are ignored. The loss plus the squares of the
 * weights, divided by twice the number of examples, is minimised (as with C = 1 elsewhere) by stochastic gradient
 * descent: PASSES through the examples, each in a different order, at a rate that falls linearly to 0. */
#pragma once

#include "baseline/baseline.h"

/* All hooks but `fits` and `train`. */
#define LINEAR_HOOKS                                                                                                \
    .weights = linear_weights, .answer = linear_answer, .logits = linear_logits, .tensors = 3, .save = linear_save, \
    .load = linear_load

/* Whether the task asks one question an example. */
bool linear_fits(const struct task_built *t, const char *name, struct error *e);
const void *linear_train(const struct baseline_examples *from, struct arena *arena);
long linear_weights(const void *trained);
void linear_answer(const void *trained, const struct baseline_query *q, struct outcome *out);
void linear_logits(const void *trained, const struct task_built *t, const struct batch *b, int sequence, real *logits);

/* In a checkpoint: baseline.features (F, 3), the segment, the word and -1 of each; baseline.weight
 * (F, C) and baseline.bias (C). */
void linear_save(const void *trained, struct safetensors_entry *out, struct arena *arena);
const void *linear_load(const struct task_built *t, const struct safetensors *file, struct arena *arena,
                        struct error *e);
