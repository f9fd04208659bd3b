/* attention_folded.c -- attention without keys and values; see attention.h.
 *
 *   q_n . k_j = q_n . (Wk_n z_j + bk_n) = (q_n Wk_n) . z_j + what is the same for all j
 *   sum_j p_j v_j = (sum_j p_j z_j) Wv_n^T + bv_n,  since sum_j p_j = 1
 *
 * So folded (A, H, D) = q_n Wk_n meets the rows themselves, and mean (A, H, D) = sum_j p_j z_j
 * is projected afterwards: about T / H times less work with one asked row. The key's
 * bias moves all scores of a row alike, softmax does not see it, and its gradient is 0.
 * It serves encodings that do not rotate. */
#include "maths/matmul.h"
#include "maths/vector.h"
#include "model/attention.h"

/* The heads of all asked rows: blocks of (A, D) and of (A, H, D), of weights (D, D). */
struct head {
    size_t ask, wide, weight;
    int h, d, wides;
};

static struct head head_of(const struct model *m, int n) {
    int d = m->config.d_model, h = d / m->config.heads;
    return (struct head){(size_t)n * h, (size_t)n * d, (size_t)n * h * d, h, d, m->config.heads * d};
}

static void add_bias(real *context, const real *bias, int rows, int d) {
    for (int i = 0; i < rows; i++)
        vector_add(context + (size_t)i * d, bias, d);
}

static void forward(const struct model *m, struct workspace *w, const struct batch *b, const struct encoding_use *use) {
    struct activations *a = &w->value;
    const real *key = m->params.value + m->key.weight, *value = m->params.value + m->value.weight;
    int d = m->config.d_model, heads = m->config.heads;
    struct part p = {0};
    for (int n = 0; n < heads; n++) {
        struct head t = head_of(m, n);
        matmul_nn(a->folded + t.wide, a->q + t.ask, key + t.weight,
                  (struct matmul){b->asked, d, t.h, t.wides, d, d, score_scale(m), 0});
    }
    for (int s = 0; s < b->sequences; s++) {
        part_next(&p, m, b, s);
        size_t wide = (size_t)p.ask * heads * d, row = (size_t)p.row * d;
        matmul_nt(a->score + p.score, a->folded + wide, a->z + row,
                  (struct matmul){p.asked * heads, p.rows, d, p.rows, d, d, 1, 0});
        scores_finish(m, w, b, use, &p);
        matmul_nn(a->mean + wide, a->score + p.score, a->z + row,
                  (struct matmul){p.asked * heads, d, p.rows, d, p.rows, d, 1, 0});
    }
    for (int n = 0; n < heads; n++) {
        struct head t = head_of(m, n);
        matmul_nt(a->context + t.ask, a->mean + t.wide, value + t.weight,
                  (struct matmul){b->asked, t.h, d, d, t.wides, d, 1, 0});
    }
    add_bias(a->context, m->params.value + m->value.bias, b->asked, d);
}

/* context_n = mean_n Wv_n^T:  dmean_n = dcontext_n Wv_n, dWv_n += dcontext_n^T mean_n */
static void value_backward(const struct model *m, struct workspace *w, int asked, struct head t, real *grad) {
    matmul_nn(w->grad.mean + t.wide, w->grad.context + t.ask, m->params.value + m->value.weight + t.weight,
              (struct matmul){asked, t.d, t.h, t.wides, t.d, t.d, 1, 0});
    matmul_tn(grad + m->value.weight + t.weight, w->grad.context + t.ask, w->value.mean + t.wide,
              (struct matmul){t.h, t.d, asked, t.d, t.d, t.wides, 1, 1});
}

/* folded_n = q_n Wk_n scale:  dq_n += dfolded_n Wk_n^T scale, dWk_n += q_n^T dfolded_n scale */
static void key_backward(const struct model *m, struct workspace *w, int asked, struct head t, real *grad) {
    real scale = score_scale(m);
    matmul_nt(w->grad.q + t.ask, w->grad.folded + t.wide, m->params.value + m->key.weight + t.weight,
              (struct matmul){asked, t.h, t.d, t.d, t.wides, t.d, scale, 1});
    matmul_tn(grad + m->key.weight + t.weight, w->value.q + t.ask, w->grad.folded + t.wide,
              (struct matmul){t.h, t.d, asked, t.d, t.d, t.wides, scale, 1});
}

/* One sequence. mean = score z:   dscore = dmean z^T,     dz += score^T dmean
 *           product = folded z^T: dfolded = dproduct z,   dz += dproduct^T folded */
static void part_backward(const struct model *m, struct workspace *w, const struct batch *b,
                          const struct encoding_use *use, const struct part *p, real *grad) {
    const struct activations *a = &w->value;
    struct activations *g = &w->grad;
    int d = m->config.d_model, wides = p->asked * m->config.heads, rows = p->rows;
    size_t wide = (size_t)p->ask * m->config.heads * d, row = (size_t)p->row * d;
    matmul_nt(g->score, g->mean + wide, a->z + row, (struct matmul){wides, rows, d, rows, d, d, 1, 0});
    matmul_tn(g->z + row, a->score + p->score, g->mean + wide, (struct matmul){rows, d, wides, d, rows, d, 1, 1});
    scores_return(m, w, b, use, p, grad);
    matmul_nn(g->folded + wide, g->score, a->z + row, (struct matmul){wides, d, rows, d, rows, d, 1, 0});
    matmul_tn(g->z + row, g->score, a->folded + wide, (struct matmul){rows, d, wides, d, rows, d, 1, 1});
}

static void backward(const struct model *m, struct workspace *w, const struct batch *b, const struct encoding_use *use,
                     real *grad) {
    struct part p = {0};
    for (int i = 0; i < b->asked; i++)
        vector_add(grad + m->value.bias, w->grad.context + (size_t)i * m->config.d_model, m->config.d_model);
    for (int n = 0; n < m->config.heads; n++)
        value_backward(m, w, b->asked, head_of(m, n), grad);
    for (int s = 0; s < b->sequences; s++) {
        part_next(&p, m, b, s);
        part_backward(m, w, b, use, &p, grad);
    }
    for (int n = 0; n < m->config.heads; n++)
        key_backward(m, w, b->asked, head_of(m, n), grad);
}

const struct attention_body attention_folded = {forward, backward};
