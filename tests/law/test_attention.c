/* test_attention.c -- the attention of the program is that of attention_plain.c: logits, weights and all gradients, for
 * every encoding and variant, causal or not, few targets or many, keys and values formed and folded, in one block of
 * scores or several. And what only blocks promise: the same bits whether scores are kept or not, and room for an
 * evaluation that grows with the length, not with its square. */
#include "law/attention_plain.h"
#include "law/small.h"
#include "model/attention.h"
#include "unit/near.h"

#include <string.h>

#include "base/random.h"

/* ---- The plain attention as a mixer: it takes the place of the other in a model that was built with that. */

struct arrays {
    real *q, *k, *v, *c, *p, *z; /* of the batch; z is that of the gradients alone */
    int *target;
};

static void *alloc(const struct model *m, const struct workspace *w, struct arena *arena) {
    struct arrays *a = arena_alloc(arena, 1, sizeof *a);
    int d = m->config.d_model;
    a->q = mixer_alloc(arena, w->targets, d);
    a->k = mixer_alloc(arena, w->rows, d);
    a->v = mixer_alloc(arena, w->rows, d);
    a->c = mixer_alloc(arena, w->targets, d);
    a->p = mixer_alloc(arena, w->targets * m->config.heads, w->capacity.rows);
    a->z = mixer_alloc(arena, w->rows, d);
    a->target = arena_alloc(arena, (size_t)w->targets, sizeof(int));
    return a;
}

static struct plain_linear linear_of(const struct model *m, struct linear l, real *grad) {
    const real *value = m->params.value;
    return (struct plain_linear){value + l.weight, value + l.bias, grad ? grad + l.weight : NULL,
                                 grad ? grad + l.bias : NULL};
}

/* Where the weights of sequence s begin. */
static size_t weights_before(const struct model *m, const struct batch *b, int s) {
    size_t at = 0;
    for (int k = 0; k < s; k++)
        at += (size_t)(b->target_start[k + 1] - b->target_start[k]) * m->config.heads * (b->start[k + 1] - b->start[k]);
    return at;
}

static struct attention_plain sequence_of(const struct model *m, struct workspace *w, const struct batch *b,
                                          const struct encoding_use *use, int s, real *grad) {
    const struct attention *at = m->mixing;
    const struct arrays *v = w->value.mixing, *g = grad ? w->grad.mixing : v;
    int d = m->config.d_model, row = b->start[s], target = b->target_start[s];
    size_t z = (size_t)row * d, q = (size_t)target * d, p = weights_before(m, b, s);
    for (int i = target; i < b->target_start[s + 1]; i++)
        v->target[i] = b->target[i] - row;
    int rows = b->start[s + 1] - row, longest = m->size.longest;
    double log_length = at->log_length ? log(rows) / log(longest) : 1;
    return (struct attention_plain){
        .rows = rows,
        .targets = b->target_start[s + 1] - target,
        .width = d,
        .heads = m->config.heads,
        .target = v->target + target,
        .position = b->position + row,
        .causal = m->config.causal,
        .scale = (real)(log_length / sqrt((double)d / m->config.heads)),
        .query = linear_of(m, at->query, grad),
        .key = linear_of(m, at->key, grad),
        .value = linear_of(m, at->value, grad),
        .output = linear_of(m, at->output, grad),
        .use = use,
        .weights = model_encoding_weights(m, grad),
        .z = w->value.z + z,
        .k = v->k + z,
        .v = v->v + z,
        .q = v->q + q,
        .c = v->c + q,
        .p = v->p + p,
        .y = w->value.sum + q,
        .dz = g->z + z,
        .dk = g->k + z,
        .dv = g->v + z,
        .dq = g->q + q,
        .dc = g->c + q,
        .dp = g->p + p,
        .dy = grad ? w->grad.sum + q : NULL,
    };
}

static void forward(const struct model *m, struct workspace *w, const struct batch *b, const struct encoding_use *use) {
    for (int s = 0; s < b->sequences; s++) {
        struct attention_plain a = sequence_of(m, w, b, use, s, NULL);
        attention_plain_forward(&a);
    }
}

static void backward(const struct model *m, struct workspace *w, const struct batch *b, const struct encoding_use *use,
                     real *grad) {
    const struct attention *at = m->mixing;
    const struct arrays *g = w->grad.mixing;
    int d = m->config.d_model;
    const struct linear all[] = {at->query, at->key, at->value, at->output};
    for (int i = 0; i < 4; i++) {
        rows_clear(grad + all[i].weight, d, d);
        rows_clear(grad + all[i].bias, 1, d);
    }
    rows_clear(g->q, b->targets, d);
    rows_clear(g->c, b->targets, d);
    rows_clear(g->k, b->rows, d);
    rows_clear(g->v, b->rows, d);
    rows_clear(g->z, b->rows, d);
    for (int s = 0; s < b->sequences; s++) {
        struct attention_plain a = sequence_of(m, w, b, use, s, grad);
        attention_plain_backward(&a);
    }
}

static real *rows_backward(const struct model *m, struct workspace *w, const struct batch *b, struct tile s) {
    return ((const struct arrays *)w->grad.mixing)->z + (size_t)s.row * m->config.d_model;
}

static const real *weights(const struct workspace *w) { return ((const struct arrays *)w->value.mixing)->p; }

static const struct mixer plain = {.name = "plain attention",
                                   .part = "attention",
                                   .alloc = alloc,
                                   .forward = forward,
                                   .backward = backward,
                                   .rows_backward = rows_backward,
                                   .weights = weights};

/* ---- One against the other */

static void assert_same(const char *what, const real *fast, const real *slow, size_t n) {
    double size = 1;
    for (size_t i = 0; i < n; i++)
        size = fmax(size, fabs((double)slow[i]));
    for (size_t i = 0; i < n; i++)
        if (!(fabs((double)fast[i] - (double)slow[i]) <= limit(1e-12, 2e-5) * size))
            fail_msg("%s[%zu]: %.9g, plain %.9g", what, i, (double)fast[i], (double)slow[i]);
}

/* Forward and, with room for it, backward under a pull on every logit. */
static struct workspace *pass(struct small *s, const struct batch *b, struct capacity capacity,
                              enum workspace_use use) {
    struct workspace *w = arena_alloc(&s->arena, 1, sizeof *w);
    workspace_build(w, &s->model, capacity, use, &s->arena);
    model_forward(&s->model, w, b, &s->use);
    if (use != WORKSPACE_TRAINING)
        return w;
    s->grad = arena_alloc(&s->arena, s->model.params.size, sizeof *s->grad);
    for (int i = 0; i < b->targets * SMALL_CLASSES; i++)
        w->grad.logits[i] = (real)(sin(1.7 * i + 0.3) / 4);
    small_clear(s);
    model_backward(&s->model, w, b, &s->use, s->grad);
    model_logits(&s->model, w, 0, b->targets); /* where their gradient was */
    return w;
}

/* Batches of one long sequence have weights all of one length: compared where they are kept. */
static void compare(struct small *s, const struct batch *b, struct capacity capacity, enum workspace_use use) {
    const struct mixer *fast = s->model.mixer;
    struct workspace *one = pass(s, b, capacity, use);
    const real *grad = s->grad;
    s->model.mixer = &plain;
    struct workspace *other = pass(s, b, capacity, use);
    s->model.mixer = fast;
    assert_same("logits", one->value.logits, other->value.logits, (size_t)b->targets * SMALL_CLASSES);
    if (use != WORKSPACE_BLOCKS)
        assert_same("weights", fast->weights(one), plain.weights(other), weights_before(&s->model, b, b->sequences));
    for (int k = 0; k < s->model.params.count && use == WORKSPACE_TRAINING; k++) {
        const struct tensor *t = &s->model.params.tensor[k];
        assert_same(t->name, grad + t->offset, s->grad + t->offset, t->count);
    }
}

/* The small batch with a target at every row, the last row of each sequence first. */
static struct batch every_row(struct arena *arena) {
    struct batch b = small_batch(arena);
    b.targets = b.rows;
    b.target = arena_alloc(arena, (size_t)b.rows, sizeof *b.target);
    memcpy(b.target_start, b.start, (size_t)(b.sequences + 1) * sizeof *b.start);
    for (int s = 0; s < b.sequences; s++)
        for (int i = b.start[s]; i < b.start[s + 1]; i++)
            b.target[i] = b.start[s + 1] - 1 - (i - b.start[s]);
    return b;
}

static void check_ways(const struct small *s, bool few) {
    const struct attention *at = s->model.mixing;
    bool folds_keys = few && !s->model.encoding.kind->rotate;
    assert_ptr_equal(at->keys, folds_keys ? &attention_keys_absorbed : &attention_keys_explicit);
    assert_ptr_equal(at->values, few ? &attention_values_absorbed : &attention_values_explicit);
}

/* With 1 target a model of this shape folds, with 3 (or an unknown number) it does not. */
static void check(struct small_kinds k, struct model_config config, int targets) {
    static struct small s;
    small_open_kinds(&s, k, config, targets, &policy_extend, SMALL_POSITIONS);
    check_ways(&s, targets == 1);
    struct batch some = small_batch(&s.arena), all = every_row(&s.arena);
    compare(&s, &some, (struct capacity){1, SMALL_ROWS, SMALL_ROWS}, WORKSPACE_TRAINING);
    compare(&s, &all, (struct capacity){1, SMALL_ROWS, SMALL_ROWS}, WORKSPACE_TRAINING);
    small_close(&s);
}

static void test_every_way(void **state) {
    struct small_kinds k;
    for (int i = 0; small_attention(i, &k); i++)
        for (int bits = 0; bits < 8; bits++)
            for (int targets = 0; targets < 4; targets += targets ? 2 : 1)
                check(k,
                      (struct model_config){.d_model = 8,
                                            .heads = 2,
                                            .d_ff = bits & 1 ? 12 : 0,
                                            .norm = bits & 2 ? NORM_POST : NORM_PRE,
                                            .causal = bits & 4},
                      targets);
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

/* What keeps its scores and what does not: the same blocks, the same bits. */
static void compare_uses(struct small *s, const struct batch *b, struct capacity capacity) {
    struct workspace *kept = pass(s, b, capacity, WORKSPACE_WEIGHTS),
                     *forgotten = pass(s, b, capacity, WORKSPACE_BLOCKS);
    assert_memory_equal(kept->value.logits, forgotten->value.logits, (size_t)b->targets * SMALL_CLASSES * sizeof(real));
}

static void check_blocks(const struct encoding *kind, int rows, int targets, bool few, enum workspace_use use) {
    static struct small s;
    struct capacity capacity = {1, rows + 2 * SHORT, targets};
    small_open(&s, kind, (struct model_config){.d_model = 8, .heads = HEADS, .causal = !few}, few, &policy_extend,
               rows);
    struct batch b = long_batch(rows, targets, &s.arena);
    compare(&s, &b, capacity, use);
    compare_uses(&s, &b, capacity);
    small_close(&s);
}

static void test_blocks(void **state) {
    for (const struct encoding *const *kind = encodings; ABOUT(*kind); kind++)
        for (int few = 0; few < 2; few++)
            check_blocks(*kind, LONG, TARGETS, few, WORKSPACE_TRAINING);
}

/* However long the sequence, a block has some targets. */
static void test_blocks_of_very_long_sequences(void **state) {
    check_blocks(encoding_find("alibi"), LONGEST, FEW, false, WORKSPACE_WEIGHTS);
}

/* Bytes of room to evaluate one sequence of which every row is a target. */
static double bytes(const struct model *m, int rows) {
    struct arena arena = {0};
    struct workspace w;
    workspace_build(&w, m, (struct capacity){1, rows, rows}, WORKSPACE_BLOCKS, &arena);
    double all = (double)arena.bytes;
    arena_free(&arena);
    return all;
}

static void test_room_grows_with_the_length(void **state) {
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

int test_attention(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_way),
        cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_blocks_of_very_long_sequences),
        cmocka_unit_test(test_room_grows_with_the_length),
    };
    return cmocka_run_group_tests_name("attention", tests, NULL, NULL);
}
