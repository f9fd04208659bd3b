/* test_tiles.c -- rows go through embedding and norms a few sequences at a time, and backward with the gradient of
 * those rows alone: a batch of several tiles has the same logits and gradients as its sequences one by one, for every
 * mixer, pre- and post-norm. (Attention under every encoding: test_layer.c.) */
#include "law/small.h"
#include "unit/tests.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/random.h"
#include "encoding/kinds.h"
#include "maths/vector.h"
#include "model/batch.h"
#include "model/mixer.h"
#include "model/model.h"

/* At this width a tile has 256 rows, of doubles 128. */
enum {
    D = 64,
    HEADS = 4,
    SEQUENCES = 24,
    SHORTEST = 20,
    LONGEST = 59,
    ROWS = SEQUENCES * LONGEST,
    TARGETS = 2 * SEQUENCES
};

/* Of different lengths, with no, one and two target positions in turn. */
static struct batch many(struct arena *arena) {
    struct random r = random_open(2, RANDOM_EVAL, 0);
    struct batch b = {.start = arena_alloc(arena, SEQUENCES + 1, sizeof(int)),
                      .token = arena_alloc(arena, ROWS, sizeof(int)),
                      .segment = arena_alloc(arena, ROWS, sizeof(int)),
                      .position = arena_alloc(arena, ROWS, sizeof(int)),
                      .target_start = arena_alloc(arena, SEQUENCES + 1, sizeof(int)),
                      .target = arena_alloc(arena, TARGETS, sizeof(int))};
    for (int s = 0; s < SEQUENCES; s++) {
        int rows = random_between(&r, SHORTEST, LONGEST);
        for (int i = 0; i < rows; i++) {
            b.token[b.rows + i] = random_between(&r, 0, 6);
            b.segment[b.rows + i] = random_between(&r, 0, 1);
            b.position[b.rows + i] = i % SMALL_POSITIONS;
        }
        for (int i = 0; i < s % 3; i++)
            b.target[b.targets++] = b.rows + random_between(&r, 0, rows - 1);
        b.rows += rows;
        b.start[++b.sequences] = b.rows;
        b.target_start[b.sequences] = b.targets;
    }
    return b;
}

/* Sequence s of it as a batch. */
static struct batch alone(const struct batch *b, int s, struct arena *arena) {
    int row = b->start[s], targets = b->target_start[s + 1] - b->target_start[s];
    struct batch one = {.sequences = 1, .rows = b->start[s + 1] - row, .targets = targets};
    one.start = arena_alloc(arena, 2, sizeof(int));
    one.target_start = arena_alloc(arena, 2, sizeof(int));
    one.target = arena_alloc(arena, TARGETS, sizeof(int));
    one.start[1] = one.rows;
    one.target_start[1] = targets;
    one.token = b->token + row;
    one.segment = b->segment + row;
    one.position = b->position + row;
    for (int i = 0; i < targets; i++)
        one.target[i] = b->target[b->target_start[s] + i] - row;
    return one;
}

/* Forward, then backward under a pull on each logit; `first` is the number of the first target position. */
static void pass(struct small *s, const struct batch *b, int first) {
    model_forward(&s->model, &s->work, b, &s->use);
    for (int i = 0; i < b->targets * SMALL_CLASSES; i++)
        s->work.grad.logits[i] = (real)sin(1.7 * (i + first * SMALL_CLASSES) + 0.3);
    small_clear(s);
    model_logits_backward(&s->model, &s->work, 0, b->targets, s->grad);
    model_states_backward(&s->model, &s->work, b, &s->use, s->grad);
    model_logits(&s->model, &s->work, 0, b->targets); /* where their gradient was */
}

static void assert_same(const char *what, const real *x, const real *y, size_t n) {
    double limit = sizeof(real) == 8 ? 1e-11 : 1e-4, size = 1;
    for (size_t i = 0; i < n; i++)
        size = fmax(size, fabs((double)y[i]));
    for (size_t i = 0; i < n; i++)
        if (!(fabs((double)x[i] - (double)y[i]) <= limit * size))
            fail_msg("%s[%zu]: %.9g, one by one %.9g", what, i, (double)x[i], (double)y[i]);
}

static void check(struct small_kinds kinds, struct model_config config, int targets) {
    static struct small s;
    small_open_kinds(&s, kinds, config, targets, &policy_extend, SMALL_POSITIONS);
    model_init(&s.model); /* small weights: a recurrence of large ones magnifies rounding */
    struct capacity capacity = {SEQUENCES, LONGEST, 2};
    workspace_build(&s.work, &s.model, capacity, WORKSPACE_TRAINING, &s.arena);
    struct batch b = many(&s.arena);
    size_t size = s.model.params.size;
    real *whole = arena_alloc(&s.arena, size, sizeof *whole), *sum = arena_alloc(&s.arena, size, sizeof *sum),
         *logits = arena_alloc(&s.arena, TARGETS * SMALL_CLASSES, sizeof *logits);
    assert_true(b.rows > 3 * tile_rows(capacity, D));
    pass(&s, &b, 0);
    memcpy(whole, s.grad, size * sizeof *whole);
    memcpy(logits, s.work.value.logits, (size_t)b.targets * SMALL_CLASSES * sizeof *logits);
    for (int k = 0; k < SEQUENCES; k++) {
        struct batch one = alone(&b, k, &s.arena);
        if (one.targets == 0)
            continue;
        pass(&s, &one, b.target_start[k]);
        vector_add(sum, s.grad, (int)size);
        assert_same("logits", logits + (size_t)b.target_start[k] * SMALL_CLASSES, s.work.value.logits,
                    (size_t)one.targets * SMALL_CLASSES);
    }
    for (int k = 0; k < s.model.params.count; k++) {
        const struct tensor *t = &s.model.params.tensor[k];
        assert_same(t->name, whole + t->offset, sum + t->offset, t->count);
    }
    small_close(&s);
}

/* A variant takes every other one: both norms are among them. */
static const struct model_config configs[4] = {
    {.d_model = D, .heads = HEADS, .d_ff = 24},
    {.d_model = D, .heads = HEADS, .norm = NORM_POST},
    {.d_model = D, .heads = HEADS, .norm = NORM_POST, .embedding_norm = 1},
    {.d_model = D, .heads = HEADS, .embedding_norm = 1},
};

TEST(variants) {
    struct small_kinds k;
    for (int i = 0; small_variant(i, &k); i++)
        for (int c = i % 2; c < 4; c += 2)
            check(k, configs[c], 1);
}

GROUP(tiles, NULL, NULL)
