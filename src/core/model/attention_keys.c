/* attention_keys.c -- products of queries with keys, keys explicit or absorbed; see attention.h. */
#include "encoding/encoding.h"
#include "maths/matmul.h"
#include "model/attention.h"

/* ---- Explicit: product = (q k^T) / sqrt(h). A head is a strided block of (N, D): nothing is copied. */

typedef void rotation(const struct encoding_use *, real *, struct span); /* the encoding's hook, or its backward */

static void rotate_keys(const struct attention_pass *p, real *k, rotation *rotate) {
    const struct batch *b = p->b;
    for (int s = 0; rotate && s < b->sequences; s++) {
        int row = b->start[s];
        rotate(p->use, k + (size_t)row * p->m->config.d_model, (struct span){b->start[s + 1] - row, b->position + row});
    }
}

static void rotate_queries(const struct attention_pass *p, real *q, rotation *rotate) {
    const struct batch *b = p->b;
    for (int i = 0; rotate && i < b->targets; i++)
        rotate(p->use, q + (size_t)i * p->m->config.d_model, (struct span){1, b->position + b->target[i]});
}

static void project(const struct attention_pass *p) {
    int d = p->m->config.d_model;
    linear_at(p->m, p->at->key, p->a->k, p->z, p->b->rows, d, d);
    rotate_keys(p, p->a->k, p->m->encoding.kind->rotate);
}

static void prepare(const struct attention_pass *p) { rotate_queries(p, p->a->q, p->m->encoding.kind->rotate); }

static void project_backward(const struct attention_pass *p) {
    rotate_keys(p, p->g->k, p->m->encoding.kind->rotate_backward);
    rotate_queries(p, p->g->q, p->m->encoding.kind->rotate_backward);
    attention_project_backward(p, p->at->key, p->g->k);
}

static void explicit_score(const struct attention_pass *p, const struct part *s) {
    real scale = p->at->scale * s->logit_scale;
    for (int n = 0; n < p->m->config.heads; n++) {
        struct head t = attention_head(p->m, n, s->rows);
        matmul_nt(p->a->score + s->score + t.score, p->a->q + (size_t)s->target * t.d + t.column,
                  p->a->k + (size_t)s->at * t.d + t.column,
                  (struct matmul){s->targets, s->rows, t.h, t.scores, t.d, t.d, scale, 0});
    }
}

/* product = q k^T scale:  dq = dproduct k scale, or added to that of `content`, dk = dproduct^T q scale */
static void explicit_score_backward(const struct attention_pass *p, const struct part *s) {
    real scale = p->at->scale * s->logit_scale;
    for (int n = 0; n < p->m->config.heads; n++) {
        struct head t = attention_head(p->m, n, s->rows);
        size_t target = (size_t)s->target * t.d + t.column, row = (size_t)s->at * t.d + t.column;
        matmul_nn(
            p->g->q + target, p->g->score + s->dscore + t.score, p->a->k + row,
            (struct matmul){s->targets, t.h, s->rows, t.d, t.scores, t.d, scale, p->m->encoding.kind->content ? 1 : 0});
        matmul_tn(p->g->k + row, p->g->score + s->dscore + t.score, p->a->q + target,
                  (struct matmul){s->rows, t.h, s->targets, t.d, t.scores, t.d, scale, 0});
    }
}

const struct attention_keys attention_keys_explicit = {
    project, prepare, explicit_score, explicit_score_backward, project_backward, NULL,
};

/* ---- Absorbed: q_n . k_j = q_n . (Wk_n z_j + bk_n) = (q_n Wk_n) . z_j + a constant over j, which softmax ignores: the
 * key's bias is not read, and its gradient is 0. */

static void absorb(const struct attention_pass *p) {
    const real *key = p->m->params.value + p->at->key.weight;
    for (int n = 0; n < p->m->config.heads; n++) {
        struct head t = attention_head(p->m, n, 0);
        matmul_nn(p->a->absorbed + t.per_head, p->a->q + t.column, key + t.weight,
                  (struct matmul){p->b->targets, t.d, t.h, t.per_head_stride, t.d, t.d, p->at->scale, 0});
    }
}

/* absorbed_n = q_n Wk_n scale:  dq_n = dabsorbed_n Wk_n^T scale, dWk_n = q_n^T dabsorbed_n scale, dbk = 0 */
static void absorb_backward(const struct attention_pass *p) {
    const real *key = p->m->params.value + p->at->key.weight;
    real scale = p->at->scale;
    rows_clear(p->grad + p->at->key.bias, 1, p->m->config.d_model);
    for (int n = 0; n < p->m->config.heads; n++) {
        struct head t = attention_head(p->m, n, 0);
        matmul_nt(p->g->q + t.column, p->g->absorbed + t.per_head, key + t.weight,
                  (struct matmul){p->b->targets, t.h, t.d, t.d, t.per_head_stride, t.d, scale, 0});
        matmul_tn(p->grad + p->at->key.weight + t.weight, p->a->q + t.column, p->g->absorbed + t.per_head,
                  (struct matmul){t.h, t.d, p->b->targets, t.d, t.d, t.per_head_stride, scale, 0});
    }
}

static void absorbed_score(const struct attention_pass *p, const struct part *s) {
    int d = p->m->config.d_model, head_rows = s->targets * p->m->config.heads;
    matmul_nt(p->a->score + s->score, p->a->absorbed + (size_t)s->target * p->m->config.heads * d,
              p->z + (size_t)s->at * d, (struct matmul){head_rows, s->rows, d, s->rows, d, d, s->logit_scale, 0});
}

/* product = absorbed z^T scale:  dabsorbed = dproduct z scale */
static void absorbed_score_backward(const struct attention_pass *p, const struct part *s) {
    int d = p->m->config.d_model, head_rows = s->targets * p->m->config.heads;
    size_t per_head = (size_t)s->target * p->m->config.heads * d, row = (size_t)s->at * d;
    matmul_nn(p->g->absorbed + per_head, p->g->score + s->dscore, p->z + row,
              (struct matmul){head_rows, d, s->rows, d, s->rows, d, s->logit_scale, 0});
}

/* dz += dproduct^T absorbed scale */
static void absorbed_rows_backward(const struct attention_pass *p, struct tile s, size_t score, real *dz) {
    attention_row_gradient(p, s, dz, p->g->score + score, p->a->absorbed,
                           (struct row_gradient){.scaled = true, .adds = true});
}

const struct attention_keys attention_keys_absorbed = {
    NULL, absorb, absorbed_score, absorbed_score_backward, absorb_backward, absorbed_rows_backward,
};
