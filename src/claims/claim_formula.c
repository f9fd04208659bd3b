/* claim_formula.c -- numbers that are no metric: of the sinusoids themselves (scale 1, as printed), without any
 * training, and of trained models; see claims.h. */
#include <math.h>

#include "base/random.h"
#include "claims/claims.h"
#include "encoding/sinusoid.h"
#include "measure/geometry.h"

enum { SHIFT_POSITIONS = 512, OFFSET_MOST = 128, FITTED_MOST = 192, POSITIONS_MOST = 1 << 20 };

/* ---- One matrix for all positions t takes row t to row t + k: its best fit, and what is left of the worst column. */

static struct matrix rows_for(int width, struct arena *arena) {
    return (struct matrix){SHIFT_POSITIONS, width, arena_alloc(arena, (size_t)SHIFT_POSITIONS * width, sizeof(double))};
}

static double fit(const struct matrix *m, int offset, struct arena *arena) {
    struct shift s;
    double worst = geometry_shift(&s, m, offset) ? s.worst : (double)NAN;
    arena_free(arena);
    return worst;
}

static double shift_of(int width, int offset, int pairing) {
    const struct sinusoid shape = {.base = sinusoid_standard.base, .scale = 1, .pairing = pairing};
    struct arena arena = {0};
    struct matrix m = rows_for(width, &arena);
    real row[SINUSOID_WIDTH];
    for (int t = 0; t < m.rows; t++) {
        sinusoid_row(row, &shape, t, width);
        for (int c = 0; c < width; c++)
            matrix_row(&m, t)[c] = (double)row[c];
    }
    return fit(&m, offset, &arena);
}

static double paired(int seed, const int p[2]) { return (void)seed, shift_of(p[0], p[1], SINUSOID_PAIRED); }
static double unpaired(int seed, const int p[2]) { return (void)seed, shift_of(p[0], p[1], SINUSOID_UNPAIRED); }

/* A table of random numbers, as a learned one starts. */
static double random_table(int seed, const int p[2]) {
    struct arena arena = {0};
    struct matrix m = rows_for(p[0], &arena);
    struct random r = random_open((uint32_t)seed, RANDOM_INIT, 0);
    for (int i = 0; i < m.rows * m.columns; i++)
        m.value[i] = random_normal(&r);
    return fit(&m, p[1], &arena);
}

/* Of all values, over positions and columns. */
static double mean(int seed, const int p[2]) {
    const struct sinusoid shape = {.base = sinusoid_standard.base, .scale = 1};
    real row[SINUSOID_WIDTH];
    double sum = 0;
    (void)seed;
    for (int t = 0; t < p[1]; t++) {
        sinusoid_row(row, &shape, t, p[0]);
        for (int c = 0; c < p[0]; c++)
            sum += (double)row[c];
    }
    return sum / p[1] / p[0];
}

/* ---- Of a trained model */

static double weights(const struct run *r) { return (double)params_trained(&r->model.params); }

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

/* Twice as many rows as columns are left to fit. */
#define SHIFT \
    {"width", "offset"}, { FITTED_MOST, OFFSET_MOST }
const struct claim_formula claim_formulas[] = {
    {"shift_paired", SHIFT, false, paired, NULL},
    {"shift_unpaired", SHIFT, false, unpaired, NULL},
    {"shift_random", SHIFT, true, random_table, NULL},
    {"mean", {"width", "positions"}, {SINUSOID_WIDTH, POSITIONS_MOST}, false, mean, NULL},
    {.name = "dominance", .of_run = dominance},
    {.name = "weights", .of_run = weights},
    {.name = NULL},
};
