/* lstm.c -- long short-term memory, with x = W_ih x_t + b_ih and from = W_hh h_prev + b_hh:
 *
 *   i, f, o = logistic(x + from)    g = tanh(x_g + from_g)
 *   m = f m_prev + i g              h = o tanh(m)
 *
 * Source: Hochreiter and Schmidhuber 1997, Gers et al. 2000; the form of PyTorch's LSTM,
 * whose gates stand in the order i, f, g, o and whose cell state c is m here. */
#include <string.h>

#include "maths/exponential.h"
#include "model/recurrent.h"

HOT static void forward(const struct cell_step *s) {
    int d = s->d;
    for (int k = 0; k < s->rows; k++) {
        real *restrict i = s->gate + (size_t)k * 4 * d, *restrict f = i + d, *restrict g = f + d, *restrict o = g + d;
        real *restrict h = s->h + (size_t)k * d, *restrict m = s->memory + (size_t)k * d;
        const real *from = s->from + (size_t)k * 4 * d,
                   *m_prev = s->memory_prev ? s->memory_prev + (size_t)k * d : NULL;
        for (int c = 0; c < d; c++) {
            i[c] = logistic(i[c] + from[c]);
            f[c] = logistic(f[c] + from[d + c]);
            g[c] = hyperbolic_tangent(g[c] + from[2 * d + c]);
            o[c] = logistic(o[c] + from[3 * d + c]);
            m[c] = i[c] * g[c];
        }
        for (int c = 0; m_prev && c < d; c++)
            m[c] += f[c] * m_prev[c];
        for (int c = 0; c < d; c++)
            h[c] = o[c] * hyperbolic_tangent(m[c]);
    }
}

/* dm = dmemory + dh o (1 - tanh^2 m)     dm_prev += dm f
 * do = dh tanh m     di = dm g     df = dm m_prev     dg = dm i     then through each gate */
HOT static void backward(const struct cell_step *s, const struct cell_back *b) {
    int d = s->d;
    for (int k = 0; k < s->rows; k++) {
        const real *i = s->gate + (size_t)k * 4 * d, *f = i + d, *g = f + d, *o = g + d;
        const real *m = s->memory + (size_t)k * d, *m_prev = s->memory_prev ? s->memory_prev + (size_t)k * d : NULL;
        const real *dh = b->dh + (size_t)k * d, *dmemory = b->dmemory + (size_t)k * d;
        real *restrict dx = b->dgate + (size_t)k * 4 * d;
        for (int c = 0; c < d; c++) {
            real squashed = hyperbolic_tangent(m[c]);
            real dm = dmemory[c] + dh[c] * o[c] * (1 - squashed * squashed);
            dx[c] = dm * g[c] * i[c] * (1 - i[c]);
            dx[d + c] = dm * (m_prev ? m_prev[c] : 0) * f[c] * (1 - f[c]);
            dx[2 * d + c] = dm * i[c] * (1 - g[c] * g[c]);
            dx[3 * d + c] = dh[c] * squashed * o[c] * (1 - o[c]);
            if (m_prev)
                b->dmemory_prev[(size_t)k * d + c] += dm * f[c];
        }
        memcpy(b->dfrom + (size_t)k * 4 * d, dx, 4 * (size_t)d * sizeof *dx);
    }
}

static const struct cell cell = {.gates = 4, .forward = forward, .backward = backward};

const struct mixer mixer_lstm = {
    .name = "lstm",
    .summary = "long short-term memory in place of attention",
    .source = "Hochreiter and Schmidhuber 1997; Gers et al. 2000",
    .kind = &cell,
    RECURRENT_MIXER,
};
