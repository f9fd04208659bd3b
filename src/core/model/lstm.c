/* lstm.c -- long short-term memory, with x = W_ih x_t + b_ih and from = W_hh h_prev + b_hh:
 *
 *   i, f, o = logistic(x + from)    g = tanh(x_g + from_g)
 *   m = f m_prev + i g              h = o tanh(m)
 *
 * Source: Hochreiter and Schmidhuber 1997, Gers et al. 2000; the form of PyTorch's LSTM, whose gates stand in the order
 * i, f, g, o and whose cell state c is m here. */
#include <string.h>

#include "maths/exponential.h"
#include "model/recurrent.h"

/* One sequence: x becomes the gates i, f, g, o. */
HOT_PART void step(real *restrict h, real *restrict m, real *restrict x, const real *restrict from,
                   const real *restrict m_prev, int d) {
    const real *restrict f = x + d, *restrict g = f + d, *restrict o = g + d;
    logistic_sum(x, from, 2 * d);
    tanh_sum(x + 2 * (size_t)d, from + 2 * (size_t)d, d);
    logistic_sum(x + 3 * (size_t)d, from + 3 * (size_t)d, d);
    for (int c = 0; c < d; c++)
        m[c] = x[c] * g[c];
    for (int c = 0; m_prev && c < d; c++)
        m[c] += f[c] * m_prev[c];
    for (int c = 0; c < d; c++)
        h[c] = o[c] * hyperbolic_tangent(m[c]);
}

HOT static void forward(const struct cell_step *s) {
    size_t d = (size_t)s->d;
    for (int k = 0; k < s->rows; k++)
        step(s->h + k * d, s->memory + k * d, s->gate + k * 4 * d, s->from + k * 4 * d,
             s->memory_prev ? s->memory_prev + k * d : NULL, s->d);
}

/* dm = dmemory + dh o (1 - tanh^2 m)     dm_prev += dm f
 * do = dh tanh m     di = dm g     df = dm m_prev     dg = dm i     then through each gate */
HOT_PART void step_back(real *restrict dx, real *restrict dm_prev, const real *restrict dh,
                        const real *restrict dmemory, const real *restrict x, const real *restrict m,
                        const real *restrict m_prev, int d) {
    const real *f = x + d, *g = f + d, *o = g + d;
    for (int c = 0; c < d; c++) {
        real squashed = hyperbolic_tangent(m[c]);
        real dm = dmemory[c] + dh[c] * o[c] * (1 - squashed * squashed);
        dx[c] = dm * g[c] * x[c] * (1 - x[c]);
        dx[d + c] = dm; /* for now */
        dx[2 * d + c] = dm * x[c] * (1 - g[c] * g[c]);
        dx[3 * d + c] = dh[c] * squashed * o[c] * (1 - o[c]);
    }
    for (int c = 0; m_prev && c < d; c++)
        dm_prev[c] += dx[d + c] * f[c];
    for (int c = 0; c < d; c++)
        dx[d + c] *= (m_prev ? m_prev[c] : 0) * f[c] * (1 - f[c]);
}

HOT static void backward(const struct cell_step *s, const struct cell_back *b) {
    size_t d = (size_t)s->d;
    for (int k = 0; k < s->rows; k++)
        step_back(b->dgate + k * 4 * d, s->memory_prev ? b->dmemory_prev + k * d : NULL, b->dh + k * d,
                  b->dmemory + k * d, s->gate + k * 4 * d, s->memory + k * d,
                  s->memory_prev ? s->memory_prev + k * d : NULL, s->d);
    memcpy(b->dfrom, b->dgate, (size_t)s->rows * 4 * d * sizeof *b->dgate);
}

static const struct cell cell = {.gates = 4, .forward = forward, .backward = backward};

const struct mixer mixer_lstm = {
    .name = "lstm",
    .summary = "long short-term memory instead of attention",
    .source = "Hochreiter and Schmidhuber 1997; Gers et al. 2000",
    .kind = &cell,
    RECURRENT_MIXER,
};
