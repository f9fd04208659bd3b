/* overlap.c -- see overlap.h. Examples are compared by a hash of 64 bits: a million of each differ in all with a chance
 * of 1 - 1e-7. */
#include "evaluate/overlap.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <xxhash.h>

#define LEAST 0.05

static const struct position_scheme ordered = {POSITIONS_ORDERED, 0}; /* positions do not count */

/* The number of the only example of a batch. */
static uint64_t number_of(const struct batch *b) {
    size_t bytes = (size_t)b->rows * sizeof(int);
    return XXH3_64bits_withSeed(b->segment, bytes, XXH3_64bits(b->token, bytes));
}

static int by_number(const void *a, const void *b) {
    uint64_t one = *(const uint64_t *)a, two = *(const uint64_t *)b;
    return (one > two) - (one < two);
}

/* How many different training examples the steps so far have drawn. */
static uint64_t count_drawn(const struct run *r) {
    const struct task_built *t = &r->task;
    uint64_t drawn = (uint64_t)run_weights_step(r) * (uint64_t)r->settings.train.batch, most = UINT64_MAX;
    if (t->size.test_only)
        return 0;
    if (r->settings.train.examples)
        most = (uint64_t)r->settings.train.examples;
    else if (t->kind->dataset_count)
        most = (uint64_t)batch_count_training(t);
    return drawn < most ? drawn : most;
}

void overlap_open(struct overlap *o, const struct run *r, struct arena *arena) {
    struct arena scratch = {0};
    struct batch b;
    uint64_t drawn = count_drawn(r);
    *o = (struct overlap){.run = r, .count = drawn < OVERLAP_MOST ? (size_t)drawn : OVERLAP_MOST};
    o->seen = arena_alloc(arena, o->count, sizeof *o->seen);
    batch_build(&b, &r->task, 1, r->task.size.trained.high, &scratch);
    for (size_t i = 0; i < o->count && !run_is_stopped(r); i++) {
        batch_clear(&b);
        batch_add_training(&b, &r->task, ordered, (uint32_t)r->settings.train.seed, i);
        o->seen[i] = number_of(&b);
    }
    if (o->count)
        qsort(o->seen, o->count, sizeof *o->seen, by_number);
    arena_free(&scratch);
}

double overlap_share(const struct overlap *o, uint32_t seed, int length) {
    const struct run *r = o->run;
    const struct task_built *t = &r->task;
    const struct batch_seeds seeds = {seed, (uint32_t)r->settings.train.seed};
    struct range words = length ? (struct range){length, length} : t->size.trained;
    int first = 0, count = r->settings.eval.examples, met = 0;
    struct arena scratch = {0};
    struct batch b;
    if (t->kind->dataset_count) {
        first = t->kind->dataset_count(t, TASK_EVALUATION, words.low - 1);
        count = t->kind->dataset_count(t, TASK_EVALUATION, words.high) - first;
    }
    if (o->count == 0 || count == 0)
        return (double)NAN;
    if (words.low > t->size.trained.high) /* longer than all of training's */
        return 0;
    batch_build(&b, t, 1, words.high, &scratch);
    for (int i = first; i < first + count && !run_is_stopped(r); i++) {
        batch_clear(&b);
        batch_add_evaluation(&b, t, ordered, seeds, length, (uint32_t)i);
        uint64_t number = number_of(&b);
        met += bsearch(&number, o->seen, o->count, sizeof number, by_number) != NULL;
    }
    arena_free(&scratch);
    return (double)met / count;
}

double overlap_in_range(const struct run *r) {
    struct overlap o;
    struct arena arena = {0};
    overlap_open(&o, r, &arena);
    double share = overlap_share(&o, (uint32_t)r->settings.eval.seed, 0);
    arena_free(&arena);
    return share >= LEAST ? share : (double)NAN;
}
