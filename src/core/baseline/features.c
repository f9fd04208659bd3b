/* features.c -- see features.h. A table with open addressing: a key is the text a word is in and the word, or the text
 * and both words; numbers are given in the order in which training has them. */
#include "baseline/features.h"

#include <limits.h>
#include <string.h>

enum { SLOTS = 1 << 12 };

void features_open(struct features *f, const struct task_built *t, bool pairs, struct arena *arena) {
    *f = (struct features){.task = t, .pairs = pairs, .slots = SLOTS, .arena = arena};
    f->key = arena_alloc(arena, f->slots, sizeof *f->key);
    f->value = arena_alloc(arena, f->slots, sizeof *f->value);
}

/* The slot of a key, existing or free. The multiplier is 2^64 divided by the golden ratio (Knuth 1973). */
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

/* A word of a segment, or, where `next` is not < 0, that word and the next one; 0 is no key. */
static uint64_t key_of(const struct features *f, int segment, int word, int next) {
    uint64_t words = (uint64_t)f->task->size.vocabulary, all = words * (uint64_t)f->task->size.segments;
    uint64_t one = (uint64_t)segment * words + (uint64_t)word;
    return next < 0 ? 1 + one : 1 + all + one * words + (uint64_t)next;
}

/* What begins in a row: its word, then the pair, which is of one text. Returns how many. */
static int keys_of(const struct features *f, const struct batch *b, int sequence, int row, uint64_t key[2]) {
    bool pair = f->pairs && row + 1 < b->start[sequence + 1] && b->segment[row] == b->segment[row + 1];
    key[0] = key_of(f, b->segment[row], b->token[row], -1);
    if (pair)
        key[1] = key_of(f, b->segment[row], b->token[row], b->token[row + 1]);
    return 1 + pair;
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

/* ---- As a tensor */

const int32_t *features_numbers(const struct features *f, struct arena *arena) {
    uint64_t words = (uint64_t)f->task->size.vocabulary, all = words * (uint64_t)f->task->size.segments;
    int32_t *numbers = arena_alloc(arena, (size_t)f->count * FEATURES_NUMBERS, sizeof *numbers);
    for (size_t i = 0; i < f->slots; i++) {
        if (!f->key[i] || f->value[i] == FEATURES_RARE)
            continue;
        uint64_t key = f->key[i] - 1, one = key < all ? key : (key - all) / words;
        int32_t *to = numbers + (size_t)f->value[i] * FEATURES_NUMBERS;
        to[0] = (int32_t)(one / words);
        to[1] = (int32_t)(one % words);
        to[2] = key < all ? -1 : (int32_t)((key - all) % words);
    }
    return numbers;
}

bool features_read(struct features *f, const struct safetensors_entry *tensor, struct error *e) {
    const struct task_sizes *size = &f->task->size;
    if (tensor->shape[0] >= INT_MAX)
        return error_set(e, EXIT_DATA, "tensor %s has too many rows", tensor->name);
    for (uint32_t n = 0; n < tensor->shape[0]; n++) {
        int32_t x[FEATURES_NUMBERS];
        memcpy(x, tensor->data + (size_t)n * sizeof x, sizeof x);
        bool fits = x[0] >= 0 && x[0] < size->segments && x[1] >= 0 && x[1] < size->vocabulary && x[2] >= -1 &&
                    x[2] < size->vocabulary;
        if (!fits || learn(f, key_of(f, x[0], x[1], x[2])) != n)
            return error_set(e, EXIT_DATA,
                             "tensor %s: row %u is (%d, %d, %d), which is not a word of the task or occurs twice",
                             tensor->name, (unsigned)n, (int)x[0], (int)x[1], (int)x[2]);
        f->pairs = f->pairs || x[2] >= 0;
    }
    return true;
}
