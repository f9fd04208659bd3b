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
    b->ask = arena_take(arena, asked, sizeof *b->ask);
    b->answer = arena_take(arena, asked, sizeof *b->answer);
    batch_clear(b);
}

void batch_clear(struct batch *b) {
    b->sequences = b->rows = b->asked = 0;
    b->start[0] = b->ask_start[0] = 0;
}

void batch_add(struct batch *b, const struct task_built *t, struct random *r, int length) {
    int rows = t->kind->rows(t, length), asked = t->kind->asks(t, length);
    struct example out = {b->token + b->rows, b->segment + b->rows, b->place + b->rows, b->ask + b->asked,
                          b->answer + b->asked};
    t->kind->draw(t, r, length, &out);
    for (int i = 0; i < asked; i++)
        out.ask[i] += b->rows;
    b->rows += rows;
    b->asked += asked;
    b->sequences++;
    b->start[b->sequences] = b->rows;
    b->ask_start[b->sequences] = b->asked;
}

void batch_add_training(struct batch *b, const struct task_built *t, uint32_t seed, uint64_t index) {
    struct random r = random_open(seed, RANDOM_TRAIN, index);
    batch_add(b, t, &r, task_draw_length(t, &r));
}

void batch_add_evaluation(struct batch *b, const struct task_built *t, uint32_t seed, int length, uint32_t index) {
    struct random r = random_open(seed, RANDOM_EVAL, (uint64_t)length << 32 | index);
    batch_add(b, t, &r, length ? length : task_draw_length(t, &r));
}
