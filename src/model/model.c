/* model.c -- declares the layer's tensors and puts its parts in order; see model.h. */
#include "model/model.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "maths/vector.h"
#include "model/attention.h"

/* Names are those of BERT (post-norm) and ViT (pre-norm) in public checkpoints, where
 * the same tensor exists there. */
#define LAYER "encoder.layer.0."

static struct linear declare_linear(struct model *m, const char *name, int out, int in) {
    char full[PARAMS_NAME];
    struct linear l;
    snprintf(full, sizeof full, "%s.weight", name);
    l.weight = params_matrix(&m->params, full, out, in, 1 / sqrt(m->config.d_model));
    snprintf(full, sizeof full, "%s.bias", name);
    l.bias = params_vector(&m->params, full, out, 0);
    return l;
}

static struct norm declare_norm(struct model *m, const char *name) {
    char full[PARAMS_NAME];
    struct norm n;
    snprintf(full, sizeof full, "%s.weight", name);
    n.gain = params_vector(&m->params, full, m->config.d_model, 1);
    snprintf(full, sizeof full, "%s.bias", name);
    n.shift = params_vector(&m->params, full, m->config.d_model, 0);
    return n;
}

static void declare_embedding(struct model *m) {
    int width = m->config.d_model - m->encoding.columns;
    double std = 1 / sqrt(m->config.d_model);
    m->token = params_matrix(&m->params, "embeddings.word_embeddings.weight", m->size.vocabulary, width, std);
    m->segment = params_matrix(&m->params, "embeddings.token_type_embeddings.weight", m->size.segments, width, std);
    for (int i = 0; i < m->encoding.tensors; i++) {
        const struct encoding_tensor *t = &m->encoding.tensor[i];
        m->position[i] = params_matrix(&m->params, t->name, t->rows, t->columns, 0);
        m->params.tensor[m->params.count - 1].frozen = t->frozen;
    }
    if (m->config.embedding_norm)
        m->embedding_norm = declare_norm(m, "embeddings.LayerNorm");
}

static void declare_layer(struct model *m) {
    int d = m->config.d_model, f = m->config.d_ff;
    bool pre = m->config.norm == NORM_PRE;
    m->query = declare_linear(m, LAYER "attention.self.query", d, d);
    m->key = declare_linear(m, LAYER "attention.self.key", d, d);
    m->value = declare_linear(m, LAYER "attention.self.value", d, d);
    m->output = declare_linear(m, LAYER "attention.output.dense", d, d);
    m->attention_norm = declare_norm(m, pre ? LAYER "layernorm_before" : LAYER "attention.output.LayerNorm");
    if (f) {
        m->hidden = declare_linear(m, LAYER "intermediate.dense", f, d);
        m->shrink = declare_linear(m, LAYER "output.dense", d, f);
        m->hidden_norm = declare_norm(m, pre ? LAYER "layernorm_after" : LAYER "output.LayerNorm");
    }
    if (pre)
        m->final_norm = declare_norm(m, "layernorm");
    m->head = declare_linear(m, "classifier", m->size.classes, d);
}

/* Folded attention costs asked * H products with a row, plain attention D of them. */
static bool folds(const struct model *m) {
    return !m->encoding.kind->rotate && m->size.asked > 0 && 2 * m->size.asked * m->config.heads <= m->config.d_model;
}

bool model_build(struct model *m, struct model_config config, struct model_sizes size, const struct encoding *encoding,
                 const void *options, uint32_t seed, struct arena *arena, struct error *e) {
    struct encoding_sizes sizes = {config.d_model, config.heads, size.trained};
    *m = (struct model){.config = config, .size = size};
    if (config.d_model % config.heads)
        return error_set(e, EXIT_USAGE, "model.heads = %d does not divide model.d_model = %d", config.heads,
                         config.d_model);
    if (!encoding_build(&m->encoding, encoding, options, sizes, seed, arena, e))
        return false;
    m->attention = folds(m) ? &attention_folded : &attention_plain;
    declare_embedding(m);
    declare_layer(m);
    params_commit(&m->params, arena);
    return true;
}

void model_init(struct model *m) {
    params_init(&m->params, m->encoding.seed);
    for (int i = 0; i < m->encoding.tensors; i++)
        m->encoding.kind->init(&m->encoding, i, m->params.value + m->position[i]);
}

/* A norm that is absent has one array for output and input: nothing to do. */
static void norm_apply(const struct model *m, struct norm n, real *y, struct norm_saved saved, const real *x,
                       int rows) {
    if (y != x)
        norm_forward(y, saved, x, m->params.value + n.gain, m->params.value + n.shift, rows, m->config.d_model);
}

static void norm_return(const struct model *m, struct norm n, real *grad, real *dx, const real *dy,
                        struct norm_saved saved, const real *x, int rows) {
    if (dx != dy)
        norm_backward(dx, grad + n.gain, grad + n.shift, dy, saved, x, m->params.value + n.gain, rows,
                      m->config.d_model);
}

/* sum += x at the asked rows */
static void add_residual(real *sum, const real *x, const struct batch *b, int d) {
    for (int i = 0; i < b->asked; i++)
        vector_add(sum + (size_t)i * d, x + (size_t)b->ask[i] * d, d);
}

void model_forward(const struct model *m, struct workspace *w, const struct batch *b, const struct encoding_use *use) {
    struct activations *a = &w->value;
    int d = m->config.d_model;
    assert(b->rows <= w->rows && b->asked <= w->asked);
    embedding_forward(m, w, b, use);
    norm_apply(m, m->embedding_norm, a->x, w->embedding_saved, a->embedded, b->rows);
    norm_apply(m, m->attention_norm, a->z, w->attention_saved, a->x, b->rows);
    attention_forward(m, w, b, use);
    add_residual(a->sum, a->x, b, d);
    norm_apply(m, m->attention_norm, a->y, w->attention_saved, a->sum, b->asked);
    if (m->config.d_ff) {
        norm_apply(m, m->hidden_norm, a->inner, w->hidden_saved, a->y, b->asked);
        feedforward_forward(m, w, b->asked);
        vector_add(a->last_sum, a->y, b->asked * d);
        norm_apply(m, m->hidden_norm, a->last, w->hidden_saved, a->last_sum, b->asked);
    }
    norm_apply(m, m->final_norm, a->final, w->final_saved, a->last, b->asked);
    linear_apply(m, m->head, a->logits, a->final, b->asked, d, m->size.classes);
}

static void clear(real *x, int rows, int columns) {
    if (x)
        memset(x, 0, (size_t)rows * columns * sizeof *x);
}

/* Gradients start at 0, since every step adds; one array may be cleared twice. */
static void clear_gradients(const struct model *m, struct activations *g, const struct batch *b) {
    real *const by_row[] = {g->embedded, g->x, g->z, g->k, g->v}; /* NULL where absent */
    real *const by_ask[] = {g->asked, g->q, g->context, g->sum, g->y, g->inner, g->last_sum, g->last, g->final};
    for (size_t i = 0; i < sizeof by_row / sizeof *by_row; i++)
        if (i == 0 || by_row[i] != by_row[i - 1])
            clear(by_row[i], b->rows, m->config.d_model);
    for (size_t i = 0; i < sizeof by_ask / sizeof *by_ask; i++)
        clear(by_ask[i], b->asked, m->config.d_model);
    clear(g->wide, b->asked, m->config.d_ff);
    clear(g->active, b->asked, m->config.d_ff);
}

/* model_forward, line by line from its end */
void model_backward(const struct model *m, struct workspace *w, const struct batch *b, const struct encoding_use *use,
                    real *grad) {
    const struct activations *a = &w->value;
    struct activations *g = &w->grad;
    int d = m->config.d_model;
    clear_gradients(m, g, b);
    linear_return(m, m->head, grad, g->final, g->logits, a->final, b->asked, d, m->size.classes);
    norm_return(m, m->final_norm, grad, g->last, g->final, w->final_saved, a->last, b->asked);
    if (m->config.d_ff) {
        norm_return(m, m->hidden_norm, grad, g->last_sum, g->last, w->hidden_saved, a->last_sum, b->asked);
        vector_add(g->y, g->last_sum, b->asked * d);
        feedforward_backward(m, w, b->asked, grad);
        norm_return(m, m->hidden_norm, grad, g->y, g->inner, w->hidden_saved, a->y, b->asked);
    }
    norm_return(m, m->attention_norm, grad, g->sum, g->y, w->attention_saved, a->sum, b->asked);
    rows_scatter(g->x, g->sum, b, d);
    attention_backward(m, w, b, use, grad);
    norm_return(m, m->attention_norm, grad, g->x, g->z, w->attention_saved, a->x, b->rows);
    norm_return(m, m->embedding_norm, grad, g->embedded, g->x, w->embedding_saved, a->embedded, b->rows);
    embedding_backward(m, w, b, use, grad);
}

double model_flops(const struct model *m, const struct batch *b) {
    double d = m->config.d_model, scores = 0;
    for (int s = 0; s < b->sequences; s++)
        scores += (double)(b->start[s + 1] - b->start[s]) * (b->ask_start[s + 1] - b->ask_start[s]);
    double by_ask = 2 * d * d + 2 * d * m->config.d_ff + d * m->size.classes; /* query, output, feed-forward, head */
    bool plain = m->attention == &attention_plain;
    double projected = plain ? (double)b->rows : (double)b->asked; /* key and value */
    double products = plain ? scores : scores * m->config.heads;   /* of width D: with rows, and back */
    return 2 * (projected * 2 * d * d + products * 2 * d + b->asked * by_ask);
}
