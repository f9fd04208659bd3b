/* attention_plain.c -- attention with keys and values at all rows; see attention.h.
 * A head is a strided block of (N, D): nothing is copied. */
#include "maths/matmul.h"
#include "model/attention.h"

/* Queries and keys turned by the encoding, or their gradients turned back. */
static void rotate(const struct model *m, struct activations *a, const struct batch *b, const struct encoding_use *use,
                   void (*turn)(const struct encoding_use *, real *, struct span)) {
    struct part p = {0};
    int d = m->config.d_model;
    for (int s = 0; turn && s < b->sequences; s++) {
        part_next(&p, m, b, s);
        turn(use, a->k + (size_t)p.row * d, p.key);
        for (int i = p.ask; i < p.ask + p.asked; i++)
            turn(use, a->q + (size_t)i * d, (struct span){1, b->place + b->ask[i]});
    }
}

/* One head of one sequence: products q k^T / sqrt(h), or context = score v. */
struct head {
    size_t row, ask, score; /* offsets of its blocks in (N, D), (A, D), (asked, H, T) */
    int h, d, scores;       /* width, and the strides of those blocks */
};

static struct head head_of(const struct model *m, const struct part *p, int number) {
    int d = m->config.d_model, h = d / m->config.heads;
    return (struct head){
        (size_t)p->row * d + number * h, (size_t)p->ask * d + number * h, (size_t)number * p->rows, h, d,
        m->config.heads * p->rows};
}

static void forward(const struct model *m, struct workspace *w, const struct batch *b, const struct encoding_use *use) {
    struct activations *a = &w->value;
    struct part p = {0};
    int d = m->config.d_model;
    linear_apply(m, m->key, a->k, a->z, b->rows, d, d);
    linear_apply(m, m->value, a->v, a->z, b->rows, d, d);
    rotate(m, a, b, use, m->encoding.kind->rotate);
    for (int s = 0; s < b->sequences; s++) {
        part_next(&p, m, b, s);
        for (int n = 0; n < m->config.heads; n++) {
            struct head t = head_of(m, &p, n);
            matmul_nt(a->score + p.score + t.score, a->q + t.ask, a->k + t.row,
                      (struct matmul){p.asked, p.rows, t.h, t.scores, d, d, score_scale(m), 0});
        }
        scores_finish(m, w, b, use, &p);
        for (int n = 0; n < m->config.heads; n++) {
            struct head t = head_of(m, &p, n);
            matmul_nn(a->context + t.ask, a->score + p.score + t.score, a->v + t.row,
                      (struct matmul){p.asked, t.h, p.rows, d, t.scores, d, 1, 0});
        }
    }
}

/* context = score v:  dscore = dcontext v^T, dv += score^T dcontext */
static void context_backward(struct workspace *w, const struct part *p, struct head t) {
    const struct activations *a = &w->value;
    struct activations *g = &w->grad;
    matmul_nt(g->score + t.score, g->context + t.ask, a->v + t.row,
              (struct matmul){p->asked, p->rows, t.h, t.scores, t.d, t.d, 1, 0});
    matmul_tn(g->v + t.row, a->score + p->score + t.score, g->context + t.ask,
              (struct matmul){p->rows, t.h, p->asked, t.d, t.scores, t.d, 1, 1});
}

/* product = q k^T scale:  dq += dproduct k scale, dk += dproduct^T q scale */
static void product_backward(struct workspace *w, const struct part *p, struct head t, real scale) {
    const struct activations *a = &w->value;
    struct activations *g = &w->grad;
    matmul_nn(g->q + t.ask, g->score + t.score, a->k + t.row,
              (struct matmul){p->asked, t.h, p->rows, t.d, t.scores, t.d, scale, 1});
    matmul_tn(g->k + t.row, g->score + t.score, a->q + t.ask,
              (struct matmul){p->rows, t.h, p->asked, t.d, t.scores, t.d, scale, 1});
}

static void backward(const struct model *m, struct workspace *w, const struct batch *b, const struct encoding_use *use,
                     real *grad) {
    struct part p = {0};
    int d = m->config.d_model;
    for (int s = 0; s < b->sequences; s++) {
        part_next(&p, m, b, s);
        for (int n = 0; n < m->config.heads; n++)
            context_backward(w, &p, head_of(m, &p, n));
        scores_return(m, w, b, use, &p, grad);
        for (int n = 0; n < m->config.heads; n++)
            product_backward(w, &p, head_of(m, &p, n), score_scale(m));
    }
    rotate(m, &w->grad, b, use, m->encoding.kind->rotate_backward);
    linear_return(m, m->key, grad, w->grad.z, w->grad.k, w->value.z, b->rows, d, d);
    linear_return(m, m->value, grad, w->grad.z, w->grad.v, w->value.z, b->rows, d, d);
}

const struct attention_body attention_plain = {forward, backward};
