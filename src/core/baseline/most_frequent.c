/* most_frequent.c -- always the most frequent answer in training. Its loss uses the shares of all answers in training,
 * with add-one smoothing, so that none is impossible. */
#include <limits.h>
#include <string.h>

#include "base/elementary.h"
#include "baseline/baseline.h"

struct counts {
    long *count, all, most; /* (C) */
    int best;               /* -1: several are as frequent */
    int classes;
};

static bool fits(const struct task_built *t, struct error *e) {
    (void)t, (void)e;
    return true;
}

static struct counts *alloc(const struct task_built *t, struct arena *arena) {
    struct counts *c = arena_alloc(arena, 1, sizeof *c);
    c->classes = t->size.classes;
    c->count = arena_alloc(arena, (size_t)c->classes, sizeof *c->count);
    return c;
}

static void find_best(struct counts *c) {
    for (int i = 0; i < c->classes; i++)
        if (c->count[i] >= c->most) {
            c->best = c->count[i] > c->most ? i : -1;
            c->most = c->count[i];
        }
}

static const void *train(const struct baseline_examples *from, struct arena *arena) {
    struct counts *c = alloc(from->task, arena);
    for (int i = 0; i < from->count && !from->stopped(from->user); i++) {
        const struct batch *b = from->draw(from->user, i);
        for (int k = 0; k < b->targets; k++)
            c->count[b->answer[k]]++;
        c->all += b->targets;
    }
    find_best(c);
    return c;
}

static long weights(const void *trained) { return ((const struct counts *)trained)->classes; }

static void answer(const void *trained, const struct baseline_query *q, struct outcome *out) {
    const struct counts *c = trained;
    const struct batch *b = q->batch;
    double all = elementary_log((double)(c->all + q->task->size.classes));
    for (int i = b->target_start[q->sequence]; i < b->target_start[q->sequence + 1]; i++)
        *out++ = (struct outcome){.loss = all - elementary_log((double)(c->count[b->answer[i]] + 1)),
                                  .correct = b->answer[i] == c->best,
                                  .given = c->best >= 0 ? c->best : b->answer[i] == 0};
}

/* As its loss has them: the logarithms of the shares, to a constant. */
static void logits(const void *trained, const struct task_built *t, const struct batch *b, int sequence, real *to) {
    const struct counts *c = trained;
    (void)b, (void)sequence;
    for (int i = 0; i < t->size.classes; i++)
        to[i] = (real)elementary_log((double)(c->count[i] + 1));
}

/* ---- In a checkpoint: baseline.count (C) */

static const char saved_count[] = "baseline.count";

static void save(const void *trained, struct safetensors_entry *out, struct arena *arena) {
    const struct counts *c = trained;
    int64_t *count = arena_alloc(arena, (size_t)c->classes, sizeof *count);
    for (int i = 0; i < c->classes; i++)
        count[i] = c->count[i];
    *out = safetensors_tensor(saved_count, "I64", count, (size_t)c->classes, 0);
}

static const void *load(const struct task_built *t, const struct safetensors *file, struct arena *arena,
                        struct error *e) {
    struct counts *c = alloc(t, arena);
    const struct safetensors_entry *saved =
        safetensors_expect(file, safetensors_tensor(saved_count, "I64", NULL, (size_t)c->classes, 0), e);
    for (int i = 0; saved && i < c->classes; i++) {
        int64_t count;
        memcpy(&count, saved->data + (size_t)i * sizeof count, sizeof count);
        if (count < 0 || count > LONG_MAX / 2 - c->all) {
            error_set(e, EXIT_DATA, "tensor %s: answer %d was there %lld times", saved_count, i, (long long)count);
            return NULL;
        }
        c->count[i] = (long)count;
        c->all += c->count[i];
    }
    find_best(c);
    return saved ? c : NULL;
}

const struct baseline baseline_most_frequent = {
    .name = "most_frequent",
    .summary = "the most frequent answer in training",
    .fits = fits,
    .train = train,
    .weights = weights,
    .answer = answer,
    .logits = logits,
    .tensors = 1,
    .save = save,
    .load = load,
};
