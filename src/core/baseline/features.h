/* features.h -- the words of an example as numbers 0, 1, 2, ... of what training had, in the order in which it had
 * them. The same word in another text is another. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "format/safetensors.h"
#include "model/batch.h"
#include "task/task.h"

struct features {
    const struct task_built *task;
    uint32_t count;   /* different ones */
    uint32_t *number; /* (segments, vocabulary) of each word, or FEATURES_NONE */
};

#define FEATURES_NONE UINT32_MAX /* not in training, or rare */

void features_open(struct features *f, const struct task_built *t, struct arena *arena);
/* That of a row of a batch; a word that is new gets the next number. */
uint32_t features_learn(struct features *f, const struct batch *b, int row);
/* That of a row of a batch, or FEATURES_NONE. */
uint32_t features_find(const struct features *f, const struct batch *b, int row);
/* Example i of a list has its numbers start[i]..start[i + 1] - 1. Numbers that occur fewer than `least` times are
 * dropped from the list and from now on; the others are renumbered. */
void features_prune(struct features *f, uint32_t *list, size_t *start, int examples, uint32_t least);

/* As a tensor: (count, FEATURES_NUMBERS), the segment and the word of each number, and -1. */
enum { FEATURES_NUMBERS = 3 };
const int32_t *features_numbers(const struct features *f, struct arena *arena);
/* The other way round, into what was just opened. Error: EXIT_DATA. */
bool features_read(struct features *f, const struct safetensors_entry *tensor, struct error *e);
