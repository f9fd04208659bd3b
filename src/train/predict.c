/* predict.c -- see predict.h. */
#include "train/predict.h"

#include <string.h>

#include "maths/layers.h"
#include "maths/matmul.h"
#include "model/mixer.h"

void prediction_of(struct prediction *p, const struct run *r, const struct batch *b, const struct passage *way,
                   struct arena *arena) {
    const struct model *m = &r->model;
    const struct workspace *w = &way->work;
    size_t count = (size_t)b->targets * m->size.classes;
    *p = (struct prediction){.batch = b, .classes = m->size.classes, .heads = m->config.heads};
    p->weight = m->mixer->weights ? m->mixer->weights(w) : NULL;
    p->probability = arena_alloc(arena, count, sizeof *p->probability);
    p->best = arena_alloc(arena, (size_t)b->targets, sizeof *p->best);
    memcpy(p->probability, w->value.logits, count * sizeof *p->probability);
    for (int i = 0; i < b->targets; i++) {
        real *row = p->probability + (size_t)i * p->classes;
        softmax_forward(row, 1, p->classes, p->classes);
        for (int c = 1; c < p->classes; c++)
            p->best[i] = row[c] > row[p->best[i]] ? c : p->best[i];
    }
}

bool passage_run(struct passage *p, const struct run *r, const struct batch *b, const struct policy *policy,
                 struct arena *arena, struct error *e) {
    const struct model *m = &r->model;
    int last = span_last((struct span){b->rows, b->position});
    int length = r->eval_scheme.how == POSITIONS_ORDERED ? last + 1 : r->eval_scheme.max_position;
    matmul_use(m->products);
    p->weights = model_encoding_weights(m, NULL);
    if (!encoding_use_open(&p->use, &m->encoding, &p->weights, policy, length, arena, e))
        return false;
    workspace_build(&p->work, m, (struct capacity){b->sequences, b->rows, b->targets}, WORKSPACE_WEIGHTS, arena);
    model_forward(m, &p->work, b, &p->use);
    return true;
}

bool predict(struct prediction *p, const struct run *r, const struct policy *policy, const char *const text[2],
             struct arena *arena, struct error *e) {
    struct passage *way = arena_alloc(arena, 1, sizeof *way);
    struct batch *b = arena_alloc(arena, 1, sizeof *b);
    if (!batch_of_texts(b, &r->task, r->eval_scheme, batch_seeds_of(&r->settings), text, arena, e) ||
        !passage_run(way, r, b, policy, arena, e))
        return false;
    prediction_of(p, r, b, way, arena);
    return true;
}

static bool says(const char *answer, const char *text, size_t length) {
    return strlen(answer) == length && memcmp(answer, text, length) == 0;
}

static bool is_answer(const struct task_built *t, const char *text, size_t length) {
    char buffer[TASK_WORD_MAX];
    int c = 0;
    while (c < t->size.classes && !says(t->kind->answer(t, c, buffer), text, length))
        c++;
    return c < t->size.classes;
}

int prediction_count(struct prediction_score *score, const struct prediction *p, const struct task_built *t,
                     const char *label) {
    char buffer[TASK_WORD_MAX];
    int right = 0, targets = p->batch->targets;
    bool known = true;
    for (int i = 0; i < targets; i++) {
        size_t length = targets > 1 ? strcspn(label, " ") : strlen(label);
        right += says(t->kind->answer(t, p->best[i], buffer), label, length);
        known = known && is_answer(t, label, length);
        label += length + (label[length] == ' ');
    }
    score->unknown += !known;
    score->labelled++;
    score->answers += targets;
    score->correct += right;
    score->whole += right == targets;
    return right;
}
