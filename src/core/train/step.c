/* step.c -- see step.h.
 *
 * The plain twin is layer_plain_step in tests/law/layer_plain.c. Here the batch is in shards, each with a gradient
 * block of its own, which are added in a fixed order; lazy_table.c is what a lazy token table needs besides. */
#include "train/step.h"

#include <math.h>
#include <string.h>

#include "evaluate/overlap.h"
#include "maths/loss.h"
#include "maths/matmul.h"
#include "maths/vector.h"
#include "run/batches.h"
#include "run/optimiser.h"
#include "run/training_set.h"

enum {
    SHARDS = 4,
    SHARD_TARGETS = 32, /* of train.shards = 0: at most so many shards, with at least so many targets each */
};

/* Examples of shard k: an even share of the batch. */
static int shard_begin(const struct stepper *s, int k) {
    return (int)((long long)s->run->settings.train.batch * k / s->shards);
}

static void shard_build(struct stepper *s, int k) {
    struct run *r = s->run;
    int sequences = shard_begin(s, k + 1) - shard_begin(s, k), longest = r->task.size.trained.high;
    struct capacity capacity = {sequences, r->longest, r->task.kind->targets(&r->task, longest)};
    struct shard *shard = &s->shard[k];
    batch_build(&shard->batch, &r->task, sequences, longest, &r->arena);
    workspace_build(&shard->work, &r->model, capacity, WORKSPACE_TRAINING, &r->arena);
    shard->grad = arena_alloc(&r->arena, r->model.params.size, sizeof(real));
}

/* Each shard has a gradient block, and products of few rows take as long as those of some more. */
static int count_shards(const struct run *r) {
    const struct training *t = &r->settings.train;
    long long targets = (long long)t->batch * r->task.kind->targets(&r->task, r->task.size.trained.high);
    long long most = t->batch < SHARDS ? t->batch : SHARDS, wanted = targets / SHARD_TARGETS;
    return t->shards ? t->shards : wanted < 1 ? 1 : (int)(wanted < most ? wanted : most);
}

bool stepper_build(struct stepper *s, struct run *run, int threads, struct error *e) {
    *s = (struct stepper){.run = run, .shards = count_shards(run), .threads = threads};
    if (!model_open(&run->model, &s->use, run->settings.extrapolation, run->model.size.positions, &run->arena, e))
        return false;
    s->shard = arena_alloc(&run->arena, (size_t)s->shards, sizeof *s->shard);
    for (int k = 0; k < s->shards; k++)
        shard_build(s, k);
    if (run->row_step)
        lazy_table_build(s);
    s->class_weight = training_set_class_weights(run, &run->arena);
    return true;
}

/* Fills the shard's batch. */
static void shard_fill(struct stepper *s, int k) {
    const struct run *r = s->run;
    struct batch *b = &s->shard[k].batch;
    uint64_t first = (uint64_t)r->step * r->settings.train.batch, around = (uint64_t)r->settings.train.examples;
    batch_clear(b);
    for (int i = shard_begin(s, k); i < shard_begin(s, k + 1); i++) {
        uint64_t index = around ? (first + i) % around : first + i;
        batch_add_training(b, &r->task, r->scheme, (uint32_t)r->settings.train.seed, index);
        overlap_note(r, b, b->sequences - 1, index);
    }
    if (s->lazy.table)
        lazy_table_drawn(s, k);
}

/* Logits, loss and back, in blocks that stay in the cache where classes are many. */
static void head_work(const struct stepper *s, struct shard *shard) {
    const struct model *m = &s->run->model;
    const struct batch *b = &shard->batch;
    struct workspace *w = &shard->work;
    shard->loss = 0;
    shard->correct = 0;
    for (int first = 0, correct; first < b->targets; first += w->block) {
        int count = b->targets - first < w->block ? b->targets - first : w->block;
        model_logits(m, w, first, count);
        shard->loss += loss_cross_entropy(w->grad.logits, b->answer + first, s->class_weight, count, m->size.classes,
                                          1 / (real)s->weight, &correct);
        shard->correct += correct;
        model_logits_backward(m, w, first, count, shard->grad);
    }
}

/* Forward, loss and backward of one shard. */
static void shard_work(struct stepper *s, int k) {
    struct shard *shard = &s->shard[k];
    const struct model *m = &s->run->model;
    const struct params *p = &m->params;
    for (const struct tensor *t = p->tensor + s->first; t < p->tensor + p->count; t++)
        if (!t->grad_is_overwritten)
            memset(shard->grad + t->offset, 0, t->count * sizeof(real));
    model_states(m, &shard->work, &shard->batch, &s->use);
    head_work(s, shard);
    model_states_backward(m, &shard->work, &shard->batch, &s->use, shard->grad);
}

HOT static void add(real *restrict y, const real *restrict x, size_t n) {
    for (size_t i = 0; i < n; i++)
        y[i] += x[i];
}

/* A share of adding all shards into the first, in order. */
static void add_piece(struct stepper *s, int piece) {
    const struct params *p = &s->run->model.params;
    struct share share = {piece, s->threads};
    for (const struct tensor *t = p->tensor + s->first; t < p->tensor + p->count; t++) {
        struct shared own = share_of(share, t->count);
        size_t at = t->offset + own.first;
        for (int k = 1; k < s->shards; k++)
            add(s->shard[0].grad + at, s->shard[k].grad + at, own.count);
    }
}

/* Collects the step's report. */
static void collect(struct stepper *s) {
    double loss = 0;
    int correct = 0;
    for (int k = 0; k < s->shards; k++) {
        loss += s->shard[k].loss;
        correct += s->shard[k].correct;
    }
    s->loss = loss / s->weight;
    s->accuracy = (double)correct / s->targets;
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
    const struct {
        const char *what;
        const real *block;
    } blocks[] = {
        {"", p->value}, {"the gradient of ", s->shard[0].grad}, {"the mean square of the gradient of ", p->second}};
    const char *what = "", *bad = NULL;
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks && !bad; i++) {
        what = blocks[i].what;
        bad = first_bad(p, blocks[i].block);
    }
    return error_set(e, EXIT_DIVERGED, "diverged at step %d: %s%s is not finite; try a lower train.learning_rate (%g)",
                     step, bad ? what : "the loss or ", bad ? bad : "the norm of the gradient",
                     s->run->settings.train.learning_rate);
}

bool stepper_check(const struct stepper *s, struct error *e) {
    const struct params *p = &s->run->model.params;
    return (!first_bad(p, p->value) && !first_bad(p, p->second)) || diverged(s, s->run->step, e);
}

static void update_piece(struct stepper *s, int k) {
    struct share share = {k, s->threads};
    optimiser_update(&s->run->model.params, s->first, s->shard[0].grad, s->update, share);
    if (s->lazy.table)
        lazy_table_update(s, share);
}

/* Every thread uses the run's floating point settings. One thread needs no team, whose barriers are system calls even
 * then. What the calling thread sets within a team LLVM's OpenMP takes back at its end, so that is set before: it goes
 * on to add up. */
void stepper_each(struct stepper *s, int pieces, void (*work)(struct stepper *, int)) {
    matmul_use(s->run->model.products);
    for (int k = 0; k < pieces && s->threads == 1; k++)
        work(s, k);
    if (s->threads == 1)
        return;
#pragma omp parallel for num_threads(s->threads) schedule(static)
    for (int k = 0; k < pieces; k++) {
        matmul_use(s->run->model.products);
        work(s, k);
    }
}

void stepper_copy_weights(struct stepper *s, real *to) {
    const struct params *p = &s->run->model.params;
    memcpy(to, p->value, p->size * sizeof *to);
    if (s->lazy.table)
        lazy_table_copy(s, to);
}

void stepper_finish(struct stepper *s) {
    if (s->lazy.table)
        lazy_table_finish(s, true);
}

/* The rows of the batch, its targets and their total weight. */
static void weigh(struct stepper *s) {
    s->tokens = s->targets = 0;
    s->weight = 0;
    for (const struct shard *shard = s->shard; shard < s->shard + s->shards; shard++) {
        const struct batch *b = &shard->batch;
        s->tokens += b->rows;
        s->targets += b->targets;
        for (int i = 0; i < b->targets; i++)
            s->weight += s->class_weight ? (double)s->class_weight[b->answer[i]] : 1;
    }
}

bool stepper_step(struct stepper *s, struct error *e) {
    struct run *r = s->run;
    const struct training *t = &r->settings.train;
    stepper_each(s, s->shards, shard_fill);
    weigh(s);
    if (s->lazy.table)
        lazy_table_begin(s);
    stepper_each(s, s->shards, shard_work);
    stepper_each(s, s->threads, add_piece);
    double squares = s->lazy.table ? lazy_table_add(s) : 0;
    collect(s);
    s->rate = optimiser_rate(t, r->step);
    s->update = optimiser_at(t, r->step);
    s->norm = optimiser_norm(&r->model.params, s->first, s->shard[0].grad, squares);
    if (!isfinite(s->loss) || !isfinite(s->norm))
        return diverged(s, r->step + 1, e);
    /* as torch.nn.utils.clip_grad_norm_ */
    if (t->clip > 0 && s->norm > t->clip)
        s->update.factor = (real)(t->clip / (s->norm + 1e-6));
    stepper_each(s, s->threads, update_piece);
    r->step++;
    if (s->lazy.table)
        lazy_table_finish(s, r->step == t->steps);
    return true;
}
