/* test_attention.c -- what a training step (test_layer.c) does not show of attention: the weights that `poslab show`
 * draws are those of attention_plain.c, for every encoding and variant, with explicit and absorbed keys and values, in
 * one block of scores or several; the same bits whether scores are kept or not; and room for an evaluation that grows
 * with the length, not with its square. */
#include "law/attention_plain.h"
#include "law/small.h"
#include "model/attention.h"
#include "unit/near.h"

#include <string.h>

#include "base/random.h"

/* ---- Weights */

static struct plain_linear linear_of(const struct model *m, struct linear l) {
    return (struct plain_linear){.weight = m->params.value + l.weight, .bias = m->params.value + l.bias};
}

/* The plain attention over sequence s of a batch, whose rows come in as the fast one had them. */
static struct attention_plain sequence_of(const struct model *m, const struct workspace *w, const struct batch *b,
                                          const struct encoding_use *use, int s, struct arena *arena) {
    const struct attention *at = m->mixing;
    int d = m->config.d_model, row = b->start[s], rows = b->start[s + 1] - row, first = b->target_start[s],
        targets = b->target_start[s + 1] - first, *target = arena_alloc(arena, (size_t)targets, sizeof *target);
    double log_length = at->log_length ? log(rows) / log(m->size.longest) : 1;
    for (int i = 0; i < targets; i++)
        target[i] = b->target[first + i] - row;
    return (struct attention_plain){
        .rows = rows,
        .targets = targets,
        .width = d,
        .heads = m->config.heads,
        .target = target,
        .position = b->position + row,
        .causal = m->config.causal,
        .scale = (real)(log_length / sqrt((double)d / m->config.heads)),
        .query = linear_of(m, at->query),
        .key = linear_of(m, at->key),
        .value = linear_of(m, at->value),
        .output = linear_of(m, at->output),
        .use = use,
        .weights = model_encoding_weights(m, NULL),
        .z = w->value.z + (size_t)row * d,
        .k = arena_alloc(arena, (size_t)rows * d, sizeof(real)),
        .v = arena_alloc(arena, (size_t)rows * d, sizeof(real)),
        .q = arena_alloc(arena, (size_t)targets * d, sizeof(real)),
        .c = arena_alloc(arena, (size_t)targets * d, sizeof(real)),
        .y = arena_alloc(arena, (size_t)targets * d, sizeof(real)),
        .p = arena_alloc(arena, (size_t)targets * m->config.heads * rows, sizeof(real)),
    };
}

static struct workspace *pass(struct small *s, const struct batch *b, struct capacity capacity,
                              enum workspace_use use) {
    struct workspace *w = arena_alloc(&s->arena, 1, sizeof *w);
    workspace_build(w, &s->model, capacity, use, &s->arena);
    model_forward(&s->model, w, b, &s->use);
    return w;
}

/* The weights of a pass that keeps them, and the logits of one that does not. */
static void compare(struct small *s, const struct batch *b, struct capacity capacity) {
    const struct workspace *kept = pass(s, b, capacity, WORKSPACE_WEIGHTS),
                           *forgotten = pass(s, b, capacity, WORKSPACE_BLOCKS);
    const real *weight = s->model.mixer->weights(kept);
    assert_memory_equal(kept->value.logits, forgotten->value.logits, (size_t)b->targets * SMALL_CLASSES * sizeof(real));
    for (int k = 0; k < b->sequences && COMPARED; k++) {
        struct arena arena = {0};
        struct attention_plain a = sequence_of(&s->model, kept, b, &s->use, k, &arena);
        attention_plain_forward(&a);
        for (size_t i = 0; i < (size_t)a.targets * a.heads * a.rows; i++)
            assert_near("weight", (int)i, (double)*weight++, (double)a.p[i], limit(1e-12, 2e-5));
        arena_free(&arena);
    }
}

/* With 1 target a model of this shape absorbs projections, with 3 (or an unknown number) it does not. */
static void check(struct small_kinds k, struct model_config config, int targets) {
    static struct small s;
    small_open_kinds(&s, k, config, targets, &policy_extend, SMALL_POSITIONS);
    const struct attention *at = s.model.mixing;
    bool few = targets == 1, absorbs_keys = few && !k.encoding->rotate && !k.encoding->content;
    assert_ptr_equal(at->keys, absorbs_keys ? &attention_keys_absorbed : &attention_keys_explicit);
    assert_ptr_equal(at->values, few ? &attention_values_absorbed : &attention_values_explicit);
    struct batch b = small_batch(&s.arena);
    compare(&s, &b, (struct capacity){1, SMALL_ROWS, SMALL_ROWS});
    small_close(&s);
}

/* says help glossary: What attention computes for a pair of words before softmax makes weights of the scores */
TEST(every_way) {
    struct small_kinds k;
    for (int i = 0; small_attention(i, &k); i++)
        for (int causal = 0; causal < 2; causal++)
            for (int targets = 0; targets < 4; targets += targets ? 2 : 1)
                check(k, (struct model_config){.d_model = 8, .heads = 2, .norm = NORM_PRE, .causal = causal}, targets);
}

/* ---- Blocks of scores */

/* With four heads a block of the long sequence has 436 targets, so that two make the whole, unevenly. */
enum { SHORT = 5, LONG = 601, TARGETS = 557, HEADS = 4, LONGEST = 20000, FEW = 37 };

/* Three sequences, the long one between two short ones; `targets` of its `rows`, out of order. */
static struct batch long_batch(int rows, int targets, struct arena *arena) {
    struct random r = random_open(1, RANDOM_EVAL, 0);
    int all = rows + 2 * SHORT;
    struct batch b = {.sequences = 3,
                      .rows = all,
                      .targets = targets,
                      .start = arena_alloc(arena, 4, sizeof(int)),
                      .target_start = arena_alloc(arena, 4, sizeof(int)),
                      .token = arena_alloc(arena, (size_t)all, sizeof(int)),
                      .segment = arena_alloc(arena, (size_t)all, sizeof(int)),
                      .position = arena_alloc(arena, (size_t)all, sizeof(int)),
                      .target = arena_alloc(arena, (size_t)targets, sizeof(int))};
    memcpy(b.start, (int[]){0, SHORT, SHORT + rows, all}, 4 * sizeof(int));
    memcpy(b.target_start, (int[]){0, 0, targets, targets}, 4 * sizeof(int));
    for (int i = 0; i < all; i++) {
        b.token[i] = random_between(&r, 0, 6);
        b.segment[i] = random_between(&r, 0, 1);
        b.position[i] = i < SHORT ? i : (i - SHORT) % rows;
    }
    for (int i = 0; i < targets; i++)
        b.target[i] = SHORT + (int)((long long)i * 7919 % rows);
    return b;
}

static void check_blocks(const struct encoding *kind, int rows, int targets, bool few) {
    static struct small s;
    struct capacity capacity = {1, rows + 2 * SHORT, targets};
    small_open(&s, kind, (struct model_config){.d_model = 8, .heads = HEADS, .causal = !few}, few, &policy_extend,
               rows);
    struct batch b = long_batch(rows, targets, &s.arena);
    compare(&s, &b, capacity);
    small_close(&s);
}

TEST(blocks) {
    for (const struct encoding *const *kind = encodings; ABOUT(*kind); kind++)
        for (int few = 0; few < 2; few++)
            check_blocks(*kind, LONG, TARGETS, few);
}

/* However long the sequence, a block has some targets. */
TEST(blocks_of_very_long_sequences) { check_blocks(encoding_find("alibi"), LONGEST, FEW, false); }

/* Bytes of room to evaluate one sequence of which every row is a target. */
static double bytes(const struct model *m, int rows) {
    struct arena arena = {0};
    struct workspace w;
    workspace_build(&w, m, (struct capacity){1, rows, rows}, WORKSPACE_BLOCKS, &arena);
    double all = (double)arena.bytes;
    arena_free(&arena);
    return all;
}

TEST(room_grows_with_the_length) {
    for (const struct encoding *const *kind = encodings; ABOUT(*kind); kind++)
        for (int targets = 0; targets < 2; targets++) {
            struct small s;
            small_open(&s, *kind, (struct model_config){.d_model = 32, .heads = HEADS, .d_ff = 64}, targets,
                       &policy_extend, SMALL_POSITIONS);
            assert_true(bytes(&s.model, 16384) < sizeof(real) * 16e6);
            for (int rows = 1024; rows <= 8192; rows *= 2)
                assert_true(bytes(&s.model, 2 * rows) <= 2 * bytes(&s.model, rows));
            small_close(&s);
        }
}

GROUP(attention, NULL, NULL)
