/* overlap.c -- see overlap.h. Examples are compared by a hash of 63 bits: a million of each differ in all with a chance
 * of 1 - 1e-7. */
#include "evaluate/overlap.h"

#include <math.h>
#include <xxhash.h>

#include "evaluate/evaluate.h"
#include "run/training_set.h"

#define LEAST 0.05

static const struct position_scheme ordered = {POSITIONS_ORDERED, 0}; /* positions do not count */

/* The number of example i of a batch, not 0. */
static uint64_t number_of(const struct batch *b, int i) {
    size_t bytes = (size_t)(b->start[i + 1] - b->start[i]) * sizeof(int);
    return XXH3_64bits_withSeed(b->segment + b->start[i], bytes, XXH3_64bits(b->token + b->start[i], bytes)) | 1;
}

/* The numbers of the evaluation's examples, and which of them came in training. A number is in the first free slot from
 * its own on; 0: the slot is free. */
struct numbers {
    uint64_t *number; /* (slots) */
    bool *met;
    size_t slots; /* a power of 2, at least twice as many as numbers */
};

static struct numbers numbers_for(size_t count, struct arena *arena) {
    struct numbers n = {.slots = 2};
    while (n.slots < 2 * count)
        n.slots *= 2;
    n.number = arena_alloc(arena, n.slots, sizeof *n.number);
    n.met = arena_alloc(arena, n.slots, sizeof *n.met);
    return n;
}

/* Where a number is, or would be. */
static size_t slot_of(const struct numbers *n, uint64_t number) {
    size_t at = number >> 1 & (n->slots - 1);
    while (n->number[at] && n->number[at] != number)
        at = (at + 1) & (n->slots - 1);
    return at;
}

/* Training examples that so many steps draw. */
static size_t drawn_in(const struct run *r, int steps) {
    int fixed = training_set_examples(&r->settings.train, &r->task);
    uint64_t drawn = (uint64_t)steps * (uint64_t)r->settings.train.batch, most = fixed ? (uint64_t)fixed : OVERLAP_MAX;
    most = most < OVERLAP_MAX ? most : OVERLAP_MAX;
    return r->task.size.test_only ? 0 : (size_t)(drawn < most ? drawn : most);
}

size_t overlap_drawn(const struct run *r) { return drawn_in(r, run_weights_step(r)); }

void overlap_begin(struct run *r) {
    r->notes = r->settings.train.examples ? 0 : drawn_in(r, r->settings.train.steps);
    r->noted = arena_alloc(&r->arena, r->notes, sizeof *r->noted);
}

void overlap_note(const struct run *r, const struct batch *b, int i, uint64_t index) {
    if (index < r->notes)
        r->noted[index] = number_of(b, i);
}

/* The number of training example i, drawn again in `b` where it was not noted. */
static uint64_t number_trained(const struct run *r, struct batch *b, size_t i) {
    if (i < r->notes && r->noted[i])
        return r->noted[i];
    batch_clear(b);
    batch_add_training(b, &r->task, ordered, (uint32_t)r->settings.train.seed, i);
    return number_of(b, 0);
}

double overlap_share(const struct run *r) {
    const struct task_built *t = &r->task;
    const struct settings *s = &r->settings;
    const struct evaluation_range of = evaluation_range(r, t->size.trained);
    struct arena arena = {0};
    struct batch b;
    size_t count = overlap_drawn(r), met = 0;
    if (!count || !of.count)
        return (double)NAN;
    struct numbers n = numbers_for((size_t)of.count, &arena);
    size_t *slot = arena_alloc(&arena, (size_t)of.count, sizeof *slot); /* of each example */
    batch_build(&b, t, 1, t->size.trained.high, &arena);
    for (int i = 0; i < of.count && !run_is_stopped(r); i++) {
        batch_clear(&b);
        batch_add_evaluation(&b, t, ordered, batch_seeds_of(s), 0, (uint32_t)(of.first + i));
        uint64_t number = number_of(&b, 0);
        slot[i] = slot_of(&n, number);
        n.number[slot[i]] = number;
    }
    for (size_t i = 0; i < count && !run_is_stopped(r); i++)
        n.met[slot_of(&n, number_trained(r, &b, i))] = true;
    for (int i = 0; i < of.count; i++)
        met += n.met[slot[i]];
    arena_free(&arena);
    double share = (double)met / of.count;
    return share >= LEAST ? share : (double)NAN;
}
