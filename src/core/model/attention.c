/* attention.c -- multi-head attention from the target positions to all rows of the same sequence:
 * output(softmax(scores) values); see attention.h and mixer.h.
 *
 * The plain twin is tests/law/attention_plain.c. Here the heads of a sequence are blocks of one array, scores are
 * products of blocks of targets with all rows, and with few targets keys and values are never computed (attention.h).
 */
#include "model/attention.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/elementary.h"
#include "encoding/encoding.h"
#include "maths/layers.h"
#include "maths/matmul.h"

#define HIDDEN ((real)-1e30) /* a score whose weight is 0 */

struct options {
    int log_length;
};

static const struct setting options[] = {
    {"attention.log_length", SETTING_CHOICE, offsetof(struct options, log_length), "no", 0, 0, "no|yes",
     "logits times log T / log L, in training and after it (the policy log_length: only after it): T positions in this "
     "sequence, L in the longest trained one"},
    {0},
};

struct head attention_head(const struct model *m, int n, int rows) {
    int d = m->config.d_model, heads = m->config.heads, h = ((const struct attention *)m->mixing)->h;
    return (struct head){
        .column = (size_t)n * h,
        .per_head = (size_t)n * d,
        .weight = (size_t)n * h * d,
        .score = (size_t)n * rows,
        .h = h,
        .d = d,
        .per_head_stride = heads * d,
        .scores = heads * rows,
    };
}

bool attention_scales(const struct attention_pass *p) {
    return p->at->log_length || (p->use && p->use->policy->acts_on & ACTS_ON_LOGITS);
}

real attention_logit_scale(const struct attention_pass *p, int rows) {
    int longest = p->m->size.longest;
    bool scales = attention_scales(p) && longest > 1 && (p->at->log_length || rows > longest);
    return scales ? (real)(elementary_log(rows) / elementary_log(longest)) : 1;
}

void attention_row_gradient(const struct attention_pass *p, struct tile s, real *dz, const real *score,
                            const real *per_head, struct row_gradient how) {
    const struct batch *b = p->b;
    int d = p->m->config.d_model, heads = p->m->config.heads;
    for (int k = s.sequence; k < s.end; k++) {
        int rows = b->start[k + 1] - b->start[k], head_rows = (b->target_start[k + 1] - b->target_start[k]) * heads;
        real scale = how.scaled ? attention_logit_scale(p, rows) : 1;
        matmul_tn(dz, score, per_head + (size_t)b->target_start[k] * heads * d,
                  (struct matmul){rows, d, head_rows, d, rows, d, scale, how.adds ? 1 : 0});
        score += (size_t)head_rows * rows;
        dz += (size_t)rows * d;
    }
}

void attention_project_backward(const struct attention_pass *p, struct linear l, const real *dy) {
    int rows = p->b->rows, d = p->m->config.d_model;
    linear_at_backward(p->m, l, p->grad, NULL, dy, p->z, rows, d, d);
    matmul_nn(p->dz, dy, p->m->params.value + l.weight, (struct matmul){rows, d, d, d, d, d, 1, 1});
}

/* With few targets, H products with a row of z cost less than computing its key (or value). */
static bool few_targets(const struct model *m) {
    return m->size.targets > 0 && 2 * m->size.targets * m->config.heads <= m->config.d_model;
}

/* A block has up to BLOCK_SCORES scores, a few megabytes, but at least SCORE_TARGETS targets: smaller products are
 * slow. It depends on shapes alone, since OpenBLAS may round a product differently by its size. */
enum { BLOCK_SCORES = 1 << 20, SCORE_TARGETS = 16 };

/* How many of `targets` are in a block, in a sequence of `rows`. */
static int block(const struct model *m, int targets, int rows) {
    size_t most = BLOCK_SCORES / ((size_t)m->config.heads * rows);
    most = most > SCORE_TARGETS ? most : SCORE_TARGETS;
    return (size_t)targets < most ? targets : (int)most;
}

/* Room for the scores of the largest batch, or of the largest block. */
static size_t scores(const struct model *m, const struct workspace *w) {
    size_t each = (size_t)m->config.heads * w->capacity.rows, all = each * w->capacity.targets,
           least = each * SCORE_TARGETS;
    size_t most = least > BLOCK_SCORES ? least : BLOCK_SCORES;
    return w->keeps ? all * w->capacity.sequences : all < most ? all : most;
}

#define NAME MODEL_LAYER "attention."

static bool build(struct model *m, struct arena *arena, struct error *e) {
    const struct options *o = m->mixer_options;
    struct attention *at = arena_alloc(arena, 1, sizeof *at);
    int d = m->config.d_model;
    (void)e;
    bool few = few_targets(m), reads_keys = m->encoding.kind->rotate || m->encoding.kind->content;
    at->keys = few && !reads_keys ? &attention_keys_absorbed : &attention_keys_explicit;
    at->values = few ? &attention_values_absorbed : &attention_values_explicit;
    at->h = d / m->config.heads;
    at->scale = (real)(1 / sqrt((double)d / m->config.heads));
    at->log_length = o && o->log_length;
    at->query = declare_linear(m, NAME "self.query", d, d);
    at->key = declare_linear(m, NAME "self.key", d, d);
    at->value = declare_linear(m, NAME "self.value", d, d);
    at->output = declare_linear(m, NAME "output.dense", d, d);
    m->mixing = at;
    m->sees_later = !m->config.causal;
    m->whole_rows = !few || reads_keys;
    return true;
}

static void *alloc(const struct model *m, const struct workspace *w, struct arena *arena) {
    const struct attention *at = m->mixing;
    struct attention_arrays *a = arena_alloc(arena, 1, sizeof *a);
    int n = w->rows, k = w->targets, d = m->config.d_model, per_head = m->config.heads * d;
    bool absorbs_keys = at->keys == &attention_keys_absorbed, absorbs_values = at->values == &attention_values_absorbed;
    a->target_rows = mixer_alloc(arena, k, d);
    a->q = mixer_alloc(arena, k, d);
    a->k = absorbs_keys ? NULL : mixer_alloc(arena, n, d);
    a->v = absorbs_values ? NULL : mixer_alloc(arena, n, d);
    a->absorbed = absorbs_keys ? mixer_alloc(arena, k, per_head) : NULL;
    a->mean = absorbs_values ? mixer_alloc(arena, k, per_head) : NULL;
    a->capacity = scores(m, w);
    a->score = arena_alloc(arena, a->capacity, sizeof(real));
    a->saved = w->keeps && m->encoding.kind->content ? arena_alloc(arena, a->capacity, sizeof(real)) : NULL;
    a->context = mixer_alloc(arena, k, d);
    return a;
}

/* Moves a part, which starts as zeros, to sequence s and `targets` of its targets, from `target` on. Its scores follow
 * those of the previous part, or replace them. */
static void part_move(struct part *p, const struct attention_pass *pass, int s, int target, int targets) {
    const struct batch *b = pass->b;
    p->score += pass->keeps ? (size_t)pass->m->config.heads * p->targets * p->rows : 0;
    p->dscore = pass->at->keys == &attention_keys_absorbed ? p->score : 0;
    p->row = b->start[s];
    p->rows = b->start[s + 1] - p->row;
    p->at = pass->known ? 0 : p->row;
    p->target = target;
    p->targets = targets;
    p->key = (struct span){p->rows, b->position + p->row};
    p->logit_scale = attention_logit_scale(pass, p->rows);
}

/* Turns the products of a part into scores, by `content` and the bias of the encoding; or, `back`, their gradients into
 * those of the products, of which the bias gets its own. */
static void encode(const struct attention_pass *pass, const struct part *p, real *score, bool back) {
    const struct encoding *kind = pass->m->encoding.kind;
    struct encoding_weights weights = model_encoding_weights(pass->m, pass->grad);
    size_t scores = (size_t)pass->m->config.heads * p->rows;
    int d = pass->m->config.d_model;
    for (int i = 0; i < p->targets; i++, score += scores) {
        size_t q = (size_t)(p->target + i) * d;
        int row = pass->b->target[p->target + i];
        struct span at = {1, pass->b->position + row};
        struct encoding_query query = {.row = row - p->row,
                                       .rows = p->rows,
                                       .q = pass->a->q + q,
                                       .dq = back ? pass->g->q + q : NULL,
                                       .saved = pass->a->saved ? pass->a->saved + p->score + i * scores : NULL};
        if (!back && kind->content)
            kind->content(pass->use, &weights, score, query);
        if (!back && kind->bias)
            kind->bias(pass->use, &weights, score, at, p->key);
        if (back && kind->bias_backward)
            kind->bias_backward(pass->use, &weights, score, at, p->key);
        if (back && kind->content_backward)
            kind->content_backward(pass->use, &weights, score, query);
    }
}

/* score (targets, H, T) = content(product) + bias */
static void score(const struct attention_pass *pass, const struct part *p) {
    real *score = pass->a->score + p->score;
    pass->at->keys->score(pass, p);
    if (pass->m->encoding.kind->content || pass->m->encoding.kind->bias)
        encode(pass, p, score, false);
}

/* score (H, T) of the target at a row: those of rows that a window hides get no weight. */
static void hide_far(const struct attention_pass *pass, real *score, int row, int rows) {
    int first = pass->use->policy->acts_on & ACTS_ON_FIRST_ROW ? 0 : 1, longest = pass->m->size.longest;
    for (int n = 0; n < pass->m->config.heads; n++, score += rows)
        for (int j = first; j < rows; j++)
            score[j] = abs(row - j) < longest ? score[j] : HIDDEN;
}

/* Scores become their softmax over the rows that a target sees: all of its sequence, or those up to its own. */
static void scores_finish(const struct attention_pass *pass, const struct part *p) {
    int heads = pass->m->config.heads;
    bool hides = pass->use->policy->acts_on & ACTS_ON_FAR_ROWS && p->rows > pass->m->size.longest;
    real *score = pass->a->score + p->score;
    for (int i = 0; i < p->targets; i++, score += (size_t)heads * p->rows) {
        int row = pass->b->target[p->target + i] - p->row;
        if (hides)
            hide_far(pass, score, row, p->rows);
        softmax_forward(score, heads, pass->m->config.causal ? row + 1 : p->rows, p->rows);
    }
}

/* g->score: gradients of the softmax become those of the products. */
static void scores_return(const struct attention_pass *pass, const struct part *p) {
    real *dscore = pass->g->score + p->dscore;
    softmax_backward(dscore, pass->a->score + p->score, p->targets * pass->m->config.heads, p->rows);
    if (pass->m->encoding.kind->content_backward || pass->m->encoding.kind->bias_backward)
        encode(pass, p, dscore, true);
}

/* Sequence s, block by block: scores, then contexts (or the means that contexts are made of). */
static void attend(const struct attention_pass *pass, struct part *p, int s) {
    const struct batch *b = pass->b;
    int rows = b->start[s + 1] - b->start[s], end = b->target_start[s + 1];
    for (int target = b->target_start[s]; target < end; target += p->targets) {
        part_move(p, pass, s, target, block(pass->m, end - target, rows));
        assert(p->score + (size_t)pass->m->config.heads * p->targets * p->rows <= pass->a->capacity);
        score(pass, p);
        scores_finish(pass, p);
        pass->at->values->mix(pass, p);
    }
}

/* The same for a sequence with one target, whose scores are known. */
static void attend_known(const struct attention_pass *pass, struct part *p, int s) {
    part_move(p, pass, s, pass->b->target_start[s], 1);
    attention_known_score(pass, p);
    scores_finish(pass, p);
    attention_known_mix(pass, p);
}

static struct attention_pass pass_of(const struct model *m, const struct workspace *w, const struct batch *b,
                                     const struct encoding_use *use, real *grad) {
    struct attention_pass p = {.m = m, .at = m->mixing, .b = b, .use = use, .known = w->known, .keeps = w->keeps};
    p.a = w->value.mixing;
    p.g = w->grad.mixing;
    p.z = w->value.z;
    p.dz = w->grad.z;
    p.grad = grad;
    return p;
}

/* Keys and values, where they are explicit. */
static void rows(const struct model *m, struct workspace *w, const struct batch *b, const struct encoding_use *use) {
    struct attention_pass pass = pass_of(m, w, b, use, NULL);
    if (pass.at->keys->rows)
        pass.at->keys->rows(&pass);
    if (pass.at->values->rows)
        pass.at->values->rows(&pass);
}

static void queries(const struct attention_pass *p) {
    const real *z = p->known ? p->known->work.value.z : p->z;
    int d = p->m->config.d_model;
    for (int i = 0; i < p->b->targets; i++) {
        int target = p->b->target[i], row = p->known ? p->b->known[target] : target;
        memcpy(p->a->target_rows + (size_t)i * d, z + (size_t)row * d, d * sizeof *z);
    }
    linear_at(p->m, p->at->query, p->a->q, p->a->target_rows, p->b->targets, d, d);
    p->at->keys->prepare(p);
}

static void know(const struct model *m, struct workspace *all, const struct batch *rows, struct workspace *w,
                 const struct batch *b, const struct encoding_use *use) {
    struct attention_pass p = pass_of(m, w, b, use, NULL), of_all = pass_of(m, all, rows, use, NULL);
    queries(&p);
    attention_know(&of_all, &p);
}

static void forward(const struct model *m, struct workspace *w, const struct batch *b, const struct encoding_use *use) {
    const struct attention *at = m->mixing;
    struct attention_arrays *a = w->value.mixing;
    struct attention_pass pass = pass_of(m, w, b, use, NULL);
    struct part p = {0};
    int d = m->config.d_model;
    bool known = pass.known && attention_known_queries(&pass);
    if (!known)
        queries(&pass);
    for (int s = 0; s < b->sequences; s++)
        if (known || (pass.known && attention_known_rows(&pass, s)))
            attend_known(&pass, &p, s);
        else
            attend(&pass, &p, s);
    at->values->finish(&pass);
    linear_at(m, at->output, w->value.sum, a->context, b->targets, d, d);
}

/* forward, line by line from its end, except for the gradient of z */
static void backward(const struct model *m, struct workspace *w, const struct batch *b, const struct encoding_use *use,
                     real *grad) {
    const struct attention *at = m->mixing;
    struct attention_arrays *a = w->value.mixing, *g = w->grad.mixing;
    struct attention_pass pass = pass_of(m, w, b, use, grad);
    struct part p = {0};
    int d = m->config.d_model;
    linear_at_backward(m, at->output, grad, g->context, w->grad.sum, a->context, b->targets, d, d);
    at->values->finish_backward(&pass);
    if (m->encoding.kind->content)
        rows_clear(g->q, b->targets, d);
    for (int s = 0; s < b->sequences; s++) {
        part_move(&p, &pass, s, b->target_start[s], b->target_start[s + 1] - b->target_start[s]);
        at->values->mix_backward(&pass, &p);
        scores_return(&pass, &p);
        at->keys->score_backward(&pass, &p);
    }
    at->values->prepare_backward(&pass);
    at->keys->prepare_backward(&pass);
    linear_at_backward(m, at->query, grad, g->target_rows, g->q, a->target_rows, b->targets, d, d);
}

/* Values, keys and queries read z. */
static void rows_backward(const struct model *m, struct workspace *w, const struct batch *b, struct tile s, real *dz) {
    struct attention_pass pass = pass_of(m, w, b, NULL, NULL);
    size_t score = 0;
    for (int k = 0; k < s.sequence; k++)
        score += (size_t)(b->target_start[k + 1] - b->target_start[k]) * (b->start[k + 1] - b->start[k]);
    score *= (size_t)m->config.heads;
    if (pass.at->values->rows_backward)
        pass.at->values->rows_backward(&pass, s, score, dz);
    if (pass.at->keys->rows_backward)
        pass.at->keys->rows_backward(&pass, s, score, dz);
    rows_scatter(dz, pass.g->target_rows, b, s, m->config.d_model);
}

static const real *weights(const struct workspace *w) {
    assert(w->keeps);
    return ((const struct attention_arrays *)w->value.mixing)->score;
}

static const real *saved(const struct workspace *w, size_t *numbers) {
    const struct attention_arrays *a = w->value.mixing;
    *numbers = a->capacity;
    return a->saved;
}

const struct mixer mixer_attention = {
    .name = "attention",
    .summary = "multi-head attention: each target position attends to all rows of its sequence",
    .source = "Vaswani et al. 2017",
    .part = "attention",
    .arrays = 10,
    .options = options,
    .build = build,
    .alloc = alloc,
    .rows = rows,
    .know = know,
    .forward = forward,
    .backward = backward,
    .rows_backward = rows_backward,
    .weights = weights,
    .saved = saved,
};
