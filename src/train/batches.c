/* batches.c -- see batches.h. */
#include "train/batches.h"

void batch_build(struct batch *b, const struct task_built *t, int sequences, int length, struct arena *arena) {
    size_t rows = (size_t)sequences * t->kind->rows(t, length);
    size_t asked = (size_t)sequences * t->kind->asks(t, length);
    b->start = arena_take(arena, (size_t)sequences + 1, sizeof *b->start);
    b->ask_start = arena_take(arena, (size_t)sequences + 1, sizeof *b->ask_start);
    b->token = arena_take(arena, rows, sizeof *b->token);
    b->segment = arena_take(arena, rows, sizeof *b->segment);
    b->place = arena_take(arena, rows, sizeof *b->place);
    b->spread = arena_take(arena, (size_t)t->kind->rows(t, length), sizeof *b->spread);
    b->ask = arena_take(arena, asked, sizeof *b->ask);
    b->answer = arena_take(arena, asked, sizeof *b->answer);
    b->touched = NULL;
    batch_clear(b);
}

void batch_clear(struct batch *b) {
    b->sequences = b->rows = b->asked = 0;
    b->start[0] = b->ask_start[0] = 0;
}

struct placing placing_training(const struct settings *s) {
    return (struct placing){s->train.places, s->train.reach};
}

struct placing placing_evaluation(const struct settings *s) {
    bool as_trained = s->eval.places == EVAL_PLACES_TRAINED;
    return (struct placing){as_trained ? s->train.places : s->eval.places - 1, s->train.reach};
}

int placing_places(struct placing p, const struct task_built *t, int length) {
    return p.how == PLACES_ORDERED ? task_places(t, length) : p.reach;
}

bool placing_check(struct placing p, const struct task_built *t, int length, struct error *e) {
    return placing_places(p, t, length) >= task_places(t, length) ||
           error_set(e, EXIT_USAGE, "train.reach = %d: sequences of %d words have %d places, so many it takes at least",
                     p.reach, length, task_places(t, length));
}

/* A sorted random subset of 0..reach-1, all of `count` numbers equally likely: each number
 * is passed over with the probability that a subset of what is left does not have it.
 * Source: Vitter 1984, "Faster methods for random sampling", algorithm A. */
static void random_subset(int *out, int count, int reach, struct random *r) {
    int next = 0;
    for (int left = reach; count > 0; count--, left--) {
        double chance = ((double)random_word(r) + 0.5) / 4294967296.0, none = (double)(left - count) / left;
        for (; none > chance; next++) {
            left--;
            none *= (double)(left - count) / left;
        }
        *out++ = next++;
    }
}

static void even_subset(int *out, int count, int reach) {
    for (int k = 0; k < count; k++)
        out[k] = count > 1 ? (int)(((long long)k * (reach - 1) * 2 + count - 1) / (2 * (count - 1))) : 0;
}

/* Place k becomes the subset's number k. Source of random places: Ruoss et al. 2023. */
static void spread(const struct batch *b, int *place, int rows, struct placing p, struct random *r) {
    int count = 1;
    for (int i = 0; i < rows; i++)
        count = place[i] >= count ? place[i] + 1 : count;
    if (p.how == PLACES_RANDOM)
        random_subset(b->spread, count, p.reach, r);
    else
        even_subset(b->spread, count, p.reach);
    for (int i = 0; i < rows; i++)
        place[i] = b->spread[place[i]];
}

/* Packs one more example of `length` words behind the others. */
static void add(struct batch *b, const struct task_built *t, struct random *r, int length, struct placing p,
                struct random *places) {
    int rows = t->kind->rows(t, length), asked = t->kind->asks(t, length);
    struct example out = {b->token + b->rows, b->segment + b->rows, b->place + b->rows, b->ask + b->asked,
                          b->answer + b->asked};
    t->kind->draw(t, r, length, &out);
    if (p.how != PLACES_ORDERED)
        spread(b, out.place, rows, p, places);
    for (int i = 0; i < asked; i++)
        out.ask[i] += b->rows;
    b->rows += rows;
    b->asked += asked;
    b->sequences++;
    b->start[b->sequences] = b->rows;
    b->ask_start[b->sequences] = b->asked;
}

void batch_add_training(struct batch *b, const struct task_built *t, struct placing p, uint32_t seed, uint64_t index) {
    struct random r = random_open(seed, RANDOM_TRAIN, index), places = random_open(seed, RANDOM_TRAIN_PLACES, index);
    add(b, t, &r, task_draw_length(t, &r), p, &places);
}

void batch_add_evaluation(struct batch *b, const struct task_built *t, struct placing p, uint32_t seed, int length,
                          uint32_t index) {
    uint64_t number = (uint64_t)length << 32 | index;
    struct random r = random_open(seed, RANDOM_EVAL, number), places = random_open(seed, RANDOM_EVAL_PLACES, number);
    add(b, t, &r, length ? length : task_draw_length(t, &r), p, &places);
}
