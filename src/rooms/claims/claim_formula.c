/* claim_formula.c -- numbers other than metrics: of the sinusoids (scale 1, as printed) without training, and of
 * trained models; see claims.h. */
#include <math.h>

#include "base/random.h"
#include "claims/claims.h"
#include "encoding/encoding.h"
#include "encoding/encoding_built.h"
#include "encoding/sinusoid.h"
#include "measure/embedding_parts.h"
#include "measure/geometry.h"

enum { SHIFT_POSITIONS = 512, OFFSET_MOST = 128, FITTED_MOST = 192, POSITIONS_MOST = 1 << 20 };
enum { CLOSEST_WIDTH = 128, CLOSEST_POSITIONS = 100000 };

/* As printed, scale 1; each column with its own angle; one wave alone. */
#define PRINTED .base = 10000, .scale = 1
static const struct sinusoid both = {PRINTED}, unpaired = {PRINTED, .pairing = SINUSOID_UNPAIRED},
                             sine = {PRINTED, .waves = SINUSOID_SINE}, cosine = {PRINTED, .waves = SINUSOID_COSINE};

static void fill_rows(struct matrix *m, struct sinusoid shape) {
    real row[SINUSOID_WIDTH];
    for (int t = 0; t < m->rows; t++) {
        sinusoid_row(row, &shape, t, m->columns);
        for (int c = 0; c < m->columns; c++)
            matrix_row(m, t)[c] = (double)row[c];
    }
}

/* ---- One matrix for all positions t maps row t to row t + k: its best fit, and the error of the worst column. */

static double fit(const struct matrix *m, int offset, struct arena *arena) {
    struct shift s;
    double worst = geometry_shift(&s, m, offset) ? s.worst : (double)NAN;
    arena_free(arena);
    return worst;
}

static double shift_of(struct sinusoid shape, const int p[2]) {
    struct arena arena = {0};
    struct matrix m = matrix_alloc(SHIFT_POSITIONS, p[0], &arena);
    fill_rows(&m, shape);
    return fit(&m, p[1], &arena);
}

static double shift_paired(int seed, const int p[2]) { return (void)seed, shift_of(both, p); }
static double shift_unpaired(int seed, const int p[2]) { return (void)seed, shift_of(unpaired, p); }

/* A table of random numbers, as a learned one starts. */
static double random_table(int seed, const int p[2]) {
    struct arena arena = {0};
    struct matrix m = matrix_alloc(SHIFT_POSITIONS, p[0], &arena);
    struct random r = random_open((uint32_t)seed, RANDOM_INIT, 0);
    for (int i = 0; i < m.rows * m.columns; i++)
        m.value[i] = random_normal(&r);
    return fit(&m, p[1], &arena);
}

/* Means of columns over positions: the one farthest from 0, and how many are more than 0.05 from 0. */
static double columns_of(const int p[2], int *off) {
    struct arena arena = {0};
    real row[SINUSOID_WIDTH];
    double *mean = arena_alloc(&arena, (size_t)p[0], sizeof *mean), farthest = 0;
    *off = 0;
    for (int t = 0; t < p[1]; t++) {
        sinusoid_row(row, &both, t, p[0]);
        for (int c = 0; c < p[0]; c++)
            mean[c] += (double)row[c] / p[1];
    }
    for (int c = 0; c < p[0]; c++) {
        farthest = fabs(mean[c]) > fabs(farthest) ? mean[c] : farthest;
        *off += fabs(mean[c]) > 0.05;
    }
    arena_free(&arena);
    return farthest;
}

static double column_mean(int seed, const int p[2]) {
    int off;
    return (void)seed, columns_of(p, &off);
}

static double columns_off(int seed, const int p[2]) {
    int off;
    return (void)seed, columns_of(p, &off), off;
}

/* ---- Whether every position has a different row: the smallest distance between two rows, and the resolution of floats
 * at their largest number. */

static struct closest closest_of(struct sinusoid shape, const int p[2]) {
    struct arena arena = {0};
    struct matrix m = matrix_alloc(p[1], p[0], &arena);
    fill_rows(&m, shape);
    struct closest closest = geometry_closest(&m);
    closest.distance = p[1] > 1 ? closest.distance : (double)NAN;
    arena_free(&arena);
    return closest;
}

static double closest_paired(int seed, const int p[2]) { return (void)seed, closest_of(both, p).distance; }
static double closest_sine(int seed, const int p[2]) { return (void)seed, closest_of(sine, p).distance; }
static double closest_cosine(int seed, const int p[2]) { return (void)seed, closest_of(cosine, p).distance; }
static double resolution(int seed, const int p[2]) { return (void)seed, closest_of(both, p).resolution; }

/* ---- Of a trained model */

static double angle(const struct run *r) {
    struct added_position added;
    return added_position_measure(&added, r) ? added.angle : (double)NAN;
}

/* Of the vectors of the trained positions, two or more. */
static double of_vectors(const struct run *r, double (*value)(const struct matrix *m)) {
    const struct encoding_built *b = &r->model.encoding;
    struct encoding_weights w = model_encoding_weights(&r->model, NULL);
    struct encoding_use use;
    struct matrix m;
    struct arena arena = {0};
    struct error e;
    bool has = encoding_use_open(&use, b, &w, &policy_extend, b->size.trained, &arena, &e) &&
               geometry_vectors(&m, &use, &w, b->size.trained, &arena) && m.rows > 1;
    double x = has ? value(&m) : (double)NAN;
    arena_free(&arena);
    return x;
}

static double distance(const struct matrix *m) { return geometry_closest(m).distance; }
static double closest(const struct run *r) { return r->model.encoding.scale * of_vectors(r, distance); }

/* By how much the vectors of neighbouring positions differ: of late positions, or columns, as a multiple of the early
 * ones. Odd numbers leave out the middle. */
static double late_part(const struct matrix *m, bool columns) {
    int n = columns ? m->columns : m->rows - 1;
    double early = 0, late = 0;
    for (int t = 0; t + 1 < m->rows; t++)
        for (int c = 0; c < m->columns; c++) {
            double step = fabs(matrix_row(m, t + 1)[c] - matrix_row(m, t)[c]);
            int k = columns ? c : t;
            early += k < n / 2 ? step : 0;
            late += k >= n - n / 2 ? step : 0;
        }
    return late / early;
}

static double late_positions_of(const struct matrix *m) { return late_part(m, false); }
static double late_columns_of(const struct matrix *m) { return late_part(m, true); }
static double late_positions(const struct run *r) { return of_vectors(r, late_positions_of); }
static double late_columns(const struct run *r) { return of_vectors(r, late_columns_of); }

static double length_ratio(const struct run *r) {
    struct added_position added;
    return added_position_measure(&added, r) ? added.length : (double)NAN;
}

static double mean_square(const struct run *r, const char *name) {
    const struct tensor *t = params_find(&r->model.params, name);
    double sum = 0;
    for (size_t i = 0; i < t->count; i++) {
        double x = (double)r->model.params.value[t->offset + i];
        sum += x * x;
    }
    return sum / t->rows;
}

/* The last column at the last trained position, as a multiple of a typical word's and segment's length. */
static double dominance(const struct run *r) {
    struct arena arena = {0};
    struct error e = {0};
    struct encoding_use use;
    struct encoding_weights w = model_encoding_weights(&r->model, NULL);
    int position = r->longest - 1, d = r->model.config.d_model;
    bool open = r->model.encoding.kind->embed &&
                encoding_use_open(&use, &r->model.encoding, &w, &policy_extend, r->longest, &arena, &e);
    real *x = arena_alloc(&arena, (size_t)d, sizeof *x);
    if (open)
        use.built->kind->embed(&use, &w, x, (struct span){1, &position});
    double column = open ? fabs((double)x[d - 1]) : (double)NAN;
    arena_free(&arena);
    return column / sqrt(mean_square(r, "embeddings.word_embeddings.weight") +
                         mean_square(r, "embeddings.token_type_embeddings.weight"));
}

/* This leaves twice as many rows as columns for the fit. */
#define SHIFT \
    {"width", "offset"}, { FITTED_MOST, OFFSET_MOST }
#define CLOSEST \
    {"width", "positions"}, { CLOSEST_WIDTH, CLOSEST_POSITIONS }
const struct claim_formula claim_formulas[] = {
    {"shift_paired", SHIFT, false, shift_paired, NULL},
    {"shift_unpaired", SHIFT, false, shift_unpaired, NULL},
    {"shift_random", SHIFT, true, random_table, NULL},
    {"column_mean", {"width", "positions"}, {SINUSOID_WIDTH, POSITIONS_MOST}, false, column_mean, NULL},
    {"columns_off", {"width", "positions"}, {SINUSOID_WIDTH, POSITIONS_MOST}, false, columns_off, NULL},
    {"closest_paired", CLOSEST, false, closest_paired, NULL},
    {"closest_sine", CLOSEST, false, closest_sine, NULL},
    {"closest_cosine", CLOSEST, false, closest_cosine, NULL},
    {"resolution", CLOSEST, false, resolution, NULL},
    {.name = "closest", .of_run = closest},
    {.name = "late_positions", .of_run = late_positions},
    {.name = "late_columns", .of_run = late_columns},
    {.name = "angle", .of_run = angle},
    {.name = "length_ratio", .of_run = length_ratio},
    {.name = "dominance", .of_run = dominance},
    {.name = NULL},
};
