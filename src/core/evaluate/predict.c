/* predict.c -- see predict.h. */
#include "evaluate/predict.h"

#include <stdlib.h>
#include <string.h>

#include "baseline/baseline.h"
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

static bool pass(struct forward_pass *p, const struct run *r, const struct batch *b, const struct policy *policy,
                 struct capacity capacity, enum workspace_use keep, struct arena *arena, struct error *e) {
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
    if (!pass(p, r, b, policy, (struct capacity){b->sequences, b->rows, b->targets}, WORKSPACE_WEIGHTS, arena, e))
        return false;
    model_logits(&r->model, &p->work, 0, b->targets);
    return true;
}

static bool baseline_predicts(const struct run *r, struct error *e) {
    const struct baseline *b = r->settings.baseline;
    return b->logits || error_set(e, EXIT_USAGE,
                                  "baseline %s counted the words of its task's own text and cannot answer about "
                                  "others; `poslab eval` prints how well it does there",
                                  b->name);
}

static bool predict_baseline(struct prediction *p, const struct run *r, const struct batch *b, struct arena *arena,
                             struct error *e) {
    if (!baseline_predicts(r, e))
        return false;
    alloc(p, b, r->task.size.classes, arena);
    for (int i = 0; i < b->targets; i++)
        r->settings.baseline->logits(r->learned, &r->task, b, 0, p->probability + (size_t)i * p->classes);
    choose(p);
    return true;
}

bool predict(struct prediction *p, const struct run *r, const struct policy *policy, const char *const text[2],
             struct arena *arena, struct error *e) {
    struct forward_pass *way = arena_alloc(arena, 1, sizeof *way);
    struct batch *b = arena_alloc(arena, 1, sizeof *b);
    if (!batch_of_texts(b, &r->task, r->eval_scheme, batch_seeds_of(&r->settings), text, arena, e))
        return false;
    if (r->settings.baseline)
        return predict_baseline(p, r, b, arena, e);
    if (!forward_pass_run(way, r, b, policy, arena, e))
        return false;
    prediction_of(p, r, b, way, arena);
    return true;
}

/* ---- Many at once */

enum { BATCH_ROWS = 2048 }; /* they stay in the cache */

/* The shortest first: those of a length are neighbours. */
static int by_rows(const void *a, const void *b) {
    const struct prediction_request *x = *(const struct prediction_request *const *)a,
                                    *y = *(const struct prediction_request *const *)b;
    int difference = x->example->rows - y->example->rows;
    return difference ? difference : (x > y) - (x < y);
}

/* Those of one length: what a policy makes of positions depends on the longest. */
static bool predict_alike(const struct prediction_request *const *q, int count, const struct run *r,
                          const struct policy *policy, struct error *e) {
    struct arena arena = {0};
    struct forward_pass way;
    struct batch b;
    int classes = r->model.size.classes;
    const struct batch **one = arena_alloc(&arena, (size_t)count, sizeof(void *));
    for (int i = 0; i < count; i++)
        one[i] = q[i]->example;
    batch_of_batches(&b, one, count, &arena);
    bool ok = pass(&way, r, &b, policy, (struct capacity){count, one[0]->rows, 1}, WORKSPACE_BLOCKS, &arena, e);
    for (int i = 0, block = way.work.block; ok && i < count; i++) {
        if (i % block == 0)
            model_logits(&r->model, &way.work, i, count - i < block ? count - i : block);
        memcpy(q[i]->probability, way.work.value.logits + (size_t)(i % block) * classes,
               (size_t)classes * sizeof(real));
        softmax_forward(q[i]->probability, 1, classes, classes);
    }
    arena_free(&arena);
    return ok;
}

bool predict_fits(const struct run *r, const struct policy *policy, const struct batch *b, struct error *e) {
    struct arena arena = {0};
    struct encoding_use use;
    if (r->settings.baseline)
        return baseline_predicts(r, e);
    if (positions_of(r, b) <= r->model.size.positions)
        return true;
    bool ok = model_open(&r->model, &use, policy, positions_of(r, b), &arena, e);
    arena_free(&arena);
    return ok;
}

static bool ask_baseline(const struct prediction_request *q, int count, const struct run *r, int *failed,
                         struct error *e) {
    int classes = r->task.size.classes;
    *failed = 0;
    if (count && !baseline_predicts(r, e))
        return false;
    for (int i = 0; i < count; i++) {
        r->settings.baseline->logits(r->learned, &r->task, q[i].example, 0, q[i].probability);
        softmax_forward(q[i].probability, 1, classes, classes);
    }
    return true;
}

bool predict_many(const struct prediction_request *q, int count, const struct run *r, const struct policy *policy,
                  int *failed, struct error *e) {
    struct arena arena = {0};
    if (r->settings.baseline)
        return ask_baseline(q, count, r, failed, e);
    const struct prediction_request **sorted = arena_alloc(&arena, (size_t)count, sizeof(void *));
    bool ok = true;
    for (int i = 0; i < count; i++)
        sorted[i] = &q[i];
    qsort(sorted, (size_t)count, sizeof(void *), by_rows);
    for (int i = 0, end; ok && i < count; i = end) {
        int rows = sorted[i]->example->rows, most = rows < BATCH_ROWS ? BATCH_ROWS / rows : 1;
        for (end = i + 1; end < count && end - i < most && sorted[end]->example->rows == rows;)
            end++;
        ok = predict_alike(sorted + i, end - i, r, policy, e);
        *failed = (int)(sorted[i] - q);
    }
    arena_free(&arena);
    return ok;
}

bool prediction_is_blind(const struct task_built *t, const struct batch *example) {
    char buffer[TASK_WORD_MAX];
    int unknown = 0, special = 0;
    if (strcmp(t->kind->word(t, TASK_UNKNOWN, buffer), "[UNK]") != 0)
        return false;
    for (int i = 0; i < example->rows; i++) {
        const char *word = t->kind->word(t, example->token[i], buffer);
        unknown += example->token[i] == TASK_UNKNOWN;
        special += strcmp(word, "[CLS]") == 0 || strcmp(word, "[MASK]") == 0;
    }
    return unknown > 0 && unknown + special == example->rows;
}

/* ---- How right they are */

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

int prediction_count(struct prediction_score *score, const struct task_built *t, const int *best, int targets,
                     const char *label) {
    const char *whole = label;
    char buffer[TASK_WORD_MAX];
    int right = 0;
    bool known = true;
    for (int i = 0; i < targets; i++) {
        size_t length = targets > 1 ? strcspn(label, " ") : strlen(label);
        bool same = says(t->kind->answer(t, best[i], buffer), label, length);
        right += same;
        known = known && (same || is_answer(t, label, length));
        label += length + (label[length] == ' ');
    }
    if (!known && score->unknown++ == 0)
        text_printable(score->first_unknown, whole);
    score->labelled++;
    score->answers += targets;
    score->correct += right;
    score->whole += right == targets;
    return right;
}
