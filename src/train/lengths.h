/* lengths.h -- "1x 1.5x 40": evaluation lengths as text and as words. Where a task has a dataset, a
 * length covers all examples that are as long or shorter, down to the next smaller one of the list or to the longest
 * of training. */
#ifndef TRAIN_LENGTHS_H
#define TRAIN_LENGTHS_H

#include "task/task.h"

enum { LENGTHS_MAX = 32, LENGTH_WORDS_MAX = 1000000 };

/* Reads a list of lengths: times the longest trained one ("1.5x", rounded), or words.
 * Returns how many; 0 with an error (EXIT_USAGE) for anything else. */
int lengths_read(const char *text, const struct task_built *t, struct range words[LENGTHS_MAX], struct error *e);

#endif
