/* test_principal.c -- eigenvectors by what they are, and projections by numpy's numbers (principal.py). */
#include <math.h>
#include <string.h>

#include "base/random.h"
#include "tables/eigen.h"
#include "tables/principal.h"
#include "unit/tests.h"

enum { MOST = 70 };

static void assert_near_to(double got, double expected, double limit) {
    if (!(fabs(got - expected) <= limit))
        fail_msg("%.12g, expected %.12g", got, expected);
}

/* a v = value v for each, all of length 1 and at right angles. */
static void check(const double *a, int n) {
    struct arena arena = {0};
    double *v = arena_alloc(&arena, (size_t)n * n, sizeof *v), value[MOST], trace = 0, sum = 0;
    memcpy(v, a, (size_t)n * n * sizeof *v);
    eigen_symmetric(v, value, n, &arena);
    for (int k = 0; k < n; k++) {
        trace += a[k * n + k];
        sum += value[k];
        for (int i = 0; i < n; i++) {
            double product = 0;
            for (int j = 0; j < n; j++)
                product += a[i * n + j] * v[k * n + j];
            assert_near_to(product, value[k] * v[k * n + i], 1e-11 * n);
        }
        for (int other = 0; other <= k; other++) {
            double product = 0;
            for (int j = 0; j < n; j++)
                product += v[k * n + j] * v[other * n + j];
            assert_near_to(product, k == other, 1e-12 * n);
        }
    }
    assert_near_to(sum, trace, 1e-11 * n);
    arena_free(&arena);
}

TEST(eigenvectors) {
    static double a[MOST * MOST];
    static const int sizes[] = {1, 2, 3, 5, 16, MOST};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int kind = 0; kind < 4; kind++) {
            int n = sizes[s];
            struct random r = random_open(1, RANDOM_INIT, 4 * (uint64_t)n + (uint64_t)kind);
            for (int i = 0; i < n; i++)
                for (int j = 0; j <= i; j++) {
                    double x = random_normal(&r);
                    /* dense; diagonal with equal values; all the same, of rank 1; blocks that do not touch */
                    a[i * n + j] = a[j * n + i] = kind == 0   ? x
                                                  : kind == 1 ? (i == j) * (1 + i % 3)
                                                  : kind == 2 ? 1
                                                              : (i / 2 == j / 2) * x;
                }
            check(a, n);
        }
}

/* Many rows of which few differ: nearly all eigenvalues are what rounding leaves of 0. */
TEST(low_rank) {
    enum { ROWS = 600, COLUMNS = 200, KINDS = 50 };
    static real x[ROWS * COLUMNS], kind[KINDS * COLUMNS];
    static double out[ROWS * COLUMNS];
    struct arena arena = {0};
    struct random r = random_open(1, RANDOM_INIT, 0);
    for (int i = 0; i < KINDS * COLUMNS; i++)
        kind[i] = (real)(100 * random_normal(&r));
    for (int i = 0; i < ROWS; i++)
        memcpy(x + i * COLUMNS, kind + i % KINDS * COLUMNS, COLUMNS * sizeof *x);
    assert_int_equal(principal_project(out, x, ROWS, COLUMNS, COLUMNS, &arena), KINDS - 1);
    arena_free(&arena);
}

/* Of [2 1; 1 2]: 3 along (1, 1), 1 along (1, -1). */
TEST(by_hand) {
    double a[] = {2, 1, 1, 2}, value[2];
    struct arena arena = {0};
    eigen_symmetric(a, value, 2, &arena);
    int large = value[1] > value[0];
    assert_near_to(value[large], 3, 1e-15);
    assert_near_to(value[!large], 1, 1e-15);
    assert_near_to(a[2 * large] * a[2 * large + 1], 0.5, 1e-15);
    assert_near_to(a[2 * !large] * a[2 * !large + 1], -0.5, 1e-15);
    arena_free(&arena);
}

/* The tables of principal.py. */
static void fill(real *x, int rows, int columns) {
    for (int i = 0; i < rows; i++)
        for (int c = 0; c < columns; c++)
            x[i * columns + c] = (real)(float)(((7 * i * i + 3 * i * c + 5 * c + c * c * i) % 17) / (double)(c + 2));
}

static void check_golden(int rows, int columns, int wanted, int expected_columns, const double *expected) {
    struct arena arena = {0};
    real x[9 * 6];
    double out[9 * 5];
    fill(x, rows, columns);
    assert_int_equal(principal_project(out, x, rows, columns, wanted, &arena), expected_columns);
    for (int i = 0; i < rows * wanted; i++)
        assert_near_to(out[i], expected[i], 1e-9);
    arena_free(&arena);
}

TEST(numpy) {
    static const double more_rows[] = {

        -4.1656796056, 0.9437882626,  -0.7292895558, 0.5590948635,  1.3485871383,  1.7916043046,  1.2997001928,
        0.1480852040,  -1.8019550505, 2.6240573826,  1.1093839254,  -1.3306863827, 1.5984940058,  1.1040156977,
        0.3200922973,  -0.8395733177, 0.1598943218,  1.7132378185,  2.8744702475,  -2.7689786490, 0.5063353483,
        -3.1108379102, -2.0631980704, -0.3836432008, -0.8397258588, 0.0184221696,  -0.0856955787,
    };
    static const double more_columns[] = {

        -4.2438937550, -0.3611690686, 0.6557416569,  0.0000000000, 0.0000000000,  0.3145678924,  2.3325539665,
        -0.7650548713, 0.0000000000,  0.0000000000,  0.9352275949, -1.7660217400, -1.3095844975, 0.0000000000,
        0.0000000000,  2.9940982677,  -0.2053631579, 1.4188977119, 0.0000000000,  0.0000000000,
    };
    check_golden(9, 6, 3, 3, more_rows);
    check_golden(4, 7, 5, 3, more_columns);
}

/* As many columns as there are: nothing is lost, so all distances between rows stay. */
TEST(distances) {
    struct arena arena = {0};
    real x[9 * 6];
    double out[9 * 6];
    fill(x, 9, 6);
    assert_int_equal(principal_project(out, x, 9, 6, 6, &arena), 6);
    for (int i = 0; i < 9; i++)
        for (int j = 0; j < i; j++) {
            double before = 0, after = 0;
            for (int c = 0; c < 6; c++) {
                before += pow((double)x[i * 6 + c] - (double)x[j * 6 + c], 2);
                after += pow(out[i * 6 + c] - out[j * 6 + c], 2);
            }
            assert_near_to(after, before, 1e-11);
        }
    arena_free(&arena);
}

/* The corners of a cube: its three axes count the same, and none is lost. */
TEST(same_size) {
    struct arena arena = {0};
    real x[8 * 3];
    double out[8 * 3];
    for (int i = 0; i < 8 * 3; i++)
        x[i] = i / 3 >> i % 3 & 1 ? 1 : -1;
    assert_int_equal(principal_project(out, x, 8, 3, 3, &arena), 3);
    for (int i = 0; i < 8 * 3; i++)
        assert_near_to(fabs(out[i]), 1, 1e-12);
    arena_free(&arena);
}

/* Rows that do not differ have no components. */
TEST(same_rows) {
    struct arena arena = {0};
    real x[] = {1, 2, 3, 1, 2, 3};
    double out[4];
    assert_int_equal(principal_project(out, x, 2, 3, 2, &arena), 0);
    assert_int_equal(principal_project(out + 2, x, 1, 3, 2, &arena), 0);
    for (int i = 0; i < 4; i++)
        assert_true(out[i] == 0);
    arena_free(&arena);
}

GROUP(principal, NULL, NULL)
