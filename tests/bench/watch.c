/* watch.c -- see watch.h. */
#include "bench/watch.h"
#include "model/batch.h"
#include "model/mixer.h"
#include "model/model.h"

#include "base/clock.h"
#include "maths/layers.h"
#include "maths/loss.h"
#include "run/batches.h"
#include "run/optimiser.h"

static struct watch *watch;

/* From now on time belongs to that part; returns the part that it belonged to. */
static enum watch_part change(enum watch_part to) {
    if (!watch)
        return WATCH_OTHER;
    enum watch_part from = watch->part;
    double now = clock_seconds();
    watch->seconds[from] += now - watch->last;
    watch->last = now;
    watch->part = to;
    return from;
}

/* ---- Functions that the linker redirects: the Makefile reads their names here */

#define TIMED(part, name, parameters, arguments) \
    void __real_##name parameters;               \
    void __wrap_##name parameters;               \
    void __wrap_##name parameters {              \
        enum watch_part before = change(part);   \
        __real_##name arguments;                 \
        change(before);                          \
    }
#define TIMED_DOUBLE(part, name, parameters, arguments) \
    double __real_##name parameters;                    \
    double __wrap_##name parameters;                    \
    double __wrap_##name parameters {                   \
        enum watch_part before = change(part);          \
        double result = __real_##name arguments;        \
        change(before);                                 \
        return result;                                  \
    }

/* A linear map belongs to where it is called. */
static enum watch_part linear(void) {
    enum watch_part part = watch ? watch->part : WATCH_OTHER;
    return part == WATCH_EMBED ? WATCH_FEEDFORWARD : part == WATCH_MIXER ? WATCH_PROJECTIONS : part;
}

TIMED(WATCH_BATCH, batch_clear, (struct batch * b), (b))
TIMED(WATCH_BATCH, batch_add_training,
      (struct batch * b, const struct task_built *t, struct position_scheme s, uint32_t seed, uint64_t index),
      (b, t, s, seed, index))
TIMED(WATCH_NORMS, norm_forward,
      (real * y, struct norm_saved saved, const real *x, const real *gain, const real *shift, int rows, int d),
      (y, saved, x, gain, shift, rows, d))
TIMED(WATCH_NORMS, norm_backward,
      (real * dx, real *dgain, real *dshift, const real *dy, struct norm_saved saved, const real *x, const real *gain,
       int rows, int d),
      (dx, dgain, dshift, dy, saved, x, gain, rows, d))
TIMED(linear(), linear_forward, (real * y, const real *x, const real *w, const real *bias, int rows, int in, int out),
      (y, x, w, bias, rows, in, out))
TIMED(linear(), linear_backward,
      (real * dx, real *dw, real *dbias, const real *dy, const real *x, const real *w, int rows, int in, int out,
       bool more),
      (dx, dw, dbias, dy, x, w, rows, in, out, more))
TIMED(WATCH_FEEDFORWARD, relu_forward, (real * y, const real *x, int n), (y, x, n))
TIMED(WATCH_FEEDFORWARD, relu_backward, (real * dy, const real *x, int n), (dy, x, n))
TIMED(WATCH_FEEDFORWARD, gelu_forward, (real * y, const real *x, int n), (y, x, n))
TIMED(WATCH_FEEDFORWARD, gelu_backward, (real * dy, const real *x, int n), (dy, x, n))
TIMED(WATCH_EMBED, model_states,
      (const struct model *m, struct workspace *w, const struct batch *b, const struct encoding_use *use),
      (m, w, b, use))
TIMED(WATCH_EMBED, model_states_backward,
      (const struct model *m, struct workspace *w, const struct batch *b, const struct encoding_use *use, real *grad),
      (m, w, b, use, grad))
TIMED(WATCH_HEAD, model_logits, (const struct model *m, struct workspace *w, int first, int count),
      (m, w, first, count))
TIMED(WATCH_HEAD, model_logits_backward, (const struct model *m, struct workspace *w, int first, int count, real *grad),
      (m, w, first, count, grad))
TIMED_DOUBLE(WATCH_HEAD, loss_cross_entropy,
             (real * logits, const int *answer, const real *weight, int rows, int classes, real scale, int *correct),
             (logits, answer, weight, rows, classes, scale, correct))
TIMED_DOUBLE(WATCH_OPTIMISER, optimiser_norm, (const struct params *p, int first, const real *grad, double squares),
             (p, first, grad, squares))
TIMED_DOUBLE(WATCH_OPTIMISER, optimiser_squares, (const real *x, size_t n), (x, n))
TIMED(WATCH_OPTIMISER, optimiser_update,
      (struct params * p, int first, const real *grad, struct update u, struct share share), (p, first, grad, u, share))
TIMED(WATCH_OPTIMISER, lazy_update_rows,
      (const struct lazy_update *c, const struct sparse_rows *active, const real *grad, struct update u,
       struct share share),
      (c, active, grad, u, share))
TIMED(WATCH_OPTIMISER, lazy_update_prepare, (struct lazy_update * c, int distance), (c, distance))
TIMED(WATCH_OPTIMISER, lazy_update_batch,
      (const struct lazy_update *c, const struct sparse_rows *active, struct share share), (c, active, share))
TIMED(WATCH_OPTIMISER, lazy_update_all, (const struct lazy_update *c, struct share share), (c, share))

/* ---- The mixer, whose functions are called through its hooks */

static const struct mixer *inner;

static void forward(const struct model *m, struct workspace *w, const struct batch *b, const struct encoding_use *use) {
    enum watch_part before = change(WATCH_MIXER);
    inner->forward(m, w, b, use);
    change(before);
}

static void backward(const struct model *m, struct workspace *w, const struct batch *b, const struct encoding_use *use,
                     real *grad) {
    enum watch_part before = change(WATCH_MIXER);
    inner->backward(m, w, b, use, grad);
    change(before);
}

static void rows_backward(const struct model *m, struct workspace *w, const struct batch *b, struct tile s, real *dz) {
    enum watch_part before = change(WATCH_MIXER);
    if (inner->rows_backward)
        inner->rows_backward(m, w, b, s, dz);
    change(before);
}

void watch_start(struct watch *w, struct stepper *s) {
    static struct mixer timed;
    inner = s->run->model.mixer;
    timed = *inner;
    timed.forward = forward;
    timed.backward = backward;
    timed.rows_backward = rows_backward;
    s->run->model.mixer = &timed;
    *w = (struct watch){.last = clock_seconds(), .part = WATCH_OTHER};
    watch = w;
}

void watch_stop(struct stepper *s) {
    change(WATCH_OTHER);
    watch = NULL;
    s->run->model.mixer = inner;
}
