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
    int most = t->steps / WARMUP_PART, warmup = t->epochs > 0 && t->warmup > most ? most : t->warmup;
    if (step < warmup)
        return t->learning_rate * (step + 1) / warmup;
    double left = (double)(t->steps - step) / (t->steps - warmup);
    if (t->schedule == SCHEDULE_LINEAR)
        return t->learning_rate * left;
    if (t->schedule == SCHEDULE_COSINE)
        return t->learning_rate * (1 + elementary_cos(3.14159265358979323846 * (1 - left))) / 2;
    return t->learning_rate;
}

struct shared share_of(struct share s, size_t n) {
    size_t first = n * (size_t)s.number / (size_t)s.of, end = n * ((size_t)s.number + 1) / (size_t)s.of;
    return (struct shared){first, end, end - first};
}

HOT double optimiser_squares(const real *x, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i += NORM_PIECE) {
        int piece = (int)(n - i < NORM_PIECE ? n - i : NORM_PIECE);
        sum += (double)vector_dot(x + i, x + i, piece);
    }
    return sum;
}

double optimiser_norm(const struct params *p, int first, const real *grad, double squares) {
    for (const struct tensor *t = p->tensor + first; t < p->tensor + p->count; t++)
        if (!t->frozen)
            squares += optimiser_squares(grad + t->offset, t->count);
    return sqrt(squares);
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
HOT void optimiser_update_at(const struct params *p, size_t at, const real *grad, size_t n, struct update u) {
    real *restrict w = p->value + at, *restrict m = p->first + at, *restrict v = p->second + at;
    const real *restrict g = grad;
    for (size_t i = 0; i < n; i++) {
        real gradient = u.factor * g[i];
        m[i] = without_subnormals(u.beta1 * (u.fade.first * m[i]) + (1 - u.beta1) * gradient);
        v[i] = without_subnormals(u.beta2 * (u.fade.second * v[i]) + (1 - u.beta2) * gradient * gradient);
        w[i] = u.decay * w[i] - u.rate * m[i] / (REAL_SQRT(v[i]) * u.scale + u.epsilon);
    }
}

void optimiser_update(struct params *p, int first, const real *grad, struct update u, struct share share) {
    real decay = u.decay;
    for (const struct tensor *t = p->tensor + first; t < p->tensor + p->count; t++) {
        struct shared own = share_of(share, t->count);
        size_t at = t->offset + own.first;
        u.decay = t->rows ? decay : 1;
        if (!t->frozen)
            optimiser_update_at(p, at, grad + at, own.count, u);
    }
}
