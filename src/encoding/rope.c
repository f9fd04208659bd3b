/* rope.c -- rotary position embedding: queries and keys of place t are turned by
 * t * base^(-2i/w) in the plane of pair i, so that their product depends on the distance
 * alone; nothing learned. w columns of each head are turned, all of them by default. */
#include <math.h>

#include "encoding/kinds.h"

enum { LAYOUT_HALVES, LAYOUT_INTERLEAVED };

struct rope {
    int layout;
    double fraction, base;
};

static const struct setting options[] = {
    {"encoding.layout", SETTING_CHOICE, offsetof(struct rope, layout), "halves", 0, 0, "halves|interleaved",
     "pair i is columns (i, i + w/2), as in LLaMA, or (2i, 2i + 1), as in GPT-J"},
    {"encoding.fraction", SETTING_REAL, offsetof(struct rope, fraction), "1", 1e-6, 1, NULL,
     "part of each head's columns that is turned; w columns"},
    {"encoding.base", SETTING_REAL, offsetof(struct rope, base), "10000", 1.0001, 1e12, NULL,
     "angles per place run from 1 down to about 1 / base"},
    {0},
};

static const struct policy *const fitting[] = {&policy_extend,      &policy_clamp, &policy_wrap, &policy_zero,
                                               &policy_interpolate, &policy_ntk,   NULL};
/* A single pair turns by the place itself, whatever the base. */
static const struct policy *const fitting_pair[] = {&policy_extend, &policy_clamp,       &policy_wrap,
                                                    &policy_zero,   &policy_interpolate, NULL};

/* Columns of a head that are turned. */
static double turned(const struct encoding_built *b) {
    const struct rope *o = b->options;
    return o->fraction * b->size.d_model / b->size.heads;
}

static bool build(struct encoding_built *b, struct arena *arena, struct error *e) {
    double w = turned(b);
    (void)arena;
    b->policies = w > 2 ? fitting : fitting_pair;
    return (w >= 2 && fmod(w, 2) == 0) ||
           error_set(
               e, EXIT_USAGE,
               "turns pairs of columns: encoding.fraction = %g of a head of %d columns (model.d_model / model.heads) "
               "is %g, not an even whole number",
               ((const struct rope *)b->options)->fraction, b->size.d_model / b->size.heads, w);
}

/* table row t (w): the cosines of the pairs, then their sines */
static void open(struct encoding_use *use, const struct encoding_weights *weights, struct arena *arena) {
    const struct encoding_built *b = use->built;
    const struct rope *o = b->options;
    int w = (int)turned(b), pairs = w / 2;
    double base = policy_base(use->beyond, o->base, w, b->size.trained, use->reach);
    (void)weights;
    use->table = arena_take(arena, (size_t)use->reach * w, sizeof(real));
    for (int t = 0; t < use->reach; t++)
        for (int i = 0; i < pairs; i++) {
            double place = use->beyond->map(t, b->size.trained, use->reach);
            double angle = place == POLICY_NOWHERE ? 0 : place * pow(base, -2.0 * i / w);
            use->table[(size_t)t * w + i] = (real)cos(angle);
            use->table[(size_t)t * w + pairs + i] = (real)sin(angle);
        }
}

/* (a, b) = (a cos - b sin, a sin + b cos) for pairs whose first columns are `step` apart
 * and whose second stand `other` behind them */
static inline void turn_head(real *restrict x, const real *restrict cosine, const real *restrict sine, int pairs,
                             int step, int other, real sign) {
    for (int i = 0; i < pairs; i++) {
        real a = x[i * step], b = x[i * step + other], s = sign * sine[i];
        x[i * step] = a * cosine[i] - b * s;
        x[i * step + other] = a * s + b * cosine[i];
    }
}

HOT static void turn(const struct encoding_use *use, real *x, struct span s, real sign) {
    const struct encoding_built *b = use->built;
    const struct rope *o = b->options;
    int d = b->size.d_model, h = d / b->size.heads, w = (int)turned(b), pairs = w / 2;
    for (int i = 0; i < s.rows; i++) {
        const real *cosine = use->table + (size_t)s.place[i] * w, *sine = cosine + pairs;
        for (int c = 0; c < d; c += h) {
            real *head = x + (size_t)i * d + c;
            if (o->layout == LAYOUT_HALVES)
                turn_head(head, cosine, sine, pairs, 1, pairs, sign);
            else
                turn_head(head, cosine, sine, pairs, 2, 1, sign);
        }
    }
}

static void rotate(const struct encoding_use *use, real *x, struct span s) { turn(use, x, s, 1); }

/* the inverse turn: a rotation's transpose */
static void rotate_backward(const struct encoding_use *use, real *dx, struct span s) { turn(use, dx, s, -1); }

const struct encoding encoding_rope = {
    .name = "rope",
    .summary = "queries and keys turned by angles that grow with the place; scores see distances",
    .source = "Su et al. 2021 (RoFormer); GPT-J, LLaMA",
    .options = options,
    .policies = fitting,
    .build = build,
    .open = open,
    .rotate = rotate,
    .rotate_backward = rotate_backward,
};
