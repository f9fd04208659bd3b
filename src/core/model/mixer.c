/* mixer.c -- the list of mixers, where a new one adds a row, and code that the parts of the layer share. */
#include "model/mixer.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/registry.h"
#include "draw/sign.h"
#include "encoding/encoding.h"
#include "maths/vector.h"

const struct mixer *const mixers[] = {&mixer_attention, &mixer_rnn, &mixer_gru, &mixer_lstm, NULL};

const struct mixer *mixer_find(const char *name) { return registry_find(mixers, name); }

struct sign mixer_sign(const struct mixer *mixer, const struct encoding *kind) {
    struct sign sign = encoding_sign(kind);
    int row = 0;
    while (mixers[row] != mixer)
        row++;
    if (kind && row && !encoding_acts(kind))
        return sign_of_row(SIGN_FIRST_RECURRENCE + row - 1);
    sign.dash = (sign.dash + row) % SIGN_DASHES;
    return sign;
}

real *mixer_alloc(struct arena *arena, int rows, int columns) {
    return arena_alloc(arena, (size_t)rows * columns, sizeof(real));
}

struct encoding_weights model_encoding_weights(const struct model *m, real *grad) {
    struct encoding_weights w = {0};
    for (int i = 0; i < m->encoding.tensors; i++) {
        w.value[i] = m->params.value + m->position[i];
        w.grad[i] = grad ? grad + m->position[i] : NULL;
    }
    return w;
}

size_t declare_matrix(struct model *m, const char *name, int rows, int columns) {
    return params_matrix(&m->params, name, rows, columns, 1 / sqrt(m->config.d_model));
}

struct linear declare_linear(struct model *m, const char *name, int out, int in) {
    char full[PARAMS_NAME + 8];
    struct linear l;
    snprintf(full, sizeof full, "%s.weight", name);
    l.weight = declare_matrix(m, full, out, in);
    snprintf(full, sizeof full, "%s.bias", name);
    l.bias = params_vector(&m->params, full, out, 0);
    for (int i = 1; i <= 2; i++)
        m->params.tensor[m->params.count - i].grad_is_overwritten = true;
    return l;
}

void linear_at(const struct model *m, struct linear l, real *y, const real *x, int rows, int in, int out) {
    linear_forward(y, x, m->params.value + l.weight, m->params.value + l.bias, rows, in, out);
}

void linear_at_backward(const struct model *m, struct linear l, real *grad, real *dx, const real *dy, const real *x,
                        int rows, int in, int out) {
    linear_backward(dx, grad + l.weight, grad + l.bias, dy, x, m->params.value + l.weight, rows, in, out, false);
}

enum { NEAR = 1 << 16 }; /* bytes of an array that stay in a near cache until the next step reads them */

bool tile_next(struct tile *s, const struct batch *b, int d) {
    s->sequence = s->end;
    s->row += s->rows;
    s->rows = 0;
    while (s->end < b->sequences) {
        int rows = b->start[s->end + 1] - s->row;
        if (s->rows > 0 && (size_t)rows * d * sizeof(real) > NEAR)
            break;
        s->rows = rows;
        s->end++;
    }
    return s->rows > 0;
}

int tile_rows(struct capacity capacity, int d) {
    int near = NEAR / (d * (int)sizeof(real)), most = near > capacity.rows ? near : capacity.rows;
    return most < capacity.sequences * capacity.rows ? most : capacity.sequences * capacity.rows;
}

void rows_scatter(real *din, const real *dout, const struct batch *b, struct tile s, int d) {
    for (int i = b->target_start[s.sequence]; i < b->target_start[s.end]; i++)
        vector_add(din + (size_t)(b->target[i] - s.row) * d, dout + (size_t)i * d, d);
}

void rows_clear(real *x, int rows, int columns) {
    if (x)
        memset(x, 0, (size_t)rows * columns * sizeof *x);
}
