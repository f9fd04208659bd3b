/* most_frequent.c -- the answer that training had most often, whatever is asked. Its loss has the shares of all
 * answers in training, each counted once more than it was there, so that none is impossible. */
#include "base/elementary.h"
#include "baseline/baseline.h"

struct counts {
    long *count, all, most; /* (C) */
    int best;               /* -1: several are as frequent */
};

static bool fits(const struct task_built *t, struct error *e) {
    (void)t, (void)e;
    return true;
}

static void find_best(struct counts *c, int classes) {
    for (int i = 0; i < classes; i++)
        if (c->count[i] >= c->most) {
            c->best = c->count[i] > c->most ? i : -1;
            c->most = c->count[i];
        }
}

static const void *train(const struct baseline_examples *from, long *weights, struct arena *arena) {
    int classes = from->task->size.classes;
    struct counts *c = arena_alloc(arena, 1, sizeof *c);
    c->count = arena_alloc(arena, (size_t)classes, sizeof *c->count);
    for (int i = 0; i < from->count && !from->stopped(from->user); i++) {
        const struct batch *b = from->draw(from->user, i);
        for (int k = 0; k < b->targets; k++)
            c->count[b->answer[k]]++;
        c->all += b->targets;
    }
    find_best(c, classes);
    *weights = classes;
    return c;
}

static void answer(const void *trained, const struct baseline_question *q, struct outcome *out) {
    const struct counts *c = trained;
    const struct batch *b = q->batch;
    double all = elementary_log((double)(c->all + q->task->size.classes));
    for (int i = b->target_start[q->sequence]; i < b->target_start[q->sequence + 1]; i++)
        *out++ = (struct outcome){.loss = all - elementary_log((double)(c->count[b->answer[i]] + 1)),
                                  .correct = b->answer[i] == c->best,
                                  .given = c->best >= 0 ? c->best : b->answer[i] == 0};
}

const struct baseline baseline_most_frequent = {
    .name = "most_frequent",
    .summary = "the answer that training had most often",
    .fits = fits,
    .train = train,
    .answer = answer,
};
