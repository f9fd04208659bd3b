/* test_model.c -- laws of the model: without positions attention sees a set; a causal
 * model does not see what comes later; packing changes nothing. */
#include "unit/tests.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "encoding/kinds.h"
#include "law/small.h"

enum { T = 7, LOGITS = T * SMALL_CLASSES };

/* One sequence of T rows, all of them targets, in the order given. */
static struct batch sequence(struct arena *a, const int *order) {
    static const int token[T] = {1, 2, 2, 3, 1, 4, 0}, segment[T] = {0, 0, 1, 1, 1, 0, 0};
    struct batch b = small_batch(a);
    b.sequences = 1;
    b.rows = b.targets = T;
    b.start[1] = T;
    b.target = arena_alloc(a, T, sizeof *b.target);
    b.target_start[1] = T;
    for (int i = 0; i < T; i++) {
        b.token[i] = token[order[i]];
        b.segment[i] = segment[order[i]];
        b.position[i] = i < SMALL_POSITIONS ? i : SMALL_POSITIONS - 1;
        b.target[i] = i;
    }
    return b;
}

static const int straight[T] = {0, 1, 2, 3, 4, 5, 6}, mixed[T] = {3, 6, 0, 5, 1, 4, 2};

static void forward(struct small *s, const struct encoding *kind, struct model_config config, const int *order,
                    real logits[LOGITS]) {
    small_open(s, kind, config, 0, &policy_extend, SMALL_POSITIONS);
    struct batch b = sequence(&s->arena, order);
    small_loss(s, &b);
    memcpy(logits, s->work.value.logits, LOGITS * sizeof *logits);
    small_close(s);
}

/* The largest difference between row i of x and row order[i] of y. */
static double apart(const real *x, const real *y, const int *order) {
    double most = 0;
    for (int i = 0; i < T; i++)
        for (int c = 0; c < SMALL_CLASSES; c++)
            most = fmax(most, fabs((double)x[i * SMALL_CLASSES + c] - (double)y[order[i] * SMALL_CLASSES + c]));
    return most;
}

static const struct model_config both_ways = {.d_model = 8, .heads = 2, .d_ff = 12};

static void test_permutation(void **state) {
    static struct small s;
    real x[LOGITS], y[LOGITS];
    double limit = sizeof(real) == 8 ? 1e-13 : 1e-5;
    for (const struct encoding *const *kind = encodings; ABOUT(*kind); kind++) {
        forward(&s, *kind, both_ways, straight, x);
        forward(&s, *kind, both_ways, mixed, y);
        bool blind = apart(y, x, mixed) <= limit;
        if (blind != (*kind == &encoding_none))
            fail_msg("%s: a permuted sequence gives permuted answers: %s", (*kind)->name, blind ? "yes" : "no");
    }
}

static void test_causality(void **state) {
    static struct small s;
    static const int changed[T] = {0, 1, 2, 3, 6, 6, 6}; /* from row 4 on other words occur */
    struct model_config causal = both_ways;
    real x[LOGITS], y[LOGITS];
    causal.causal = 1;
    for (const struct encoding *const *kind = encodings; ABOUT(*kind); kind++) {
        forward(&s, *kind, causal, straight, x);
        forward(&s, *kind, causal, changed, y);
        assert_memory_equal(x, y, 4 * SMALL_CLASSES * sizeof *x);
        assert_memory_not_equal(x + 4 * SMALL_CLASSES, y + 4 * SMALL_CLASSES, SMALL_CLASSES * sizeof *x);
        forward(&s, *kind, both_ways, straight, x);
        forward(&s, *kind, both_ways, changed, y);
        assert_memory_not_equal(x, y, SMALL_CLASSES * sizeof *x);
    }
}

/* A sequence gets the same answer alone and between others. */
static void test_packing(void **state) {
    static struct small s;
    double limit = sizeof(real) == 8 ? 1e-13 : 1e-5;
    for (const struct encoding *const *kind = encodings; ABOUT(*kind); kind++) {
        small_open(&s, *kind, both_ways, 0, &policy_extend, SMALL_POSITIONS);
        struct batch b = small_batch(&s.arena);
        small_loss(&s, &b);
        real *packed = arena_alloc(&s.arena, SMALL_CLASSES, sizeof *packed);
        memcpy(packed, s.work.value.logits + 2 * SMALL_CLASSES, SMALL_CLASSES * sizeof *packed);
        struct batch alone = {.sequences = 1,
                              .rows = 1,
                              .start = (int[]){0, 1},
                              .token = b.token + 6,
                              .segment = b.segment + 6,
                              .position = b.position + 6,
                              .targets = 1,
                              .target_start = (int[]){0, 1},
                              .target = (int[]){0},
                              .answer = (int[]){0}};
        small_loss(&s, &alone);
        for (int c = 0; c < SMALL_CLASSES; c++)
            assert_true(fabs((double)packed[c] - (double)s.work.value.logits[c]) <= limit);
        small_close(&s);
    }
}

/* SCIENCE: x0 + p0 = z0 and so on, with numbers computed by hand. */
static void test_worked_sum(void **state) {
    static const real token[3][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
    static const double sum[3][4] = {{1.1, .2, .3, .4}, {.2, 1.3, .4, .5}, {.3, .4, 1.5, .6}};
    static struct small s;
    small_open(&s, &encoding_learned, (struct model_config){.d_model = 4, .heads = 1}, 0, &policy_extend,
               SMALL_POSITIONS);
    struct batch b = small_batch(&s.arena);
    memcpy(s.model.params.value + s.model.token, token, sizeof token);
    memset(s.model.params.value + s.model.segment, 0, 8 * sizeof(real));
    for (int t = 0; t < 3; t++) {
        b.token[t] = t;
        b.position[t] = t;
        for (int c = 0; c < 4; c++)
            s.model.params.value[s.model.position[0] + t * 4 + c] = (real)(0.1 * (t + c + 1));
    }
    small_loss(&s, &b);
    for (int i = 0; i < 12; i++)
        assert_true(fabs((double)s.work.value.embedded[i] - sum[i / 4][i % 4]) <= 1e-6);
    small_close(&s);
}

int test_model(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_permutation),
        cmocka_unit_test(test_causality),
        cmocka_unit_test(test_packing),
        cmocka_unit_test(test_worked_sum),
    };
    return cmocka_run_group_tests_name("model", tests, NULL, NULL);
}
