/* predict_many.c -- answers about many texts in batches of one length; see predict.h. */
#include <stdlib.h>
#include <string.h>

#include "maths/layers.h"
#include "predict/predict.h"

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
    bool ok = forward_pass_states(&way, r, &b, policy, (struct capacity){count, one[0]->rows, 1}, WORKSPACE_BLOCKS,
                                  &arena, e);
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

bool predict_many(const struct prediction_request *q, int count, const struct run *r, const struct policy *policy,
                  int *failed, struct error *e) {
    struct arena arena = {0};
    if (!run_learner(r)->layer) {
        for (int i = 0; i < count; i++) {
            run_learner(r)->logits(r, q[i].example, 0, q[i].probability);
            softmax_forward(q[i].probability, 1, r->task.size.classes, r->task.size.classes);
        }
        return true;
    }
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
