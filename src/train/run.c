/* run.c -- see run.h. */
#include "train/run.h"

static bool build(struct run *r, struct error *e) {
    const struct settings *s = &r->settings;
    if (!task_build(&r->task, s->task, s->task_options, &r->arena, e))
        return false;
    const struct task_sizes *size = &r->task.size;
    r->trained = s->task->rows(&r->task, size->trained.high);
    int asked = s->task->asks(&r->task, size->trained.high);
    struct model_sizes sizes = {size->vocabulary, size->segments, size->classes, r->trained, asked};
    return model_build(&r->model, s->model, sizes, s->encoding, s->encoding_options, (uint32_t)s->train.seed, &r->arena,
                       e);
}

/* Whether training would meet a place that the policy refuses. */
static bool check_places(const struct run *r, struct error *e) {
    struct arena arena = {0};
    struct encoding_use use;
    struct encoding_weights weights = model_encoding_weights(&r->model, NULL);
    bool ok = encoding_use_open(&use, &r->model.encoding, &weights, r->settings.beyond, r->trained, &arena, e);
    arena_free(&arena);
    return ok;
}

bool run_build(struct run *r, const struct settings *s, struct error *e) {
    *r = (struct run){.settings = *s};
    if (!build(r, e) || !check_places(r, e)) {
        arena_free(&r->arena);
        return false;
    }
    model_init(&r->model);
    return true;
}

void run_free(struct run *r) { arena_free(&r->arena); }
