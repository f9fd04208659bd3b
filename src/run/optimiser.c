/* optimiser.c -- see optimiser.h.
 *
 * The plain twin is `update` in tests/law/layer_plain.c. Here what is the same for all weights of a step is computed
 * once, and clipping is a factor on the gradient as it is read. */
#include "run/optimiser.h"

#include <math.h>

#include "base/elementary.h"
#include "maths/start.h"

enum { NORM_PIECE = 1024 };

double optimiser_rate(const struct training *t, int step) {
    int warmup = training_warmup_steps(t);
    if (step < warmup)
        return t->learning_rate * (step + 1) / warmup;
    double left = (double)(t->steps - step) / (t->steps - warmup);
    if (t->schedule == SCHEDULE_LINEAR)
        return t->learning_rate * left;
    if (t->schedule == SCHEDULE_COSINE)
        return t->learning_rate * (1 + elementary_cos(3.14159265358979323846 * (1 - left))) / 2;
    return t->learning_rate;
}

HOT static double square_sum(const real *x, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i += NORM_PIECE) {
        int piece = (int)(n - i < NORM_PIECE ? n - i : NORM_PIECE);
        sum += (double)vector_dot(x + i, x + i, piece);
    }
    return sum;
}

double optimiser_norm(const struct params *p, const real *grad, const struct sparse_rows *active) {
    double sum = 0;
    for (int k = 0; k < p->count; k++)
        if (!p->tensor[k].frozen)
            sum += square_sum(grad + p->tensor[k].offset, sparse_rows_used(active, &p->tensor[k]));
    return sqrt(sum);
}

struct update optimiser_at(const struct training *t, int step) {
    double rate = optimiser_rate(t, step);
    return (struct update){
        .factor = 1,
        .decay = (real)(1 - rate * t->weight_decay),
        .beta1 = (real)t->beta1,
        .beta2 = (real)t->beta2,
        .rate = (real)(rate / (1 - elementary_pow(t->beta1, step + 1))),
        .scale = (real)(1 / sqrt(1 - elementary_pow(t->beta2, step + 1))),
        .epsilon = (real)t->epsilon,
        .fade = {1, 1},
    };
}

/* m = beta1 m + (1 - beta1) g   v = beta2 v + (1 - beta2) g^2      of the moments as they faded since
 * w = decay w - rate m / (sqrt(v) scale + epsilon)      with the bias corrections in
 * rate = learning rate / (1 - beta1^n) and scale = 1 / sqrt(1 - beta2^n) */
HOT static void update_tensor(real *restrict w, real *restrict m, real *restrict v, const real *restrict g, size_t n,
                              struct update u) {
    for (size_t i = 0; i < n; i++) {
        real gradient = u.factor * g[i];
        m[i] = without_subnormals(u.beta1 * (u.fade.first * m[i]) + (1 - u.beta1) * gradient);
        v[i] = without_subnormals(u.beta2 * (u.fade.second * v[i]) + (1 - u.beta2) * gradient * gradient);
        w[i] = u.decay * w[i] - u.rate * m[i] / (REAL_SQRT(v[i]) * u.scale + u.epsilon);
    }
}

static void update_rows(const struct params *p, const struct tensor *tensor, const struct sparse_rows *active,
                        const real *grad, struct update u, struct share share) {
    size_t columns = (size_t)tensor->columns, rows = (size_t)active->count, end = share_end(share, rows);
    for (size_t k = share_begin(share, rows); k < end; k++) {
        if (k + OPTIMISER_AHEAD < end)
            optimiser_fetch(p, tensor, active->row[k + OPTIMISER_AHEAD]);
        size_t at = tensor->offset + active->row[k] * columns;
        u.fade = active->fade[k];
        update_tensor(p->value + at, p->first + at, p->second + at, grad + k * columns, columns, u);
    }
}

void optimiser_update(struct params *p, const real *grad, const struct sparse_rows *active, const struct training *t,
                      int step, double factor, struct share share) {
    struct update u = optimiser_at(t, step);
    real decay = u.decay;
    u.factor = (real)factor;
    for (int k = 0; k < p->count; k++) {
        const struct tensor *tensor = &p->tensor[k];
        size_t at = tensor->offset;
        u.decay = tensor->rows ? decay : 1;
        if (tensor->frozen)
            continue;
        size_t first = share_begin(share, tensor->count), count = share_end(share, tensor->count) - first;
        if (sparse_rows_holds(active, tensor))
            update_rows(p, tensor, active, grad + at, u, share);
        else
            update_tensor(p->value + at + first, p->first + at + first, p->second + at + first, grad + at + first,
                          count, u);
    }
}
