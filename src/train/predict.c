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
        softmax_forward(row, 1, p->classes, p->classes);
        for (int c = 1; c < p->classes; c++)
            p->best[i] = row[c] > row[p->best[i]] ? c : p->best[i];
    }
}

bool passage_run(struct passage *p, const struct run *r, const struct batch *b, const struct policy *beyond,
                 struct arena *arena, struct error *e) {
    const struct model *m = &r->model;
    int last = span_last((struct span){b->rows, b->place});
    int reach = r->placing_tested.how == PLACES_ORDERED ? last + 1 : r->placing_tested.reach;
    p->weights = model_encoding_weights(m, NULL);
    if (!encoding_use_open(&p->use, &m->encoding, &p->weights, beyond, reach, arena, e))
        return false;
    workspace_build(&p->work, m, (struct room){b->sequences, b->rows, b->asked}, WORKSPACE_WEIGHTS, arena);
    model_forward(m, &p->work, b, &p->use);
    return true;
}

bool predict(struct prediction *p, const struct run *r, const struct policy *beyond, const char *const text[2],
             struct arena *arena, struct error *e) {
    const struct model *m = &r->model;
    struct passage *way = arena_take(arena, 1, sizeof *way);
    *p = (struct prediction){.classes = m->size.classes, .heads = m->config.heads};
    if (!batch_of_texts(&p->batch, &r->task, r->placing_tested, (uint32_t)r->settings.eval.seed, text, arena, e))
        return false;
    if (!passage_run(way, r, &p->batch, beyond, arena, e))
        return false;
    p->weight = m->mixer->weights ? m->mixer->weights(&way->work) : NULL;
    answer(p, &way->work, arena);
    return true;
}
