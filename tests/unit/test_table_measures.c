/* test_table_measures.c -- what is measured on tables of positions: a small one against numpy's numbers
 * (golden/tables.py), exact sinusoids and random numbers against what they must be. */
#include <math.h>

#include "base/random.h"
#include "tables/table_measures.h"
#include "unit/tests.h"

enum { POSITIONS = 40, COLUMNS = 8 };

static struct table_measures measure(const struct matrix *m, struct table_basis *b, struct arena *arena) {
    struct table_measures out;
    table_basis_open(b, m->rows, m->columns, arena);
    table_measure(&out, m, b, arena);
    return out;
}

static void assert_near(double x, double expected, double limit) {
    if (!(fabs(x - expected) <= limit))
        fail_msg("%.12f is not %.12f", x, expected);
}

/* The numbers that tests/golden/tables.py prints. */
TEST(numpy) {
    static const double explained[] = {0.032641453838, 0.094604996547, 0.180957422608, 0.218633688810};
    struct arena arena = {0};
    struct table_basis b;
    struct matrix m = matrix_alloc(POSITIONS, COLUMNS, &arena);
    for (int t = 0; t < POSITIONS; t++)
        for (int c = 0; c < COLUMNS; c++)
            matrix_row(&m, t)[c] = sin(0.3 * t * (1 + c)) + 0.05 * c * cos(1.7 * t * t + c) + 0.2 * c;
    struct table_measures out = measure(&m, &b, &arena);
    assert_near(out.norm[0], 2.638438688008, 1e-11);
    assert_near(out.norm[39], 3.234334047040, 1e-11);
    assert_near(out.cosine[0], 1, 1e-11);
    assert_near(out.cosine[1], 0.691528291249, 1e-11);
    assert_near(out.cosine[7], 0.545072554764, 1e-11);
    assert_near(out.cosine[39], 0.706086714619, 1e-11);
    assert_int_equal(out.pairs, 4);
    for (int k = 0; k < 4; k++)
        assert_near(out.explained[k], explained[k], 1e-11);
    assert_int_equal(out.shifts, 3);
    assert_near(out.error[0], 0.572918311528, 1e-11);
    assert_near(out.error[1], 0.561911817091, 1e-11);
    assert_int_equal(out.offset[2], 4);
    arena_free(&arena);
}

/* From the first ones on spread evenly, and each once. */
TEST(order) {
    static const int eight[] = {4, 2, 6, 1, 5, 3, 7, 0}, six[] = {3, 1, 4, 0, 2, 5};
    struct arena arena = {0};
    struct table_basis b;
    table_basis_open(&b, 200, 16, &arena);
    assert_int_equal(b.pairs, 8);
    assert_memory_equal(b.pair, eight, sizeof eight);
    for (int k = 0; k < 4; k++)
        assert_int_equal(b.directions[k], 2 * (k + 1));
    table_basis_open(&b, 200, 13, &arena); /* 6 pairs, of 8 numbers some fall together */
    assert_int_equal(b.pairs, 6);
    assert_memory_equal(b.pair, six, sizeof six);
    arena_free(&arena);
}

/* All of their pairs explain exact sinusoids, also where slow waves are so alike that they span few directions; a shift
 * is one matrix. In floats, as a file has them. */
TEST(sinusoids) {
    static const int shapes[][2] = {{64, 16}, {512, 64}, {128, 256}};
    for (int i = 0; i < 3; i++) {
        struct arena arena = {0};
        struct table_basis b;
        struct matrix m = table_sinusoids(shapes[i][0], shapes[i][1], &arena);
        for (int k = 0; k < m.rows * m.columns; k++)
            m.value[k] = (double)(float)m.value[k];
        struct table_measures out = measure(&m, &b, &arena);
        assert_near(out.explained[out.pairs - 1], 1, 1e-9);
        assert_true(out.explained[0] < 0.5 && b.directions[out.pairs - 1] < m.rows / 2);
        for (int t = 0; t < m.rows; t++)
            assert_near(out.norm[t], sqrt(m.columns / 2.0), 1e-5);
        for (int k = 0; k < m.rows; k++) { /* a cosine by distance is the mean of cos(w k) */
            double mean = 0;
            for (int p = 0; p < m.columns / 2; p++)
                mean += cos(pow(10000, -2.0 * p / m.columns) * k) / (m.columns / 2.0);
            assert_near(out.cosine[k], mean, 1e-6);
        }
        for (int k = 0; k < out.shifts; k++)
            assert_near(out.error[k], 0, 1e-3);
        arena_free(&arena);
    }
}

static struct matrix random_table(int rows, int columns, struct arena *arena) {
    struct matrix m = matrix_alloc(rows, columns, arena);
    struct random r = random_open(7, RANDOM_INIT, 0);
    for (int i = 0; i < rows * columns; i++)
        m.value[i] = random_normal(&r);
    return m;
}

/* R squared is the share of directions, and a shift fits as far as it has columns to fit with. */
TEST(random_numbers) {
    struct arena arena = {0};
    struct table_basis b;
    struct matrix m = random_table(256, 64, &arena);
    struct table_measures out = measure(&m, &b, &arena);
    for (int k = 0; k < out.pairs; k++) {
        double n = 64.0 * b.directions[k]; /* numbers whose squares are explained: five standard deviations */
        assert_near(out.explained[k], out.chance[k], 5 * sqrt(2 * n) / (255.0 * 64));
    }
    assert_near(out.chance[3], 8 / 255.0, 1e-12);
    assert_int_equal(out.shift_columns, 64);
    assert_near(out.noise[0], sqrt(1 - 64 / 255.0), 1e-12);
    for (int k = 0; k < out.shifts; k++)
        assert_near(out.error[k], out.noise[k], 0.02);
    arena_free(&arena);
}

/* More columns than a fit can have: those that say most stand for all. */
TEST(wide) {
    struct arena arena = {0};
    struct table_basis b;
    struct matrix few = table_sinusoids(64, 12, &arena), m = matrix_alloc(64, 96, &arena);
    struct matrix mix = random_table(12, 96, &arena);
    for (int t = 0; t < 64; t++)
        for (int c = 0; c < 96; c++)
            for (int k = 0; k < 12; k++)
                matrix_row(&m, t)[c] += matrix_row(&few, t)[k] * matrix_row(&mix, k)[c];
    struct table_measures out = measure(&m, &b, &arena);
    assert_int_equal(out.shift_columns, 28); /* half of the 56 rows that the longest shift leaves */
    assert_near(out.shift_share, 1, 1e-9);
    assert_near(out.error[0], 0, 1e-6);
    m = random_table(64, 96, &arena);
    out = measure(&m, &b, &arena);
    assert_true(out.shift_share > 28 / 64.0 && out.shift_share < 0.8);
    assert_near(out.noise[0], sqrt(1 - 28 / 63.0), 1e-12); /* computed for the columns that were fitted */
    arena_free(&arena);
}

/* Rows of zeros have no direction, equal rows no variance, and one or two rows no shift. */
TEST(odd) {
    struct arena arena = {0};
    struct table_basis b;
    struct matrix m = matrix_alloc(24, 4, &arena);
    struct table_measures out = measure(&m, &b, &arena);
    assert_true(isnan(out.cosine[0]) && isnan(out.explained[0]));
    for (int t = 1; t < 24; t++)
        matrix_row(&m, t)[1] = 3;
    out = measure(&m, &b, &arena);
    assert_near(out.cosine[1], 1, 1e-12); /* pairs with row 0 are left out */
    assert_true(isnan(out.cosine[23]) && isnan(matrix_row(&out.similarity, 0)[5]));
    m.rows = 2;
    out = measure(&m, &b, &arena);
    assert_int_equal(out.shifts, 0);
    m.rows = 1;
    out = measure(&m, &b, &arena);
    assert_int_equal(out.shifts, 0);
    struct matrix narrow = matrix_alloc(24, 1, &arena);
    out = measure(&narrow, &b, &arena);
    assert_int_equal(out.pairs, 0);
    arena_free(&arena);
}

GROUP(table_measures, NULL, NULL)
