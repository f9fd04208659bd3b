/* probe.c -- see probe.h. */
#include "law/probe.h"

#include <math.h>

enum { COLUMNS = 2, POSITIONS = 16, TABLE = 0, BIAS = 1 };

static bool build(struct encoding_built *b, struct arena *arena, struct error *e) {
    (void)arena, (void)e;
    b->columns = COLUMNS;
    b->tensors = 2;
    b->tensor[TABLE] = (struct encoding_tensor){"probe.table", POSITIONS, COLUMNS, false, false};
    b->tensor[BIAS] = (struct encoding_tensor){"probe.bias", b->size.heads, 2 * POSITIONS, false, false};
    return true;
}

static void init(const struct encoding_built *b, int tensor, real *value) {
    int count = b->tensor[tensor].rows * b->tensor[tensor].columns;
    for (int i = 0; i < count; i++)
        value[i] = (real)sin(0.7 * i + tensor);
}

/* the last columns of row i = table[position] */
static void embed(const struct encoding_use *use, const struct encoding_weights *w, real *x, struct span s) {
    int d = use->built->size.d_model;
    for (int i = 0; i < s.rows; i++)
        for (int c = 0; c < COLUMNS; c++)
            x[i * d + d - COLUMNS + c] = w->value[TABLE][s.position[i] * COLUMNS + c];
}

static void embed_backward(const struct encoding_use *use, const struct encoding_weights *w, const real *dx,
                           struct span s) {
    int d = use->built->size.d_model;
    for (int i = 0; i < s.rows; i++)
        for (int c = 0; c < COLUMNS; c++)
            w->grad[TABLE][s.position[i] * COLUMNS + c] += dx[i * d + d - COLUMNS + c];
}

/* Pairs of neighbouring columns rotated by sign * position / 3. */
static void rotate_by(const struct encoding_use *use, real *x, struct span s, double sign) {
    int d = use->built->size.d_model;
    for (int i = 0; i < s.rows; i++)
        for (int c = 0; c + 1 < d; c += 2) {
            double angle = sign * s.position[i] / 3.0 / (c + 1), a = (double)x[i * d + c], b = (double)x[i * d + c + 1];
            x[i * d + c] = (real)(cos(angle) * a - sin(angle) * b);
            x[i * d + c + 1] = (real)(sin(angle) * a + cos(angle) * b);
        }
}

static void rotate(const struct encoding_use *use, real *x, struct span s) { rotate_by(use, x, s, 1); }
static void rotate_backward(const struct encoding_use *use, real *dx, struct span s) { rotate_by(use, dx, s, -1); }

static int bucket(int from, int to) { return to - from + POSITIONS; }

static void bias(const struct encoding_use *use, const struct encoding_weights *w, real *score, struct span query,
                 struct span key) {
    for (int i = 0; i < query.rows; i++)
        for (int n = 0; n < use->built->size.heads; n++)
            for (int j = 0; j < key.rows; j++)
                *score++ += w->value[BIAS][n * 2 * POSITIONS + bucket(query.position[i], key.position[j])];
}

static void bias_backward(const struct encoding_use *use, const struct encoding_weights *w, const real *dscore,
                          struct span query, struct span key) {
    for (int i = 0; i < query.rows; i++)
        for (int n = 0; n < use->built->size.heads; n++)
            for (int j = 0; j < key.rows; j++)
                w->grad[BIAS][n * 2 * POSITIONS + bucket(query.position[i], key.position[j])] += *dscore++;
}

const struct encoding encoding_probe = {
    .name = "probe",
    .summary = "every hook at once, for tests",
    .source = "none",
    .build = build,
    .init = init,
    .embed = embed,
    .embed_backward = embed_backward,
    .rotate = rotate,
    .rotate_backward = rotate_backward,
    .bias = bias,
    .bias_backward = bias_backward,
};
