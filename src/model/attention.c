/* attention.c -- multi-head attention from the asked rows to all rows of the same
 * sequence; see parts.h and attention.h. */
#include "model/attention.h"

#include <assert.h>
#include <math.h>

#include "maths/layers.h"

void part_next(struct part *p, const struct model *m, const struct batch *b, int s) {
    p->score += (size_t)m->config.heads * p->asked * p->rows;
    p->row = b->start[s];
    p->rows = b->start[s + 1] - p->row;
    p->ask = b->ask_start[s];
    p->asked = b->ask_start[s + 1] - p->ask;
    p->key = (struct span){p->rows, b->place + p->row};
}

real score_scale(const struct model *m) { return (real)(1 / sqrt((double)m->config.d_model / m->config.heads)); }

/* How many rows of its sequence asked row i sees: all, or none behind itself. */
static int seen(const struct model *m, const struct batch *b, const struct part *p, int i) {
    return m->config.causal ? b->ask[p->ask + i] - p->row + 1 : p->rows;
}

void scores_finish(const struct model *m, struct workspace *w, const struct batch *b, const struct encoding_use *use,
                   const struct part *p) {
    struct encoding_weights weights = model_encoding_weights(m, NULL);
    real *score = w->value.score + p->score;
    assert(p->score + (size_t)m->config.heads * p->asked * p->rows <= w->scores);
    for (int i = 0; i < p->asked; i++)
        for (int head = 0; head < m->config.heads; head++, score += p->rows) {
            struct span query = {1, b->place + b->ask[p->ask + i]};
            if (m->encoding.kind->bias)
                m->encoding.kind->bias(use, &weights, score, head, query, p->key);
            softmax_forward(score, seen(m, b, p, i), p->rows);
        }
}

void scores_return(const struct model *m, struct workspace *w, const struct batch *b, const struct encoding_use *use,
                   const struct part *p, real *grad) {
    struct encoding_weights weights = model_encoding_weights(m, grad);
    const real *score = w->value.score + p->score;
    real *dscore = w->grad.score;
    for (int i = 0; i < p->asked; i++)
        for (int head = 0; head < m->config.heads; head++, score += p->rows, dscore += p->rows) {
            struct span query = {1, b->place + b->ask[p->ask + i]};
            softmax_backward(dscore, score, p->rows);
            if (m->encoding.kind->bias_backward)
                m->encoding.kind->bias_backward(use, &weights, dscore, head, query, p->key);
        }
}

void attention_forward(const struct model *m, struct workspace *w, const struct batch *b,
                       const struct encoding_use *use) {
    struct activations *a = &w->value;
    int d = m->config.d_model;
    rows_gather(a->asked, a->z, b, d);
    linear_apply(m, m->query, a->q, a->asked, b->asked, d, d);
    m->attention->forward(m, w, b, use);
    linear_apply(m, m->output, a->sum, a->context, b->asked, d, d);
}

void attention_backward(const struct model *m, struct workspace *w, const struct batch *b,
                        const struct encoding_use *use, real *grad) {
    const struct activations *a = &w->value;
    struct activations *g = &w->grad;
    int d = m->config.d_model;
    linear_return(m, m->output, grad, g->context, g->sum, a->context, b->asked, d, d);
    m->attention->backward(m, w, b, use, grad);
    linear_return(m, m->query, grad, g->asked, g->q, a->asked, b->asked, d, d);
    rows_scatter(g->z, g->asked, b, d);
}
