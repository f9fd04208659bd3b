/* features.c -- see features.h. */
#include "baseline/features.h"

#include <limits.h>
#include <string.h>

static size_t all_of(const struct features *f) {
    return (size_t)f->task->size.segments * (size_t)f->task->size.vocabulary;
}

void features_open(struct features *f, const struct task_built *t, struct arena *arena) {
    *f = (struct features){.task = t};
    f->number = arena_alloc(arena, all_of(f), sizeof *f->number);
    for (size_t i = 0; i < all_of(f); i++)
        f->number[i] = FEATURES_NONE;
}

static uint32_t *at(const struct features *f, int segment, int word) {
    return &f->number[(size_t)segment * (size_t)f->task->size.vocabulary + (size_t)word];
}

uint32_t features_learn(struct features *f, const struct batch *b, int row) {
    uint32_t *number = at(f, b->segment[row], b->token[row]);
    if (*number == FEATURES_NONE)
        *number = f->count++;
    return *number;
}

uint32_t features_find(const struct features *f, const struct batch *b, int row) {
    return *at(f, b->segment[row], b->token[row]);
}

/* The new number of each: those that stay keep their order. */
static uint32_t *number_anew(struct features *f, const uint32_t *in, size_t size, uint32_t least, struct arena *arena) {
    uint32_t *times = arena_alloc(arena, f->count, sizeof *times), *number = times, count = 0;
    for (size_t i = 0; i < size; i++)
        times[in[i]]++;
    for (uint32_t k = 0; k < f->count; k++)
        number[k] = times[k] >= least ? count++ : FEATURES_NONE;
    f->count = count;
    return number;
}

void features_prune(struct features *f, uint32_t *in, size_t *start, int examples, uint32_t least) {
    struct arena arena = {0};
    const uint32_t *number = number_anew(f, in, start[examples], least, &arena);
    size_t to = 0;
    for (size_t i = 0; i < all_of(f); i++)
        if (f->number[i] != FEATURES_NONE)
            f->number[i] = number[f->number[i]];
    for (int n = 0; n < examples; n++) {
        size_t from = start[n];
        start[n] = to;
        for (; from < start[n + 1]; from++)
            if ((in[to] = number[in[from]]) != FEATURES_NONE)
                to++;
    }
    start[examples] = to;
    arena_free(&arena);
}

/* ---- As a tensor */

const int32_t *features_numbers(const struct features *f, struct arena *arena) {
    size_t words = (size_t)f->task->size.vocabulary;
    int32_t *numbers = arena_alloc(arena, (size_t)f->count * FEATURES_NUMBERS, sizeof *numbers);
    for (size_t i = 0; i < all_of(f); i++)
        if (f->number[i] != FEATURES_NONE) {
            const int32_t x[FEATURES_NUMBERS] = {(int32_t)(i / words), (int32_t)(i % words), -1};
            memcpy(numbers + (size_t)f->number[i] * FEATURES_NUMBERS, x, sizeof x);
        }
    return numbers;
}

bool features_read(struct features *f, const struct safetensors_entry *tensor, struct error *e) {
    const struct task_sizes *size = &f->task->size;
    if (tensor->shape[0] >= INT_MAX)
        return error_set(e, EXIT_DATA, "tensor %s has too many rows", tensor->name);
    for (; f->count < tensor->shape[0]; f->count++) {
        int32_t x[FEATURES_NUMBERS];
        memcpy(x, tensor->data + (size_t)f->count * sizeof x, sizeof x);
        bool fits = x[0] >= 0 && x[0] < size->segments && x[1] >= 0 && x[1] < size->vocabulary && x[2] == -1;
        if (!fits || *at(f, x[0], x[1]) != FEATURES_NONE)
            return error_set(e, EXIT_DATA,
                             "tensor %s: row %u is (%d, %d, %d), which is not a word of the task or occurs twice",
                             tensor->name, (unsigned)f->count, (int)x[0], (int)x[1], (int)x[2]);
        *at(f, x[0], x[1]) = f->count;
    }
    return true;
}
