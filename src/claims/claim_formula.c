/* claim_formula.c -- what is said of the sinusoids themselves, worked out from the formula without any training:
 * claims 6 and 13. The scale is 1, as printed. */
#include <math.h>

#include "base/random.h"
#include "claims/claim_list.h"
#include "encoding/sinusoid.h"
#include "measure/geometry.h"

enum { SHIFT_PLACES = 512 };

/* ---- 6. One matrix for all places t takes row t to row t + k: its best fit, and what is left of the worst column. */

static struct matrix take(int rows, int columns, struct arena *arena) {
    return (struct matrix){rows, columns, arena_take(arena, (size_t)rows * columns, sizeof(double))};
}

static double fit(const struct matrix *m, int offset) {
    struct shift s;
    return geometry_shift(&s, m, offset) ? s.worst : (double)NAN;
}

static double shift_error(int width, int offset, int pairing) {
    const struct sinusoid shape = {.base = sinusoid_standard.base, .scale = 1, .pairing = pairing};
    struct arena arena = {0};
    struct matrix m = take(SHIFT_PLACES, width, &arena);
    real row[SINUSOID_WIDTH];
    for (int t = 0; t < m.rows; t++) {
        sinusoid_row(row, &shape, t, width);
        for (int c = 0; c < width; c++)
            matrix_row(&m, t)[c] = (double)row[c];
    }
    double error = fit(&m, offset);
    arena_free(&arena);
    return error;
}

static double paired(int seed, int width, int offset) {
    (void)seed;
    return shift_error(width, offset, SINUSOID_PAIRED);
}

static double unpaired(int seed, int width, int offset) {
    (void)seed;
    return shift_error(width, offset, SINUSOID_UNPAIRED);
}

/* A table of random numbers, as a learned one starts. */
static double random_table(int seed, int width, int offset) {
    struct arena arena = {0};
    struct matrix m = take(SHIFT_PLACES, width, &arena);
    struct random r = random_open((uint32_t)seed, RANDOM_INIT, 0);
    for (int i = 0; i < m.rows * m.columns; i++)
        m.value[i] = random_normal(&r);
    double error = fit(&m, offset);
    arena_free(&arena);
    return error;
}

#define FIT(pairing, formula, width_, name, k)                                                       \
    {                                                                                                \
        {pairing, name, "k = " #k}, {.of_formula = (formula), .width = (width_), .with = (k)}, { 0 } \
    }
#define FITS(pairing, formula)                                                                                         \
    FIT(pairing, formula, 32, "D 32", 1), FIT(pairing, formula, 32, "D 32", 5), FIT(pairing, formula, 32, "D 32", 20), \
        FIT(pairing, formula, 128, "D 128", 1), FIT(pairing, formula, 128, "D 128", 5),                                \
        FIT(pairing, formula, 128, "D 128", 20)
#define RANDOM(width_, name, k)                                                                                     \
    {                                                                                                               \
        {NULL, name, "k = " #k}, {.of_formula = random_table, .width = (width_), .with = (k), .seeds = true}, { 0 } \
    }

static const struct claim_row fits[] = {
    FITS("paired", paired),
    FITS("unpaired", unpaired),
    {.setting = {0}},
};
static const struct claim_row random_fits[] = {
    RANDOM(32, "D 32", 1),   RANDOM(32, "D 32", 5),    RANDOM(32, "D 32", 20), RANDOM(128, "D 128", 1),
    RANDOM(128, "D 128", 5), RANDOM(128, "D 128", 20), {.setting = {0}},
};

static const struct claim_table shift_tables[] = {
    {
        .title = "one linear map",
        .head = {"left over"},
        .test = &test_tiny,
        .margin = 0.01,
        .row = fits,
    },
    {
        .title = "a random table fails",
        .head = {"left over"},
        .role = TABLE_CONTROL,
        .test = &test_large,
        .margin = 0.01,
        .row = random_fits,
    },
    {0},
};

const struct claim claim_shift = {
    .number = 6,
    .sentence = "A fixed shift is one linear map of the sinusoids.",
    .measured = "The best matrix T_k, by least squares over 512 places, that takes row t to row t + k: what it leaves "
                "of the worst column, as a part of that column. Paired: sin and cos share an angle, as in the "
                "paper; unpaired: each column has its own, a variant in print. Random tables show that not every "
                "table passes.",
    .factor = {"pairing", "width", "distance"},
    .table = shift_tables,
};

/* ---- 13 */

static double mean_of_all(int seed, int width, int places) {
    const struct sinusoid shape = {.base = sinusoid_standard.base, .scale = 1};
    real row[SINUSOID_WIDTH];
    double sum = 0;
    (void)seed;
    for (int t = 0; t < places; t++) {
        sinusoid_row(row, &shape, t, width);
        for (int c = 0; c < width; c++)
            sum += (double)row[c];
    }
    return sum / places / width;
}

#define MEAN(width_, name, places)                                                                         \
    {                                                                                                      \
        {name, #places " places"}, {.of_formula = mean_of_all, .width = (width_), .with = (places)}, { 0 } \
    }

static const struct claim_row means[] = {
    MEAN(32, "D 32", 16),      MEAN(32, "D 32", 512),     MEAN(32, "D 32", 16384), MEAN(128, "D 128", 16),
    MEAN(128, "D 128", 512),   MEAN(128, "D 128", 16384), MEAN(512, "D 512", 16),  MEAN(512, "D 512", 512),
    MEAN(512, "D 512", 16384), {.setting = {0}},
};

static const struct claim_table centred_tables[] = {
    {
        .title = "centred",
        .head = {"mean"},
        .test = &test_near,
        .margin = 0.05,
        .row = means,
    },
    {0},
};

const struct claim claim_centred = {
    .number = 13,
    .sentence = "Sinusoids are centred on zero.",
    .measured = "The mean of all values, over places and columns, of the formula as printed, whose values lie in "
                "-1..1. Within 0.05 of 0 is centred.",
    .factor = {"width", "length"},
    .table = centred_tables,
};
