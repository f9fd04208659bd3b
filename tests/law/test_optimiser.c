/* test_optimiser.c -- the first step of AdamW, the norm that clips and the learning rate, by hand. Later steps, and
 * what clipping does: test_layer.c.
 *
 * The model here is three tensors: a matrix (decays), a vector (does not) and a frozen matrix (stays). Between them is
 * padding that no function may count. */
#include "unit/near.h"
#include "unit/tests.h"

#include <math.h>
#include <string.h>

#include "run/optimiser.h"

struct fixture {
    struct arena arena;
    struct params params;
    size_t matrix, vector, frozen;
    real *grad;
};

/* All values 2, all gradients of padding 1000. */
static void open_fixture(struct fixture *f, int columns) {
    memset(f, 0, sizeof *f);
    f->matrix = params_matrix(&f->params, "matrix", 1, columns, 1);
    f->vector = params_vector(&f->params, "vector", columns, 1);
    f->frozen = params_matrix(&f->params, "frozen", 1, columns, 1);
    f->params.tensor[2].frozen = true;
    params_commit(&f->params, &f->arena);
    f->grad = arena_alloc(&f->arena, f->params.size, sizeof(real));
    for (size_t i = 0; i < f->params.size; i++) {
        f->params.value[i] = 2;
        f->grad[i] = 1000;
    }
}

static void set_grad(struct fixture *f, double matrix, double vector) {
    for (size_t i = 0; i < f->params.tensor[0].count; i++) {
        f->grad[f->matrix + i] = (real)matrix;
        f->grad[f->vector + i] = (real)vector;
    }
}

static const struct training usual = {
    .steps = 12,
    .warmup = 4,
    .learning_rate = 0.1,
    .beta1 = 0.9,
    .beta2 = 0.98,
    .epsilon = 0.5,
    .weight_decay = 0.25,
};

/* Moments corrected for their start: step 0 moves by rate * g / (|g| + epsilon). */
static void test_first_step(void **state) {
    struct fixture f;
    struct training t = usual;
    t.warmup = 0;
    open_fixture(&f, 3);
    set_grad(&f, -3, 3);
    struct update u = optimiser_at(&t, 0);
    u.factor = (real)0.5;
    optimiser_update(&f.params, 0, f.grad, u, (struct share){0, 1});
    for (int i = 0; i < 3; i++) {
        double move = 0.1 * 1.5 / (1.5 + 0.5);
        assert_near("matrix", i, (double)f.params.value[f.matrix + i], 2 * (1 - 0.1 * 0.25) + move, limit(1e-14, 1e-6));
        assert_near("vector", i, (double)f.params.value[f.vector + i], 2 - move, limit(1e-14, 1e-6));
        assert_near("frozen", i, (double)f.params.value[f.frozen + i], 2, 0);
        assert_near("first", i, (double)f.params.first[f.vector + i], 0.1 * 1.5, limit(1e-15, 1e-7));
        assert_near("second", i, (double)f.params.second[f.vector + i], 0.02 * 2.25, limit(1e-15, 1e-7));
        assert_near("frozen moment", i, (double)f.params.first[f.frozen + i], 0, 0);
    }
    arena_free(&f.arena);
}

/* Frozen tensors and padding are not in the norm; pieces of a long tensor add up. */
static void test_norm(void **state) {
    struct fixture f;
    open_fixture(&f, 1);
    set_grad(&f, 3, -4);
    assert_near("norm", 0, optimiser_norm(&f.params, 0, f.grad, 0), 5, limit(1e-14, 1e-6));
    f.grad[f.vector] = (real)NAN;
    assert_true(isnan(optimiser_norm(&f.params, 0, f.grad, 0)));
    arena_free(&f.arena);
    open_fixture(&f, 2500);
    set_grad(&f, 1, 0);
    assert_near("norm", 1, optimiser_norm(&f.params, 0, f.grad, 0), 50, limit(1e-12, 1e-4));
    arena_free(&f.arena);
}

static void test_rates_by_hand(void **state) {
    static const double warmup[] = {0.025, 0.05, 0.075, 0.1};
    struct training linear = usual, cosine = usual, constant = usual;
    linear.schedule = SCHEDULE_LINEAR;
    cosine.schedule = SCHEDULE_COSINE;
    constant.schedule = SCHEDULE_CONSTANT;
    for (int step = 0; step < 4; step++) {
        assert_near("linear", step, optimiser_rate(&linear, step), warmup[step], 1e-15);
        assert_near("cosine", step, optimiser_rate(&cosine, step), warmup[step], 1e-15);
        assert_near("constant", step, optimiser_rate(&constant, step), warmup[step], 1e-15);
    }
    assert_near("linear", 4, optimiser_rate(&linear, 4), 0.1, 1e-15);
    assert_near("linear", 8, optimiser_rate(&linear, 8), 0.05, 1e-15);
    assert_near("linear", 11, optimiser_rate(&linear, 11), 0.0125, 1e-15);
    assert_near("linear", 12, optimiser_rate(&linear, 12), 0, 0);
    assert_near("cosine", 4, optimiser_rate(&cosine, 4), 0.1, 1e-15);
    assert_near("cosine", 6, optimiser_rate(&cosine, 6), 0.05 * (1 + sqrt(0.5)), 1e-15);
    assert_near("cosine", 8, optimiser_rate(&cosine, 8), 0.05, 1e-15);
    assert_near("cosine", 12, optimiser_rate(&cosine, 12), 0, 1e-15);
    assert_near("constant", 11, optimiser_rate(&constant, 11), 0.1, 0);
}

int test_optimiser(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_step),
        cmocka_unit_test(test_norm),
        cmocka_unit_test(test_rates_by_hand),
    };
    return cmocka_run_group_tests_name("optimiser", tests, NULL, NULL);
}
