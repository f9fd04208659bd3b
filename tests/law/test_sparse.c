/* test_sparse.c -- train.sparse = lazy is train.sparse = dense, only faster: the same weights and moments, whether a
 * row occurs in every batch, sometimes, once or never.
 *
 * Rows in a batch are updated in the dense step's order (a shard without the word would add 0), so rows in every batch
 * agree bit for bit, unless the norm clips: it sums the rows in another order. Rows that come back agree to rounding.
 * Rounding can grow without bound where a unit of the feed-forward is just about to switch, so whole runs have the
 * smooth activation. */
#include "law/trained.h"
#include "unit/near.h"
#include "unit/tests.h"

#include <string.h>

enum { STEPS = 6 };

#define EVERY "task.fillers=12"

static void assert_same(const struct trained *a, const struct trained *b) {
    for (int i = 0; i < BLOCKS; i++)
        assert_memory_equal(block(a, i), block(b, i), bytes(a));
}

/* Marks the words of the last step's batch; the result says how many it has. */
static int mark(const struct trained *t, bool *occurs) {
    int count = 0;
    for (int k = 0; k < t->stepper.shards; k++) {
        const struct batch *b = &t->stepper.shard[k].batch;
        for (int i = 0; i < b->rows; i++) {
            count += !occurs[b->token[i]];
            occurs[b->token[i]] = true;
        }
    }
    return count;
}

/* ---- Whole runs */

/* What weights are after every step, brought up to date, and weights and moments after the last. */
static void assert_alike(const char *const *with_lazy, const char *const *with_dense, double tolerance) {
    static struct trained lazy, dense;
    int behind = 0;
    open_trained(&lazy, with_lazy, 1);
    open_trained(&dense, with_dense, 1);
    const struct tensor *token = params_at(&lazy.run.model.params, lazy.run.model.token);
    while (lazy.run.step < lazy.run.settings.train.steps) {
        struct arena arena = {0};
        step(&lazy);
        step(&dense);
        const real *weights = current_weights(&lazy, &arena);
        for (size_t i = 0; i < token->count; i++)
            assert_near("weight", (int)i, (double)weights[i], (double)block(&dense, 0)[token->offset + i], tolerance);
        for (int row = 0; row < token->rows; row++)
            behind += lazy_update_distance(&lazy.stepper.lazy, row) > 0;
        arena_free(&arena);
    }
    assert_true(behind > lazy.run.settings.train.steps);
    for (int k = 0; k < BLOCKS; k++)
        for (size_t i = 0; i < lazy.run.model.params.size; i++)
            assert_near("number", (int)i, (double)block(&lazy, k)[i], (double)block(&dense, k)[i], tolerance);
    for (int row = 0; row < token->rows; row++)
        assert_int_equal(lazy.run.row_step[row], lazy.run.step);
    run_free(&lazy.run);
    run_free(&dense.run);
}

/* says help train: The weights equal those of train.sparse=dense up to rounding */
/* says help settings: lazy: only the words of its batch, with the same weights up to rounding */
TEST(alike) {
    assert_alike(OPTIONS(SOME, "train.steps=80", "train.sparse=lazy"),
                 OPTIONS(SOME, "train.steps=80", "train.sparse=dense"), limit(1e-7, 2e-5));
    assert_alike(OPTIONS(MANY, "train.steps=150", "train.weight_decay=2", "train.sparse=lazy"),
                 OPTIONS(MANY, "train.steps=150", "train.weight_decay=2", "train.sparse=dense"), limit(1e-7, 2e-5));
}

/* Where each batch has every word, whole runs agree; some shards lack some. Where the norm clips, its sum runs over
 * the words in another order and rounds differently. */
TEST(every_word) {
    static struct trained lazy, dense;
    static const char *const clip[] = {"train.clip=0", "train.clip=0.01"};
    for (int c = 0; c < 2; c++) {
        int lacking = 0;
        open_trained(&lazy, OPTIONS(EVERY, clip[c], "train.sparse=lazy"), 1);
        open_trained(&dense, OPTIONS(EVERY, clip[c], "train.sparse=dense"), 1);
        for (int n = 0; n < STEPS; n++) {
            step(&lazy);
            step(&dense);
            assert_int_equal(lazy.stepper.shard[0].active->count, lazy.run.model.size.vocabulary);
            for (int k = 1; k < lazy.stepper.shards; k++)
                lacking += lazy.stepper.shard[k].active->count < lazy.run.model.size.vocabulary;
        }
        assert_true(lacking > 0);
        if (c == 0)
            assert_same(&lazy, &dense);
        for (size_t i = 0; i < lazy.run.model.params.size; i++)
            assert_near("weight", (int)i, (double)block(&lazy, 0)[i], (double)block(&dense, 0)[i], limit(1e-12, 1e-4));
        run_free(&lazy.run);
        run_free(&dense.run);
    }
}

/* A word that never occurs decays, and has no moments. */
/* says help train: train.sparse=lazy updates only the rows of the token table that a batch uses */
TEST(never) {
    static struct trained t;
    struct arena arena = {0};
    int never = 0;
    double kept = 1;
    open_trained(&t, OPTIONS("task.fillers=2000", "train.steps=24", "train.weight_decay=2", "train.sparse=lazy"), 1);
    int vocabulary = t.run.model.size.vocabulary, width = t.run.settings.model.d_model;
    bool *occurs = arena_alloc(&arena, (size_t)vocabulary, sizeof *occurs);
    real *initial = memcpy(arena_alloc(&arena, bytes(&t), 1), block(&t, 0), bytes(&t));
    for (int n = 0; n < 24; n++) {
        step(&t);
        mark(&t, occurs);
        kept *= 1 - 2 * t.stepper.rate;
    }
    for (int word = 0; word < vocabulary; word++) {
        size_t at = t.run.model.token + (size_t)word * width;
        if (occurs[word])
            continue;
        never++;
        for (size_t i = at; i < at + width; i++) {
            assert_near("weight", (int)i, (double)block(&t, 0)[i], kept * (double)initial[i], limit(1e-12, 1e-6));
            assert_true(block(&t, 1)[i] == 0 && block(&t, 2)[i] == 0);
        }
    }
    assert_true(kept < 0.95);
    assert_in_range(never, 20, vocabulary - 50);
    run_free(&t.run);
    arena_free(&arena);
}

/* ---- The same bits */

/* Through steps at which all rows are brought up to date, and the last. */
TEST(threads) {
    static struct trained one, many;
    for (int threads = 2; threads <= 4; threads++) {
        open_trained(&one, OPTIONS(MANY, "train.steps=40", "train.sparse=lazy"), 1);
        open_trained(&many, OPTIONS(MANY, "train.steps=40", "train.sparse=lazy"), threads);
        while (one.run.step < 40) {
            step(&one);
            step(&many);
            assert_same(&one, &many);
        }
        run_free(&one.run);
        run_free(&many.run);
    }
}

/* ---- Which way a run takes */

/* [CLS], X and Y are words too; a batch has at most half as many tokens. Where the series would not converge, or a
 * decay change sign, auto is dense. */
/* says help train: words on, if a batch has at most half as many tokens as there are words */
TEST(auto) {
    static const struct {
        const char *fillers, *sparse, *other;
        bool lazy;
    } cases[] = {
        {"task.fillers=1996", "train.sparse=auto", "train.beta2=0.98", false},
        {"task.fillers=1997", "train.sparse=auto", "train.beta2=0.98", true},
        {"task.fillers=1997", "train.sparse=auto", "task.words=61", true}, /* 16 x 62 tokens, with [CLS] */
        {"task.fillers=1997", "train.sparse=auto", "task.words=62", false},
        {"task.fillers=1997", "train.sparse=dense", "train.beta2=0.98", false},
        {"task.fillers=5", "train.sparse=lazy", "train.beta2=0.98", true},
        {"task.fillers=1997", "train.sparse=auto", "train.beta2=0.91", true},
        {"task.fillers=1997", "train.sparse=auto", "train.beta2=0.9", false},
        {"task.fillers=1997", "train.sparse=auto", "train.weight_decay=249", true},
        {"task.fillers=1997", "train.sparse=auto", "train.weight_decay=250", false},
    };
    static struct trained t;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        open_trained(&t, OPTIONS(cases[i].fillers, cases[i].sparse, cases[i].other), 1);
        assert_int_equal(t.stepper.shard[0].active != NULL, cases[i].lazy);
        assert_int_equal(t.run.settings.train.sparse, cases[i].lazy ? SPARSE_LAZY : SPARSE_DENSE);
        run_free(&t.run);
    }
}

/* As many rows as there is room for, near each other and far, in the order in which they came. */
TEST(numbers) {
    enum { ROOM = 100 };
    struct arena arena = {0};
    struct sparse_rows t;
    sparse_rows_build(&t, ROOM, &arena);
    for (int round = 0; round < 3; round++) {
        sparse_rows_clear(&t);
        for (int k = 0; k < 2 * ROOM; k++) {
            int i = k % ROOM, row = round == 0 ? i : round == 1 ? 1999999 - 4096 * i : i * i;
            assert_int_equal(sparse_rows_number(&t, row), i);
            assert_int_equal(t.row[i], row);
        }
        assert_int_equal(t.count, ROOM);
    }
    arena_free(&arena);
}

GROUP(sparse, NULL, NULL)
