/* test_encoding.c -- what an encoding adds, computed by hand: a learned table and its
 * gradient under every policy, sinusoids under theirs, options, refusals. */
#include "unit/near.h"
#include "unit/tests.h"

#include <math.h>
#include <string.h>

#include "base/random.h"
#include "encoding/kinds.h"
#include "encoding/sinusoid.h"
#include "law/probe.h"

enum { WIDE = 512, POSITIONS = 12 };

/* ---- an encoding by itself, with options and policies */

struct fixture {
    struct arena arena;
    struct encoding_built built;
    struct encoding_weights weights;
    struct encoding_use use;
    real *value, *grad; /* of its first tensor */
    _Alignas(16) char options[ENCODING_OPTIONS_MAX];
};

/* `assignments`: key and value in turn, NULL-ended. Values are the initial ones. */
static void fixture_build(struct fixture *f, const struct encoding *kind, int d, int trained,
                          const char *const *assignments) {
    struct error e;
    memset(f, 0, sizeof *f);
    setting_defaults(kind->options, f->options);
    for (; *assignments; assignments += 2) {
        const struct setting *o = kind->options;
        while (strcmp(o->key, *assignments) != 0)
            o++;
        assert_true(setting_read(o, f->options, assignments[1], &e));
    }
    assert_true(
        encoding_build(&f->built, kind, f->options, (struct encoding_sizes){d, 1, trained, 0}, 5, &f->arena, &e));
    for (int i = 0; i < f->built.tensors; i++) {
        size_t count = (size_t)f->built.tensor[i].rows * f->built.tensor[i].columns;
        real *value = arena_alloc(&f->arena, count, sizeof(real)), *grad = arena_alloc(&f->arena, count, sizeof(real));
        f->weights.value[i] = value;
        f->weights.grad[i] = grad;
        kind->init(&f->built, i, value);
        f->value = i ? f->value : value;
        f->grad = i ? f->grad : grad;
    }
}

static void fixture_open(struct fixture *f, const struct policy *policy, int length) {
    struct error e;
    if (!encoding_use_open(&f->use, &f->built, &f->weights, policy, length, &f->arena, &e))
        fail_msg("%s", e.text);
}

/* What is added to a row of ones at a position. */
static void added(const struct fixture *f, int position, double *row) {
    real x[WIDE];
    int d = f->built.size.d_model;
    for (int c = 0; c < d; c++)
        x[c] = 1;
    f->built.kind->embed(&f->use, &f->weights, x, (struct span){1, &position});
    for (int c = 0; c < d; c++)
        row[c] = (double)x[c] - 1;
}

static const char *const no_options[] = {NULL};

/* A table of 3 rows and 2 columns: row t is 10 t + 10, 10 t + 11. */
static void open_table(struct fixture *f, const struct policy *policy, int length) {
    fixture_build(f, &encoding_learned, 2, 3, no_options);
    for (int t = 0; t < 3; t++)
        for (int c = 0; c < 2; c++)
            f->value[2 * t + c] = (real)(10 * t + 10 + c);
    fixture_open(f, policy, length);
}

static void check_table(const struct policy *policy, int length, const double *first_column, int positions) {
    static struct fixture f;
    double row[2] = {0};
    open_table(&f, policy, length);
    for (int t = 0; t < positions; t++) {
        added(&f, t, row);
        assert_near(policy->name, t, row[0], first_column[t], limit(1e-13, 1e-5));
        assert_near(policy->name, t, row[1], first_column[t] + (first_column[t] != 0), limit(1e-13, 1e-5));
    }
    arena_free(&f.arena);
}

static void test_learned_policies(void **state) {
    static const double table[] = {10, 20, 30}, clamp[] = {10, 20, 30, 30, 30, 30, 30},
                        wrap[] = {10, 20, 30, 10, 20, 30, 10}, zero[] = {10, 20, 30, 0, 0, 0, 0},
                        squeezed[] = {10, 10 + 10 / 3.0, 10 + 20 / 3.0, 20, 20 + 10 / 3.0, 20 + 20 / 3.0, 30};
    check_table(&policy_clamp, 7, clamp, 7);
    check_table(&policy_wrap, 7, wrap, 7);
    check_table(&policy_zero, 7, zero, 7);
    check_table(&policy_interpolate, 7, squeezed, 7);
    check_table(&policy_extend, 7, table, 3);
    for (const struct policy *const *p = policies; *p; p++)
        for (int length = 1; length <= 3; length++) /* within the table no policy has a say */
            if (policy_fits(*p, encoding_learned.acts_on))
                check_table(*p, length, table, length);
}

/* Three rows 1, 1, 3 with gradients 1, 2, 4: under `interpolate` to 7 positions, position 1 is
 * 2/3 of row 0 and 1/3 of row 1, position 3 is row 1. */
static void test_learned_backward_by_hand(void **state) {
    static struct fixture f;
    static const int position[] = {1, 1, 3};
    const real dx[] = {1, 0, 2, 0, 4, 1};
    static const struct {
        const struct policy *policy;
        double expected[6];
    } cases[] = {{&policy_interpolate, {2, 0, 5, 1, 0, 0}},
                 {&policy_clamp, {0, 0, 3, 0, 4, 1}},
                 {&policy_wrap, {4, 1, 3, 0, 0, 0}},
                 {&policy_zero, {0, 0, 3, 0, 0, 0}},
                 {&policy_extend, {0, 0, 3, 0, 0, 0}}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        open_table(&f, cases[k].policy, 7);
        for (int i = 0; i < 6; i++)
            f.grad[i] = 100; /* backward adds */
        encoding_learned.embed_backward(&f.use, &f.weights, dx, (struct span){3, position});
        for (int i = 0; i < 6; i++)
            assert_near(cases[k].policy->name, i, (double)f.grad[i], 100 + cases[k].expected[i], limit(1e-13, 1e-5));
        arena_free(&f.arena);
    }
}

/* Rows beyond the table are those that a larger table would have at the start. */
static void test_extend_is_a_larger_table(void **state) {
    static struct fixture small, large;
    double here[4] = {0}, there[4] = {0};
    fixture_build(&small, &encoding_learned, 4, 3, no_options);
    fixture_build(&large, &encoding_learned, 4, 3,
                  (const char *const[]){"encoding.max_position_embeddings", "12", NULL});
    fixture_open(&small, &policy_extend, POSITIONS);
    fixture_open(&large, &policy_error, POSITIONS);
    for (int t = 0; t < POSITIONS; t++) {
        added(&small, t, here);
        added(&large, t, there);
        for (int c = 0; c < 4; c++) {
            assert_near("row", t, here[c], there[c], 0);
            assert_true(here[c] != 0);
        }
    }
    arena_free(&small.arena);
    arena_free(&large.arena);
}

/* Clamp means the last position that was trained, even where the table has more. */
static void test_untrained_rows_of_a_large_table(void **state) {
    static struct fixture f;
    double last[4] = {0}, policy[4] = {0};
    fixture_build(&f, &encoding_learned, 4, 3, (const char *const[]){"encoding.max_position_embeddings", "12", NULL});
    fixture_open(&f, &policy_clamp, POSITIONS);
    added(&f, 2, last);
    added(&f, 7, policy);
    for (int c = 0; c < 4; c++)
        assert_near("clamped", c, policy[c], last[c], 0);
    arena_free(&f.arena);
}

/* RoBERTa's offset: position t reads row t + 2; rows 0 and 1 start at 0 and are never touched. */
static void test_learned_offset(void **state) {
    static struct fixture f;
    static const int position[] = {0, 2, 1};
    const real dx[] = {1, 2, 4, 8, 16, 32};
    double row[2] = {0};
    fixture_build(&f, &encoding_learned, 2, 3, (const char *const[]){"encoding.offset", "2", NULL});
    assert_int_equal(f.built.tensor[0].rows, 5);
    assert_int_equal(f.built.rows, 3);
    for (int i = 0; i < 4; i++) {
        assert_near("unread", i, (double)f.value[i], 0, 0);
        f.value[i] = (real)NAN;
    }
    fixture_open(&f, &policy_wrap, 7);
    for (int t = 0; t < 7; t++) {
        added(&f, t, row);
        assert_near("offset", t, row[1], (double)f.value[2 * (t % 3 + 2) + 1], limit(1e-15, 1e-6));
    }
    encoding_learned.embed_backward(&f.use, &f.weights, dx, (struct span){3, position});
    static const double expected[] = {0, 0, 0, 0, 1, 2, 16, 32, 4, 8};
    for (int i = 0; i < 10; i++)
        assert_near("grad", i, (double)f.grad[i], expected[i], 0);
    arena_free(&f.arena);
}

static void test_learned_initial_values(void **state) {
    static struct fixture f;
    real row[WIDE];
    double squares = 0;
    fixture_build(&f, &encoding_learned, 256, 12, (const char *const[]){"encoding.std", "0.5", NULL});
    assert_false(f.built.tensor[0].frozen);
    for (int i = 0; i < 12 * 256; i++)
        squares += (double)f.value[i] * (double)f.value[i];
    assert_near("std", 0, sqrt(squares / (12 * 256)), 0.5, 0.04);
    arena_free(&f.arena);
    fixture_build(&f, &encoding_learned, 8, 12,
                  (const char *const[]){"encoding.init", "sinusoidal", "encoding.frozen", "yes", NULL});
    assert_true(f.built.tensor[0].frozen);
    for (int t = 0; t < 12; t++) {
        sinusoid_row(row, &sinusoid_standard, t, 8);
        assert_memory_equal(row, f.value + (size_t)t * 8, 8 * sizeof *row);
    }
    arena_free(&f.arena);
}

/* Five trained positions, opened for nine: what each position reads; NTK's base is 50 * (9/5)^(8/6). */
static void test_sinusoidal_policies(void **state) {
    static const struct {
        const struct policy *policy;
        double read[9];
    } cases[] = {{&policy_extend, {0, 1, 2, 3, 4, 5, 6, 7, 8}},
                 {&policy_clamp, {0, 1, 2, 3, 4, 4, 4, 4, 4}},
                 {&policy_wrap, {0, 1, 2, 3, 4, 0, 1, 2, 3}},
                 {&policy_zero, {0, 1, 2, 3, 4, -1, -1, -1, -1}},
                 {&policy_interpolate, {0, .5, 1, 1.5, 2, 2.5, 3, 3.5, 4}},
                 {&policy_ntk, {0, 1, 2, 3, 4, 5, 6, 7, 8}}};
    static struct fixture f;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct sinusoid s = {.base = 50, .scale = 2};
        double got[8] = {0};
        real row[8];
        if (cases[k].policy == &policy_ntk)
            s.base *= pow(1.8, 8 / 6.0);
        fixture_build(&f, &encoding_sinusoidal, 8, 5,
                      (const char *const[]){"encoding.base", "50", "encoding.scale", "2", NULL});
        fixture_open(&f, cases[k].policy, 9);
        for (int t = 0; t < 9; t++) {
            double position = cases[k].read[t];
            sinusoid_row(row, &s, position, 8);
            added(&f, t, got);
            for (int c = 0; c < 8; c++)
                assert_near(cases[k].policy->name, t, got[c], position < 0 ? 0 : (double)row[c], limit(1e-14, 1e-6));
        }
        arena_free(&f.arena);
    }
}

/* What position t of a 2-D grid has: its column and its row, sinusoids of base 100 and scale 2 over two
 * pairs of columns each; a row below 0 stands for none. */
static void check_grid(const struct fixture *f, int t, double x, double y, double rows_base) {
    double got[8] = {0};
    added(f, t, got);
    for (int axis = 0; axis < 2; axis++)
        for (int pair = 0; pair < 2; pair++) {
            double position = axis ? y : x, angle = position / (pair ? sqrt(axis ? rows_base : 100) : 1);
            double scale = t == 0 || position < 0 ? 0 : 2;
            assert_near("sin", t, got[4 * axis + 2 * pair], scale * sin(angle), limit(1e-14, 2e-6));
            assert_near("cos", t, got[4 * axis + 2 * pair + 1], scale * cos(angle), limit(1e-14, 2e-6));
        }
}

static const char *const grid_options[] = {
    "encoding.argument", "grid", "encoding.grid_width", "3", "encoding.base", "100", "encoding.scale", "2", NULL};

/* [CLS] and 11 patches three wide in training, so four rows; opened for eight full rows. */
static void test_grid_policies(void **state) {
    static const struct {
        const struct policy *policy;
        double row[8];
    } cases[] = {{&policy_extend, {0, 1, 2, 3, 4, 5, 6, 7}},
                 {&policy_clamp, {0, 1, 2, 3, 3, 3, 3, 3}},
                 {&policy_wrap, {0, 1, 2, 3, 0, 1, 2, 3}},
                 {&policy_zero, {0, 1, 2, 3, -1, -1, -1, -1}},
                 {&policy_interpolate, {0, 3 / 7.0, 6 / 7.0, 9 / 7.0, 12 / 7.0, 15 / 7.0, 18 / 7.0, 3}},
                 {&policy_ntk, {0, 1, 2, 3, 4, 5, 6, 7}}};
    static struct fixture f;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        fixture_build(&f, &encoding_sinusoidal, 8, 12, grid_options);
        assert_true(encoding_accepts(&f.built, cases[k].policy));
        fixture_open(&f, cases[k].policy, 25);
        for (int t = 0; t < 25; t++) /* NTK: base * (8/4)^(4/2) for the rows alone */
            check_grid(&f, t, t ? (t - 1) % 3 : 0, t ? cases[k].row[(t - 1) / 3] : 0,
                       cases[k].policy == &policy_ntk ? 400 : 100);
        arena_free(&f.arena);
    }
}

/* By hand: position 5 is patch 4, column 1 of row 1; base 100 makes the second pair ten times slower. */
static void test_grid_by_hand(void **state) {
    static struct fixture f;
    static const double expected[] = {2 * .8414710, 2 * .5403023, 2 * .0998334, 2 * .9950042,
                                      2 * .8414710, 2 * .5403023, 2 * .0998334, 2 * .9950042};
    double row[8] = {0}, above[8] = {0}, last[8] = {0};
    fixture_build(&f, &encoding_sinusoidal, 8, 12, grid_options);
    fixture_open(&f, &policy_interpolate, 12);
    added(&f, 5, row);
    for (int c = 0; c < 8; c++)
        assert_near("place 5", c, row[c], expected[c], 1e-6);
    added(&f, 2, above); /* the patch above it shares x to the last bit */
    assert_memory_equal(row, above, 4 * sizeof *row);
    assert_memory_not_equal(row + 4, above + 4, 4 * sizeof *row);
    added(&f, 10, last);
    fixture_open(&f, &policy_interpolate, 25);
    added(&f, 22, row); /* the last row of a taller grid reads what the last trained one reads */
    assert_memory_equal(row, last, sizeof row);
    arena_free(&f.arena);
}

/* Pairs of x and pairs of y need columns in fours; a single pair each has no base to raise. */
static void test_grid_widths(void **state) {
    static struct fixture f;
    struct error e = {0};
    fixture_build(&f, &encoding_sinusoidal, 4, 12, grid_options);
    assert_false(encoding_accepts(&f.built, &policy_ntk));
    assert_true(encoding_accepts(&f.built, &policy_interpolate));
    assert_false(encoding_build(&f.built, &encoding_sinusoidal, f.options, (struct encoding_sizes){10, 1, 12, 0}, 5,
                                &f.arena, &e));
    assert_int_equal(e.code, EXIT_USAGE);
    assert_non_null(strstr(e.text, "encoding.argument = grid"));
    assert_non_null(strstr(e.text, "10 columns"));
    arena_free(&f.arena);
}

/* With one pair of columns there is one wavelength, and no base to raise. */
static void test_ntk_needs_two_pairs(void **state) {
    static struct fixture f;
    fixture_build(&f, &encoding_sinusoidal, 2, 5, no_options);
    assert_false(encoding_accepts(&f.built, &policy_ntk));
    arena_free(&f.arena);
    fixture_build(&f, &encoding_rope, 2, 5, no_options);
    assert_false(encoding_accepts(&f.built, &policy_ntk));
    arena_free(&f.arena);
    fixture_build(&f, &encoding_rope, 4, 5, no_options);
    assert_true(encoding_accepts(&f.built, &policy_ntk));
    arena_free(&f.arena);
}

static void refuse(const struct encoding *kind, const struct policy *policy, int length, const char *first,
                   const char *second) {
    static struct fixture f;
    struct error e = {0};
    fixture_build(&f, kind, 2, 3, no_options);
    assert_false(encoding_use_open(&f.use, &f.built, &f.weights, policy, length, &f.arena, &e));
    assert_int_equal(e.code, EXIT_USAGE);
    assert_non_null(strstr(e.text, first));
    assert_non_null(strstr(e.text, second));
    arena_free(&f.arena);
}

static void test_refusals(void **state) {
    refuse(&encoding_learned, &policy_error, 4, "position 3 ", " 3 rows");
    refuse(&encoding_learned, &policy_error, 40, "position 39 ", "encoding.extrapolation");
    refuse(&encoding_t5, &policy_wrap, 4, "wrap", "t5");
    refuse(&encoding_none, &policy_interpolate, 4, "interpolate", "none");
}

/* A rotation and then its backward gives back what was there, and keeps lengths. */
static void test_rotation_is_undone(void **state) {
    static const int position[] = {0, 3, 11};
    for (int n = 0; n == 0 || ABOUT(encodings[n - 1]); n++) {
        const struct encoding *kind = n ? encodings[n - 1] : &encoding_probe;
        static struct fixture f;
        real x[24], kept[24];
        struct random r = random_open(1, RANDOM_INIT, 0);
        if (!kind->rotate)
            continue;
        for (int i = 0; i < 24; i++)
            x[i] = kept[i] = (real)random_normal(&r);
        fixture_build(&f, kind, 8, 12, no_options);
        fixture_open(&f, &policy_extend, 12);
        kind->rotate(&f.use, x, (struct span){3, position});
        assert_memory_not_equal(x, kept, sizeof x);
        kind->rotate_backward(&f.use, x, (struct span){3, position});
        arena_free(&f.arena);
        for (int i = 0; i < 24; i++)
            assert_near(kind->name, i, (double)x[i], (double)kept[i], limit(1e-14, 1e-6));
    }
}

/* A table of positions is the end of a tensor of that name, and no encoding has one without the other. */
static void check_named_table(const struct encoding *kind) {
    static struct fixture f;
    int rows = 0;
    fixture_build(&f, kind, 8, 12, no_options);
    for (int i = 0; kind->table && i < f.built.tensors; i++)
        if (strcmp(f.built.tensor[i].name, kind->table) == 0)
            rows = f.built.tensor[i].rows;
    assert_int_equal(f.built.rows > 0, kind->table != NULL);
    assert_true(rows >= f.built.rows);
    arena_free(&f.arena);
}

static void test_registry(void **state) {
    for (int i = 0; ABOUT(encodings[i]); i++) {
        assert_ptr_equal(encoding_find(encodings[i]->name), encodings[i]);
        assert_true(encodings[i]->summary && encodings[i]->source);
        check_named_table(encodings[i]);
    }
    for (int i = 0; ABOUT(policies[i]); i++)
        assert_ptr_equal(policy_find(policies[i]->name), policies[i]);
    assert_null(encoding_find("learne"));
    assert_null(policy_find(""));
}

int test_encoding(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_learned_policies),
        cmocka_unit_test(test_learned_backward_by_hand),
        cmocka_unit_test(test_extend_is_a_larger_table),
        cmocka_unit_test(test_untrained_rows_of_a_large_table),
        cmocka_unit_test(test_learned_offset),
        cmocka_unit_test(test_learned_initial_values),
        cmocka_unit_test(test_sinusoidal_policies),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_ntk_needs_two_pairs),
        cmocka_unit_test(test_rotation_is_undone),
        cmocka_unit_test(test_registry),
        cmocka_unit_test(test_grid_policies),
        cmocka_unit_test(test_grid_by_hand),
        cmocka_unit_test(test_grid_widths),
    };
    return cmocka_run_group_tests_name("encoding", tests, NULL, NULL);
}
