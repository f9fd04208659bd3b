/* test_closest.c -- the nearest two rows of a table, by hand and against all pairs; the resolution of their numbers;
 * the effect of a position on a word's vector, by hand. */
#include "unit/near.h"

#include <string.h>

#include "base/random.h"
#include "encoding/sinusoid.h"
#include "law/small.h"
#include "measure/embedding_parts.h"
#include "measure/geometry.h"
#include "unit/opened.h"

static struct closest closest_of(const double *value, int rows, int columns) {
    const struct matrix m = {rows, columns, (double *)value};
    return geometry_closest(&m);
}

static void assert_closest(struct closest c, int first, int second, double distance) {
    assert_int_equal(c.first, first);
    assert_int_equal(c.second, second);
    assert_near("distance", 0, c.distance, distance, 1e-12);
}

TEST(by_hand) {
    assert_closest(closest_of((const double[]){0, 0, 8, 0, 3, 4, 8, 6}, 4, 2), 0, 2, 5); /* a 3-4-5 triangle */
    assert_closest(closest_of((const double[]){7, 1, 9, 4, 2.25}, 5, 1), 1, 4, 1.25);
    assert_closest(closest_of((const double[]){1, 2, 3, 4, 1, 2}, 3, 2), 0, 2, 0);
    assert_true(isinf(closest_of((const double[]){1, 2}, 1, 2).distance));
}

/* Rows 0 and 2 are nearest, by half of a step of the largest number: the neighbours 2 and 3 are as near. By more than a
 * step they are not. */
TEST(preferred) {
    double step = ldexp(limit(ldexp(1, -52), ldexp(1, -23)), 3); /* at 10 */
    struct closest c = closest_of((const double[]){0, 10, 1 - step / 4, 2, 3}, 5, 1);
    assert_int_equal(c.neighbours, 2);
    assert_closest(c, 2, 3, 1 - step / 4);
    c = closest_of((const double[]){0, 10, 1 - 2 * step, 2}, 4, 1);
    assert_int_equal(c.neighbours, 0);
    assert_closest(c, 0, 2, 1 - 2 * step);
}

/* 24 binary digits of a float, 53 of a double: from 1 on a step is 2^-23, just below it 2^-24, at 100,000 it is 2^-7.
 */
TEST(resolution) {
    static const struct {
        double largest;
        int power;
    } rows[] = {{1, 0}, {0.99, -1}, {-1.5, 0}, {99999, 16}};
    double one = limit(ldexp(1, -52), ldexp(1, -23));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_near("step", (int)i, closest_of((const double[]){0.1, rows[i].largest}, 2, 1).resolution,
                    ldexp(one, rows[i].power), 0);
    assert_near("step", 4, closest_of((const double[]){0, 0}, 2, 1).resolution, 0, 0);
}

static double by_all_pairs(const struct matrix *m) {
    double least = HUGE_VAL;
    for (int i = 0; i < m->rows; i++)
        for (int j = 0; j < i; j++) {
            const double *a = matrix_row(m, i), *b = matrix_row(m, j);
            double square = 0;
            for (int c = 0; c < m->columns; c++)
                square += (a[c] - b[c]) * (a[c] - b[c]);
            least = square < least ? square : least;
        }
    return sqrt(least);
}

/* Each way of making a table, at every width about those where parts are halved another way, and with odd counts. */
static void fill(struct matrix *m, int kind) {
    static const struct sinusoid shapes[] = {{.base = 100, .scale = 1},
                                             {.base = 10000, .scale = 2, .waves = SINUSOID_SINE},
                                             {.base = 30, .scale = 1, .pairing = SINUSOID_UNPAIRED}};
    struct random r = random_open(7, RANDOM_INIT, (uint64_t)m->rows + (uint64_t)m->columns);
    real row[64];
    for (int t = 0; t < m->rows; t++) {
        if (kind < 3)
            sinusoid_row(row, &shapes[kind], t, m->columns);
        for (int c = 0; c < m->columns; c++)
            matrix_row(m, t)[c] = kind < 3 ? (double)row[c] : (double)(real)random_normal(&r);
    }
}

TEST(against_all_pairs) {
    static const int columns[] = {1, 2, 3, 4, 5, 8, 33}, rows[] = {2, 3, 8, 9, 17, 100, 701};
    for (int kind = 0; kind < 4; kind++)
        for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
            for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
                struct arena arena = {0};
                struct matrix m = matrix_alloc(rows[k], columns[i], &arena);
                fill(&m, kind);
                struct closest c = geometry_closest(&m);
                const struct matrix two = {2, m.columns, arena_alloc(&arena, 2 * (size_t)m.columns, sizeof(double))};
                memcpy(matrix_row(&two, 0), matrix_row(&m, c.first), (size_t)m.columns * sizeof(double));
                memcpy(matrix_row(&two, 1), matrix_row(&m, c.second), (size_t)m.columns * sizeof(double));
                assert_true(c.first < c.second);
                assert_near("distance", m.rows, c.distance, by_all_pairs(&m), 1e-12);
                assert_near("of those two", m.rows, c.distance, by_all_pairs(&two),
                            c.neighbours ? 6 * c.resolution : 1e-12);
                arena_free(&arena);
            }
}

/* The distance of paired sinusoids depends on the offset k alone, 4 scale^2 sum_i sin^2(w_i k / 2): the least over all
 * offsets is the least over all pairs of 100,000 rows, or of 5,000 where sanitizers watch. */
TEST(pairs_by_their_offset) {
    enum { N = COMPARED ? 100000 : 5000, D = 16 };
    const struct sinusoid shape = {.base = 10000, .scale = 1};
    struct arena arena = {0};
    struct matrix m = matrix_alloc(N, D, &arena);
    double least = HUGE_VAL;
    for (int t = 0; t < N; t++) {
        real row[D];
        sinusoid_row(row, &shape, t, D);
        for (int c = 0; c < D; c++)
            matrix_row(&m, t)[c] = (double)row[c];
    }
    for (int k = 1; k < N; k++) {
        double square = 0;
        for (int i = 0; i < D / 2; i++)
            square += 4 * pow(sin(pow(10000, -2.0 * i / D) * k / 2), 2);
        least = fmin(least, square);
    }
    assert_near("distance", N, geometry_closest(&m).distance, sqrt(least), limit(1e-9, 1e-6));
    arena_free(&arena);
}

/* ---- What a position does to a word */

/* Words [3, 0]; positions [0, 4], or [0, 0] at position 0: 53.13 degrees and 5/3 as long, or none and as long. */
TEST(added_by_hand) {
    static struct run r;
    struct added_position a;
    open_run(&r, (const char *const[]){"task.name=first", "model.d_model=2", "model.heads=1", NULL});
    const struct model *m = &r.model;
    int words = m->size.vocabulary, positions = m->encoding.rows;
    for (int i = 0; i < 2 * words; i++)
        m->params.value[m->token + (size_t)i] = i % 2 ? 0 : 3;
    for (int i = 0; i < 2 * positions; i++)
        m->params.value[m->position[0] + (size_t)i] = i % 2 && i > 1 ? 4 : 0;
    assert_true(added_position_measure(&a, &r));
    assert_int_equal(a.words, words);
    assert_int_equal(a.positions, positions);
    double share = (positions - 1.0) / positions;
    assert_near("angle", 0, a.angle, share * atan2(4, 3) * 180 / acos(-1), limit(1e-12, 1e-5));
    assert_near("length", 0, a.length, share * 5 / 3 + 1 - share, limit(1e-12, 1e-6));
    run_free(&r);
}

/* A column of its own: a word [3, 0, ...] becomes [3, 0, ..., t]; a word of zeros has no direction and does not count.
 */
TEST(added_column) {
    static struct run r;
    struct added_position a;
    double angle = 0, length = 0;
    open_run(&r, (const char *const[]){"task.name=first", "encoding.name=index", "index.scale=2", NULL});
    const struct model *m = &r.model;
    int width = m->config.d_model - 1, positions = m->encoding.size.trained;
    for (int i = 0; i < width * m->size.vocabulary; i++)
        m->params.value[m->token + (size_t)i] = i % width == 0 && i ? 3 : 0;
    for (int t = 0; t < positions; t++) {
        angle += atan2(2 * t, 3) * 180 / acos(-1) / positions;
        length += hypot(2 * t, 3) / 3 / positions;
    }
    assert_true(added_position_measure(&a, &r));
    assert_near("angle", 0, a.angle, angle, limit(1e-12, 1e-4));
    assert_near("length", 0, a.length, length, limit(1e-12, 1e-5));
    run_free(&r);
}

TEST(nothing_added) {
    static struct run r;
    struct added_position a;
    open_run(&r, (const char *const[]){"task.name=first", "encoding.name=rope+alibi", NULL});
    assert_false(added_position_measure(&a, &r));
    run_free(&r);
}

/* More words and positions than are measured: 256 of each, from the first to the last. */
TEST(added_spread) {
    static struct run r;
    struct added_position a;
    open_run(&r, (const char *const[]){"task.name=first", "task.words=2..1020", "task.fillers=1020", "model.d_model=2",
                                       "model.heads=1", NULL});
    const struct model *m = &r.model;
    int words = m->size.vocabulary, positions = m->encoding.rows;
    for (int i = 0; i < 2 * words; i++) /* the last word alone has a direction, and the last position a vector */
        m->params.value[m->token + (size_t)i] = i == 2 * words - 2;
    for (int i = 0; i < 2 * positions; i++)
        m->params.value[m->position[0] + (size_t)i] = i == 2 * positions - 1;
    assert_true(added_position_measure(&a, &r));
    assert_true(words > ADDED_MOST && positions > ADDED_MOST);
    assert_int_equal(a.words, ADDED_MOST);
    assert_int_equal(a.positions, ADDED_MOST);
    assert_near("angle", 0, a.angle, 45.0 / ADDED_MOST, 1e-6);
    run_free(&r);
}

GROUP(closest, NULL, NULL)
