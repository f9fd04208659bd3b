/* baseline_train.c -- see baseline_train.h. */
#include "train/baseline_train.h"
#include "baseline/baseline.h"

#include "run/training_set.h"

struct source {
    const struct run *r;
    struct batch batch; /* of one example */
};

static const struct batch *draw(void *user, int i) {
    struct source *s = user;
    batch_clear(&s->batch);
    batch_add_training(&s->batch, &s->r->task, s->r->scheme, (uint32_t)s->r->settings.train.seed, (uint64_t)i);
    return &s->batch;
}

static bool stopped(void *user) { return run_is_stopped(((struct source *)user)->r); }

/* A fixed set, or as many as a model with these settings would see. */
static int count_examples(const struct run *r) {
    const struct training *t = &r->settings.train;
    long long made = (long long)t->steps * t->batch;
    int fixed = training_set_examples(t, &r->task);
    return fixed ? fixed : made < FIT_MADE ? (int)made : FIT_MADE;
}

bool baseline_train(struct run *r, struct error *e) {
    const struct baseline *baseline = r->settings.baseline;
    struct arena arena = {0};
    struct source source = {.r = r};
    batch_build(&source.batch, &r->task, 1, r->task.size.trained.high, &arena);
    const struct baseline_examples from = {&r->task, (uint32_t)r->settings.train.seed, count_examples(r), draw, stopped,
                                           &source};
    if (baseline->train)
        r->learned = baseline->train(&from, &r->arena);
    arena_free(&arena);
    r->step = r->settings.train.steps;
    return !run_is_stopped(r) ||
           error_set(e, EXIT_STOPPED, "stopped while baseline %s was trained; run it again", baseline->name);
}
