/* step.c -- see step.h. */
#include "train/step.h"

#include <math.h>
#include <string.h>

#include "maths/loss.h"
#include "maths/vector.h"
#include "train/batches.h"
#include "train/optimiser.h"

/* Examples of shard k: an even share of the batch. */
static int shard_begin(const struct stepper *s, int k) {
    return (int)((long long)s->run->settings.train.batch * k / s->shards);
}

static void shard_build(struct stepper *s, int k) {
    struct run *r = s->run;
    int sequences = shard_begin(s, k + 1) - shard_begin(s, k), longest = r->task.size.trained.high;
    int rows = r->longest * sequences, asked = r->task.kind->asks(&r->task, longest) * sequences;
    size_t scores = (size_t)rows * r->task.kind->asks(&r->task, longest) * r->settings.model.heads;
    struct shard *shard = &s->shard[k];
    batch_build(&shard->batch, &r->task, sequences, longest, &r->arena);
    workspace_build(&shard->work, &r->model, rows, asked, scores, true, &r->arena);
    shard->grad = arena_take(&r->arena, r->model.params.size, sizeof(real));
}

bool stepper_build(struct stepper *s, struct run *run, int threads, struct error *e) {
    struct encoding_weights weights = model_encoding_weights(&run->model, NULL);
    *s = (struct stepper){.run = run, .shards = run->settings.train.shards, .threads = threads};
    if (!encoding_use_open(&s->use, &run->model.encoding, &weights, run->settings.beyond, run->model.size.places,
                           &run->arena, e))
        return false;
    s->shard = arena_take(&run->arena, (size_t)s->shards, sizeof *s->shard);
    for (int k = 0; k < s->shards; k++)
        shard_build(s, k);
    return true;
}

static void shard_fill(struct stepper *s, int k) {
    const struct run *r = s->run;
    uint64_t first = (uint64_t)r->step * r->settings.train.batch, around = (uint64_t)r->settings.train.examples;
    batch_clear(&s->shard[k].batch);
    for (int i = shard_begin(s, k); i < shard_begin(s, k + 1); i++) {
        uint64_t index = around ? (first + i) % around : first + i;
        batch_add_training(&s->shard[k].batch, &r->task, r->placing, (uint32_t)r->settings.train.seed, index);
    }
}

/* Forward, loss and backward of one shard; `asked` counts the whole batch. */
static void shard_work(struct stepper *s, int k, int asked) {
    struct shard *shard = &s->shard[k];
    const struct model *m = &s->run->model;
    const struct batch *b = &shard->batch;
    struct workspace *w = &shard->work;
    memset(shard->grad, 0, m->params.size * sizeof(real));
    model_forward(m, w, b, &s->use);
    memcpy(w->grad.logits, w->value.logits, (size_t)b->asked * m->size.classes * sizeof(real));
    shard->loss =
        loss_cross_entropy(w->grad.logits, b->answer, b->asked, m->size.classes, 1 / (real)asked, &shard->correct);
    model_backward(m, w, b, &s->use, shard->grad);
}

/* Adds all shards into the first, in order, and collects what the step reports. */
static void shards_add(struct stepper *s, int asked) {
    double loss = 0;
    int correct = 0;
    s->tokens = 0;
    s->flops = 0;
    for (int k = 0; k < s->shards; k++) {
        if (k > 0)
            vector_add(s->shard[0].grad, s->shard[k].grad, (int)s->run->model.params.size);
        loss += s->shard[k].loss;
        correct += s->shard[k].correct;
        s->tokens += s->shard[k].batch.rows;
        s->flops += 3 * model_flops(&s->run->model, &s->shard[k].batch);
    }
    s->loss = loss / asked;
    s->accuracy = (double)correct / asked;
}

static const char *first_bad(const struct params *p, const real *block) {
    for (int k = 0; k < p->count; k++)
        for (size_t i = 0; i < p->tensor[k].count; i++)
            if (!isfinite(block[p->tensor[k].offset + i]))
                return p->tensor[k].name;
    return NULL;
}

static bool diverged(const struct stepper *s, int step, struct error *e) {
    const struct params *p = &s->run->model.params;
    const char *weight = first_bad(p, p->value), *gradient = first_bad(p, s->shard[0].grad);
    return error_set(e, EXIT_DIVERGED, "diverged at step %d: %s%s is not finite; try a lower train.learning_rate (%g)",
                     step,
                     weight     ? ""
                     : gradient ? "the gradient of "
                                : "",
                     weight     ? weight
                     : gradient ? gradient
                                : "the loss or the norm of the gradient",
                     s->run->settings.train.learning_rate);
}

bool stepper_check(const struct stepper *s, struct error *e) {
    const struct params *p = &s->run->model.params;
    return !first_bad(p, p->value) || diverged(s, s->run->step, e);
}

bool stepper_step(struct stepper *s, struct error *e) {
    struct run *r = s->run;
    const struct training *t = &r->settings.train;
    int asked = 0;
#pragma omp parallel num_threads(s->threads)
    {
#pragma omp for schedule(static)
        for (int k = 0; k < s->shards; k++)
            shard_fill(s, k);
#pragma omp single
        for (int k = 0; k < s->shards; k++)
            asked += s->shard[k].batch.asked;
#pragma omp for schedule(static)
        for (int k = 0; k < s->shards; k++)
            shard_work(s, k, asked);
    }
    shards_add(s, asked);
    s->rate = optimiser_rate(t, r->step);
    s->norm = optimiser_norm(&r->model.params, s->shard[0].grad);
    if (!isfinite(s->loss) || !isfinite(s->norm))
        return diverged(s, r->step + 1, e);
    /* as torch.nn.utils.clip_grad_norm_ */
    double factor = t->clip > 0 && s->norm > t->clip ? t->clip / (s->norm + 1e-6) : 1;
    optimiser_update(&r->model.params, s->shard[0].grad, t, r->step, factor);
    r->step++;
    return true;
}
