/* attention_values.c -- weighted sums of values, values explicit or absorbed; see attention.h. */
#include "maths/matmul.h"
#include "maths/vector.h"
#include "model/attention.h"

static void nothing(const struct attention_pass *p) { (void)p; }

/* ---- Explicit: context = score v */

static void project(const struct attention_pass *p) {
    int d = p->m->config.d_model;
    linear_at(p->m, p->at->value, p->a->v, p->z, p->b->rows, d, d);
}

static void project_backward(const struct attention_pass *p) { attention_project_backward(p, p->at->value, p->g->v); }

static void explicit_mix(const struct attention_pass *p, const struct part *s) {
    for (int n = 0; n < p->m->config.heads; n++) {
        struct head t = attention_head(p->m, n, s->rows);
        matmul_nn(p->a->context + (size_t)s->target * t.d + t.column, p->a->score + s->score + t.score,
                  p->a->v + (size_t)s->at * t.d + t.column,
                  (struct matmul){s->targets, t.h, s->rows, t.d, t.scores, t.d, 1, 0});
    }
}

/* context = score v:  dscore = dcontext v^T, dv = score^T dcontext */
static void explicit_mix_backward(const struct attention_pass *p, const struct part *s) {
    for (int n = 0; n < p->m->config.heads; n++) {
        struct head t = attention_head(p->m, n, s->rows);
        size_t target = (size_t)s->target * t.d + t.column, row = (size_t)s->at * t.d + t.column;
        matmul_nt(p->g->score + s->dscore + t.score, p->g->context + target, p->a->v + row,
                  (struct matmul){s->targets, s->rows, t.h, t.scores, t.d, t.d, 1, 0});
        matmul_tn(p->g->v + row, p->a->score + s->score + t.score, p->g->context + target,
                  (struct matmul){s->rows, t.h, s->targets, t.d, t.scores, t.d, 1, 0});
    }
}

const struct attention_values attention_values_explicit = {
    project, explicit_mix, nothing, nothing, explicit_mix_backward, project_backward, NULL,
};

/* ---- Absorbed: sum_j p_j v_j = (sum_j p_j z_j) Wv_n^T + bv_n, since sum_j p_j = 1; mean = sum_j p_j z_j */

static void absorbed_mix(const struct attention_pass *p, const struct part *s) {
    int d = p->m->config.d_model, head_rows = s->targets * p->m->config.heads;
    matmul_nn(p->a->mean + (size_t)s->target * p->m->config.heads * d, p->a->score + s->score, p->z + (size_t)s->at * d,
              (struct matmul){head_rows, d, s->rows, d, s->rows, d, 1, 0});
}

/* mean = score z:  dscore = dmean z^T */
static void absorbed_mix_backward(const struct attention_pass *p, const struct part *s) {
    int d = p->m->config.d_model, head_rows = s->targets * p->m->config.heads;
    size_t per_head = (size_t)s->target * p->m->config.heads * d, row = (size_t)s->at * d;
    matmul_nt(p->g->score + s->dscore, p->g->mean + per_head, p->z + row,
              (struct matmul){head_rows, s->rows, d, s->rows, d, d, 1, 0});
}

/* dz = or += score^T dmean */
static void absorbed_rows_backward(const struct attention_pass *p, struct tile s, size_t score, real *dz) {
    attention_row_gradient(p, s, dz, p->a->score + score, p->g->mean, (struct row_gradient){.adds = p->m->whole_rows});
}

/* context_n = mean_n Wv_n^T + bv_n */
static void absorbed_finish(const struct attention_pass *p) {
    const real *value = p->m->params.value + p->at->value.weight, *bias = p->m->params.value + p->at->value.bias;
    int d = p->m->config.d_model;
    for (int n = 0; n < p->m->config.heads; n++) {
        struct head t = attention_head(p->m, n, 0);
        matmul_nt(p->a->context + t.column, p->a->mean + t.per_head, value + t.weight,
                  (struct matmul){p->b->targets, t.h, d, d, t.per_head_stride, d, 1, 0});
    }
    for (int i = 0; i < p->b->targets; i++)
        vector_add(p->a->context + (size_t)i * d, bias, d);
}

/* dmean_n = dcontext_n Wv_n, dWv_n = dcontext_n^T mean_n, dbv = dcontext, all rows together */
static void absorbed_finish_backward(const struct attention_pass *p) {
    const real *value = p->m->params.value + p->at->value.weight;
    int d = p->m->config.d_model;
    sum_rows(p->grad + p->at->value.bias, p->g->context, p->b->targets, d);
    for (int n = 0; n < p->m->config.heads; n++) {
        struct head t = attention_head(p->m, n, 0);
        matmul_nn(p->g->mean + t.per_head, p->g->context + t.column, value + t.weight,
                  (struct matmul){p->b->targets, d, t.h, t.per_head_stride, d, d, 1, 0});
        matmul_tn(p->grad + p->at->value.weight + t.weight, p->g->context + t.column, p->a->mean + t.per_head,
                  (struct matmul){t.h, d, p->b->targets, d, d, t.per_head_stride, 1, 0});
    }
}

const struct attention_values attention_values_absorbed = {
    NULL,    absorbed_mix,           absorbed_finish, absorbed_finish_backward, absorbed_mix_backward,
    nothing, absorbed_rows_backward,
};
