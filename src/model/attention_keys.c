/* attention_keys.c -- products of queries with keys, keys formed or folded away; see
 * attention.h. */
#include "maths/matmul.h"
#include "model/attention.h"

/* ---- Formed: product = (q k^T) / sqrt(h). A head is a strided block of (N, D): nothing is copied. */

/* Queries and keys turned by the encoding, or their gradients turned back. */
static void rotate(const struct attention_pass *p, struct attention_arrays *a,
                   void (*turn)(const struct encoding_use *, real *, struct span)) {
    const struct batch *b = p->b;
    int d = p->m->config.d_model;
    for (int s = 0; turn && s < b->sequences; s++) {
        int row = b->start[s];
        turn(p->use, a->k + (size_t)row * d, (struct span){b->start[s + 1] - row, b->place + row});
        for (int i = b->ask_start[s]; i < b->ask_start[s + 1]; i++)
            turn(p->use, a->q + (size_t)i * d, (struct span){1, b->place + b->ask[i]});
    }
}

static void form(const struct attention_pass *p) {
    int d = p->m->config.d_model;
    linear_apply(p->m, p->at->key, p->a->k, p->z, p->b->rows, d, d);
    rotate(p, p->a, p->m->encoding.kind->rotate);
}

static void form_backward(const struct attention_pass *p) {
    int d = p->m->config.d_model;
    rotate(p, p->g, p->m->encoding.kind->rotate_backward);
    bool first = p->at->values != &attention_values_formed;
    linear_return(p->m, p->at->key, p->grad, NULL, p->g->k, p->z, p->b->rows, d, d);
    matmul_nn(p->g->z, p->g->k, p->m->params.value + p->at->key.weight,
              (struct matmul){p->b->rows, d, d, d, d, d, 1, first ? 0 : 1});
}

static void formed_score(const struct attention_pass *p, const struct part *s) {
    real scale = attention_scale(p->m) * s->sharpness;
    for (int n = 0; n < p->m->config.heads; n++) {
        struct head t = attention_head(p->m, n, s->rows);
        matmul_nt(p->a->score + s->score + t.score, p->a->q + (size_t)s->ask * t.d + t.column,
                  p->a->k + (size_t)s->row * t.d + t.column,
                  (struct matmul){s->asked, s->rows, t.h, t.scores, t.d, t.d, scale, 0});
    }
}

/* product = q k^T scale:  dq = dproduct k scale, dk = dproduct^T q scale */
static void formed_score_backward(const struct attention_pass *p, const struct part *s) {
    real scale = attention_scale(p->m) * s->sharpness;
    for (int n = 0; n < p->m->config.heads; n++) {
        struct head t = attention_head(p->m, n, s->rows);
        size_t ask = (size_t)s->ask * t.d + t.column, row = (size_t)s->row * t.d + t.column;
        matmul_nn(p->g->q + ask, p->g->score + s->dscore + t.score, p->a->k + row,
                  (struct matmul){s->asked, t.h, s->rows, t.d, t.scores, t.d, scale, 0});
        matmul_tn(p->g->k + row, p->g->score + s->dscore + t.score, p->a->q + ask,
                  (struct matmul){s->rows, t.h, s->asked, t.d, t.scores, t.d, scale, 0});
    }
}

static double formed_products(const struct model *m, const struct batch *b) {
    double d = m->config.d_model;
    return b->rows * d * d + attention_pairs(b) * d;
}

const struct attention_keys attention_keys_formed = {
    form, formed_score, formed_score_backward, form_backward, NULL, formed_products,
};

/* ---- Folded: q_n . k_j = q_n . (Wk_n z_j + bk_n) = (q_n Wk_n) . z_j + what is the same for all j,
 * and softmax does not see what is the same for all: the key's bias is not read, its gradient is 0. */

static void fold(const struct attention_pass *p) {
    const real *key = p->m->params.value + p->at->key.weight;
    for (int n = 0; n < p->m->config.heads; n++) {
        struct head t = attention_head(p->m, n, 0);
        matmul_nn(p->a->folded + t.wide, p->a->q + t.column, key + t.weight,
                  (struct matmul){p->b->asked, t.d, t.h, t.wides, t.d, t.d, attention_scale(p->m), 0});
    }
}

/* folded_n = q_n Wk_n scale:  dq_n = dfolded_n Wk_n^T scale, dWk_n = q_n^T dfolded_n scale, dbk = 0 */
static void fold_backward(const struct attention_pass *p) {
    const real *key = p->m->params.value + p->at->key.weight;
    real scale = attention_scale(p->m);
    rows_clear(p->grad + p->at->key.bias, 1, p->m->config.d_model);
    for (int n = 0; n < p->m->config.heads; n++) {
        struct head t = attention_head(p->m, n, 0);
        matmul_nt(p->g->q + t.column, p->g->folded + t.wide, key + t.weight,
                  (struct matmul){p->b->asked, t.h, t.d, t.d, t.wides, t.d, scale, 0});
        matmul_tn(p->grad + p->at->key.weight + t.weight, p->a->q + t.column, p->g->folded + t.wide,
                  (struct matmul){t.h, t.d, p->b->asked, t.d, t.d, t.wides, scale, 0});
    }
}

static void folded_score(const struct attention_pass *p, const struct part *s) {
    int d = p->m->config.d_model, wides = s->asked * p->m->config.heads;
    matmul_nt(p->a->score + s->score, p->a->folded + (size_t)s->ask * p->m->config.heads * d, p->z + (size_t)s->row * d,
              (struct matmul){wides, s->rows, d, s->rows, d, d, s->sharpness, 0});
}

/* product = folded z^T sharpness: dfolded = dproduct z sharpness */
static void folded_score_backward(const struct attention_pass *p, const struct part *s) {
    int d = p->m->config.d_model, wides = s->asked * p->m->config.heads;
    size_t wide = (size_t)s->ask * p->m->config.heads * d, row = (size_t)s->row * d;
    matmul_nn(p->g->folded + wide, p->g->score + s->dscore, p->z + row,
              (struct matmul){wides, d, s->rows, d, s->rows, d, s->sharpness, 0});
}

/* dz += dproduct^T folded sharpness */
static void folded_rows_backward(const struct attention_pass *p, struct stretch s, size_t score, real *dz) {
    attention_spread(p, s, dz, p->g->score + score, p->a->folded, (struct spread){.sharpened = true, .adds = true});
}

static double folded_products(const struct model *m, const struct batch *b) {
    double d = m->config.d_model;
    return b->asked * d * d + attention_pairs(b) * m->config.heads * d;
}

const struct attention_keys attention_keys_folded = {
    fold, folded_score, folded_score_backward, fold_backward, folded_rows_backward, folded_products,
};
