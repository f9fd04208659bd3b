/* test_optimiser.c -- AdamW, clipping's norm and the learning rate, step by step by hand.
 *
 * The model here is three tensors: a matrix (decays), a vector (does not) and a frozen matrix (stays). Between them is
 * padding that no function may count. The last test compares a complete training step with separate updates. */
#include "unit/near.h"
#include "unit/opened.h"
#include "unit/tests.h"

#include <math.h>
#include <string.h>

#include "train/optimiser.h"
#include "train/step.h"

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
    optimiser_update(&f.params, f.grad, NULL, &t, 0, 0.5, (struct share){0, 1});
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

/* Three steps of the textbook (Kingma and Ba 2015, decay by Loshchilov and Hutter 2019). */
static void test_three_steps(void **state) {
    static const double gradient[] = {1, -2, 0.5};
    double w = 2, m = 0, v = 0;
    struct fixture f;
    open_fixture(&f, 1);
    for (int step = 0; step < 3; step++) {
        double g = gradient[step], rate = 0.1 * (step + 1) / 4;
        set_grad(&f, g, g);
        optimiser_update(&f.params, f.grad, NULL, &usual, step, 1, (struct share){0, 1});
        m = 0.9 * m + 0.1 * g;
        v = 0.98 * v + 0.02 * g * g;
        double mean = m / (1 - pow(0.9, step + 1)), square = v / (1 - pow(0.98, step + 1));
        w = w - rate * 0.25 * w - rate * mean / (sqrt(square) + 0.5);
        assert_near("matrix", step, (double)f.params.value[f.matrix], w, limit(1e-14, 2e-6));
    }
    arena_free(&f.arena);
}

static void test_only_matrices_decay(void **state) {
    struct fixture f;
    struct training t = usual;
    t.warmup = 0;
    open_fixture(&f, 2);
    set_grad(&f, 0, 0);
    optimiser_update(&f.params, f.grad, NULL, &t, 0, 1, (struct share){0, 1});
    assert_near("vector", 0, (double)f.params.value[f.vector], 2, 0);
    assert_near("matrix", 0, (double)f.params.value[f.matrix], 2 * (1 - 0.025), limit(1e-15, 3e-7));
    arena_free(&f.arena);
}

/* Frozen tensors and padding are not in the norm; pieces of a long tensor add up. */
static void test_norm(void **state) {
    struct fixture f;
    open_fixture(&f, 1);
    set_grad(&f, 3, -4);
    assert_near("norm", 0, optimiser_norm(&f.params, f.grad, NULL), 5, limit(1e-14, 1e-6));
    f.grad[f.vector] = (real)NAN;
    assert_true(isnan(optimiser_norm(&f.params, f.grad, NULL)));
    arena_free(&f.arena);
    open_fixture(&f, 2500);
    set_grad(&f, 1, 0);
    assert_near("norm", 1, optimiser_norm(&f.params, f.grad, NULL), 50, limit(1e-12, 1e-4));
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

static void test_rates_at_the_edges(void **state) {
    struct training none = usual, all = usual;
    none.warmup = 0;
    all.warmup = 12;
    assert_near("no warm-up", 0, optimiser_rate(&none, 0), 0.1, 1e-15);
    assert_near("no warm-up", 3, optimiser_rate(&none, 3), 0.075, 1e-15);
    assert_near("all warm-up", 11, optimiser_rate(&all, 11), 0.1, 1e-15);
}

/* A step updates with clip / (norm + 1e-6) times its gradient where the norm is larger. */
static void test_step_clips(void **state) {
    static const struct {
        const char *setting;
        double clip;
        int binds;
    } cases[] = {{"train.clip=0.01", 0.01, 1}, {"train.clip=1000", 1000, 0}, {"train.clip=0", 0, 0}};
    static struct run stepped, expected;
    struct stepper s;
    struct error e;
    for (int i = 0; i < 3; i++) {
        open_run(&stepped, (const char *const[]){cases[i].setting, NULL});
        open_run(&expected, (const char *const[]){cases[i].setting, NULL});
        assert_true(stepper_build(&s, &stepped, 1, &e) && stepper_step(&s, &e));
        assert_true(s.norm > 0.01 && s.norm < 1000);
        double factor = cases[i].binds ? cases[i].clip / (s.norm + 1e-6) : 1;
        optimiser_update(&expected.model.params, s.shard[0].grad, NULL, &stepped.settings.train, 0, factor,
                         (struct share){0, 1});
        size_t bytes = stepped.model.params.size * sizeof(real);
        assert_memory_equal(stepped.model.params.first, expected.model.params.first, bytes);
        assert_memory_equal(stepped.model.params.value, expected.model.params.value, bytes);
        run_free(&stepped);
        run_free(&expected);
    }
}

int test_optimiser(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_step),          cmocka_unit_test(test_three_steps),
        cmocka_unit_test(test_only_matrices_decay), cmocka_unit_test(test_norm),
        cmocka_unit_test(test_rates_by_hand),       cmocka_unit_test(test_rates_at_the_edges),
        cmocka_unit_test(test_step_clips),
    };
    return cmocka_run_group_tests_name("optimiser", tests, NULL, NULL);
}
