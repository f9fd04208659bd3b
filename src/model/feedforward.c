/* feedforward.c -- shrink(activation(hidden(inner))); see parts.h. */
#include "maths/layers.h"
#include "model/parts.h"

void feedforward_forward(const struct model *m, struct workspace *w, int targets) {
    struct activations *a = &w->value;
    int d = m->config.d_model, f = m->config.d_ff;
    linear_apply(m, m->hidden, a->hidden, a->inner, targets, d, f);
    (m->config.activation == ACTIVATION_GELU ? gelu_forward : relu_forward)(a->active, a->hidden, targets * f);
    linear_apply(m, m->shrink, a->last_sum, a->active, targets, f, d);
}

void feedforward_backward(const struct model *m, struct workspace *w, int targets, real *grad) {
    const struct activations *a = &w->value;
    struct activations *g = &w->grad;
    int d = m->config.d_model, f = m->config.d_ff;
    linear_return(m, m->shrink, grad, g->active, g->last_sum, a->active, targets, f, d);
    (m->config.activation == ACTIVATION_GELU ? gelu_backward : relu_backward)(g->active, a->hidden, targets * f);
    linear_return(m, m->hidden, grad, g->inner, g->active, a->inner, targets, d, f);
}
