/* attention_plain.c -- multi-head attention over one sequence, as you would write it on a board: loops, one formula
 * above each. Read it before src/core/model/attention.c, which does the same with matrix products, in blocks, and with
 * absorbed projections if that is cheaper; test_attention.c compares the two. layer_plain.c is the layer around it.
 *
 *   q_i = Wq z_i + bq    k_j = Wk z_j + bk    v_j = Wv z_j + bv      i: a target, j: any row of its sequence
 *   s_ij = scale q_i . k_j + content + bias(i, j)   for each head          q and k rotated by their positions before
 *   p_ij = exp(s_ij) / sum_j exp(s_ij)        over the rows j that i sees
 *   c_i = sum_j p_ij v_j                      y_i = Wo c_i + bo      the heads' contexts side by side */
#include "law/attention_plain.h"

#include <math.h>
#include <string.h>

void plain_linear_forward(const struct plain_linear *l, real *y, const real *x, int in, int out) {
    for (int o = 0; o < out; o++) {
        y[o] = l->bias[o];
        for (int i = 0; i < in; i++)
            y[o] += l->weight[o * in + i] * x[i];
    }
}

void plain_linear_backward(const struct plain_linear *l, real *dx, const real *dy, const real *x, int in, int out) {
    for (int o = 0; o < out; o++) {
        l->dbias[o] += dy[o];
        for (int i = 0; i < in; i++) {
            l->dweight[o * in + i] += dy[o] * x[i];
            dx[i] += l->weight[o * in + i] * dy[o];
        }
    }
}

/* The h columns of head n in a row of (.., D); the T weights of target i and head n in (A, H, T) */
static real *columns(const struct attention_plain *a, real *x, int row, int n) {
    return x + (size_t)row * a->width + (size_t)n * (a->width / a->heads);
}

static real *weights_of(const struct attention_plain *a, real *p, int i, int n) {
    return p + ((size_t)i * a->heads + n) * a->rows;
}

/* Summed in double: what others are held to rounds less than they do. */
static real dot(const real *x, const real *y, int n) {
    double sum = 0;
    for (int c = 0; c < n; c++)
        sum += (double)x[c] * (double)y[c];
    return (real)sum;
}

/* x += factor y */
static void add(real *x, real factor, const real *y, int n) {
    for (int c = 0; c < n; c++)
        x[c] += factor * y[c];
}

/* p_ij = exp(s_ij) / sum_j exp(s_ij) over the rows seen, 0 elsewhere; largest s taken off, so that exp has room */
static void softmax(real *p, int seen, int rows) {
    real most = p[0], sum = 0;
    for (int j = 0; j < seen; j++)
        most = p[j] > most ? p[j] : most;
    for (int j = 0; j < rows; j++)
        sum += p[j] = j < seen ? (real)exp((double)(p[j] - most)) : 0;
    for (int j = 0; j < rows; j++)
        p[j] /= sum;
}

static struct span one(const struct attention_plain *a, int row) { return (struct span){1, a->position + row}; }
static struct span all(const struct attention_plain *a) { return (struct span){a->rows, a->position}; }

static struct encoding_query query_of(const struct attention_plain *a, int i) {
    return (struct encoding_query){.row = a->target[i],
                                   .rows = a->rows,
                                   .q = columns(a, a->q, i, 0),
                                   .dq = a->dq ? columns(a, a->dq, i, 0) : NULL,
                                   .saved = a->saved ? weights_of(a, a->saved, i, 0) : NULL};
}

/* Target i */
static void attend(const struct attention_plain *a, int i) {
    const struct encoding *encoding = a->use->built->kind;
    int h = a->width / a->heads, row = a->target[i];
    /* s_ij = scale q_i . k_j + content(q_i, s_i) + bias(i, j) */
    for (int n = 0; n < a->heads; n++)
        for (int j = 0; j < a->rows; j++)
            weights_of(a, a->p, i, n)[j] = a->scale * dot(columns(a, a->q, i, n), columns(a, a->k, j, n), h);
    if (encoding->content)
        encoding->content(a->use, &a->weights, weights_of(a, a->p, i, 0), query_of(a, i));
    if (encoding->bias)
        encoding->bias(a->use, &a->weights, weights_of(a, a->p, i, 0), one(a, row), all(a));
    for (int n = 0; n < a->heads; n++) {
        real *p = weights_of(a, a->p, i, n), *c = columns(a, a->c, i, n);
        /* p_ij = exp(s_ij) / sum_j exp(s_ij) */
        softmax(p, a->causal ? row + 1 : a->rows, a->rows);
        /* c_i = sum_j p_ij v_j */
        memset(c, 0, (size_t)h * sizeof *c);
        for (int j = 0; j < a->rows; j++)
            add(c, p[j], columns(a, a->v, j, n), h);
    }
}

/* attend, line by line from its end */
static void attend_backward(const struct attention_plain *a, int i) {
    const struct encoding *encoding = a->use->built->kind;
    int h = a->width / a->heads;
    for (int n = 0; n < a->heads; n++) {
        real *p = weights_of(a, a->p, i, n), *ds = weights_of(a, a->dp, i, n), *dc = columns(a, a->dc, i, n);
        /* c_i = sum_j p_ij v_j:  dp_ij = dc_i . v_j, dv_j += p_ij dc_i */
        for (int j = 0; j < a->rows; j++) {
            ds[j] = dot(dc, columns(a, a->v, j, n), h);
            add(columns(a, a->dv, j, n), p[j], dc, h);
        }
        /* p = softmax(s):  ds_ij = p_ij (dp_ij - sum_j p_ij dp_ij) */
        real mean = dot(p, ds, a->rows);
        for (int j = 0; j < a->rows; j++)
            ds[j] = p[j] * (ds[j] - mean);
    }
    if (encoding->bias_backward)
        encoding->bias_backward(a->use, &a->weights, weights_of(a, a->dp, i, 0), one(a, a->target[i]), all(a));
    if (encoding->content_backward)
        encoding->content_backward(a->use, &a->weights, weights_of(a, a->dp, i, 0), query_of(a, i));
    /* s_ij = scale q_i . k_j:  dq_i += scale ds_ij k_j, dk_j += scale ds_ij q_i */
    for (int n = 0; n < a->heads; n++)
        for (int j = 0; j < a->rows; j++) {
            real ds = weights_of(a, a->dp, i, n)[j];
            add(columns(a, a->dq, i, n), a->scale * ds, columns(a, a->k, j, n), h);
            add(columns(a, a->dk, j, n), a->scale * ds, columns(a, a->q, i, n), h);
        }
}

void attention_plain_forward(const struct attention_plain *a) {
    const struct encoding *encoding = a->use->built->kind;
    int d = a->width;
    for (int j = 0; j < a->rows; j++) {
        plain_linear_forward(&a->key, a->k + (size_t)j * d, a->z + (size_t)j * d, d, d);
        plain_linear_forward(&a->value, a->v + (size_t)j * d, a->z + (size_t)j * d, d, d);
        if (encoding->rotate)
            encoding->rotate(a->use, a->k + (size_t)j * d, one(a, j));
    }
    for (int i = 0; i < a->targets; i++) {
        real *q = a->q + (size_t)i * d;
        plain_linear_forward(&a->query, q, a->z + (size_t)a->target[i] * d, d, d);
        if (encoding->rotate)
            encoding->rotate(a->use, q, one(a, a->target[i]));
        attend(a, i);
        plain_linear_forward(&a->output, a->y + (size_t)i * d, a->c + (size_t)i * d, d, d);
    }
}

/* forward, line by line from its end */
void attention_plain_backward(const struct attention_plain *a) {
    const struct encoding *encoding = a->use->built->kind;
    int d = a->width;
    for (int i = 0; i < a->targets; i++) {
        real *dq = a->dq + (size_t)i * d, *dc = a->dc + (size_t)i * d;
        size_t z = (size_t)a->target[i] * d;
        plain_linear_backward(&a->output, dc, a->dy + (size_t)i * d, a->c + (size_t)i * d, d, d);
        attend_backward(a, i);
        if (encoding->rotate)
            encoding->rotate_backward(a->use, dq, one(a, a->target[i]));
        plain_linear_backward(&a->query, a->dz + z, dq, a->z + z, d, d);
    }
    for (int j = 0; j < a->rows; j++) {
        size_t z = (size_t)j * d;
        if (encoding->rotate)
            encoding->rotate_backward(a->use, a->dk + z, one(a, j));
        plain_linear_backward(&a->key, a->dz + z, a->dk + z, a->z + z, d, d);
        plain_linear_backward(&a->value, a->dz + z, a->dv + z, a->z + z, d, d);
    }
}
