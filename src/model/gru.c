/* gru.c -- gated recurrent unit, with x = W_ih x_t + b_ih and from = W_hh h_prev + b_hh:
 *
 *   r = logistic(x_r + from_r)    u = logistic(x_u + from_u)    n = tanh(x_n + r from_n)
 *   h = (1 - u) n + u h_prev
 *
 * Source: Cho et al. 2014; the form of PyTorch's GRU, whose z is u here. */
#include "maths/exponential.h"
#include "model/recurrent.h"

/* memory keeps from_n */
HOT static void forward(const struct cell_step *s) {
    int d = s->d;
    for (int i = 0; i < s->rows; i++) {
        real *restrict r = s->gate + (size_t)i * 3 * d, *restrict u = r + d, *restrict n = u + d;
        real *restrict h = s->h + (size_t)i * d, *restrict memory = s->memory + (size_t)i * d;
        const real *from = s->from + (size_t)i * 3 * d, *h_prev = s->h_prev ? s->h_prev + (size_t)i * d : NULL;
        for (int c = 0; c < d; c++) {
            r[c] = logistic(r[c] + from[c]);
            u[c] = logistic(u[c] + from[d + c]);
            memory[c] = from[2 * d + c];
            n[c] = hyperbolic_tangent(n[c] + r[c] * memory[c]);
            h[c] = (1 - u[c]) * n[c];
        }
        for (int c = 0; h_prev && c < d; c++)
            h[c] += u[c] * h_prev[c];
    }
}

/* dn = dh (1 - u)       du = dh (h_prev - n)     dh_prev += dh u
 * dx_n = dn (1 - n^2)   dr = dx_n from_n         dfrom_n = dx_n r
 * dx_r = dfrom_r = dr r (1 - r)                  dx_u = dfrom_u = du u (1 - u) */
HOT static void backward(const struct cell_step *s, const struct cell_back *b) {
    int d = s->d;
    for (int i = 0; i < s->rows; i++) {
        const real *r = s->gate + (size_t)i * 3 * d, *u = r + d, *n = u + d, *memory = s->memory + (size_t)i * d;
        const real *h_prev = s->h_prev ? s->h_prev + (size_t)i * d : NULL, *dh = b->dh + (size_t)i * d;
        real *restrict dx = b->dgate + (size_t)i * 3 * d, *restrict dfrom = b->dfrom + (size_t)i * 3 * d;
        for (int c = 0; c < d; c++) {
            real dxn = dh[c] * (1 - u[c]) * (1 - n[c] * n[c]);
            real du = dh[c] * ((h_prev ? h_prev[c] : 0) - n[c]);
            dx[c] = dfrom[c] = dxn * memory[c] * r[c] * (1 - r[c]);
            dx[d + c] = dfrom[d + c] = du * u[c] * (1 - u[c]);
            dx[2 * d + c] = dxn;
            dfrom[2 * d + c] = dxn * r[c];
        }
        for (int c = 0; h_prev && c < d; c++)
            b->dh_prev[(size_t)i * d + c] += dh[c] * u[c];
    }
}

static const struct cell cell = {.gates = 3, .forward = forward, .backward = backward};

const struct mixer mixer_gru = {
    .name = "gru",
    .summary = "gated recurrent unit in place of attention",
    .source = "Cho et al. 2014",
    .kind = &cell,
    RECURRENT_MIXER,
};
