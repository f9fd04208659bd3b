/* layer_plain.c -- one training step of the whole layer, as you would write it on a board: loops over one sequence at a
 * time, a formula above each, forward and then the same lines backward. Read it before anything in src/. The program
 * (src/core: model, train/step.c, run/optimiser.c) does the same for whole batches with matrix products;
 * test_layer.c holds the two together.
 *
 *   x = [norm](token + segment + position)       all rows t = 0..T-1
 *   pre-norm:   y = x + attention(norm(x))       post-norm:   y = norm(x + attention(x))        at the targets alone
 *               y = y + feedforward(norm(y))                  y = norm(y + feedforward(y))
 *               logits = head(norm(y))                        logits = head(y)
 *   loss = mean over all targets of -log softmax(logits)[answer]
 *
 * T rows, A targets, D width, H heads, F hidden width, C classes. A value and its gradient have the same shape; every
 * gradient starts at 0, and every step backward adds to it. */
#include "law/layer_plain.h"

#include <math.h>
#include <string.h>

#include "law/attention_plain.h"
#include "model/attention.h"

/* A value, and the gradient of the loss by it */
struct pair {
    real *v, *d;
};

/* What is computed from one sequence, in this order. */
struct sequence {
    int rows, targets;                    /* T, A */
    const int *token, *segment, *answer;  /* (T) (T) (A) */
    int *target;                          /* (A) rows of this sequence */
    struct span position;                 /* (T) */
    struct pair embedded, x, z;           /* (T, D) sum of the tables; normed; normed again with pre-norm */
    struct pair k, v;                     /* (T, D) keys, values */
    struct pair q, p, context, mixed;     /* (A, D) queries; (A, H, T) weights; (A, D) contexts; their output */
    struct pair saved;                    /* (A, H, T) of `content` */
    struct pair sum, y;                   /* (A, D) x + mixed; normed with post-norm */
    struct pair inner, hidden, active, f; /* (A, D) (A, F) (A, F) (A, D) */
    struct pair last_sum, last, final;    /* (A, D) y + f; normed with post-norm; normed with pre-norm */
    struct pair logits;                   /* (A, C) */
    struct attention_plain attention;
};

static struct pair zeros(struct arena *arena, int rows, int columns) {
    size_t n = (size_t)rows * columns;
    return (struct pair){arena_alloc(arena, n, sizeof(real)), arena_alloc(arena, n, sizeof(real))};
}

static struct plain_linear linear_of(const struct layer_plain *l, struct linear at) {
    return (struct plain_linear){l->weight + at.weight, l->weight + at.bias, l->grad + at.weight, l->grad + at.bias};
}

static struct encoding_weights encoding_weights(const struct layer_plain *l) {
    struct encoding_weights w = {0};
    for (int i = 0; i < l->model->encoding.tensors; i++) {
        w.value[i] = l->weight + l->model->position[i];
        w.grad[i] = l->grad + l->model->position[i];
    }
    return w;
}

/* ---- The tables: x_t = token[w_t] + segment[s_t] in the columns that the encoding leaves them, then the encoding */

static void embed(const struct layer_plain *l, const struct sequence *s) {
    const struct model *m = l->model;
    struct encoding_weights w = encoding_weights(l);
    int d = m->config.d_model, width = d - m->encoding.columns;
    for (int t = 0; t < s->rows; t++)
        for (int c = 0; c < width; c++)
            s->embedded.v[t * d + c] =
                l->weight[m->token + s->token[t] * width + c] + l->weight[m->segment + s->segment[t] * width + c];
    if (m->encoding.kind->embed)
        m->encoding.kind->embed(l->use, &w, s->embedded.v, s->position);
}

static void embed_backward(const struct layer_plain *l, const struct sequence *s) {
    const struct model *m = l->model;
    struct encoding_weights w = encoding_weights(l);
    int d = m->config.d_model, width = d - m->encoding.columns;
    if (m->encoding.kind->embed_backward)
        m->encoding.kind->embed_backward(l->use, &w, s->embedded.d, s->position);
    for (int t = 0; t < s->rows; t++)
        for (int c = 0; c < width; c++) {
            l->grad[m->token + s->token[t] * width + c] += s->embedded.d[t * d + c];
            l->grad[m->segment + s->segment[t] * width + c] += s->embedded.d[t * d + c];
        }
}

/* ---- Norm of each row: xhat = (x - mean) / sqrt(variance + 1e-5)    y = gain xhat + shift     absent: y = x */

struct moments {
    double mean, factor; /* 1 / sqrt(variance + 1e-5) */
};

static struct moments moments(const real *x, int d) {
    double mean = 0, variance = 0;
    for (int c = 0; c < d; c++)
        mean += (double)x[c] / d;
    for (int c = 0; c < d; c++)
        variance += ((double)x[c] - mean) * ((double)x[c] - mean) / d;
    return (struct moments){mean, 1 / sqrt(variance + 1e-5)};
}

static void norm_rows(const struct layer_plain *l, bool present, struct norm n, struct pair y, struct pair x,
                      int rows) {
    int d = l->model->config.d_model;
    for (int t = 0; t < rows; t++) {
        struct moments m = moments(x.v + t * d, d);
        for (int i = t * d, c = 0; c < d; i++, c++) {
            double xhat = ((double)x.v[i] - m.mean) * m.factor;
            y.v[i] = present ? (real)((double)l->weight[n.gain + c] * xhat + (double)l->weight[n.shift + c]) : x.v[i];
        }
    }
}

/* dgain += dy xhat   dshift += dy   and with g = dy gain:  dx += (g - mean(g) - xhat mean(g xhat)) / sqrt(...) */
static void norm_rows_backward(const struct layer_plain *l, bool present, struct norm n, struct pair y, struct pair x,
                               int rows) {
    int d = l->model->config.d_model;
    const real *gain = l->weight + n.gain;
    for (int t = 0; t < rows; t++) {
        struct moments m = moments(x.v + t * d, d);
        double mean_g = 0, mean_gx = 0;
        for (int i = t * d, c = 0; c < d; i++, c++) {
            double xhat = ((double)x.v[i] - m.mean) * m.factor, g = (double)(y.d[i] * gain[c]);
            mean_g += g / d;
            mean_gx += g * xhat / d;
            l->grad[n.gain + c] += present ? y.d[i] * (real)xhat : 0;
            l->grad[n.shift + c] += present ? y.d[i] : 0;
        }
        for (int i = t * d, c = 0; c < d; i++, c++) {
            double xhat = ((double)x.v[i] - m.mean) * m.factor, g = (double)(y.d[i] * gain[c]);
            x.d[i] += present ? (real)(m.factor * (g - mean_g - xhat * mean_gx)) : y.d[i];
        }
    }
}

/* ---- Linear maps and sums, row by row */

/* y = W x + b */
static void linear_rows(const struct layer_plain *l, struct linear at, struct pair y, struct pair x, int rows, int in,
                        int out) {
    struct plain_linear w = linear_of(l, at);
    for (int i = 0; i < rows; i++)
        plain_linear_forward(&w, y.v + i * out, x.v + i * in, in, out);
}

static void linear_rows_backward(const struct layer_plain *l, struct linear at, struct pair y, struct pair x, int rows,
                                 int in, int out) {
    struct plain_linear w = linear_of(l, at);
    for (int i = 0; i < rows; i++)
        plain_linear_backward(&w, x.d + i * in, y.d + i * out, x.v + i * in, in, out);
}

/* sum_i = x_row(i) + y_i    row: NULL is i itself */
static void residual(struct pair sum, struct pair x, const int *row, struct pair y, int targets, int d) {
    for (int i = 0; i < targets; i++)
        for (int c = 0; c < d; c++)
            sum.v[i * d + c] = x.v[(row ? row[i] : i) * d + c] + y.v[i * d + c];
}

static void residual_backward(struct pair sum, struct pair x, const int *row, struct pair y, int targets, int d) {
    for (int i = 0; i < targets; i++)
        for (int c = 0; c < d; c++) {
            x.d[(row ? row[i] : i) * d + c] += sum.d[i * d + c];
            y.d[i * d + c] += sum.d[i * d + c];
        }
}

/* ---- Activation: relu(x) = max(x, 0)     gelu(x) = x (1 + erf(x / sqrt 2)) / 2, of which the second factor is the
 * normal distribution's cdf, with the density exp(-x^2 / 2) / sqrt(2 pi) */

static void activate(const struct layer_plain *l, struct pair y, struct pair x, int n) {
    bool gelu = l->model->config.activation == ACTIVATION_GELU;
    for (int i = 0; i < n; i++) {
        double v = (double)x.v[i];
        y.v[i] = (real)(gelu ? v * (1 + erf(v / sqrt(2))) / 2 : fmax(v, 0));
    }
}

static void activate_backward(const struct layer_plain *l, struct pair y, struct pair x, int n) {
    bool gelu = l->model->config.activation == ACTIVATION_GELU;
    for (int i = 0; i < n; i++) {
        double v = (double)x.v[i], cdf = (1 + erf(v / sqrt(2))) / 2, density = exp(-v * v / 2) / sqrt(2 * acos(-1));
        x.d[i] += y.d[i] * (real)(gelu ? cdf + v * density : v > 0);
    }
}

/* ---- Loss: -log p[answer] with p = softmax(logits); with `all` targets in the step, dlogits = (p - [answer]) / all */

static double loss(const struct sequence *s, int classes, int all) {
    double sum = 0;
    for (int i = 0; i < s->targets; i++) {
        const real *logit = s->logits.v + i * classes;
        double total = 0;
        for (int c = 0; c < classes; c++)
            total += exp((double)logit[c]);
        for (int c = 0; c < classes; c++)
            s->logits.d[i * classes + c] += (real)((exp((double)logit[c]) / total - (c == s->answer[i])) / all);
        sum -= log(exp((double)logit[s->answer[i]]) / total) / all;
    }
    return sum;
}

/* ---- One sequence, forward and back */

static struct attention_plain attention_of(const struct layer_plain *l, const struct sequence *s) {
    const struct attention *at = l->model->mixing;
    const struct model_config *c = &l->model->config;
    double log_length = at->log_length ? log(s->rows) / log(l->model->size.longest) : 1;
    return (struct attention_plain){
        .rows = s->rows,
        .targets = s->targets,
        .width = c->d_model,
        .heads = c->heads,
        .target = s->target,
        .position = s->position.position,
        .causal = c->causal,
        .scale = (real)(log_length / sqrt((double)c->d_model / c->heads)),
        .query = linear_of(l, at->query),
        .key = linear_of(l, at->key),
        .value = linear_of(l, at->value),
        .output = linear_of(l, at->output),
        .use = l->use,
        .weights = encoding_weights(l),
        .z = s->z.v,
        .dz = s->z.d,
        .k = s->k.v,
        .dk = s->k.d,
        .v = s->v.v,
        .dv = s->v.d,
        .q = s->q.v,
        .dq = s->q.d,
        .p = s->p.v,
        .dp = s->p.d,
        .saved = s->saved.v,
        .c = s->context.v,
        .dc = s->context.d,
        .y = s->mixed.v,
        .dy = s->mixed.d,
    };
}

static void sequence_begin(struct sequence *s, const struct layer_plain *l, const struct batch *b, int number,
                           struct arena *arena) {
    const struct model_config *c = &l->model->config;
    int row = b->start[number], target = b->target_start[number], d = c->d_model;
    *s = (struct sequence){.rows = b->start[number + 1] - row,
                           .targets = b->target_start[number + 1] - target,
                           .token = b->token + row,
                           .segment = b->segment + row,
                           .answer = b->answer + target};
    s->position = (struct span){s->rows, b->position + row};
    s->target = arena_alloc(arena, (size_t)s->targets, sizeof *s->target);
    for (int i = 0; i < s->targets; i++)
        s->target[i] = b->target[target + i] - row;
    struct pair *of_rows[] = {&s->embedded, &s->x, &s->z, &s->k, &s->v};
    for (size_t i = 0; i < sizeof of_rows / sizeof *of_rows; i++)
        *of_rows[i] = zeros(arena, s->rows, d);
    struct pair *of_targets[] = {&s->q, &s->context, &s->mixed,    &s->sum,  &s->y,
                                 &s->f, &s->inner,   &s->last_sum, &s->last, &s->final};
    for (size_t i = 0; i < sizeof of_targets / sizeof *of_targets; i++)
        *of_targets[i] = zeros(arena, s->targets, d);
    s->p = zeros(arena, s->targets * c->heads, s->rows);
    s->saved = zeros(arena, s->targets * c->heads, s->rows);
    s->hidden = zeros(arena, s->targets, c->d_ff);
    s->active = zeros(arena, s->targets, c->d_ff);
    s->logits = zeros(arena, s->targets, l->model->size.classes);
    s->attention = attention_of(l, s);
}

static void forward(const struct layer_plain *l, const struct sequence *s) {
    const struct model *m = l->model;
    int d = m->config.d_model, f = m->config.d_ff, a = s->targets;
    bool pre = m->config.norm == NORM_PRE;
    embed(l, s);
    norm_rows(l, m->config.embedding_norm, m->embedding_norm, s->x, s->embedded, s->rows);
    norm_rows(l, pre, m->mixer_norm, s->z, s->x, s->rows);
    attention_plain_forward(&s->attention);
    residual(s->sum, s->x, s->target, s->mixed, a, d);
    norm_rows(l, !pre, m->mixer_norm, s->y, s->sum, a);
    if (f) {
        norm_rows(l, pre, m->hidden_norm, s->inner, s->y, a);
        linear_rows(l, m->hidden, s->hidden, s->inner, a, d, f);
        activate(l, s->active, s->hidden, a * f);
        linear_rows(l, m->shrink, s->f, s->active, a, f, d);
    }
    residual(s->last_sum, s->y, NULL, s->f, a, d); /* without a feed-forward f is 0 */
    norm_rows(l, f && !pre, m->hidden_norm, s->last, s->last_sum, a);
    norm_rows(l, pre, m->final_norm, s->final, s->last, a);
    linear_rows(l, m->head, s->logits, s->final, a, d, m->size.classes);
}

/* forward, line by line from its end */
static void backward(const struct layer_plain *l, const struct sequence *s) {
    const struct model *m = l->model;
    int d = m->config.d_model, f = m->config.d_ff, a = s->targets;
    bool pre = m->config.norm == NORM_PRE;
    linear_rows_backward(l, m->head, s->logits, s->final, a, d, m->size.classes);
    norm_rows_backward(l, pre, m->final_norm, s->final, s->last, a);
    norm_rows_backward(l, f && !pre, m->hidden_norm, s->last, s->last_sum, a);
    residual_backward(s->last_sum, s->y, NULL, s->f, a, d);
    if (f) {
        linear_rows_backward(l, m->shrink, s->f, s->active, a, f, d);
        activate_backward(l, s->active, s->hidden, a * f);
        linear_rows_backward(l, m->hidden, s->hidden, s->inner, a, d, f);
        norm_rows_backward(l, pre, m->hidden_norm, s->inner, s->y, a);
    }
    norm_rows_backward(l, !pre, m->mixer_norm, s->y, s->sum, a);
    residual_backward(s->sum, s->x, s->target, s->mixed, a, d);
    attention_plain_backward(&s->attention);
    norm_rows_backward(l, pre, m->mixer_norm, s->z, s->x, s->rows);
    norm_rows_backward(l, m->config.embedding_norm, m->embedding_norm, s->x, s->embedded, s->rows);
    embed_backward(l, s);
}

/* ---- AdamW (Loshchilov and Hutter 2019), as PyTorch has it */

/* Rises to the full rate in W warm-up updates, of epochs in a tenth of all at most, then stays, or falls to 0 after the
 * last: along a line or half a cosine. */
static double learning_rate(const struct training *t, int n) {
    int warmup = t->epochs > 0 && t->warmup > t->steps / 10 ? t->steps / 10 : t->warmup, done = n - 1;
    if (done < warmup)
        return t->learning_rate * n / warmup;
    double progress = (double)(done - warmup) / (t->steps - warmup);
    return t->learning_rate * (t->schedule == SCHEDULE_LINEAR   ? 1 - progress
                               : t->schedule == SCHEDULE_COSINE ? (1 + cos(acos(-1) * progress)) / 2
                                                                : 1);
}

/* A gradient longer than `clip` is shortened to it: g = g clip / (|g| + 1e-6) */
static void clip(struct layer_plain *l) {
    const struct params *p = &l->model->params;
    double squares = 0;
    for (const struct tensor *t = p->tensor; t < p->tensor + p->count; t++)
        for (size_t i = t->offset; i < t->offset + t->count && !t->frozen; i++)
            squares += (double)l->grad[i] * (double)l->grad[i];
    for (size_t i = 0; i < p->size && l->settings->clip > 0 && sqrt(squares) > l->settings->clip; i++)
        l->grad[i] *= (real)(l->settings->clip / (sqrt(squares) + 1e-6));
}

/* w -= rate decay w                   only of matrices and tables
 * m = beta1 m + (1 - beta1) g         v = beta2 v + (1 - beta2) g^2
 * w -= rate m' / (sqrt(v') + epsilon) with m' = m / (1 - beta1^n) and v' = v / (1 - beta2^n) */
static void update(struct layer_plain *l, int n) {
    const struct training *s = l->settings;
    const struct params *p = &l->model->params;
    double rate = learning_rate(s, n);
    for (const struct tensor *t = p->tensor; t < p->tensor + p->count; t++)
        for (size_t i = t->offset; i < t->offset + t->count && !t->frozen; i++) {
            double g = (double)l->grad[i], w = (double)l->weight[i];
            double m = s->beta1 * (double)l->first[i] + (1 - s->beta1) * g;
            double v = s->beta2 * (double)l->second[i] + (1 - s->beta2) * g * g;
            w -= t->rows ? rate * s->weight_decay * w : 0;
            w -= rate * m / (1 - pow(s->beta1, n)) / (sqrt(v / (1 - pow(s->beta2, n))) + s->epsilon);
            l->first[i] = (real)m;
            l->second[i] = (real)v;
            l->weight[i] = (real)w;
        }
}

/* ---- A step */

void layer_plain_begin(struct layer_plain *l, const struct model *m, const struct encoding_use *use,
                       const struct training *settings, struct arena *arena) {
    *l = (struct layer_plain){.model = m, .use = use, .settings = settings};
    real **block[] = {&l->weight, &l->grad, &l->first, &l->second};
    for (int i = 0; i < 4; i++)
        *block[i] = arena_alloc(arena, m->params.size, sizeof(real));
    memcpy(l->weight, m->params.value, m->params.size * sizeof(real));
}

void layer_plain_step(struct layer_plain *l, const struct batch *const *batches, int count, int n) {
    int all = 0;
    l->loss = 0;
    memset(l->grad, 0, l->model->params.size * sizeof(real));
    for (int k = 0; k < count; k++)
        all += batches[k]->targets;
    for (int k = 0; k < count; k++)
        for (int i = 0; i < batches[k]->sequences; i++) {
            struct arena arena = {0};
            struct sequence s;
            sequence_begin(&s, l, batches[k], i, &arena);
            forward(l, &s);
            l->loss += loss(&s, l->model->size.classes, all);
            backward(l, &s);
            arena_free(&arena);
        }
    clip(l);
    update(l, n);
}
