/* features.c -- see features.h. A table with open addressing: a key is the text a word is in and the word, or the text
 * and both words; numbers are given in the order in which training has them. */
#include "baseline/features.h"

#include <string.h>

enum { SLOTS = 1 << 12 };

void features_open(struct features *f, const struct task_built *t, bool pairs, struct arena *arena) {
    *f = (struct features){.task = t, .pairs = pairs, .slots = SLOTS, .arena = arena};
    f->key = arena_alloc(arena, f->slots, sizeof *f->key);
    f->value = arena_alloc(arena, f->slots, sizeof *f->value);
}

/* Where a key is, or would be. The multiplier is 2^64 divided by the golden ratio (Knuth 1973). */
static size_t slot_of(const struct features *f, uint64_t key) {
    uint64_t mixed = key * 0x9E3779B97F4A7C15u;
    size_t i = (size_t)(mixed ^ mixed >> 32) & (f->slots - 1);
    while (f->key[i] && f->key[i] != key)
        i = (i + 1) & (f->slots - 1);
    return i;
}

static void grow(struct features *f) {
    struct features before = *f;
    f->slots *= 2;
    f->key = arena_alloc(f->arena, f->slots, sizeof *f->key);
    f->value = arena_alloc(f->arena, f->slots, sizeof *f->value);
    for (size_t i = 0; i < before.slots; i++)
        if (before.key[i]) {
            size_t to = slot_of(f, before.key[i]);
            f->key[to] = before.key[i];
            f->value[to] = before.value[i];
        }
}

static uint32_t find(const struct features *f, uint64_t key) {
    size_t i = slot_of(f, key);
    return f->key[i] ? f->value[i] : FEATURES_RARE;
}

static uint32_t learn(struct features *f, uint64_t key) {
    size_t i = slot_of(f, key);
    if (!f->key[i]) {
        f->key[i] = key;
        f->value[i] = f->count++;
        if (++f->used > f->slots / 2) {
            grow(f);
            return f->count - 1;
        }
    }
    return f->value[i];
}

/* A word of a text; 0 is no key. */
static uint64_t word_key(const struct features *f, const struct batch *b, int row) {
    return 1 + (uint64_t)b->segment[row] * (uint64_t)f->task->size.vocabulary + (uint64_t)b->token[row];
}

/* The word in that row and the next one; of two texts there is none. */
static uint64_t pair_key(const struct features *f, const struct batch *b, int row) {
    uint64_t words = (uint64_t)f->task->size.vocabulary, all = words * (uint64_t)f->task->size.segments;
    return b->segment[row] == b->segment[row + 1]
               ? 1 + all + (word_key(f, b, row) - 1) * words + (uint64_t)b->token[row + 1]
               : 0;
}

/* What begins in a row: its word, then the pair. Returns how many. */
static int keys_of(const struct features *f, const struct batch *b, int sequence, int row, uint64_t key[2]) {
    key[0] = word_key(f, b, row);
    key[1] = f->pairs && row + 1 < b->start[sequence + 1] ? pair_key(f, b, row) : 0;
    return 1 + (key[1] != 0);
}

size_t features_learn(struct features *f, const struct batch *b, int sequence, uint32_t *out) {
    size_t count = 0;
    uint64_t key[2];
    for (int row = b->start[sequence]; row < b->start[sequence + 1]; row++)
        for (int i = 0, keys = keys_of(f, b, sequence, row, key); i < keys; i++)
            out[count++] = learn(f, key[i]);
    return count;
}

size_t features_find(const struct features *f, const struct batch *b, int sequence, int row, uint32_t out[2]) {
    size_t count = 0;
    uint64_t key[2];
    for (int i = 0, keys = keys_of(f, b, sequence, row, key); i < keys; i++)
        count += (out[count] = find(f, key[i])) != FEATURES_RARE;
    return count;
}

/* The new number of each: those that stay keep their order. */
static uint32_t *number_anew(struct features *f, const uint32_t *in, size_t size, uint32_t least, struct arena *arena) {
    uint32_t *times = arena_alloc(arena, f->count, sizeof *times), *number = times, count = 0;
    for (size_t i = 0; i < size; i++)
        times[in[i]]++;
    for (uint32_t k = 0; k < f->count; k++)
        number[k] = times[k] >= least ? count++ : FEATURES_RARE;
    f->count = count;
    return number;
}

void features_prune(struct features *f, uint32_t *in, size_t *start, int examples, uint32_t least) {
    struct arena arena = {0};
    const uint32_t *number = number_anew(f, in, start[examples], least, &arena);
    size_t to = 0;
    for (size_t i = 0; i < f->slots; i++)
        if (f->key[i] && f->value[i] != FEATURES_RARE)
            f->value[i] = number[f->value[i]];
    for (int n = 0; n < examples; n++) {
        size_t at = start[n];
        start[n] = to;
        for (; at < start[n + 1]; at++)
            if ((in[to] = number[in[at]]) != FEATURES_RARE)
                to++;
    }
    start[examples] = to;
    arena_free(&arena);
}
