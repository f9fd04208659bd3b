/* parts.c -- what the parts of the layer share; see parts.h. */
#include "model/parts.h"

#include <string.h>

#include "maths/vector.h"

struct encoding_weights model_encoding_weights(const struct model *m, real *grad) {
    struct encoding_weights w = {0};
    for (int i = 0; i < m->encoding.tensors; i++) {
        w.value[i] = m->params.value + m->position[i];
        w.grad[i] = grad ? grad + m->position[i] : NULL;
    }
    return w;
}

void linear_apply(const struct model *m, struct linear l, real *y, const real *x, int rows, int in, int out) {
    linear_forward(y, x, m->params.value + l.weight, m->params.value + l.bias, rows, in, out);
}

void linear_return(const struct model *m, struct linear l, real *grad, real *dx, const real *dy, const real *x,
                   int rows, int in, int out) {
    linear_backward(dx, grad + l.weight, grad + l.bias, dy, x, m->params.value + l.weight, rows, in, out);
}

void rows_gather(real *out, const real *in, const struct batch *b, int d) {
    for (int i = 0; i < b->asked; i++)
        memcpy(out + (size_t)i * d, in + (size_t)b->ask[i] * d, (size_t)d * sizeof *out);
}

void rows_scatter(real *din, const real *dout, const struct batch *b, int d) {
    for (int i = 0; i < b->asked; i++)
        vector_add(din + (size_t)b->ask[i] * d, dout + (size_t)i * d, d);
}
