/* attention_values.c -- weighted sums of values, values formed or folded away; see
 * attention.h. */
#include "maths/matmul.h"
#include "maths/vector.h"
#include "model/attention.h"

static void nothing(const struct attention_pass *p) { (void)p; }

/* ---- Formed: context = score v */

static void form(const struct attention_pass *p) {
    int d = p->m->config.d_model;
    linear_apply(p->m, p->at->value, p->a->v, p->z, p->b->rows, d, d);
}

static void form_backward(const struct attention_pass *p) {
    int d = p->m->config.d_model;
    linear_return(p->m, p->at->value, p->grad, p->g->z, p->g->v, p->z, p->b->rows, d, d);
}

static void formed_mix(const struct attention_pass *p, const struct part *s) {
    for (int n = 0; n < p->m->config.heads; n++) {
        struct head t = attention_head(p->m, n, s->rows);
        matmul_nn(p->a->context + (size_t)s->ask * t.d + t.column, p->a->score + s->score + t.score,
                  p->a->v + (size_t)s->row * t.d + t.column,
                  (struct matmul){s->asked, t.h, s->rows, t.d, t.scores, t.d, 1, 0});
    }
}

/* context = score v:  dscore = dcontext v^T, dv = score^T dcontext */
static void formed_mix_backward(const struct attention_pass *p, const struct part *s) {
    for (int n = 0; n < p->m->config.heads; n++) {
        struct head t = attention_head(p->m, n, s->rows);
        size_t ask = (size_t)s->ask * t.d + t.column, row = (size_t)s->row * t.d + t.column;
        matmul_nt(p->g->score + s->dscore + t.score, p->g->context + ask, p->a->v + row,
                  (struct matmul){s->asked, s->rows, t.h, t.scores, t.d, t.d, 1, 0});
        matmul_tn(p->g->v + row, p->a->score + s->score + t.score, p->g->context + ask,
                  (struct matmul){s->rows, t.h, s->asked, t.d, t.scores, t.d, 1, 0});
    }
}

static double formed_products(const struct model *m, const struct batch *b) {
    double d = m->config.d_model;
    return b->rows * d * d + attention_pairs(b) * d;
}

const struct attention_values attention_values_formed = {
    form, formed_mix, nothing, nothing, formed_mix_backward, form_backward, NULL, formed_products,
};

/* ---- Folded: sum_j p_j v_j = (sum_j p_j z_j) Wv_n^T + bv_n, since sum_j p_j = 1; mean = sum_j p_j z_j */

static void folded_mix(const struct attention_pass *p, const struct part *s) {
    int d = p->m->config.d_model, wides = s->asked * p->m->config.heads;
    matmul_nn(p->a->mean + (size_t)s->ask * p->m->config.heads * d, p->a->score + s->score, p->z + (size_t)s->row * d,
              (struct matmul){wides, d, s->rows, d, s->rows, d, 1, 0});
}

/* mean = score z:  dscore = dmean z^T */
static void folded_mix_backward(const struct attention_pass *p, const struct part *s) {
    int d = p->m->config.d_model, wides = s->asked * p->m->config.heads;
    size_t wide = (size_t)s->ask * p->m->config.heads * d, row = (size_t)s->row * d;
    matmul_nt(p->g->score + s->dscore, p->g->mean + wide, p->z + row,
              (struct matmul){wides, s->rows, d, s->rows, d, d, 1, 0});
}

/* dz = score^T dmean, added to what formed keys have left there */
static void folded_rows_backward(const struct attention_pass *p, struct stretch s, size_t score, real *dz) {
    bool adds = p->at->keys == &attention_keys_formed;
    attention_spread(p, s, dz, p->a->score + score, p->g->mean, (struct spread){.adds = adds});
}

/* context_n = mean_n Wv_n^T + bv_n */
static void folded_finish(const struct attention_pass *p) {
    const real *value = p->m->params.value + p->at->value.weight, *bias = p->m->params.value + p->at->value.bias;
    int d = p->m->config.d_model;
    for (int n = 0; n < p->m->config.heads; n++) {
        struct head t = attention_head(p->m, n, 0);
        matmul_nt(p->a->context + t.column, p->a->mean + t.wide, value + t.weight,
                  (struct matmul){p->b->asked, t.h, d, d, t.wides, d, 1, 0});
    }
    for (int i = 0; i < p->b->asked; i++)
        vector_add(p->a->context + (size_t)i * d, bias, d);
}

/* dmean_n = dcontext_n Wv_n, dWv_n = dcontext_n^T mean_n, dbv = dcontext, all rows together */
static void folded_finish_backward(const struct attention_pass *p) {
    const real *value = p->m->params.value + p->at->value.weight;
    int d = p->m->config.d_model;
    sum_rows(p->grad + p->at->value.bias, p->g->context, p->b->asked, d);
    for (int n = 0; n < p->m->config.heads; n++) {
        struct head t = attention_head(p->m, n, 0);
        matmul_nn(p->g->mean + t.wide, p->g->context + t.column, value + t.weight,
                  (struct matmul){p->b->asked, d, t.h, t.wides, d, d, 1, 0});
        matmul_tn(p->grad + p->at->value.weight + t.weight, p->g->context + t.column, p->a->mean + t.wide,
                  (struct matmul){t.h, d, p->b->asked, d, d, t.wides, 1, 0});
    }
}

static double folded_products(const struct model *m, const struct batch *b) {
    double d = m->config.d_model;
    return b->asked * d * d + attention_pairs(b) * m->config.heads * d;
}

const struct attention_values attention_values_folded = {
    nothing, folded_mix,           folded_finish,   folded_finish_backward, folded_mix_backward,
    nothing, folded_rows_backward, folded_products,
};
