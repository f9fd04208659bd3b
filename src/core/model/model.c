/* model.c -- declares the layer's tensors and puts its parts in order; see model.h.
 *
 * The plain twin is tests/law/layer_plain.c, with the same steps in the same order. Here a step is a matrix product
 * over all sequences of a batch. Rows are made and their gradients used in tiles of some sequences, which stay in a
 * near cache; logits are computed in blocks of targets where classes are many; a gradient that is read once overwrites.
 */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "encoding/encoding.h"
#include "maths/vector.h"
#include "model/known_rows.h"

static struct norm declare_norm(struct model *m, const char *name) {
    char full[PARAMS_NAME + 8];
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
        m->position[i] = t->vector ? params_vector(&m->params, t->name, t->columns, 0)
                                   : params_matrix(&m->params, t->name, t->rows, t->columns, 0);
        m->params.tensor[m->params.count - 1].frozen = t->frozen;
    }
    if (m->config.embedding_norm)
        m->embedding_norm = declare_norm(m, "embeddings.LayerNorm");
}

static bool declare_layer(struct model *m, struct arena *arena, struct error *e) {
    char after[PARAMS_NAME];
    int d = m->config.d_model, f = m->config.d_ff;
    bool pre = m->config.norm == NORM_PRE;
    if (!m->mixer->build(m, arena, e))
        return false;
    snprintf(after, sizeof after, MODEL_LAYER "%s.output.LayerNorm", m->mixer->part);
    m->mixer_norm = declare_norm(m, pre ? MODEL_LAYER "layernorm_before" : after);
    if (f) {
        m->hidden = declare_linear(m, MODEL_LAYER "intermediate.dense", f, d);
        m->shrink = declare_linear(m, MODEL_LAYER "output.dense", d, f);
        m->hidden_norm = declare_norm(m, pre ? MODEL_LAYER "layernorm_after" : MODEL_LAYER "output.LayerNorm");
    }
    if (pre)
        m->final_norm = declare_norm(m, "layernorm");
    m->head = declare_linear(m, "classifier", m->size.classes, d);
    return true;
}

bool model_declare(struct model *m, struct model_config config, struct model_sizes size, struct model_kinds kinds,
                   uint32_t seed, struct arena *arena, struct error *e) {
    struct encoding_sizes sizes = {config.d_model, config.heads, size.positions, config.causal};
    *m = (struct model){.config = config, .size = size, .mixer = kinds.mixer, .mixer_options = kinds.mixer_options};
    if (kinds.mixer == &mixer_attention && config.d_model % config.heads)
        return error_set(e, EXIT_USAGE, "model.heads = %d does not divide model.d_model = %d", config.heads,
                         config.d_model);
    if (kinds.mixer != &mixer_attention && !encoding_is_embedded(kinds.encoding))
        return error_set(e, EXIT_USAGE,
                         "encoding %s acts inside attention; model.mixer = %s needs one that acts on the embedding",
                         kinds.encoding->name, kinds.mixer->name);
    if (!encoding_build(&m->encoding, kinds.encoding, kinds.encoding_options, sizes, config.origin, seed, arena, e))
        return false;
    declare_embedding(m);
    return declare_layer(m, arena, e);
}

void model_init(struct model *m) {
    params_init(&m->params, m->encoding.seed);
    for (int i = 0; i < m->encoding.tensors; i++)
        m->encoding.kind->init(&m->encoding, i, m->params.value + m->position[i]);
}

/* ---- The arrays of one batch; some of them are one array */

enum { BLOCK_LOGITS = 1 << 20, LOGIT_TARGETS = 128 }; /* most numbers of a block, but at least so many targets */

/* Those of values and of gradients alike, with n rows. */
static void alloc_steps(struct activations *a, const struct model *m, const struct workspace *w, int n,
                        struct arena *arena) {
    int k = w->targets, d = m->config.d_model, f = m->config.d_ff;
    bool pre = m->config.norm == NORM_PRE;
    a->embedded = mixer_alloc(arena, n, d);
    a->x = m->config.embedding_norm ? mixer_alloc(arena, n, d) : a->embedded;
    a->mixing = m->mixer->alloc(m, w, arena);
    a->sum = mixer_alloc(arena, k, d);
    a->y = pre ? a->sum : mixer_alloc(arena, k, d);
    a->inner = f && pre ? mixer_alloc(arena, k, d) : a->y;
    a->active = a->hidden = mixer_alloc(arena, k, f);
    a->last_sum = f ? mixer_alloc(arena, k, d) : a->y;
    a->last = f && !pre ? mixer_alloc(arena, k, d) : a->last_sum;
    a->final = pre ? mixer_alloc(arena, k, d) : a->last;
}

static void alloc_values(struct workspace *w, const struct model *m, struct arena *arena) {
    struct activations *a = &w->value;
    alloc_steps(a, m, w, w->rows, arena);
    a->z = m->config.norm == NORM_PRE ? mixer_alloc(arena, w->rows, m->config.d_model) : a->x;
    if (m->config.activation == ACTIVATION_GELU)
        a->hidden = mixer_alloc(arena, w->targets, m->config.d_ff);
    a->logits = mixer_alloc(arena, w->block, m->size.classes);
}

static void alloc_gradients(struct workspace *w, const struct model *m, struct arena *arena) {
    int d = m->config.d_model, tile = tile_rows(w->capacity, d);
    alloc_steps(&w->grad, m, w, tile, arena);
    w->grad.z = mixer_alloc(arena, m->whole_rows ? w->rows : tile, d);
    w->grad.logits = w->value.logits;
}

/* With many classes the logits of a few targets fill the cache. */
static int block_targets(const struct model *m, int targets) {
    int fit = BLOCK_LOGITS / m->size.classes, block = fit < LOGIT_TARGETS ? LOGIT_TARGETS : fit;
    return block < targets ? block : targets;
}

static struct norm_saved alloc_saved(struct arena *arena, int rows) {
    return (struct norm_saved){arena_alloc(arena, rows, sizeof(real)), arena_alloc(arena, rows, sizeof(real))};
}

void workspace_build(struct workspace *w, const struct model *m, struct capacity capacity, enum workspace_use use,
                     struct arena *arena) {
    int rows = capacity.sequences * capacity.rows, targets = capacity.sequences * capacity.targets;
    *w = (struct workspace){.capacity = capacity, .rows = rows, .targets = targets, .keeps = use != WORKSPACE_BLOCKS};
    w->block = use == WORKSPACE_WEIGHTS ? targets : block_targets(m, targets);
    alloc_values(w, m, arena);
    if (use == WORKSPACE_TRAINING)
        alloc_gradients(w, m, arena);
    w->embedding_saved = alloc_saved(arena, rows);
    w->mixer_saved = alloc_saved(arena, m->config.norm == NORM_PRE ? rows : targets);
    w->hidden_saved = alloc_saved(arena, targets);
    w->final_saved = alloc_saved(arena, targets);
}

/* ---- The parts other than the mixer, each forward next to its backward */

static struct span span_of(const struct batch *b, int sequence) {
    int start = b->start[sequence];
    return (struct span){b->start[sequence + 1] - start, b->position + start};
}

enum { AHEAD = 8 }; /* rows prefetched: they can be anywhere in a table */

/* The tables fill the first `width` columns; columns an encoding reserves start at 0. */
HOT static void sum_tables(real *x, const real *token, const real *segment, const struct batch *b, struct tile s, int d,
                           int width) {
    x += (size_t)s.row * d;
    for (int i = s.row; i < s.row + s.rows; i++, x += d) {
        if (i + AHEAD < b->rows)
            vector_fetch(token + (size_t)b->token[i + AHEAD] * width, (size_t)width);
        const real *of_token = token + (size_t)b->token[i] * width,
                   *of_segment = segment + (size_t)b->segment[i] * width;
        int c = 0;
        for (; c + VECTOR_LANES <= width; c += VECTOR_LANES)
            *(lanes *)(x + c) = *(const lanes *)(of_token + c) + *(const lanes *)(of_segment + c);
        for (; c < width; c++)
            x[c] = of_token[c] + of_segment[c];
        if (width < d)
            memset(x + width, 0, (size_t)(d - width) * sizeof *x);
    }
}

static void embed(const struct model *m, struct workspace *w, const struct batch *b, const struct encoding_use *use,
                  struct tile s) {
    int d = m->config.d_model, width = d - m->encoding.columns;
    struct encoding_weights weights = model_encoding_weights(m, NULL);
    sum_tables(w->value.embedded, m->params.value + m->token, m->params.value + m->segment, b, s, d, width);
    if (!m->encoding.kind->embed)
        return;
    for (int k = s.sequence; k < s.end; k++)
        m->encoding.kind->embed(use, &weights, w->value.embedded + (size_t)b->start[k] * d, span_of(b, k));
}

/* Some columns of a tile, at most WIDE vectors: the sum of a segment's row stays in registers while rows are of it. */
HOT_PART void scatter_columns(real *dtoken, real *dsegment, const real *dx, const struct batch *b, struct tile s, int d,
                              int width, int wide) {
    enum { WIDE = 2 };
    const int *row = b->gradient_row ? b->gradient_row : b->token;
    for (int i = s.row, end = s.row + s.rows; i < end;) {
        int segment = b->segment[i];
        lanes sum[WIDE], *to = (lanes *)(dsegment + (size_t)segment * width);
        for (int v = 0; v < wide; v++)
            sum[v] = to[v];
        for (; i < end && b->segment[i] == segment; i++, dx += d)
            for (int v = 0; v < wide; v++) {
                lanes x = ((const lanes *)dx)[v];
                ((lanes *)(dtoken + (size_t)row[i] * width))[v] += x;
                sum[v] += x;
            }
        for (int v = 0; v < wide; v++)
            to[v] = sum[v];
    }
}

/* x = token[...] + segment[...]: each row adds its gradient to the rows it was made of */
HOT static void scatter_tables(real *dtoken, real *dsegment, const real *dx, const struct batch *b, struct tile s,
                               int d, int width) {
    const int *row = b->gradient_row ? b->gradient_row : b->token;
    int c = 0;
    for (; c + 2 * VECTOR_LANES <= width; c += 2 * VECTOR_LANES)
        scatter_columns(dtoken + c, dsegment + c, dx + c, b, s, d, width, 2);
    for (; c + VECTOR_LANES <= width; c += VECTOR_LANES)
        scatter_columns(dtoken + c, dsegment + c, dx + c, b, s, d, width, 1);
    for (; c < width; c++)
        for (int i = 0; i < s.rows; i++) {
            dtoken[(size_t)row[s.row + i] * width + c] += dx[(size_t)i * d + c];
            dsegment[(size_t)b->segment[s.row + i] * width + c] += dx[(size_t)i * d + c];
        }
}

static void embed_backward(const struct model *m, const struct batch *b, const struct encoding_use *use, struct tile s,
                           const real *dembedded, real *grad) {
    int d = m->config.d_model;
    struct encoding_weights weights = model_encoding_weights(m, grad);
    scatter_tables(grad + m->token, grad + m->segment, dembedded, b, s, d, d - m->encoding.columns);
    if (!m->encoding.kind->embed_backward)
        return;
    for (int k = s.sequence; k < s.end; k++)
        m->encoding.kind->embed_backward(use, &weights, dembedded + (size_t)(b->start[k] - s.row) * d, span_of(b, k));
}

/* last_sum = shrink(activation(hidden(inner))), the residual not yet added */
static void feedforward(const struct model *m, struct workspace *w, int targets) {
    struct activations *a = &w->value;
    int d = m->config.d_model, f = m->config.d_ff;
    linear_at(m, m->hidden, a->hidden, a->inner, targets, d, f);
    (m->config.activation == ACTIVATION_GELU ? gelu_forward : relu_forward)(a->active, a->hidden, targets * f);
    linear_at(m, m->shrink, a->last_sum, a->active, targets, f, d);
}

static void feedforward_backward(const struct model *m, struct workspace *w, int targets, real *grad) {
    const struct activations *a = &w->value;
    struct activations *g = &w->grad;
    int d = m->config.d_model, f = m->config.d_ff;
    linear_at_backward(m, m->shrink, grad, g->active, g->last_sum, a->active, targets, f, d);
    (m->config.activation == ACTIVATION_GELU ? gelu_backward : relu_backward)(g->active, a->hidden, targets * f);
    linear_at_backward(m, m->hidden, grad, g->inner, g->active, a->inner, targets, d, f);
}

static void norm_apply(const struct model *m, struct norm n, real *y, struct norm_saved saved, const real *x,
                       int rows) {
    norm_forward(y, saved, x, m->params.value + n.gain, m->params.value + n.shift, rows, m->config.d_model);
}

static void norm_return(const struct model *m, struct norm n, real *grad, real *dx, const real *dy,
                        struct norm_saved saved, const real *x, int rows) {
    norm_backward(dx, grad + n.gain, grad + n.shift, dy, saved, x, m->params.value + n.gain, rows, m->config.d_model);
}

static struct norm_saved saved_at(struct norm_saved saved, int row) {
    return (struct norm_saved){saved.mean + row, saved.rstd + row};
}

/* ---- In order */

/* The gradient of the rows is computed and used tile by tile: it stays in the near cache. */
static void rows_backward(const struct model *m, struct workspace *w, const struct batch *b,
                          const struct encoding_use *use, real *grad) {
    const struct activations *a = &w->value, *g = &w->grad;
    int d = m->config.d_model;
    for (struct tile s = {0}; tile_next(&s, b, d);) {
        size_t at = (size_t)s.row * d;
        real *drows = m->whole_rows ? g->z + at : g->z; /* dz, then dx, then that of the tables' sum */
        if (m->mixer->rows_backward)
            m->mixer->rows_backward(m, w, b, s, drows);
        if (m->config.norm == NORM_PRE) {
            norm_return(m, m->mixer_norm, grad, g->x, drows, saved_at(w->mixer_saved, s.row), a->x + at, s.rows);
            drows = g->x;
        }
        rows_scatter(drows, g->sum, b, s, d); /* the residual */
        if (m->config.embedding_norm) {
            norm_return(m, m->embedding_norm, grad, g->embedded, drows, saved_at(w->embedding_saved, s.row),
                        a->embedded + at, s.rows);
            drows = g->embedded;
        }
        embed_backward(m, b, use, s, drows, grad);
    }
}

/* sum += x at the targets */
static void add_residual(const struct workspace *w, const struct batch *b, int d) {
    const real *x = w->known ? w->known->work.value.x : w->value.x;
    for (int i = 0; i < b->targets; i++) {
        int row = w->known ? b->known[b->target[i]] : b->target[i];
        vector_add(w->value.sum + (size_t)i * d, x + (size_t)row * d, d);
    }
}

bool model_accepts(const struct model *m, const struct policy *policy) {
    return encoding_accepts(&m->encoding, policy) && (m->mixer->weights || !(policy->acts_on & ACTS_ON_ATTENTION));
}

bool model_open(const struct model *m, struct encoding_use *use, const struct policy *policy, int positions,
                struct arena *arena, struct error *e) {
    struct encoding_weights weights = model_encoding_weights(m, NULL);
    matmul_use(m->products);
    if (encoding_accepts(&m->encoding, policy) && !model_accepts(m, policy))
        return error_set(e, EXIT_USAGE, "policy %s acts on attention, which %s does not have", policy->name,
                         m->mixer->name);
    return encoding_use_open(use, &m->encoding, &weights, policy, positions, arena, e);
}

/* z = norm([norm](token + segment + position)), tile by tile */
void model_rows(const struct model *m, struct workspace *w, const struct batch *b, const struct encoding_use *use) {
    const struct activations *a = &w->value;
    int d = m->config.d_model;
    for (struct tile s = {0}; tile_next(&s, b, d);) {
        size_t at = (size_t)s.row * d;
        embed(m, w, b, use, s);
        if (m->config.embedding_norm)
            norm_apply(m, m->embedding_norm, a->x + at, saved_at(w->embedding_saved, s.row), a->embedded + at, s.rows);
        if (m->config.norm == NORM_PRE)
            norm_apply(m, m->mixer_norm, a->z + at, saved_at(w->mixer_saved, s.row), a->x + at, s.rows);
    }
    if (m->mixer->rows)
        m->mixer->rows(m, w, b, use);
}

void model_states(const struct model *m, struct workspace *w, const struct batch *b, const struct encoding_use *use) {
    struct activations *a = &w->value;
    int d = m->config.d_model;
    bool pre = m->config.norm == NORM_PRE;
    assert(b->rows <= w->rows && b->targets <= w->targets);
    matmul_use(m->products);
    if (!w->known)
        model_rows(m, w, b, use);
    m->mixer->forward(m, w, b, use);
    add_residual(w, b, d);
    if (!pre)
        norm_apply(m, m->mixer_norm, a->y, w->mixer_saved, a->sum, b->targets);
    if (m->config.d_ff) {
        if (pre)
            norm_apply(m, m->hidden_norm, a->inner, w->hidden_saved, a->y, b->targets);
        feedforward(m, w, b->targets);
        vector_add(a->last_sum, a->y, b->targets * d);
        if (!pre)
            norm_apply(m, m->hidden_norm, a->last, w->hidden_saved, a->last_sum, b->targets);
    }
    if (pre)
        norm_apply(m, m->final_norm, a->final, w->final_saved, a->last, b->targets);
}

void model_logits(const struct model *m, struct workspace *w, int first, int count) {
    const struct activations *a = &w->value;
    int d = m->config.d_model;
    assert(count <= w->block);
    linear_at(m, m->head, a->logits, a->final + (size_t)first * d, count, d, m->size.classes);
}

void model_forward(const struct model *m, struct workspace *w, const struct batch *b, const struct encoding_use *use) {
    model_states(m, w, b, use);
    model_logits(m, w, 0, b->targets);
}

void model_logits_backward(const struct model *m, struct workspace *w, int first, int count, real *grad) {
    size_t at = (size_t)first * m->config.d_model;
    linear_backward(w->grad.final + at, grad + m->head.weight, grad + m->head.bias, w->grad.logits, w->value.final + at,
                    m->params.value + m->head.weight, count, m->config.d_model, m->size.classes, first > 0);
}

/* model_states, line by line from its end */
void model_states_backward(const struct model *m, struct workspace *w, const struct batch *b,
                           const struct encoding_use *use, real *grad) {
    const struct activations *a = &w->value;
    struct activations *g = &w->grad;
    bool pre = m->config.norm == NORM_PRE;
    if (pre)
        norm_return(m, m->final_norm, grad, g->last, g->final, w->final_saved, a->last, b->targets);
    if (m->config.d_ff) {
        if (!pre)
            norm_return(m, m->hidden_norm, grad, g->last_sum, g->last, w->hidden_saved, a->last_sum, b->targets);
        feedforward_backward(m, w, b->targets, grad);
        if (pre)
            norm_return(m, m->hidden_norm, grad, g->y, g->inner, w->hidden_saved, a->y, b->targets);
        vector_add(g->y, g->last_sum, b->targets * m->config.d_model);
    }
    if (!pre)
        norm_return(m, m->mixer_norm, grad, g->sum, g->y, w->mixer_saved, a->sum, b->targets);
    if (m->whole_rows)
        rows_clear(g->z, b->rows, m->config.d_model);
    m->mixer->backward(m, w, b, use, grad);
    rows_backward(m, w, b, use, grad);
}
