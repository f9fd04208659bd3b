/* test_model.c -- laws of the model: without positions attention sees a set; a causal model does not see what comes
 * later. Packing: test_mixer.c. */
#include "unit/tests.h"

#include <math.h>
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

int test_model(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_permutation),
        cmocka_unit_test(test_causality),
    };
    return cmocka_run_group_tests_name("model", tests, NULL, NULL);
}
