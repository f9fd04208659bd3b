/* test_encoding.c -- what an encoding reads under every policy, computed by hand; a learned table with its gradient,
 * its options and its start; sinusoids of two axes; what cannot work says why. By distance and length: test_relative.c.
 */
#include "unit/near.h"
#include "unit/tests.h"

#include <math.h>
#include <string.h>

#include "base/random.h"
#include "encoding/kinds.h"
#include "encoding/sinusoid.h"
#include "law/alone.h"
#include "law/probe.h"

enum { WIDE = 512, POSITIONS = 12, TRAINED = 5, LENGTH = 9 };

/* ---- What position t of nine reads where five are trained; below 0: nothing */

static const struct {
    const struct policy *policy;
    double read[LENGTH];
} reads[] = {{&policy_extend, {0, 1, 2, 3, 4, 5, 6, 7, 8}},
             {&policy_clamp, {0, 1, 2, 3, 4, 4, 4, 4, 4}},
             {&policy_wrap, {0, 1, 2, 3, 4, 0, 1, 2, 3}},
             {&policy_zero, {0, 1, 2, 3, 4, -1, -1, -1, -1}},
             {&policy_interpolate, {0, .5, 1, 1.5, 2, 2.5, 3, 3.5, 4}},
             {&policy_ntk, {0, 1, 2, 3, 4, 5, 6, 7, 8}}, /* the slowest wave 1.8 times slower, the others by degrees */
             {&policy_yarn, {0, 1, 2, 3, 4, 5, 6, 7, 8}}};

/* What comes of reading there, by encoding. */
typedef void effect(double position, const struct policy *policy, double *row);

static void effect_learned(double position, const struct policy *policy, double *row) {
    for (int c = 0; c < 2; c++) /* of a table whose row t is 10 t + 10, 10 t + 11 */
        row[c] = position < 0 ? 0 : 10 * position + 10 + c;
}

static void effect_index(double position, const struct policy *policy, double *row) { row[1] = fmax(0, position) / 2; }

static void effect_sinusoidal(double position, const struct policy *policy, double *row) {
    /* The four waves turn 0.7958, 0.2993, 0.1125 and 0.0423 times in five positions: under yarn 0.3119 of the first
     * stays, as (0.7958 - 0.25) / (2 - 0.25), 0.0282 of the second, nothing of the others. */
    static const double ntk[] = {1, 0.82207069144349, 0.6758002217303778, 1 / 1.8},
                        yarn[] = {0.6941650071008194, 0.568065850320174, 1 / 1.8, 1 / 1.8};
    for (int i = 0; i < 4; i++) {
        double frequency = pow(50, -i / 4.0), by = policy == &policy_ntk    ? ntk[i]
                                                   : policy == &policy_yarn ? yarn[i]
                                                                            : 1;
        row[2 * i] = position < 0 ? 0 : 2 * sin(position * frequency * by);
        row[2 * i + 1] = position < 0 ? 0 : 2 * cos(position * frequency * by);
    }
}

/* The mean of the five trained rows, which no policy changes, is subtracted. */
static void effect_centred(double position, const struct policy *policy, double *row) {
    effect_sinusoidal(position, policy, row);
    for (int t = 0; position >= 0 && t < TRAINED; t++) {
        double trained[8];
        effect_sinusoidal(t, &policy_extend, trained);
        for (int c = 0; c < 8; c++)
            row[c] -= trained[c] / TRAINED;
    }
}

/* Of the row 1, 1, 0, 0: its pairs are (0, 2) and (1, 3). */
static void effect_rope(double position, const struct policy *policy, double *row) {
    /* under ntk the square root of 100 * 1.8^(4/2); yarn as for sinusoids, times 1 + 0.1 ln 1.8 */
    bool yarn = policy == &policy_yarn;
    double slower = yarn || policy == &policy_ntk ? 1.8 : 1, size = yarn ? 1.058778666490212 : 1;
    for (int i = 0; i < 2; i++) {
        double angle = fmax(0, position) / (i ? 10 * slower : yarn ? 1 / 0.6941650071008194 : 1);
        row[i] = size * cos(angle);
        row[2 + i] = size * sin(angle);
    }
}

static const struct {
    const struct encoding *kind;
    int d;
    const char *options[7];
    effect *effect;
} kinds[] = {
    {&encoding_learned, 2, {NULL}, effect_learned},
    {&encoding_index, 2, {"index.scale", "0.5"}, effect_index},
    {&encoding_sinusoidal, 8, {"sinusoidal.base", "50", "sinusoidal.scale", "2"}, effect_sinusoidal},
    {&encoding_sinusoidal,
     8,
     {"sinusoidal.base", "50", "sinusoidal.scale", "2", "sinusoidal.centred", "yes"},
     effect_centred},
    {&encoding_rope, 4, {"rope.base", "100"}, effect_rope},
};

static void open_table(struct alone *f, const struct policy *policy, int trained, int length) {
    alone_build(f, &encoding_learned, (struct encoding_sizes){2, 1, trained, 0}, NULL);
    for (int i = 0; i < 2 * trained; i++)
        f->value[i] = (real)(10 * (i / 2) + 10 + i % 2);
    alone_use(f, policy, length);
}

static void got_at(const struct alone *f, int t, double *row) {
    real x[4] = {1, 1, 0, 0};
    if (f->built.kind->embed) {
        alone_added(f, t, row);
        return;
    }
    f->built.kind->rotate(&f->use, x, (struct span){1, &t});
    for (int c = 0; c < 4; c++)
        row[c] = (double)x[c];
}

TEST(policies) {
    static struct alone f;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (size_t i = 0; i < sizeof reads / sizeof *reads; i++) {
            const struct policy *policy = reads[i].policy;
            if (!policy_fits(policy, kinds[k].kind->acts_on))
                continue;
            bool table = kinds[k].kind == &encoding_learned;
            if (table)
                open_table(&f, policy, TRAINED, LENGTH);
            else
                alone_open(&f, kinds[k].kind, (struct encoding_sizes){kinds[k].d, 1, TRAINED, 0}, kinds[k].options,
                           policy, LENGTH);
            for (int t = 0; t < (table && policy == &policy_extend ? TRAINED : LENGTH); t++) {
                double row[8] = {0}, expected[8] = {0};
                got_at(&f, t, row);
                kinds[k].effect(reads[i].read[t], policy, expected);
                for (int c = 0; c < kinds[k].d; c++)
                    assert_near(policy->name, t, row[c], expected[c], limit(1e-13, 1e-5));
            }
            arena_free(&f.arena);
        }
}

/* ---- A learned table */

/* Three rows 1, 1, 3 with gradients 1, 2, 4: under `interpolate` to 7 positions, position 1 is
 * 2/3 of row 0 and 1/3 of row 1, position 3 is row 1. */
TEST(learned_backward_by_hand) {
    static struct alone f;
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
        open_table(&f, cases[k].policy, 3, 7);
        for (int i = 0; i < 6; i++)
            f.grad[i] = 100; /* backward adds */
        encoding_learned.embed_backward(&f.use, &f.weights, dx, (struct span){3, position});
        for (int i = 0; i < 6; i++)
            assert_near(cases[k].policy->name, i, (double)f.grad[i], 100 + cases[k].expected[i], limit(1e-13, 1e-5));
        arena_free(&f.arena);
    }
}

/* Rows beyond the table are those that a larger table would have at the start. */
TEST(extend_is_a_larger_table) {
    static struct alone small, large;
    double here[4] = {0}, there[4] = {0};
    alone_build(&small, &encoding_learned, (struct encoding_sizes){4, 1, 3, 0}, NULL);
    alone_build(&large, &encoding_learned, (struct encoding_sizes){4, 1, 3, 0},
                (const char *const[]){"learned.max_position_embeddings", "12", NULL});
    alone_use(&small, &policy_extend, POSITIONS);
    alone_use(&large, &policy_refuse, POSITIONS);
    for (int t = 0; t < POSITIONS; t++) {
        alone_added(&small, t, here);
        alone_added(&large, t, there);
        for (int c = 0; c < 4; c++) {
            assert_near("row", t, here[c], there[c], 0);
            assert_true(here[c] != 0);
        }
    }
    arena_free(&small.arena);
    arena_free(&large.arena);
}

/* Clamp means the last position that was trained, even where the table has more. */
TEST(untrained_rows_of_a_large_table) {
    static struct alone f;
    double last[4] = {0}, policy[4] = {0};
    alone_build(&f, &encoding_learned, (struct encoding_sizes){4, 1, 3, 0},
                (const char *const[]){"learned.max_position_embeddings", "12", NULL});
    alone_use(&f, &policy_clamp, POSITIONS);
    alone_added(&f, 2, last);
    alone_added(&f, 7, policy);
    for (int c = 0; c < 4; c++)
        assert_near("clamped", c, policy[c], last[c], 0);
    arena_free(&f.arena);
}

/* RoBERTa's offset: position t reads row t + 2; rows 0 and 1 start at 0 and are never touched. */
TEST(learned_offset) {
    static struct alone f;
    static const int position[] = {0, 2, 1};
    const real dx[] = {1, 2, 4, 8, 16, 32};
    double row[2] = {0};
    alone_build(&f, &encoding_learned, (struct encoding_sizes){2, 1, 3, 0},
                (const char *const[]){"learned.offset", "2", NULL});
    assert_int_equal(f.built.tensor[0].rows, 5);
    assert_int_equal(f.built.rows, 3);
    for (int i = 0; i < 4; i++) {
        assert_near("unread", i, (double)f.value[i], 0, 0);
        f.value[i] = (real)NAN;
    }
    alone_use(&f, &policy_wrap, 7);
    for (int t = 0; t < 7; t++) {
        alone_added(&f, t, row);
        assert_near("offset", t, row[1], (double)f.value[2 * (t % 3 + 2) + 1], limit(1e-15, 1e-6));
    }
    encoding_learned.embed_backward(&f.use, &f.weights, dx, (struct span){3, position});
    static const double expected[] = {0, 0, 0, 0, 1, 2, 16, 32, 4, 8};
    for (int i = 0; i < 10; i++)
        assert_near("grad", i, (double)f.grad[i], expected[i], 0);
    arena_free(&f.arena);
}

/* says help settings: standard deviation of the initial rows (init = normal) */
TEST(learned_initial_values) {
    static struct alone f;
    real row[WIDE];
    double squares = 0;
    alone_build(&f, &encoding_learned, (struct encoding_sizes){256, 1, 12, 0},
                (const char *const[]){"learned.std", "0.5", NULL});
    assert_false(f.built.tensor[0].frozen);
    for (int i = 0; i < 12 * 256; i++)
        squares += (double)f.value[i] * (double)f.value[i];
    assert_near("std", 0, sqrt(squares / (12 * 256)), 0.5, 0.04);
    arena_free(&f.arena);
    alone_build(&f, &encoding_learned, (struct encoding_sizes){8, 1, 12, 0},
                (const char *const[]){"learned.init", "sinusoidal", "learned.frozen", "yes", NULL});
    assert_true(f.built.tensor[0].frozen);
    for (int t = 0; t < 12; t++) {
        sinusoid_row(row, &sinusoid_standard, t, 8);
        assert_memory_equal(row, f.value + (size_t)t * 8, 8 * sizeof *row);
    }
    arena_free(&f.arena);
}

/* What position t of a 2-D grid has: its column and its row, sinusoids of base 100 and scale 2 over two
 * pairs of columns each; a row below 0 stands for none. */
static void check_grid(const struct alone *f, int t, double x, double y, const double slower[2]) {
    double got[8] = {0};
    alone_added(f, t, got);
    for (int axis = 0; axis < 2; axis++)
        for (int pair = 0; pair < 2; pair++) {
            double position = axis ? y : x, angle = position / (pair ? 10 : 1) / (axis ? slower[pair] : 1);
            double scale = t == 0 || position < 0 ? 0 : 2;
            assert_near("sin", t, got[4 * axis + 2 * pair], scale * sin(angle), limit(1e-14, 2e-6));
            assert_near("cos", t, got[4 * axis + 2 * pair + 1], scale * cos(angle), limit(1e-14, 2e-6));
        }
}

static const char *const grid_options[] = {"sinusoidal.argument",
                                           "grid",
                                           "sinusoidal.grid_width",
                                           "3",
                                           "sinusoidal.base",
                                           "100",
                                           "sinusoidal.scale",
                                           "2",
                                           NULL};

/* [CLS] and 11 patches three wide in training, so four rows; opened for eight full rows. */
TEST(grid_policies) {
    static const struct {
        const struct policy *policy;
        double row[8], slower[2];
    } cases[] = {{&policy_extend, {0, 1, 2, 3, 4, 5, 6, 7}, {1, 1}},
                 {&policy_clamp, {0, 1, 2, 3, 3, 3, 3, 3}, {1, 1}},
                 {&policy_wrap, {0, 1, 2, 3, 0, 1, 2, 3}, {1, 1}},
                 {&policy_zero, {0, 1, 2, 3, -1, -1, -1, -1}, {1, 1}},
                 {&policy_interpolate, {0, 3 / 7.0, 6 / 7.0, 9 / 7.0, 12 / 7.0, 15 / 7.0, 18 / 7.0, 3}, {1, 1}},
                 {&policy_ntk, {0, 1, 2, 3, 4, 5, 6, 7}, {1, 2}},
                 /* 4 / 2 pi turns, of which (0.6366 - 0.25) / 1.75 = 0.2209 stays: 0.2209 + 0.7791 / 2 as fast */
                 {&policy_yarn, {0, 1, 2, 3, 4, 5, 6, 7}, {1 / 0.6104627921050233, 2}}};
    static struct alone f;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        alone_build(&f, &encoding_sinusoidal, (struct encoding_sizes){8, 1, 12, 0}, grid_options);
        assert_true(encoding_accepts(&f.built, cases[k].policy));
        alone_use(&f, cases[k].policy, 25);
        for (int t = 0; t < 25; t++)
            check_grid(&f, t, t ? (t - 1) % 3 : 0, t ? cases[k].row[(t - 1) / 3] : 0, cases[k].slower);
        arena_free(&f.arena);
    }
}

/* Pairs of x and pairs of y need columns in fours; a single pair each has no base to raise. */
TEST(grid_widths) {
    static struct alone f;
    struct error e = {0};
    alone_build(&f, &encoding_sinusoidal, (struct encoding_sizes){4, 1, 12, 0}, grid_options);
    assert_false(encoding_accepts(&f.built, &policy_ntk));
    assert_true(encoding_accepts(&f.built, &policy_interpolate));
    assert_false(encoding_build(&f.built, &encoding_sinusoidal, f.options, (struct encoding_sizes){10, 1, 12, 0},
                                (struct encoding_origin){0}, 5, &f.arena, &e));
    assert_int_equal(e.code, EXIT_USAGE);
    assert_non_null(strstr(e.text, "sinusoidal.argument = grid"));
    assert_non_null(strstr(e.text, "10 columns"));
    arena_free(&f.arena);
}

static void refuse(const struct encoding *kind, const struct policy *policy, int length, const char *first,
                   const char *second) {
    static struct alone f;
    struct error e = {0};
    alone_build(&f, kind, (struct encoding_sizes){2, 1, 3, 0}, NULL);
    assert_false(encoding_use_open(&f.use, &f.built, &f.weights, policy, length, &f.arena, &e));
    assert_int_equal(e.code, EXIT_USAGE);
    assert_true(strstr(e.text, first) && strstr(e.text, second));
    arena_free(&f.arena);
}

TEST(refusals) {
    refuse(&encoding_learned, &policy_refuse, 4, "position 3 ", " 3 rows");
    refuse(&encoding_learned, &policy_refuse, 40, "position 39 ", "encoding.extrapolation");
    refuse(&encoding_t5, &policy_wrap, 4, "wrap", "t5");
    refuse(&encoding_none, &policy_interpolate, 4, "interpolate", "none");
}

/* A table of positions is the end of a tensor of that name, and no encoding has one without the other. */
static void check_named_table(const struct encoding *kind) {
    static struct alone f;
    int rows = 0;
    alone_build(&f, kind, (struct encoding_sizes){8, 1, 12, 0}, NULL);
    for (int i = 0; kind->table && i < f.built.tensors; i++)
        if (strcmp(f.built.tensor[i].name, kind->table) == 0)
            rows = f.built.tensor[i].rows;
    assert_int_equal(f.built.rows > 0, kind->table != NULL);
    assert_true(rows >= f.built.rows);
    arena_free(&f.arena);
}

TEST(registry) {
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

GROUP(encoding, NULL, NULL)
