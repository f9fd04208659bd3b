/* features.h -- the words of an example and its pairs of neighbours, as numbers 0, 1, 2, ... of what training had. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "baseline/baseline.h"

struct features {
    const struct task_built *task;
    bool pairs;      /* besides words */
    uint32_t count;  /* different ones */
    uint64_t *key;   /* (slots) what each is; 0: free */
    uint32_t *value; /* (slots) its number, or FEATURES_RARE */
    size_t slots, used;
    struct arena *arena;
};

#define FEATURES_RARE UINT32_MAX /* has no number any more */

void features_open(struct features *f, const struct task_built *t, bool pairs, struct arena *arena);
/* Those of a sequence of a batch, in their order and as often as they are there, at most two for each of its rows;
 * returns how many. One that is new gets the next number. */
size_t features_learn(struct features *f, const struct batch *b, int sequence, uint32_t *out);
/* Those that begin in one row of it, 0 to 2; one that is new is left out. */
size_t features_find(const struct features *f, const struct batch *b, int sequence, int row, uint32_t out[2]);
/* Example i of a list has its numbers start[i]..start[i + 1] - 1. Numbers that occur fewer than `least` times are
 * dropped from the list and from now on; the others are renumbered. */
void features_prune(struct features *f, uint32_t *list, size_t *start, int examples, uint32_t least);

/* As a tensor: (count, FEATURES_NUMBERS), the segment, the word and the next word, or -1, of each number. */
enum { FEATURES_NUMBERS = 3 };
const int32_t *features_numbers(const struct features *f, struct arena *arena);
/* The other way round, into what was just opened. Error: EXIT_DATA. */
bool features_read(struct features *f, const struct safetensors_entry *tensor, struct error *e);
