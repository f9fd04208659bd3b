/* rnn.c -- Elman's network: h = tanh(x + from), with x = W_ih x_t + b_ih and from = W_hh h_prev + b_hh. Source: Elman
 * 1990; the form of PyTorch's RNN. */
#include "maths/exponential.h"
#include "model/recurrent.h"

HOT static void forward(const struct cell_step *s) {
    for (int i = 0; i < s->rows * s->d; i++)
        s->h[i] = hyperbolic_tangent(s->gate[i] + s->from[i]);
}

/* dx = dfrom = dh (1 - h^2) */
HOT static void backward(const struct cell_step *s, const struct cell_back *b) {
    for (int i = 0; i < s->rows * s->d; i++)
        b->dgate[i] = b->dfrom[i] = b->dh[i] * (1 - s->h[i] * s->h[i]);
}

static const struct cell cell = {.gates = 1, .forward = forward, .backward = backward};

const struct mixer mixer_rnn = {
    .name = "rnn",
    .summary = "Elman recurrence instead of attention: h = tanh(W x + U h)",
    .source = "Elman 1990",
    .kind = &cell,
    RECURRENT_MIXER,
};
