/* overlap.c -- see overlap.h. Examples are compared by a hash of 64 bits: a million of each differ in all with a chance
 * of 1 - 1e-7. */
#include "evaluate/overlap.h"

#include <math.h>
#include <stdlib.h>
#include <xxhash.h>

#include "evaluate/evaluate.h"

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

size_t overlap_drawn(const struct run *r) {
    const struct task_built *t = &r->task;
    uint64_t drawn = (uint64_t)run_weights_step(r) * (uint64_t)r->settings.train.batch, most = OVERLAP_MAX;
    if (r->settings.train.examples)
        most = (uint64_t)r->settings.train.examples;
    else if (t->kind->dataset_count)
        most = (uint64_t)batch_count_training(t);
    most = most < OVERLAP_MAX ? most : OVERLAP_MAX;
    return t->size.test_only ? 0 : (size_t)(drawn < most ? drawn : most);
}

double overlap_share(const struct run *r) {
    const struct task_built *t = &r->task;
    const struct settings *s = &r->settings;
    const struct evaluation_range of = evaluation_range(r, t->size.trained);
    struct arena arena = {0};
    struct batch b;
    size_t count = overlap_drawn(r);
    uint64_t *seen = arena_alloc(&arena, count, sizeof *seen), met = 0; /* the numbers of training, in order */
    batch_build(&b, t, 1, t->size.trained.high, &arena);
    for (size_t i = 0; i < count && of.count && !run_is_stopped(r); i++) {
        batch_clear(&b);
        batch_add_training(&b, t, ordered, (uint32_t)s->train.seed, i);
        seen[i] = number_of(&b);
    }
    if (count)
        qsort(seen, count, sizeof *seen, by_number);
    for (int i = of.first; i < of.first + of.count && count && !run_is_stopped(r); i++) {
        batch_clear(&b);
        batch_add_evaluation(&b, t, ordered, batch_seeds_of(s), 0, (uint32_t)i);
        uint64_t number = number_of(&b);
        met += bsearch(&number, seen, count, sizeof number, by_number) != NULL;
    }
    arena_free(&arena);
    double share = count && of.count ? (double)met / of.count : 0;
    return share >= LEAST ? share : (double)NAN;
}
