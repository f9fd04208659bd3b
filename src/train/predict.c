/* predict.c -- see predict.h. */
#include "train/predict.h"

#include <string.h>

#include "maths/layers.h"
#include "model/mixer.h"

static void answer(struct prediction *p, const struct workspace *w, struct arena *arena) {
    size_t count = (size_t)p->batch.asked * p->classes;
    p->probability = arena_take(arena, count, sizeof *p->probability);
    p->best = arena_take(arena, (size_t)p->batch.asked, sizeof *p->best);
    memcpy(p->probability, w->value.logits, count * sizeof *p->probability);
    for (int i = 0; i < p->batch.asked; i++) {
        real *row = p->probability + (size_t)i * p->classes;
        softmax_forward(row, p->classes, p->classes);
        for (int c = 1; c < p->classes; c++)
            p->best[i] = row[c] > row[p->best[i]] ? c : p->best[i];
    }
}

bool predict(struct prediction *p, const struct run *r, const struct policy *beyond, const char *const text[2],
             struct arena *arena, struct error *e) {
    const struct model *m = &r->model;
    struct encoding_weights weights = model_encoding_weights(m, NULL);
    struct encoding_use use;
    struct workspace *w = arena_take(arena, 1, sizeof *w);
    *p = (struct prediction){.classes = m->size.classes, .heads = m->config.heads};
    if (!batch_of_texts(&p->batch, &r->task, r->placing_tested, (uint32_t)r->settings.eval.seed, text, arena, e))
        return false;
    const struct batch *b = &p->batch;
    int last = span_last((struct span){b->rows, b->place});
    int reach = r->placing_tested.how == PLACES_ORDERED ? last + 1 : r->placing_tested.reach;
    if (!encoding_use_open(&use, &m->encoding, &weights, beyond, reach, arena, e))
        return false;
    workspace_build(w, m, (struct room){1, b->rows, b->asked}, WORKSPACE_WEIGHTS, arena);
    model_forward(m, w, b, &use);
    p->weight = m->mixer->weights ? m->mixer->weights(w) : NULL;
    answer(p, w, arena);
    return true;
}
