/* test_hooks.c -- what the model promises to an encoding: hooks see one sequence at a
 * time with its positions, all rows or one query; reserved columns are 0 when `embed` is
 * called and the tables fill the others; backward hooks see what forward ones saw. */
#include "model/batch.h"
#include "unit/tests.h"

#include "law/alone.h"
#include "law/small.h"
#include "unit/near.h"

enum { COLUMNS = 3, WIDTH = 8, CALLS = 200 };

/* What the hooks were handed, in order. */
struct call {
    int rows, first, last; /* rows and the positions at both ends */
    int query;             /* of a bias; else -1 */
};
static struct record {
    struct call call[CALLS];
    int calls;
} embeds, embeds_back, turns, turns_back, biases, biases_back;

static void note(struct record *r, struct span s, int query) {
    assert_true(r->calls < CALLS);
    r->call[r->calls++] = (struct call){s.rows, s.position[0], s.position[s.rows - 1], query};
}

static bool build(struct encoding_built *b, struct arena *arena, struct error *e) {
    b->columns = COLUMNS;
    return true;
}

/* Adds position + 1 to its columns, which start at 0 whatever stood there before. */
static void embed(const struct encoding_use *use, const struct encoding_weights *w, real *x, struct span s) {
    note(&embeds, s, -1);
    for (int i = 0; i < s.rows; i++)
        for (int c = WIDTH - COLUMNS; c < WIDTH; c++) {
            assert_true(x[i * WIDTH + c] == 0);
            x[i * WIDTH + c] += (real)(s.position[i] + 1);
        }
}

static void embed_backward(const struct encoding_use *use, const struct encoding_weights *w, const real *dx,
                           struct span s) {
    note(&embeds_back, s, -1);
}

static void rotate(const struct encoding_use *use, real *x, struct span s) { note(&turns, s, -1); }

static void rotate_backward(const struct encoding_use *use, real *dx, struct span s) { note(&turns_back, s, -1); }

static void bias(const struct encoding_use *use, const struct encoding_weights *w, real *score, struct span query,
                 struct span key) {
    assert_int_equal(query.rows, 1);
    note(&biases, key, query.position[0]);
}

static void bias_backward(const struct encoding_use *use, const struct encoding_weights *w, const real *dscore,
                          struct span query, struct span key) {
    assert_int_equal(query.rows, 1);
    note(&biases_back, key, query.position[0]);
}

static const struct encoding turning = {.name = "turning",
                                        .build = build,
                                        .embed = embed,
                                        .embed_backward = embed_backward,
                                        .rotate = rotate,
                                        .rotate_backward = rotate_backward,
                                        .bias = bias,
                                        .bias_backward = bias_backward};
static const struct encoding still = {.name = "still",
                                      .build = build,
                                      .embed = embed,
                                      .embed_backward = embed_backward,
                                      .bias = bias,
                                      .bias_backward = bias_backward};

static void run(struct small *s, const struct encoding *kind, int targets, struct batch *b) {
    struct model_config config = {.d_model = WIDTH, .heads = 2, .d_ff = 12};
    embeds.calls = embeds_back.calls = turns.calls = turns_back.calls = biases.calls = biases_back.calls = 0;
    small_open(s, kind, config, targets, &policy_extend, SMALL_POSITIONS);
    *b = small_batch(&s->arena);
    small_gradient(s, b);
}

static void assert_call(const struct call *got, const struct batch *b, int sequence, int query) {
    assert_int_equal(got->rows, b->start[sequence + 1] - b->start[sequence]);
    assert_int_equal(got->first, b->position[b->start[sequence]]);
    assert_int_equal(got->last, b->position[b->start[sequence + 1] - 1]);
    assert_int_equal(got->query, query);
}

static void check_biases(const struct record *r, const struct batch *b) {
    int at = 0;
    for (int s = 0; s < b->sequences; s++)
        for (int i = b->target_start[s]; i < b->target_start[s + 1]; i++)
            assert_call(&r->call[at++], b, s, b->position[b->target[i]]);
    assert_int_equal(r->calls, at);
}

/* Each sequence once to `embed`, and each target position to `bias`, in both bodies. */
TEST(one_sequence_at_a_time) {
    static struct small s;
    struct batch b;
    for (int targets = 0; targets < 2; targets++) {
        run(&s, &still, targets, &b);
        assert_int_equal(embeds.calls, b.sequences);
        assert_int_equal(embeds_back.calls, b.sequences);
        for (int i = 0; i < b.sequences; i++) {
            assert_call(&embeds.call[i], &b, i, -1);
            assert_call(&embeds_back.call[i], &b, i, -1);
        }
        check_biases(&biases, &b);
        check_biases(&biases_back, &b);
        small_close(&s);
    }
}

/* Keys of each sequence, then queries row by row; the same on the way back. */
TEST(turns) {
    static struct small s;
    struct batch b;
    int at = 0;
    run(&s, &turning, 0, &b);
    for (int i = 0; i < b.sequences; i++)
        assert_call(&turns.call[at++], &b, i, -1);
    for (int k = 0; k < b.targets; k++, at++) {
        assert_int_equal(turns.call[at].rows, 1);
        assert_int_equal(turns.call[at].first, b.position[b.target[k]]);
    }
    assert_int_equal(turns.calls, at);
    assert_int_equal(turns_back.calls, at);
    assert_memory_equal(turns.call, turns_back.call, (size_t)at * sizeof turns.call[0]);
    small_close(&s);
}

/* A second pass finds its reserved columns empty again; the tables stand before them. */
TEST(columns) {
    static struct small s;
    struct batch b;
    run(&s, &still, 0, &b);
    small_loss(&s, &b);
    const real *token = s.model.params.value + s.model.token, *segment = s.model.params.value + s.model.segment;
    enum { TABLES = WIDTH - COLUMNS };
    for (int i = 0; i < b.rows; i++)
        for (int c = 0; c < WIDTH; c++) {
            real expected = c < TABLES ? token[b.token[i] * TABLES + c] + segment[b.segment[i] * TABLES + c]
                                       : (real)(b.position[i] + 1);
            assert_true(s.work.value.embedded[i * WIDTH + c] == expected);
        }
    small_close(&s);
}

/* ---- More keys than any loop works on at once */

enum { KEYS = 150, QUERIES = 2, SCORES = QUERIES * 2 * KEYS };

static int positions[KEYS];

/* Biases of all queries and keys, and gradients from scores' gradients that differ: of each pair by itself, or all. */
static void biases_of(struct alone *a, const struct encoding *kind, real score[SCORES], bool each) {
    alone_open(a, kind, (struct encoding_sizes){WIDTH, 2, 9, 0}, NULL, &policy_extend, KEYS);
    for (int i = 0; i < (each ? QUERIES * KEYS : 1); i++) {
        int query = i / KEYS, key = i % KEYS;
        real one[2] = {0}, done[2], dscore[SCORES];
        for (int k = 0; k < SCORES; k++)
            dscore[k] = (real)sin(1 + k);
        for (int n = 0; n < 2; n++)
            done[n] = dscore[(query * 2 + n) * KEYS + key];
        struct span from = {each ? 1 : QUERIES, positions + 1 + query}, to = {each ? 1 : KEYS, positions + key};
        kind->bias(&a->use, &a->weights, each ? one : score, from, to);
        if (kind->bias_backward)
            kind->bias_backward(&a->use, &a->weights, each ? done : dscore, from, to);
        for (int n = 0; n < 2 && each; n++)
            score[(query * 2 + n) * KEYS + key] = one[n];
    }
}

static void check_many_keys(const struct encoding *kind) {
    static struct alone one, all;
    real score[2][SCORES] = {0};
    biases_of(&one, kind, score[0], true);
    biases_of(&all, kind, score[1], false);
    for (int i = 0; i < SCORES; i++)
        assert_near("score", i, (double)score[1][i], (double)score[0][i], limit(1e-12, 1e-5));
    for (int t = 0; t < one.built.tensors; t++)
        for (int i = 0; i < one.built.tensor[t].rows * one.built.tensor[t].columns; i++)
            assert_near("gradient", i, (double)all.weights.grad[t][i], (double)one.weights.grad[t][i],
                        limit(1e-11, 1e-4));
    arena_free(&one.arena);
    arena_free(&all.arena);
}

TEST(biases_of_many_keys) {
    for (int j = 0; j < KEYS; j++)
        positions[j] = j * 7 % KEYS;
    for (const struct encoding *const *kind = encodings; ABOUT(*kind); kind++)
        if ((*kind)->bias)
            check_many_keys(*kind);
}

GROUP(hooks, NULL, NULL)
