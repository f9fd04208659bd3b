/* test_view.c -- encodings as matrices: worked numbers, and what must hold of sinusoids and not of others. */
#include "base/utf8.h"
#include "unit/tests.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/heat.h"
#include "encoding/encoding.h"
#include "measure/geometry.h"
#include "unit/opened.h"

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

static void look(struct opened *o, int positions, const char *const *assignments) {
    struct error e;
    open_run(&o->run, assignments);
    o->weights = model_encoding_weights(&o->run.model, NULL);
    if (!encoding_use_open(&o->use, &o->run.model.encoding, &o->weights, &policy_extend, positions, &o->run.arena, &e))
        fail_msg("%s", e.text);
    o->has_vectors = geometry_vectors(&o->vectors, &o->use, &o->weights, positions, &o->run.arena);
}

#define LOOK(o, positions, ...) look(o, positions, (const char *const[]){__VA_ARGS__, NULL})
#define SINUSOIDAL "encoding.name=sinusoidal", "sinusoidal.scale=1"

static double shift_error(const struct matrix *vectors, int offset) {
    struct shift s;
    assert_true(geometry_shift(&s, vectors, offset));
    return s.error;
}

/* Numbers worked out by hand, for D = 512. */
TEST(worked_numbers) {
    struct opened o;
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

TEST(similarity_by_hand) {
    double value[] = {1, 2, 3, -1, 0, 4};
    struct arena arena = {0};
    struct matrix m = {3, 2, value}, s = geometry_similarity(&m, &arena);
    const double expected[] = {5, 1, 8, 1, 10, -4, 8, -4, 16};
    for (int i = 0; i < 9; i++)
        assert_near(s.value[i], expected[i], 0);
    assert_near(geometry_toeplitz_error(&s), 11.0 / 16, 1e-12); /* the main diagonal: 5, 10, 16 */
    arena_free(&arena);
}

static double toeplitz_error(const struct opened *o) {
    struct arena arena = {0};
    struct matrix s = geometry_similarity(&o->vectors, &arena);
    double result = geometry_toeplitz_error(&s);
    arena_free(&arena);
    return result;
}

TEST(flat_diagonals) {
    struct opened o;
    LOOK(&o, 64, SINUSOIDAL);
    assert_true(toeplitz_error(&o) < 1e-6);
    run_free(&o.run);
    LOOK(&o, 64, "encoding.name=rope");
    assert_true(toeplitz_error(&o) < 1e-6);
    run_free(&o.run);
    LOOK(&o, 64, SINUSOIDAL, "sinusoidal.pairing=unpaired");
    assert_true(toeplitz_error(&o) > 0.05);
    run_free(&o.run);
    LOOK(&o, 64, "encoding.name=learned");
    assert_true(toeplitz_error(&o) > 0.2);
    run_free(&o.run);
}

TEST(shift) {
    struct opened o;
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
    LOOK(&o, 200, SINUSOIDAL, "sinusoidal.pairing=unpaired");
    assert_true(shift_error(&o.vectors, 5) > 0.05);
    run_free(&o.run);
    LOOK(&o, 200, "encoding.name=learned", "learned.max_position_embeddings=200");
    assert_true(shift_error(&o.vectors, 5) > 0.5);
    run_free(&o.run);
    LOOK(&o, 68, SINUSOIDAL);
    struct shift s;
    assert_false(geometry_shift(&s, &o.vectors, 5)); /* 63 rows, 32 columns */
    run_free(&o.run);
}

/* Columns 1 1 1 1 1 and 1 -1 -1 1 3, by one row: the first is its own shift. Of the second, shifted -1 -1 1 3, the two
 * columns explain (2 * 2 + 2 * 2) / 4 = 2 of 12, so 10 of 12 are left of it and 10 of 16 of all. */
TEST(shift_by_hand) {
    double value[] = {1, 1, 1, -1, 1, -1, 1, 1, 1, 3};
    struct matrix m = {5, 2, value};
    struct shift s;
    assert_true(geometry_shift(&s, &m, 1));
    assert_int_equal(s.fitted, 4);
    assert_near(s.error, sqrt(10.0 / 16), 1e-9);
    assert_near(s.worst, sqrt(10.0 / 12), 1e-9);
    memset(value, 0, sizeof value); /* nothing is left of nothing */
    assert_true(geometry_shift(&s, &m, 1));
    assert_true(s.error == 0 && s.worst == 0);
}

TEST(shift_wide) {
    struct opened o;
    LOOK(&o, 1029, SINUSOIDAL, "model.d_model=256");
    assert_true(shift_error(&o.vectors, 5) < 1e-5);
    run_free(&o.run);
    LOOK(&o, 1029, SINUSOIDAL, "model.d_model=256", "sinusoidal.pairing=unpaired");
    assert_true(shift_error(&o.vectors, 5) > 0.2);
    run_free(&o.run);
}

TEST(what_hooks_do) {
    struct opened o;
    struct matrix m = {0};
    double *angle = NULL;
    LOOK(&o, 16, "encoding.name=rope", "model.d_model=8", "model.heads=2");
    if (!o.has_vectors || !geometry_cosines(&m, &angle, &o.use, 16, &o.run.arena)) {
        fail();
        return;
    }
    assert_int_equal(m.columns, 4);
    assert_near(angle[0], 1, 1e-6);
    assert_near(angle[1], 0.01, 1e-6);
    assert_near(matrix_row(&m, 7)[2], cos(7), 1e-6); /* halves: columns 0 and 2 are a pair */
    assert_false(geometry_bias(&m, &o.use, &o.weights, 0, 16, &o.run.arena));
    run_free(&o.run);
    LOOK(&o, 16, "encoding.name=alibi", "alibi.sides=symmetric");
    if (o.has_vectors || !geometry_bias(&m, &o.use, &o.weights, 1, 16, &o.run.arena)) {
        fail();
        return;
    }
    assert_near(matrix_row(&m, 3)[10], -7 * exp2(-4), 1e-6);
    assert_near(geometry_toeplitz_error(&m), 0, 0);
    run_free(&o.run);
}

/* ---- Drawing */

static void set_width(const char *columns) { assert_int_equal(setenv("COLUMNS", columns, 1), 0); }

TEST(screen_choices) {
    struct screen s;
    struct error e;
    setenv("TERM", "xterm-256color", 1);
    unsetenv("COLORTERM");
    setenv("NO_COLOR", "1", 1);
    set_width("123");
    assert_true(screen_open(&s, stdout, -1, "always", 0, &e)); /* an explicit wish goes before NO_COLOR */
    assert_int_equal(s.colours, SCREEN_256);
    assert_int_equal(s.width, 123);
    setenv("COLORTERM", "truecolor", 1);
    assert_true(screen_open(&s, stdout, -1, "always", 60, &e));
    assert_int_equal(s.colours, SCREEN_24BIT);
    assert_int_equal(s.width, 60);
    assert_true(screen_open(&s, stdout, -1, NULL, 0, &e)); /* no terminal */
    assert_int_equal(s.colours, SCREEN_PLAIN);
    set_width("many");
    assert_true(screen_open(&s, stdout, -1, "never", 0, &e));
    assert_int_equal(s.width, 80);
    assert_false(screen_open(&s, stdout, -1, "sometimes", 0, &e));
    assert_false(screen_open(&s, stdout, -1, NULL, SCREEN_NARROWEST - 1, &e));
    assert_int_equal(e.code, EXIT_USAGE);
    setenv("LINES", "24", 1);
    assert_true(screen_open(&s, stdout, -1, NULL, 0, &e));
    assert_int_equal(s.height, 24);
    assert_int_equal(s.lines, 0);
    unsetenv("LINES");
    unsetenv("COLUMNS");
    unsetenv("NO_COLOR");
}

/* Of LC_ALL, LC_CTYPE and LANG the first that is set and not empty decides. */
TEST(which_locale) {
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    static const struct {
        const char *value[3];
        bool utf8;
    } rows[] = {
        {{"C", "de_DE.UTF-8", "de_DE.UTF-8"}, false},
        {{"C.utf8", "C", "C"}, true},
        {{"", "C", "en_US.UTF-8"}, false},
        {{NULL, "C.UTF-8", "C"}, true},
        {{NULL, "", "C.UTF-8"}, true},
        {{NULL, NULL, NULL}, false},
    };
    char before[3][64];
    struct screen s;
    struct error e;
    for (int k = 0; k < 3; k++)
        snprintf(before[k], sizeof before[k], "%s", getenv(names[k]) ? getenv(names[k]) : "");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (int k = 0; k < 3; k++)
            rows[i].value[k] ? setenv(names[k], rows[i].value[k], 1) : unsetenv(names[k]);
        assert_true(screen_open(&s, stdout, -1, "never", 80, &e));
        assert_int_equal(s.utf8, rows[i].utf8);
    }
    for (int k = 0; k < 3; k++)
        setenv(names[k], before[k], 1);
}

TEST(columns) {
    assert_int_equal(utf8_columns("word"), 4);
    assert_int_equal(utf8_columns("\u6c34w"), 3);        /* a wide character */
    assert_int_equal(utf8_columns("e\u0301t\u00e9"), 3); /* an accent on its own takes none */
    assert_int_equal(utf8_columns("\U0001F600"), 2);
}

/* What is drawn, as a text to be freed. */
struct drawn {
    struct screen s;
    char *text;
    size_t size;
};

static struct screen *begin(struct drawn *d, enum screen_colours colours, int width) {
    d->s = (struct screen){.out = open_memstream(&d->text, &d->size), .colours = colours, .width = width};
    assert_non_null(d->s.out);
    return &d->s;
}

static void assert_drawn(struct drawn *d, const char *expected) {
    fclose(d->s.out);
    assert_string_equal(d->text, expected);
    free(d->text);
}

TEST(fit) {
    struct drawn d;
    const struct screen *s = begin(&d, SCREEN_PLAIN, 80);
    screen_fit(s, "word", 6, false);
    fputc('|', s->out);
    screen_fit(s, "word", 6, true);
    fputc('|', s->out);
    screen_fit(s, "words", 4, true);
    fputc('|', s->out);
    screen_fit(s, "\u6c34\u6c34\u6c34", 4, false); /* the second does not fit beside the mark */
    assert_drawn(&d, "word  |  word|wor~|\u6c34~ ");
}

TEST(say) {
    struct drawn d;
    screen_say(begin(&d, SCREEN_PLAIN, 40), 2, "%s", "one two three four five six seven eight nine ten");
    assert_drawn(&d, "one two three four five six seven eight\n  nine ten\n");
}

TEST(numbers) {
    double value[] = {0.25, -0.00001, 3, (double)NAN};
    static const char *const rows[] = {"a", "long name"}, *const columns[] = {"x", "y"};
    struct drawn d;
    screen_matrix_draw(
        begin(&d, SCREEN_PLAIN, 40),
        &(struct screen_matrix){.m = {2, 2, value}, .row_name = rows, .column_name = columns, .digits = 2});
    assert_drawn(&d, "              x     y\n"
                     "a          0.25  0.00\n"
                     "long name  3.00      \n");
}

GROUP(view, NULL, NULL)
