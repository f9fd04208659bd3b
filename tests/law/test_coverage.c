/* test_coverage.c -- what statistics/statistics.h promises: over a grid of means, spreads, numbers of seeds and of
 * examples, a 95 % interval holds the mean that seeds were drawn around in at least 93 % of draws, and is not much
 * wider than it must be; the same for paired differences, where all seeds have the same rows, and where several targets
 * are in one text.
 *
 * The ideal width: that of mean +- t s / sqrt n were the mean normal with the true variance, kept within the bounds; or
 * Wilson's interval of all examples together, where that is wider. An interval is at most 1.5 times as wide, 1.65 times
 * where fewer than three wrong answers are expected in all: there intervals that cover seeds which spread far cost
 * more.
 *
 * A part of the grids is drawn a few times. `DRAWS=20000 build/release/tests coverage` draws all of them more often,
 * and is stricter. */
#include "unit/tests.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "law/seeds_drawn.h"
#include "statistics/statistics.h"
#include "statistics/student.h"

enum { EACH_NTH = 11, PAIRS_STREAM = 1 << 20, ROWS_STREAM = 2 << 20, WIDTHS_STREAM = 3 << 20, TEXTS_STREAM = 4 << 20 };

#define COUNT(list) (int)(sizeof(list) / sizeof *(list))

static int draws(int usual) {
    const char *asked = getenv("DRAWS");
    return asked ? atoi(asked) : usual;
}

/* Whether cell `number` is drawn in this call. */
static bool drawn(int number) { return getenv("DRAWS") || number % EACH_NTH == 0; }

/* ---- What was found over a grid */

struct found {
    int cells, draws;
    double least, cover, widest, width; /* coverage: the least, the sum; width over the ideal: the most, the sum */
    char low[160], wide[160];           /* the cells of the least and the most */
};

/* Of one cell. */
struct cell_found {
    int hits;
    double width, ideal, errors; /* sums over draws, but for `errors`: how many are expected in all */
};

static void found_add(struct found *f, const struct cell_found *c, const char *where) {
    double cover = (double)c->hits / f->draws, width = c->width / c->ideal;
    if (f->cells++ == 0 || cover < f->least) {
        f->least = cover;
        snprintf(f->low, sizeof f->low, "%s", where);
    }
    if (c->errors < 3)
        width *= 1.5 / 1.65;
    if (!(width <= f->widest)) {
        f->widest = width;
        snprintf(f->wide, sizeof f->wide, "%s", where);
    }
    f->cover += cover;
    f->width += width;
}

static void found_print(const char *what, const struct found *f) {
    print_message("%s: %d cells, coverage at least %.1f %% (%s), mean %.1f %%; width at most %.2f (%s), mean %.2f\n",
                  what, f->cells, 100 * f->least, f->low, 100 * f->cover / f->cells, f->widest, f->wide,
                  f->width / f->cells);
}

/* Three standard errors are left to chance, and as much of the width. */
static bool covers(const struct found *f, double least) {
    return f->least >= least - 3 * sqrt(least * (1 - least) / f->draws);
}

static bool narrow(const struct found *f) { return f->widest <= 1.5 * (1 + 3 / sqrt(f->draws)); }

/* ---- Rules */

typedef struct summary rule(const double *x, const struct drawn_cell *c);

static struct seeds of(const double *x, const struct drawn_cell *c, double shared) {
    return (struct seeds){x, c->seeds, 0, 1, c->examples, shared};
}

static struct summary ours(const double *x, const struct drawn_cell *c) {
    struct seeds s = of(x, c, (double)NAN);
    return seeds_summary(&s);
}

static struct summary plain(const double *x, const struct drawn_cell *c) { return summarise(x, c->seeds); }

static struct summary scaled(struct summary s, double scale) {
    s.low = s.mean - scale * (s.mean - s.low);
    s.high = s.mean + scale * (s.high - s.mean);
    return s;
}

static struct summary half(const double *x, const struct drawn_cell *c) { return scaled(ours(x, c), 0.5); }
static struct summary twice(const double *x, const struct drawn_cell *c) { return scaled(ours(x, c), 2); }

/* ---- Values */

static const double means[] = {0.5, 0.75, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999};
static const double spreads[] = {0, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1};
static const int seeds[] = {2, 3, 4, 5, 10, 20}, examples[] = {100, 300, 1000, 10000};

/* Of mean +- t s / sqrt n, were it normal. */
static double width_normal(struct random *r, double mean, double variance, int n) {
    double error = sqrt(variance / n), t = student_point(0.05, n - 1);
    double half_width = t * error * sqrt(2 * drawn_gamma(r, (n - 1) / 2.0) / (n - 1));
    double at = fmin(1, fmax(0, mean + error * random_normal(r)));
    return fmin(1, at + half_width) - fmax(0, at - half_width);
}

static double width_counted(struct random *r, double mean, int n) {
    struct interval w = interval_wilson((double)drawn_count(r, n, mean) / n, n, 1.96);
    return w.high - w.low;
}

static double ideal(const struct drawn_cell *c, uint64_t number, int count) {
    struct random r = random_open(1, RANDOM_EVAL, WIDTHS_STREAM + number);
    double normal = 0, counted = 0, m = c->examples;
    double variance = c->spread * c->spread * (1 - 1 / m) + c->mean * (1 - c->mean) / m;
    for (int i = 0; i < count; i++) {
        normal += width_normal(&r, c->mean, variance, c->seeds);
        counted += width_counted(&r, c->mean, c->seeds * c->examples);
    }
    return fmax(normal, counted);
}

static void hold(struct cell_found *f, struct summary s, double truth) {
    f->hits += s.low <= truth + 1e-12 && truth - 1e-12 <= s.high;
    f->width += isnan(s.low) ? 0 : s.high - s.low;
}

static void try_values(struct found *f, rule *by, const struct drawn_cell *c, int number) {
    struct random r = random_open(1, RANDOM_EVAL, number);
    struct cell_found cell = {0, 0, ideal(c, number, f->draws), c->seeds * c->examples * (1 - c->mean)};
    double x[DRAWN_SEEDS];
    char where[160];
    for (int i = 0; i < f->draws; i++) {
        drawn_seeds(x, &r, c);
        hold(&cell, by(x, c), c->mean);
    }
    snprintf(where, sizeof where, "mean %g, spread %g, %d seeds, %d examples", c->mean, c->spread, c->seeds,
             c->examples);
    found_add(f, &cell, where);
}

/* Every mean with every spread up to its distance from the ceiling. */
static struct found try_grid(rule *by, int count) {
    struct found f = {.draws = count};
    int number = 0;
    for (int i = 0; i < COUNT(means); i++)
        for (int j = 0; j < COUNT(spreads) && (j == 0 || spreads[j - 1] < 1 - means[i]); j++)
            for (int k = 0; k < COUNT(seeds) * COUNT(examples); k++) {
                struct drawn_cell c = {means[i], fmin(spreads[j], 1 - means[i]), seeds[k / COUNT(examples)],
                                       examples[k % COUNT(examples)]};
                if (drawn(number++))
                    try_values(&f, by, &c, number);
            }
    return f;
}

TEST(values) {
    struct found f = try_grid(ours, draws(2000));
    found_print("values", &f);
    assert_true(covers(&f, 0.93) && narrow(&f));
    assert_true(f.cover / f.cells > 0.95 && f.width / f.cells < 1.25);
}

/* Such intervals would not pass. */
TEST(wrong_values) {
    struct found f = try_grid(plain, 300);
    found_print("mean +- t s / sqrt n", &f);
    assert_false(covers(&f, 0.6));
    f = try_grid(half, 300);
    assert_false(covers(&f, 0.85));
    f = try_grid(twice, 300);
    assert_false(narrow(&f));
}

/* ---- Paired differences */

static const struct two {
    double mean[2], spread[2];
} twos[] = {
    {{0.5, 0.5}, {0.1, 0.1}},       {{0.75, 0.7}, {0.05, 0.05}},
    {{0.75, 0.75}, {0, 0}},         {{0.9, 0.9}, {0.09, 0.09}},
    {{0.9, 0.9}, {0.02, 0.02}},     {{0.9, 0.95}, {0.09, 0.045}},
    {{0.95, 0.9}, {0.045, 0.045}},  {{0.9, 0.98}, {0.09, 0.018}},
    {{0.99, 0.9}, {0.009, 0.09}},   {{0.99, 0.95}, {0.009, 0.01}},
    {{0.99, 0.99}, {0, 0}},         {{0.99, 0.99}, {0.002, 0.002}},
    {{0.99, 0.99}, {0.009, 0.009}}, {{0.995, 0.99}, {0.0045, 0.0045}},
    {{0.999, 0.5}, {0.0009, 0.1}},  {{0.999, 0.95}, {0.0009, 0.045}},
    {{0.999, 0.995}, {0, 0}},       {{0.999, 0.999}, {0.0009, 0.0009}},
};
static const int seeds_of_two[] = {2, 3, 5, 10, 20}, examples_of_two[] = {100, 1000, 10000};

/* Of mean +- t s / sqrt n with this variance, were it normal; or of no difference in any example. */
static double ideal_of_two(double variance, const struct drawn_cell *c, uint64_t number, int count) {
    struct random r = random_open(1, RANDOM_EVAL, PAIRS_STREAM + WIDTHS_STREAM + number);
    double normal = 0, t = student_point(0.05, c->seeds - 1), freedom = c->seeds - 1;
    for (int i = 0; i < count; i++)
        normal += 2 * t * sqrt(variance / c->seeds * 2 * drawn_gamma(&r, freedom / 2) / freedom);
    return fmax(normal, count * 2 * interval_wilson(0, c->seeds * c->examples, 1.96).high);
}

static void try_two(struct found *f, const struct drawn_cell *c, const struct drawn_cell *d, bool bound, double alike,
                    int number) {
    struct random r = random_open(1, RANDOM_EVAL, PAIRS_STREAM + number);
    struct cell_found cell = {0, 0, 0, c->seeds * c->examples * (2 - c->mean - d->mean)};
    double x[DRAWN_SEEDS], y[DRAWN_SEEDS], truth = c->mean - d->mean, squares = 0;
    struct seeds a = of(x, c, (double)NAN), b = of(y, d, (double)NAN);
    char where[160];
    for (int i = 0; i < f->draws; i++) {
        drawn_pairs(x, y, &r, c, d, bound, alike);
        hold(&cell, seeds_difference(&a, &b, (double)NAN, NULL), truth);
        for (int k = 0; k < c->seeds; k++)
            squares += (x[k] - y[k] - truth) * (x[k] - y[k] - truth);
    }
    cell.ideal = ideal_of_two(squares / c->seeds / f->draws, c, number, f->draws);
    snprintf(where, sizeof where, "mean %g less %g, spread %g and %g, %d seeds%s, %d examples, %g alike", c->mean,
             d->mean, c->spread, d->spread, c->seeds, bound ? " bound" : "", c->examples, alike);
    found_add(f, &cell, where);
}

/* Seeds go together only where one error is a multiple of the other: then spreads are in that proportion. */
static bool proportional(const struct two *w) {
    double a = w->spread[0] / (1 - w->mean[0]), b = w->spread[1] / (1 - w->mean[1]);
    return a > 0 && fabs(a - b) < 1e-9 && w->mean[0] <= w->mean[1];
}

static void try_all_of_two(struct found *f, const struct two *w, int *number) {
    for (int k = 0; k < COUNT(seeds_of_two) * COUNT(examples_of_two); k++)
        for (int way = 0; way < (proportional(w) ? 4 : 2); way++) {
            int n = seeds_of_two[k / COUNT(examples_of_two)], m = examples_of_two[k % COUNT(examples_of_two)];
            struct drawn_cell c = {w->mean[0], w->spread[0], n, m}, d = {w->mean[1], w->spread[1], n, m};
            if (drawn((*number)++))
                try_two(f, &c, &d, way / 2, way % 2 ? 0.9 : 0, *number);
        }
}

TEST(differences) {
    struct found f = {.draws = draws(2000)};
    int number = 0;
    for (int i = 0; i < COUNT(twos); i++)
        try_all_of_two(&f, &twos[i], &number);
    found_print("differences", &f);
    assert_true(covers(&f, 0.93) && narrow(&f));
    assert_true(f.cover / f.cells > 0.95 && f.width / f.cells < 1.25);
}

/* ---- The same rows for all seeds */

static double width_of_rows(const struct drawn_cell *c, double squares, int count) {
    double t = student_point(0.05, c->seeds - 1);
    struct interval w = interval_wilson(c->mean, c->examples, 1.96);
    return fmax(fmin(1, 2 * t * sqrt(squares / count)), w.high - w.low) * count;
}

static void try_rows(struct found *f, const struct drawn_cell *c, double alike, bool wrong, int number) {
    struct random r = random_open(1, RANDOM_EVAL, ROWS_STREAM + number);
    struct cell_found cell = {.errors = c->seeds * c->examples * (1 - c->mean)};
    double x[DRAWN_SEEDS], row[DRAWN_ROWS], squares = 0;
    char where[160];
    for (int i = 0; i < f->draws; i++) {
        drawn_rows(x, row, &r, c, alike);
        struct seeds s = of(x, c, wrong ? (double)NAN : shared_variance(row, row, c->examples, c->seeds));
        struct summary of_rows = seeds_summary(&s);
        hold(&cell, of_rows, c->mean);
        squares += (of_rows.mean - c->mean) * (of_rows.mean - c->mean);
    }
    cell.ideal = width_of_rows(c, squares, f->draws);
    snprintf(where, sizeof where, "mean %g, spread %g, %d seeds, %d rows, %g alike", c->mean, c->spread, c->seeds,
             c->examples, alike);
    found_add(f, &cell, where);
}

/* Four means, each with some numbers of seeds, two spreads, and examples that are alike in three degrees. */
struct alike_grid {
    double mean[4];
    int seeds[3], few, examples; /* few: how many of these seeds */
    void (*try_cell)(struct found *f, const struct drawn_cell *c, double alike, bool wrong, int number);
};

static struct found try_like(const struct alike_grid *g, bool wrong, int count) {
    struct found f = {.draws = count};
    for (int k = 0; k < COUNT(g->mean) * g->few * 6; k++) {
        double mean = g->mean[k / 6 / g->few], spread = k % 2 ? fmin(0.1, 0.5 * (1 - mean)) : 0;
        struct drawn_cell c = {mean, spread, g->seeds[k / 6 % g->few], g->examples};
        g->try_cell(&f, &c, k / 2 % 3 * 0.5, wrong, k);
    }
    return f;
}

static const struct alike_grid row_grid = {{0.5, 0.9, 0.98, 0.995}, {2, 5, 20}, 3, DRAWN_ROWS, try_rows};

TEST(rows) {
    struct found f = try_like(&row_grid, false, draws(500));
    found_print("the same rows", &f);
    assert_true(covers(&f, 0.93) && narrow(&f));
    f = try_like(&row_grid, true, 100);
    assert_false(covers(&f, 0.7));
}

/* ---- Texts with several targets */

enum { EACH = 20, TEXTS = 100 };

static void try_texts(struct found *f, const struct drawn_cell *c, double alike, bool wrong, int number) {
    struct random r = random_open(1, RANDOM_EVAL, TEXTS_STREAM + number);
    double worth = TEXTS * EACH / (1 + (EACH - 1) * alike * alike), x[DRAWN_SEEDS], squares = 0;
    struct cell_found cell = {.errors = c->seeds * worth * (1 - c->mean)};
    char where[160];
    for (int i = 0; i < f->draws; i++) {
        double independent = drawn_texts(x, &r, c, EACH, alike);
        struct seeds s = {x, c->seeds, 0, 1, wrong ? TEXTS * EACH : independent, (double)NAN};
        struct summary of_texts = seeds_summary(&s);
        hold(&cell, of_texts, c->mean);
        squares += (of_texts.mean - c->mean) * (of_texts.mean - c->mean);
    }
    struct drawn_cell all = *c;
    all.examples = (int)(worth * c->seeds);
    cell.ideal = width_of_rows(&all, squares, f->draws);
    snprintf(where, sizeof where, "mean %g, spread %g, %d seeds, %g alike", c->mean, c->spread, c->seeds, alike);
    found_add(f, &cell, where);
}

static const struct alike_grid text_grid = {{0.3, 0.9, 0.98, 0.995}, {2, 5}, 2, TEXTS, try_texts};

/* Counted as if all targets were independent, intervals would not hold. */
TEST(of_texts) {
    struct found f = try_like(&text_grid, false, draws(100));
    found_print("texts", &f);
    assert_true(covers(&f, 0.93) && narrow(&f));
    f = try_like(&text_grid, true, 50);
    assert_false(covers(&f, 0.7));
}

GROUP(coverage, NULL, NULL)
