/* test_view.c -- encodings as matrices: worked numbers, and what must hold of sinusoids and not of others. */
#include "unit/tests.h"

#include <math.h>

#include "unit/opened.h"
#include "view/geometry.h"

static void assert_near(double got, double expected, double tolerance) {
    if (!(fabs(got - expected) <= tolerance))
        fail_msg("%.9g is not %.9g", got, expected);
}

/* The vectors of a run's encoding at so many places, under the policy that goes on. */
struct opened {
    struct run run;
    struct encoding_weights weights;
    struct encoding_use use;
    struct matrix vectors;
    bool has_vectors;
};

static void look(struct opened *o, int places, const char *const *assignments) {
    struct error e;
    open_run(&o->run, assignments);
    o->weights = model_encoding_weights(&o->run.model, NULL);
    if (!encoding_use_open(&o->use, &o->run.model.encoding, &o->weights, &policy_extend, places, &o->run.arena, &e))
        fail_msg("%s", e.text);
    o->has_vectors = geometry_vectors(&o->vectors, &o->use, &o->weights, places, &o->run.arena);
}

#define LOOK(o, places, ...) look(o, places, (const char *const[]){__VA_ARGS__, NULL})
#define SINUSOIDAL "encoding.name=sinusoidal", "encoding.scale=1"

static double shift_error(const struct matrix *vectors, int offset) {
    struct shift s;
    assert_true(geometry_shift(&s, vectors, offset));
    return s.error;
}

/* Numbers worked out by hand, for D = 512. */
static void test_worked_numbers(void **state) {
    struct opened o;
    (void)state;
    LOOK(&o, 40, SINUSOIDAL, "model.d_model=512");
    const double *row = matrix_row(&o.vectors, 0);
    for (int c = 0; c < 512; c++)
        assert_near(row[c], c % 2, 0);
    row = matrix_row(&o.vectors, 1);
    assert_near(row[0], 0.8415, 5e-5);
    assert_near(row[1], 0.5403, 5e-5);
    assert_near(row[256], 0.0100, 5e-5);
    assert_near(row[511], 1.0000, 5e-5);
    run_free(&o.run);
}

static void test_similarity_by_hand(void **state) {
    double value[] = {1, 2, 3, -1, 0, 4};
    struct arena arena = {0};
    struct matrix m = {3, 2, value}, s = geometry_similarity(&m, &arena);
    const double expected[] = {5, 1, 8, 1, 10, -4, 8, -4, 16};
    (void)state;
    for (int i = 0; i < 9; i++)
        assert_near(s.value[i], expected[i], 0);
    assert_near(geometry_unevenness(&s), 11.0 / 16, 1e-12); /* the main diagonal: 5, 10, 16 */
    arena_free(&arena);
}

static double unevenness(const struct opened *o) {
    struct arena arena = {0};
    struct matrix s = geometry_similarity(&o->vectors, &arena);
    double result = geometry_unevenness(&s);
    arena_free(&arena);
    return result;
}

static void test_flat_diagonals(void **state) {
    struct opened o;
    (void)state;
    LOOK(&o, 64, SINUSOIDAL);
    assert_true(unevenness(&o) < 1e-6);
    run_free(&o.run);
    LOOK(&o, 64, "encoding.name=rope");
    assert_true(unevenness(&o) < 1e-6);
    run_free(&o.run);
    LOOK(&o, 64, SINUSOIDAL, "encoding.pairing=unpaired");
    assert_true(unevenness(&o) > 0.05);
    run_free(&o.run);
    LOOK(&o, 64, "encoding.name=learned");
    assert_true(unevenness(&o) > 0.2);
    run_free(&o.run);
}

static void test_shift(void **state) {
    struct opened o;
    (void)state;
    LOOK(&o, 200, SINUSOIDAL);
    assert_true(shift_error(&o.vectors, 5) < 1e-5);
    assert_true(shift_error(&o.vectors, 1) < 1e-5);
    struct shift_pair pair = geometry_shift_pair(&o.vectors, 5, 0);
    assert_int_equal(pair.second, 1);
    assert_true(pair.error < 1e-5);
    assert_near(pair.turn[0][0], cos(5), 1e-5);
    assert_near(pair.turn[0][1], sin(5), 1e-5);
    assert_near(pair.turn[1][0], -sin(5), 1e-5);
    run_free(&o.run);
    LOOK(&o, 200, SINUSOIDAL, "encoding.pairing=unpaired");
    assert_true(shift_error(&o.vectors, 5) > 0.05);
    run_free(&o.run);
    LOOK(&o, 200, "encoding.name=learned", "encoding.max_len=200");
    assert_true(shift_error(&o.vectors, 5) > 0.5);
    run_free(&o.run);
    LOOK(&o, 36, SINUSOIDAL);
    struct shift s;
    assert_false(geometry_shift(&s, &o.vectors, 5)); /* 31 rows, 32 columns */
    run_free(&o.run);
}

static void test_shift_wide(void **state) {
    struct opened o;
    (void)state;
    LOOK(&o, 2053, SINUSOIDAL, "model.d_model=512");
    assert_true(shift_error(&o.vectors, 5) < 1e-5);
    run_free(&o.run);
    LOOK(&o, 2053, SINUSOIDAL, "model.d_model=512", "encoding.pairing=unpaired");
    assert_true(shift_error(&o.vectors, 5) > 0.2);
    run_free(&o.run);
}

static void test_wavelengths(void **state) {
    struct opened o;
    const double turn = 2 * acos(-1);
    (void)state;
    LOOK(&o, 4096, SINUSOIDAL, "model.d_model=8", "model.heads=2");
    for (int c = 0; c < 8; c++)
        assert_near(geometry_wavelength(&o.vectors, c) / (turn * pow(10000, c / 2 / 4.0)), 1, 1e-3);
    run_free(&o.run);
    LOOK(&o, 64, "encoding.name=index");
    assert_true(isinf(geometry_wavelength(&o.vectors, 0)));
    run_free(&o.run);
    LOOK(&o, 64, "encoding.name=learned");
    assert_true(isnan(geometry_wavelength(&o.vectors, 0)));
    run_free(&o.run);
}

static void test_what_hooks_do(void **state) {
    struct opened o;
    struct matrix m;
    double *angle;
    (void)state;
    LOOK(&o, 16, "encoding.name=rope", "model.d_model=8", "model.heads=2");
    assert_true(o.has_vectors && geometry_cosines(&m, &angle, &o.use, 16, &o.run.arena));
    assert_int_equal(m.columns, 4);
    assert_near(angle[0], 1, 1e-6);
    assert_near(angle[1], 0.01, 1e-6);
    assert_near(matrix_row(&m, 7)[2], cos(7), 1e-6); /* halves: columns 0 and 2 are a pair */
    assert_false(geometry_bias(&m, &o.use, &o.weights, 0, 16, &o.run.arena));
    run_free(&o.run);
    LOOK(&o, 16, "encoding.name=alibi", "encoding.sides=symmetric");
    assert_true(!o.has_vectors && geometry_bias(&m, &o.use, &o.weights, 1, 16, &o.run.arena));
    assert_near(matrix_row(&m, 3)[10], -7 * exp2(-4), 1e-6);
    assert_near(geometry_unevenness(&m), 0, 0);
    run_free(&o.run);
}

int test_view(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_worked_numbers), cmocka_unit_test(test_similarity_by_hand),
        cmocka_unit_test(test_flat_diagonals), cmocka_unit_test(test_shift),
        cmocka_unit_test(test_shift_wide),     cmocka_unit_test(test_wavelengths),
        cmocka_unit_test(test_what_hooks_do),
    };
    return cmocka_run_group_tests_name("view", tests, NULL, NULL);
}
