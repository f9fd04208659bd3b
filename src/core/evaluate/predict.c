/* predict.c -- see predict.h. */
#include "evaluate/predict.h"

#include <string.h>

#include "maths/layers.h"
#include "model/mixer.h"

static void alloc(struct prediction *p, const struct batch *b, int classes, struct arena *arena) {
    *p = (struct prediction){.batch = b, .classes = classes};
    p->probability = arena_alloc(arena, (size_t)b->targets * classes, sizeof *p->probability);
    p->best = arena_alloc(arena, (size_t)b->targets, sizeof *p->best);
}

/* From logits, in place. */
static void choose(struct prediction *p) {
    for (int i = 0; i < p->batch->targets; i++) {
        real *row = p->probability + (size_t)i * p->classes;
        softmax_forward(row, 1, p->classes, p->classes);
        for (int c = 1; c < p->classes; c++)
            p->best[i] = row[c] > row[p->best[i]] ? c : p->best[i];
    }
}

void prediction_of(struct prediction *p, const struct run *r, const struct batch *b, const struct forward_pass *way,
                   struct arena *arena) {
    const struct model *m = &r->model;
    const struct workspace *w = &way->work;
    alloc(p, b, m->size.classes, arena);
    p->heads = m->config.heads;
    p->weight = m->mixer->weights ? m->mixer->weights(w) : NULL;
    memcpy(p->probability, w->value.logits, (size_t)b->targets * p->classes * sizeof *p->probability);
    choose(p);
}

/* Up to the last one of a batch, or all that they are drawn from. */
static int positions_of(const struct run *r, const struct batch *b) {
    int last = span_last((struct span){b->rows, b->position});
    return position_scheme_is_drawn(r->eval_scheme) ? r->eval_scheme.max_position : last + 1;
}

bool forward_pass_states(struct forward_pass *p, const struct run *r, const struct batch *b,
                         const struct policy *policy, struct capacity capacity, enum workspace_use keep,
                         struct arena *arena, struct error *e) {
    const struct model *m = &r->model;
    p->weights = model_encoding_weights(m, NULL);
    if (!model_open(m, &p->use, policy, positions_of(r, b), arena, e))
        return false;
    workspace_build(&p->work, m, capacity, keep, arena);
    model_states(m, &p->work, b, &p->use);
    return true;
}

bool forward_pass_run(struct forward_pass *p, const struct run *r, const struct batch *b, const struct policy *policy,
                      struct arena *arena, struct error *e) {
    if (!forward_pass_states(p, r, b, policy, (struct capacity){b->sequences, b->rows, b->targets}, WORKSPACE_WEIGHTS,
                             arena, e))
        return false;
    model_logits(&r->model, &p->work, 0, b->targets);
    return true;
}

/* Whether it can without a pass through a layer. */
static bool can_answer(const struct run *r, struct error *e) {
    return run_learner(r)->logits ||
           error_set(e, EXIT_USAGE,
                     "baseline %s counted the words of its task's own text and cannot answer about others; `poslab "
                     "eval` prints how well it does there",
                     r->settings.baseline->name);
}

static bool predict_at_once(struct prediction *p, const struct run *r, const struct batch *b, struct arena *arena,
                            struct error *e) {
    if (!can_answer(r, e))
        return false;
    alloc(p, b, r->task.size.classes, arena);
    for (int i = 0; i < b->targets; i++)
        run_learner(r)->logits(r, b, 0, p->probability + (size_t)i * p->classes);
    choose(p);
    return true;
}

bool predict(struct prediction *p, const struct run *r, const struct policy *policy, const char *const text[2],
             struct arena *arena, struct error *e) {
    struct forward_pass *way = arena_alloc(arena, 1, sizeof *way);
    struct batch *b = arena_alloc(arena, 1, sizeof *b);
    if (!batch_of_texts(b, &r->task, r->eval_scheme, batch_seeds_of(&r->settings), text, arena, e))
        return false;
    if (!run_learner(r)->layer)
        return predict_at_once(p, r, b, arena, e);
    if (!forward_pass_run(way, r, b, policy, arena, e))
        return false;
    prediction_of(p, r, b, way, arena);
    return true;
}

bool predict_fits(const struct run *r, const struct policy *policy, const struct batch *b, struct error *e) {
    struct arena arena = {0};
    struct encoding_use use;
    if (!run_learner(r)->layer)
        return can_answer(r, e);
    if (positions_of(r, b) <= r->model.size.positions)
        return true;
    bool ok = model_open(&r->model, &use, policy, positions_of(r, b), &arena, e);
    arena_free(&arena);
    return ok;
}
