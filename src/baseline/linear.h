/* linear.h -- a softmax over counts of words, and of pairs of neighbours: p = softmax(b + sum of the weights of all
 * that is in the example), each time that it is there. What baseline bag and bigrams are.
 *
 * What is counted is a word of one of the texts: the same word in the other text is another. A pair is two words
 * beside each other in one text. Words and pairs that training did not have count nothing. Weights and their squares,
 * divided by twice the number of examples, are minimised together (as with C = 1 elsewhere) by stochastic gradient
 * descent: PASSES through the examples, each in an order of its own, at a rate that falls to 0 in a line. */
#pragma once

#include "baseline/baseline.h"

/* Whether the task asks one question an example. */
bool linear_fits(const struct task_built *t, const char *name, struct error *e);
/* Trains one: with pairs or without. */
const void *linear_train(const struct baseline_examples *from, bool pairs, long *weights, struct arena *arena);
void linear_answer(const void *trained, const struct baseline_question *q, struct outcome *out);
void linear_logits(const void *trained, const struct task_built *t, const struct batch *b, int sequence, real *logits);

/* In a checkpoint: baseline.features (F, 3), the segment, the word and the next word, or -1, of each; baseline.weight
 * (F, C) and baseline.bias (C). */
enum { LINEAR_TENSORS = 3 };
void linear_save(const void *trained, struct safetensors_entry *out, struct arena *arena);
const void *linear_load(const struct task_built *t, const struct safetensors *file, long *weights, struct arena *arena,
                        struct error *e);
