/* gru.c -- gated recurrent unit, with x = W_ih x_t + b_ih and from = W_hh h_prev + b_hh:
 *
 *   r = logistic(x_r + from_r)    u = logistic(x_u + from_u)    n = tanh(x_n + r from_n)
 *   h = (1 - u) n + u h_prev
 *
 * Source: Cho et al. 2014; the form of PyTorch's GRU, whose z is u here. */
#include <string.h>

#include "maths/exponential.h"
#include "model/recurrent.h"

/* One sequence: x becomes the gates r, u, n; memory keeps from_n. */
HOT_PART void step(real *restrict h, real *restrict memory, real *restrict x, const real *restrict from,
                   const real *restrict h_prev, int d) {
    real *restrict n = x + 2 * (size_t)d;
    logistic_sum(x, from, 2 * d);
    memcpy(memory, from + 2 * (size_t)d, (size_t)d * sizeof *memory);
    for (int c = 0; c < d; c++)
        n[c] = hyperbolic_tangent(n[c] + x[c] * memory[c]);
    for (int c = 0; c < d; c++)
        h[c] = (1 - x[d + c]) * n[c];
    for (int c = 0; h_prev && c < d; c++)
        h[c] += x[d + c] * h_prev[c];
}

HOT static void forward(const struct cell_step *s) {
    size_t d = (size_t)s->d;
    for (int i = 0; i < s->rows; i++)
        step(s->h + i * d, s->memory + i * d, s->gate + i * 3 * d, s->from + i * 3 * d,
             s->h_prev ? s->h_prev + i * d : NULL, s->d);
}

/* dn = dh (1 - u)       du = dh (h_prev - n)     dh_prev += dh u
 * dx_n = dn (1 - n^2)   dr = dx_n from_n         dfrom_n = dx_n r
 * dx_r = dfrom_r = dr r (1 - r)                  dx_u = dfrom_u = du u (1 - u) */
HOT_PART void step_back(real *restrict dx, real *restrict dfrom, const real *restrict dh, const real *restrict x,
                        const real *restrict memory, const real *restrict h_prev, int d) {
    const real *u = x + d, *n = u + d;
    for (int c = 0; c < d; c++) {
        real dxn = dh[c] * (1 - u[c]) * (1 - n[c] * n[c]);
        dx[c] = dfrom[c] = dxn * memory[c] * x[c] * (1 - x[c]);
        dx[2 * d + c] = dxn;
        dfrom[2 * d + c] = dxn * x[c];
    }
    for (int c = 0; c < d; c++)
        dx[d + c] = dfrom[d + c] = dh[c] * ((h_prev ? h_prev[c] : 0) - n[c]) * u[c] * (1 - u[c]);
}

HOT static void backward(const struct cell_step *s, const struct cell_back *b) {
    size_t d = (size_t)s->d;
    for (int i = 0; i < s->rows; i++) {
        const real *dh = b->dh + i * d, *u = s->gate + (3 * i + 1) * d;
        step_back(b->dgate + i * 3 * d, b->dfrom + i * 3 * d, dh, s->gate + i * 3 * d, s->memory + i * d,
                  s->h_prev ? s->h_prev + i * d : NULL, s->d);
        for (size_t c = 0; s->h_prev && c < d; c++)
            b->dh_prev[i * d + c] += dh[c] * u[c];
    }
}

static const struct cell cell = {.gates = 3, .forward = forward, .backward = backward};

const struct mixer mixer_gru = {
    .name = "gru",
    .summary = "gated recurrent unit instead of attention",
    .source = "Cho et al. 2014",
    .kind = &cell,
    RECURRENT_MIXER,
};
