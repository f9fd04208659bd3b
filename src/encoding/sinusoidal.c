/* sinusoidal.c -- PE(t, 2i) = sin(t / base^(2i/D)), PE(t, 2i+1) = cos(same angle),
 * times `scale`; nothing learned. */
#include <math.h>

#include "encoding/kinds.h"
#include "encoding/sinusoid.h"
#include "maths/vector.h"

const struct sinusoid sinusoid_standard = {.base = 10000, .scale = 0.18};

/* Which pair (sin, cos) column c of D belongs to, and whether it is the cosine. */
static int pair_of(const struct sinusoid *s, int c, int d, int *cosine) {
    int half = (d + 1) / 2;
    *cosine = s->layout == SINUSOID_HALVES ? c >= half : c % 2;
    return s->layout == SINUSOID_HALVES ? c % half : c / 2;
}

double sinusoid_frequency(const struct sinusoid *s, int c, int d) {
    int cosine, pair = pair_of(s, c, d, &cosine);
    int step = s->pairing == SINUSOID_PAIRED ? 2 * pair : 2 * pair + cosine;
    return pow(s->base, -(double)(step + 2 * s->origin) / d);
}

void sinusoid_row(real *row, const struct sinusoid *s, double place, int d) {
    for (int c = 0; c < d; c++) {
        int cosine;
        pair_of(s, c, d, &cosine);
        double angle = place * sinusoid_frequency(s, c, d);
        row[c] = (real)(s->scale * (cosine ? cos(angle) : sin(angle)));
    }
}

static const struct setting options[] = {
    {"encoding.base", SETTING_REAL, offsetof(struct sinusoid, base), "10000", 1.0001, 1e12, NULL,
     "wavelengths run from 2 pi to about base * 2 pi"},
    {"encoding.scale", SETTING_REAL, offsetof(struct sinusoid, scale), "0.18", 1e-6, 1e6, NULL,
     "factor on all values; .18 makes them about as large as the tokens at d_model 32"},
    {"encoding.layout", SETTING_CHOICE, offsetof(struct sinusoid, layout), "interleaved", 0, 0, "interleaved|halves",
     "sin and cos in turn, or all sin, then all cos"},
    {"encoding.origin", SETTING_INT, offsetof(struct sinusoid, origin), "0", 0, 1, NULL,
     "number of the first pair; with 1 the first angle is t / base^(2/D)"},
    {"encoding.pairing", SETTING_CHOICE, offsetof(struct sinusoid, pairing), "paired", 0, 0, "paired|unpaired",
     "unpaired: each column has an angle of its own and a shift is no rotation"},
    {0},
};

static const struct policy *const fitting[] = {&policy_extend, &policy_interpolate, NULL};

/* table row t = PE(mapped place of t); a row of zeros for nowhere */
static void open(struct encoding_use *use, const struct encoding_weights *w, struct arena *arena) {
    int d = use->built->size.d_model;
    (void)w;
    use->table = arena_take(arena, (size_t)use->reach * d, sizeof(real));
    for (int t = 0; t < use->reach; t++) {
        double place = use->beyond->map(t, use->built->size.trained, use->reach);
        if (place != POLICY_NOWHERE)
            sinusoid_row(use->table + (size_t)t * d, use->built->options, place, d);
    }
}

HOT static void embed(const struct encoding_use *use, const struct encoding_weights *w, real *x, struct span s) {
    int d = use->built->size.d_model;
    (void)w;
    for (int i = 0; i < s.rows; i++)
        vector_add(x + (size_t)i * d, use->table + (size_t)s.place[i] * d, d);
}

const struct encoding encoding_sinusoidal = {
    .name = "sinusoidal",
    .summary = "fixed sines and cosines of geometric wavelengths added to the embedding",
    .source = "Vaswani et al. 2017",
    .options = options,
    .policies = fitting,
    .open = open,
    .embed = embed,
};
