/* attention.c -- multi-head attention from the asked rows to all rows of the same
 * sequence; see parts.h. A head is a strided block of (N, D): nothing is copied. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "maths/layers.h"
#include "maths/matmul.h"
#include "model/parts.h"

enum { PLACES_ON_STACK = 64 };

/* One sequence: its rows, its asked rows, and where its scores start. */
struct part {
    int row, rows;   /* first row, T */
    int ask, asked;  /* first asked row, how many */
    size_t score;    /* offset of (H, asked, T) */
    struct span key; /* places of the rows */
};

static struct part part_first(void) { return (struct part){0}; }

/* Moves to sequence s; scores lie one sequence behind the other. */
static void part_next(struct part *p, const struct model *m, const struct batch *b, int s) {
    p->score += (size_t)m->config.heads * p->asked * p->rows;
    p->row = b->start[s];
    p->rows = b->start[s + 1] - p->row;
    p->ask = b->ask_start[s];
    p->asked = b->ask_start[s + 1] - p->ask;
    p->key = (struct span){p->rows, b->place + p->row};
}

/* The asked rows of a sequence, PLACES_ON_STACK at a time, as a span of their places. */
static int query_places(int *place, const struct batch *b, const struct part *p, int from) {
    int count = p->asked - from < PLACES_ON_STACK ? p->asked - from : PLACES_ON_STACK;
    for (int i = 0; i < count; i++)
        place[i] = b->place[b->ask[p->ask + from + i]];
    return count;
}

static void rotate(const struct model *m, struct activations *a, const struct batch *b,
                   const struct encoding_use *use, bool back) {
    void (*turn)(const struct encoding_use *, real *, struct span) =
        back ? m->encoding.kind->rotate_backward : m->encoding.kind->rotate;
    struct part p = part_first();
    int place[PLACES_ON_STACK], d = m->config.d_model;
    for (int s = 0; turn && s < b->sequences; s++) {
        part_next(&p, m, b, s);
        turn(use, a->k + (size_t)p.row * d, p.key);
        for (int i = 0, count; i < p.asked; i += count) {
            count = query_places(place, b, &p, i);
            turn(use, a->q + (size_t)(p.ask + i) * d, (struct span){count, place});
        }
    }
}

/* score += bias and, backward, the gradient of what made the bias */
static void add_bias(const struct model *m, const struct batch *b, const struct encoding_use *use,
                     const struct encoding_weights *weights, const struct part *p, int head, real *score) {
    int place[PLACES_ON_STACK];
    for (int i = 0, count; m->encoding.kind->bias && i < p->asked; i += count) {
        count = query_places(place, b, p, i);
        m->encoding.kind->bias(use, weights, score + (size_t)i * p->rows, head, (struct span){count, place}, p->key);
    }
}

static void return_bias(const struct model *m, const struct batch *b, const struct encoding_use *use,
                        const struct encoding_weights *weights, const struct part *p, int head, const real *dscore) {
    int place[PLACES_ON_STACK];
    for (int i = 0, count; m->encoding.kind->bias_backward && i < p->asked; i += count) {
        count = query_places(place, b, p, i);
        m->encoding.kind->bias_backward(use, weights, dscore + (size_t)i * p->rows, head,
                                        (struct span){count, place}, p->key);
    }
}

/* How many rows of its sequence asked row i sees: all, or none behind itself. */
static int seen(const struct model *m, const struct batch *b, const struct part *p, int i) {
    return m->config.causal ? b->ask[p->ask + i] - p->row + 1 : p->rows;
}

static real score_scale(const struct model *m) {
    return (real)(1 / sqrt((double)m->config.d_model / m->config.heads));
}

/* score = softmax(q k^T / sqrt(h) + bias)   context = score v      of one head */
static void head_forward(const struct model *m, struct activations *a, const struct batch *b,
                         const struct encoding_use *use, const struct part *p, int head) {
    struct encoding_weights weights = model_encoding_weights(m, NULL);
    int d = m->config.d_model, h = d / m->config.heads, rows = p->rows;
    size_t at_row = (size_t)p->row * d + head * h, at_ask = (size_t)p->ask * d + head * h;
    real *score = a->score + p->score + (size_t)head * p->asked * rows;
    matmul_nt(score, a->q + at_ask, a->k + at_row, (struct matmul){p->asked, rows, h, rows, d, d, score_scale(m), 0});
    add_bias(m, b, use, &weights, p, head, score);
    for (int i = 0; i < p->asked; i++)
        softmax_forward(score + (size_t)i * rows, seen(m, b, p, i), rows);
    matmul_nn(a->context + at_ask, score, a->v + at_row, (struct matmul){p->asked, h, rows, d, rows, d, 1, 0});
}

void attention_forward(const struct model *m, struct workspace *w, const struct batch *b,
                       const struct encoding_use *use) {
    struct activations *a = &w->value;
    struct part p = part_first();
    int d = m->config.d_model;
    rows_gather(a->asked, a->z, b, d);
    linear_apply(m, m->query, a->q, a->asked, b->asked, d, d);
    linear_apply(m, m->key, a->k, a->z, b->rows, d, d);
    linear_apply(m, m->value, a->v, a->z, b->rows, d, d);
    rotate(m, a, b, use, false);
    for (int s = 0; s < b->sequences; s++) {
        part_next(&p, m, b, s);
        assert(p.score + (size_t)m->config.heads * p.asked * p.rows <= w->scores);
        for (int head = 0; head < m->config.heads; head++)
            head_forward(m, a, b, use, &p, head);
    }
    linear_apply(m, m->output, a->sum, a->context, b->asked, d, d);
}

/* context = score v: dscore = dcontext v^T, dv += score^T dcontext
 * score = softmax(s): ds = score * (dscore - sum(score * dscore))
 * s = q k^T / sqrt(h): dq = ds k / sqrt(h), dk += ds^T q / sqrt(h) */
static void head_backward(const struct model *m, struct workspace *w, const struct batch *b,
                          const struct encoding_use *use, const struct encoding_weights *weights,
                          const struct part *p, int head) {
    const struct activations *a = &w->value;
    struct activations *g = &w->grad;
    int d = m->config.d_model, h = d / m->config.heads, rows = p->rows, asked = p->asked;
    size_t at_row = (size_t)p->row * d + head * h, at_ask = (size_t)p->ask * d + head * h;
    const real *score = a->score + p->score + (size_t)head * asked * rows;
    real *dscore = g->score;
    matmul_nt(dscore, g->context + at_ask, a->v + at_row, (struct matmul){asked, rows, h, rows, d, d, 1, 0});
    matmul_tn(g->v + at_row, score, g->context + at_ask, (struct matmul){rows, h, asked, d, rows, d, 1, 1});
    for (int i = 0; i < asked; i++)
        softmax_backward(dscore + (size_t)i * rows, score + (size_t)i * rows, rows);
    return_bias(m, b, use, weights, p, head, dscore);
    real scale = score_scale(m);
    matmul_nn(g->q + at_ask, dscore, a->k + at_row, (struct matmul){asked, h, rows, d, rows, d, scale, 1});
    matmul_tn(g->k + at_row, dscore, a->q + at_ask, (struct matmul){rows, h, asked, d, rows, d, scale, 1});
}

void attention_backward(const struct model *m, struct workspace *w, const struct batch *b,
                        const struct encoding_use *use, real *grad) {
    const struct activations *a = &w->value;
    struct activations *g = &w->grad;
    struct encoding_weights weights = model_encoding_weights(m, grad);
    struct part p = part_first();
    int d = m->config.d_model;
    linear_return(m, m->output, grad, g->context, g->sum, a->context, b->asked, d, d);
    for (int s = 0; s < b->sequences; s++) {
        part_next(&p, m, b, s);
        for (int head = 0; head < m->config.heads; head++)
            head_backward(m, w, b, use, &weights, &p, head);
    }
    rotate(m, g, b, use, true);
    linear_return(m, m->query, grad, g->asked, g->q, a->asked, b->asked, d, d);
    linear_return(m, m->key, grad, g->z, g->k, a->z, b->rows, d, d);
    linear_return(m, m->value, grad, g->z, g->v, a->z, b->rows, d, d);
    rows_scatter(g->z, g->asked, b, d);
}
