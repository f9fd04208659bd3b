/* test_sparse.c -- train.sparse = lazy: at the words of its batch a step is the dense step, and at all others nothing.
 *
 * Every number of a gradient is added up in the dense step's order (a shard without the word would add 0), so that
 * without clipping, which needs the norm of all, the two give the same bits. */
#include "unit/near.h"
#include "unit/opened.h"
#include "unit/tests.h"

#include <string.h>

#include "train/active_rows.h"
#include "train/step.h"

enum { STEPS = 6, BLOCKS = 3 };

/* Few enough examples that shards differ in their words, and that most words of a large vocabulary occur in no step. */
#define COMMON \
    "task.name=first", "train.batch=16", "train.shards=4", "train.steps=24", "train.warmup=4", "model.d_model=12"
#define EVERY "task.fillers=12"
#define MANY "task.fillers=600"
#define OPTIONS(...) ((const char *const[]){COMMON, __VA_ARGS__, NULL})

struct trained {
    struct run run;
    struct stepper stepper;
};

static void open_trained(struct trained *t, const char *const *assignments, int threads) {
    struct error e;
    open_run(&t->run, assignments);
    assert_true(stepper_build(&t->stepper, &t->run, threads, &e));
}

static void step(struct trained *t) {
    struct error e;
    assert_true(stepper_step(&t->stepper, &e));
}

static real *block(const struct trained *t, int i) {
    const struct params *p = &t->run.model.params;
    return (real *const[BLOCKS]){p->value, p->first, p->second}[i];
}

static size_t bytes(const struct trained *t) { return t->run.model.params.size * sizeof(real); }

static void assert_same(const struct trained *a, const struct trained *b) {
    for (int i = 0; i < BLOCKS; i++)
        assert_memory_equal(block(a, i), block(b, i), bytes(a));
}

/* A copy of weights and moments, as they stand. */
static void keep(const struct trained *t, real *kept[BLOCKS], struct arena *arena) {
    for (int i = 0; i < BLOCKS; i++)
        kept[i] = memcpy(arena_alloc(arena, bytes(t), 1), block(t, i), bytes(t));
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

static void assert_row(const struct trained *t, int word, real *const expected[BLOCKS]) {
    size_t width = (size_t)t->run.settings.model.d_model, at = t->run.model.token + word * width;
    for (int i = 0; i < BLOCKS; i++)
        assert_memory_equal(block(t, i) + at, expected[i] + at, width * sizeof(real));
}

/* Each lazy step beside a dense one from the same weights and moments: with a vocabulary of which a batch has a part,
 * words come, stay away and come again. */
static void test_one_step(void **state) {
    static struct trained lazy, dense;
    const struct model *m = &lazy.run.model;
    (void)state;
    open_trained(&lazy, OPTIONS("task.fillers=60", "train.clip=0", "train.sparse=lazy"), 1);
    open_trained(&dense, OPTIONS("task.fillers=60", "train.clip=0", "train.sparse=dense"), 1);
    for (int n = 0; n < STEPS; n++) {
        struct arena arena = {0};
        bool *occurs = arena_alloc(&arena, (size_t)m->size.vocabulary, sizeof *occurs);
        real *before[BLOCKS], *after[BLOCKS];
        keep(&lazy, before, &arena);
        for (int i = 0; i < BLOCKS; i++)
            memcpy(block(&dense, i), before[i], bytes(&dense));
        step(&lazy);
        step(&dense);
        keep(&dense, after, &arena);
        assert_near("norm", n, lazy.stepper.norm, dense.stepper.norm, limit(1e-13, 1e-6));
        assert_in_range(mark(&dense, occurs), 10, m->size.vocabulary - 1);
        for (int word = 0; word < m->size.vocabulary; word++)
            assert_row(&lazy, word, occurs[word] ? after : before);
        size_t others = m->segment; /* after the token table */
        for (int i = 0; i < BLOCKS; i++)
            assert_memory_equal(block(&lazy, i) + others, after[i] + others, bytes(&lazy) - others * sizeof(real));
        arena_free(&arena);
    }
    run_free(&lazy.run);
    run_free(&dense.run);
}

/* Where each batch has every word, whole runs agree; some shards lack some. Where the norm clips, its sum runs over
 * the words in another order and rounds differently. */
static void test_every_word(void **state) {
    static struct trained lazy, dense;
    static const char *const clip[] = {"train.clip=0", "train.clip=0.01"};
    (void)state;
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

/* A word that never occurs keeps its initial weights, and has no moments; in a dense run it decays. */
static void test_never(void **state) {
    static struct trained lazy, dense;
    struct arena arena = {0};
    real *initial[BLOCKS];
    int never = 0;
    (void)state;
    open_trained(&lazy, OPTIONS(MANY, "train.sparse=lazy"), 1);
    open_trained(&dense, OPTIONS(MANY, "train.sparse=dense"), 1);
    int vocabulary = lazy.run.model.size.vocabulary, width = lazy.run.settings.model.d_model;
    bool *occurs = arena_alloc(&arena, (size_t)vocabulary, sizeof *occurs);
    keep(&lazy, initial, &arena);
    for (int n = 0; n < STEPS; n++) {
        step(&lazy);
        step(&dense);
        mark(&lazy, occurs);
    }
    for (int word = 0; word < vocabulary; word++) {
        size_t at = lazy.run.model.token + (size_t)word * width;
        if (occurs[word])
            continue;
        never++;
        assert_row(&lazy, word, initial);
        for (size_t i = at; i < at + width; i++) {
            assert_true(block(&lazy, 1)[i] == 0 && block(&lazy, 2)[i] == 0);
            assert_true(fabs((double)block(&dense, 0)[i]) < fabs((double)initial[0][i]));
        }
    }
    assert_in_range(never, 50, vocabulary - 50);
    run_free(&lazy.run);
    run_free(&dense.run);
    arena_free(&arena);
}

/* A word of the first step alone keeps from then on what that step left, moments too. */
static void test_once(void **state) {
    static struct trained t;
    struct arena arena = {0};
    real *initial[BLOCKS], *left[BLOCKS];
    int once = 0;
    (void)state;
    open_trained(&t, OPTIONS(MANY, "train.sparse=lazy"), 1);
    int vocabulary = t.run.model.size.vocabulary;
    bool *first = arena_alloc(&arena, (size_t)vocabulary, sizeof *first);
    bool *later = arena_alloc(&arena, (size_t)vocabulary, sizeof *later);
    keep(&t, initial, &arena);
    step(&t);
    mark(&t, first);
    keep(&t, left, &arena);
    for (int n = 1; n < STEPS; n++) {
        step(&t);
        mark(&t, later);
    }
    for (int word = 0; word < vocabulary; word++) {
        size_t at = t.run.model.token + (size_t)word * t.run.settings.model.d_model;
        if (!first[word] || later[word])
            continue;
        once++;
        assert_row(&t, word, left);
        assert_true(left[0][at] != initial[0][at] && left[1][at] != 0 && left[2][at] > 0);
    }
    assert_true(once > 10);
    run_free(&t.run);
    arena_free(&arena);
}

static void test_threads(void **state) {
    static struct trained one, many;
    (void)state;
    for (int threads = 2; threads <= 4; threads++) {
        open_trained(&one, OPTIONS(MANY, "train.sparse=lazy"), 1);
        open_trained(&many, OPTIONS(MANY, "train.sparse=lazy"), threads);
        for (int n = 0; n < STEPS; n++) {
            step(&one);
            step(&many);
        }
        assert_same(&one, &many);
        run_free(&one.run);
        run_free(&many.run);
    }
}

/* [CLS], X and Y are words too. */
static void test_auto(void **state) {
    static const struct {
        const char *fillers, *sparse;
        bool lazy;
    } cases[] = {
        {"task.fillers=19996", "train.sparse=auto", false},
        {"task.fillers=19997", "train.sparse=auto", true},
        {"task.fillers=19997", "train.sparse=dense", false},
        {"task.fillers=5", "train.sparse=lazy", true},
    };
    static struct trained t;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        open_trained(&t, OPTIONS(cases[i].fillers, cases[i].sparse), 1);
        assert_int_equal(t.stepper.shard[0].active != NULL, cases[i].lazy);
        run_free(&t.run);
    }
}

/* As many rows as there is room for, near each other and far, in the order in which they came. */
static void test_numbers(void **state) {
    enum { ROOM = 100 };
    struct arena arena = {0};
    struct active_rows t;
    (void)state;
    active_rows_build(&t, 0, ROOM, &arena);
    for (int round = 0; round < 3; round++) {
        active_rows_clear(&t);
        for (int k = 0; k < 2 * ROOM; k++) {
            int i = k % ROOM, row = round == 0 ? i : round == 1 ? 1999999 - 4096 * i : i * i;
            assert_int_equal(active_rows_number(&t, row), i);
            assert_int_equal(t.row[i], row);
        }
        assert_int_equal(t.count, ROOM);
    }
    arena_free(&arena);
}

int test_sparse(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_step), cmocka_unit_test(test_every_word), cmocka_unit_test(test_never),
        cmocka_unit_test(test_once),     cmocka_unit_test(test_threads),    cmocka_unit_test(test_auto),
        cmocka_unit_test(test_numbers),
    };
    return cmocka_run_group_tests_name("sparse", tests, NULL, NULL);
}
