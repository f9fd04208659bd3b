/* test_known_rows.c -- a pass that copies known rows answers as one that computes them: for every encoding, mixer and
 * shape of attention; bit for bit where products are ours. */
#include "law/small.h"
#include "unit/tests.h"

#include <string.h>

#include "encoding/kinds.h"
#include "model/attention.h"
#include "unit/near.h"

/* One target a sequence, its first row: the same in the first and the last, which share a query; in the second the same
 * word at another position, or, `alike`, the same row. */
static struct batch one_query(struct arena *arena, bool alike) {
    struct batch b = small_batch(arena);
    b.start[1] = 6;
    b.start[2] = 10;
    for (int s = 0; s < 3; s++) {
        int row = b.start[s];
        b.target[s] = row;
        b.target_start[s + 1] = s + 1;
        b.token[row] = b.token[0];
        b.segment[row] = b.segment[0];
        b.position[row] = s == 1 && !alike ? 3 : b.position[0];
    }
    b.targets = 3;
    return b;
}

/* The states of a pass with known rows. */
static const real *with_known(struct small *s, struct batch *b) {
    struct known_rows *known = arena_alloc(&s->arena, 1, sizeof *known);
    struct workspace *w = arena_alloc(&s->arena, 1, sizeof *w);
    workspace_build(w, &s->model, (struct capacity){1, 64, 64}, WORKSPACE_BLOCKS, &s->arena);
    b->known = arena_alloc(&s->arena, (size_t)b->rows, sizeof *b->known);
    known_rows_number(&s->model, b);
    known_rows_build(known, &s->model, s->use.length, &s->arena);
    known_rows_compute(known, &s->model, &s->use, w, b);
    w->known = known;
    model_states(&s->model, w, b, &s->use);
    return w->value.final;
}

static void compare(struct small *s, struct batch *b) {
    size_t count = (size_t)b->targets * s->model.config.d_model;
    for (int products = PRODUCTS_BLAS; products <= PRODUCTS_PORTABLE; products++) {
        s->model.products = products;
        matmul_use(products);
        const real *known = with_known(s, b);
        model_states(&s->model, &s->work, b, &s->use);
        for (size_t i = 0; i < count; i++)
            assert_near("state", (int)i, (double)known[i], (double)s->work.value.final[i], limit(1e-12, 2e-5));
        if (products == PRODUCTS_PORTABLE && s->model.config.heads == 2) /* products of so few rows are summed alike */
            assert_memory_equal(known, s->work.value.final, count * sizeof *known);
    }
    matmul_use(PRODUCTS_BLAS);
}

/* With 1 target attention absorbs its projections, with 3 it does not. */
static void check(struct small_kinds k, int norm, int causal, int targets, int heads) {
    static struct small s;
    struct model_config config = {.d_model = 4 * heads, .heads = heads, .norm = norm, .causal = causal, .d_ff = 6};
    if (!small_fits(k, config))
        return;
    config.embedding_norm = norm == NORM_POST;
    small_open_kinds(&s, k, config, targets, &policy_extend, SMALL_POSITIONS);
    if (!s.model.encoding.by_length) {
        struct batch batch[] = {small_batch(&s.arena), one_query(&s.arena, false), one_query(&s.arena, true)};
        for (int i = 0; i < 3; i++)
            compare(&s, &batch[i]);
    }
    small_close(&s);
}

TEST(as_computed) {
    struct small_kinds k;
    for (int i = 0; small_attention(i, &k); i++)
        for (int shape = 0; shape < 16; shape++)
            check(k, shape & 1 ? NORM_POST : NORM_PRE, shape & 2 ? 1 : 0, shape & 4 ? 3 : 1, shape & 8 ? 9 : 2);
    for (int i = 0; small_variant(i, &k); i++)
        check(k, NORM_PRE, 0, 1, 2);
}

static struct known_rows known_of(struct small *s, struct workspace *w, const struct batch *b) {
    struct known_rows known;
    known_rows_build(&known, &s->model, s->use.length, &s->arena);
    known_rows_compute(&known, &s->model, &s->use, w, b);
    return known;
}

static bool is_scored(const struct known_rows *known) {
    return ((const struct attention_arrays *)known->work.value.mixing)->scored;
}

/* Whether the scores of sequence i of b, which has gone through w, are looked up. */
static bool is_looked_up(const struct small *s, const struct workspace *w, const struct batch *b, int i) {
    const struct attention_pass p = {
        .m = &s->model, .at = s->model.mixing, .b = b, .a = w->value.mixing, .z = w->value.z, .known = w->known};
    return attention_known_rows(&p, i);
}

static void check_looked_up(const struct encoding *kind) {
    static struct small s;
    struct workspace w;
    small_open(&s, kind, (struct model_config){.d_model = 8, .heads = 2, .norm = NORM_PRE}, 1, &policy_extend,
               SMALL_POSITIONS);
    s.model.products = PRODUCTS_PORTABLE;
    workspace_build(&w, &s.model, (struct capacity){1, 64, 64}, WORKSPACE_BLOCKS, &s.arena);
    struct batch same = one_query(&s.arena, false), more = small_batch(&s.arena);
    same.known = more.known = arena_alloc(&s.arena, SMALL_ROWS, sizeof *same.known);
    known_rows_number(&s.model, &same);
    struct known_rows known = known_of(&s, &w, &same), unscored = known_of(&s, &w, &more);
    assert_true(is_scored(&known));
    assert_false(is_scored(&unscored));
    w.known = &known;
    model_states(&s.model, &w, &same, &s.use);
    assert_true(is_looked_up(&s, &w, &same, 0));
    assert_false(is_looked_up(&s, &w, &same, 1));
    assert_true(is_looked_up(&s, &w, &same, 2));
    more.target[0] = 0; /* the known query, and another one in the same sequence */
    more.target[1] = 4;
    model_states(&s.model, &w, &more, &s.use);
    assert_false(is_looked_up(&s, &w, &more, 0));
    matmul_use(PRODUCTS_BLAS);
    small_close(&s);
}

/* Whether no query of b is computed where the first one of `first` is known. */
static bool is_known(struct small *s, struct batch *first, struct batch *b) {
    struct workspace w;
    workspace_build(&w, &s->model, (struct capacity){1, 64, 64}, WORKSPACE_BLOCKS, &s->arena);
    first->known = arena_alloc(&s->arena, SMALL_ROWS, sizeof *first->known);
    b->known = arena_alloc(&s->arena, SMALL_ROWS, sizeof *b->known);
    known_rows_number(&s->model, first);
    known_rows_number(&s->model, b);
    const struct known_rows known = known_of(s, &w, first);
    return attention_known_queries(&(struct attention_pass){.b = b, .known = &known});
}

/* Only in batches whose targets are all that row, each the only one of its sequence. */
TEST(queries_are_known) {
    static struct small s;
    small_open(&s, &encoding_learned, (struct model_config){.d_model = 8, .heads = 2, .norm = NORM_PRE}, 1,
               &policy_extend, SMALL_POSITIONS);
    struct batch alike = one_query(&s.arena, true), other = one_query(&s.arena, false), fewer = alike, twice = alike;
    fewer.sequences = fewer.targets = 2;
    twice.target_start = (int[]){0, 2, 2, 3};
    assert_true(is_known(&s, &alike, &alike));
    assert_false(is_known(&s, &alike, &other));
    assert_true(is_known(&s, &alike, &fewer));
    assert_true(is_known(&s, &other, &alike));
    assert_false(is_known(&s, &alike, &twice));
    small_close(&s);
}

/* Only where the known query is the only one of a sequence; it is known only if each sequence has one. */
TEST(scores_are_looked_up) {
    check_looked_up(&encoding_learned);
    check_looked_up(&encoding_rope);
}

/* 7 tokens, 2 segments, 6 positions: 84 rows, of which each must come four times. */
TEST(when_it_pays) {
    static struct small s;
    small_open_kinds(&s, (struct small_kinds){&mixer_attention, &encoding_learned, NULL},
                     (struct model_config){.d_model = 8, .heads = 2, .norm = NORM_PRE}, 1, &policy_extend,
                     SMALL_POSITIONS);
    int different = s.model.size.vocabulary * s.model.size.segments * 6;
    assert_int_equal(different, 84);
    assert_true(known_rows_pay(&s.model, 6, 336));
    assert_false(known_rows_pay(&s.model, 6, 335));
    assert_false(known_rows_pay(&s.model, 40000, 1e12)); /* 4.5 million numbers */
    small_close(&s);
    small_open_kinds(&s, (struct small_kinds){&mixer_attention, &encoding_ratio, NULL},
                     (struct model_config){.d_model = 8, .heads = 2, .norm = NORM_PRE}, 1, &policy_extend,
                     SMALL_POSITIONS);
    assert_false(known_rows_pay(&s.model, 6, 1e9)); /* its rows depend on their sequence's length */
    small_close(&s);
}

GROUP(known_rows, NULL, NULL)
