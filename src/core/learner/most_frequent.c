/* most_frequent.c -- always the most frequent answer in training. Its loss uses the shares of all answers in training,
 * with add-one smoothing, so that none is impossible. */
#include <limits.h>
#include <string.h>

#include "base/elementary.h"
#include "run/training_set.h"

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

static const void *train(const struct run *r, struct arena *arena) {
    struct arena scratch = {0};
    struct counts *c = alloc(&r->task, arena);
    struct batch b;
    batch_build(&b, &r->task, 1, r->task.size.trained.high, &scratch);
    for (int i = 0; training_set_draw(&b, r, i); i++) {
        for (int k = 0; k < b.targets; k++)
            c->count[b.answer[k]]++;
        c->all += b.targets;
    }
    find_best(c);
    arena_free(&scratch);
    return c;
}

static long weights(const struct run *r) { return r->learned ? r->task.size.classes : 0; }

static void answer(struct answerer *a, const struct batch *b, const struct encoding_use *use, uint32_t first,
                   struct outcome *out) {
    const struct counts *c = a->run->learned;
    double all = elementary_log((double)(c->all + c->classes));
    (void)use, (void)first;
    for (int i = 0; i < b->targets; i++)
        *out++ = (struct outcome){.loss = all - elementary_log((double)(c->count[b->answer[i]] + 1)),
                                  .correct = b->answer[i] == c->best,
                                  .given = c->best >= 0 ? c->best : b->answer[i] == 0};
}

/* As its loss has them: the logarithms of the shares, to a constant. */
static void logits(const struct run *r, const struct batch *b, int sequence, real *to) {
    const struct counts *c = r->learned;
    (void)b, (void)sequence;
    for (int i = 0; i < c->classes; i++)
        to[i] = (real)elementary_log((double)(c->count[i] + 1));
}

/* ---- In a checkpoint: baseline.count (C) */

static const char saved_count[] = "baseline.count";

static int save(const struct run *r, struct safetensors_entry *out, struct arena *arena) {
    const struct counts *c = r->learned;
    int64_t *count = out ? arena_alloc(arena, (size_t)c->classes, sizeof *count) : NULL;
    for (int i = 0; out && i < c->classes; i++)
        count[i] = c->count[i];
    if (out)
        *out = safetensors_tensor(saved_count, "I64", count, (size_t)c->classes, 0);
    return 1;
}

static bool load(struct run *r, const struct safetensors *file, bool further, struct error *e) {
    struct counts *c = alloc(&r->task, &r->arena);
    (void)further;
    const struct safetensors_entry *saved =
        safetensors_expect(file, safetensors_tensor(saved_count, "I64", NULL, (size_t)c->classes, 0), e);
    for (int i = 0; saved && i < c->classes; i++) {
        int64_t count;
        memcpy(&count, saved->data + (size_t)i * sizeof count, sizeof count);
        if (count < 0 || count > LONG_MAX / 2 - c->all)
            return error_set(e, EXIT_DATA, "tensor %s: answer %d was there %lld times", saved_count, i,
                             (long long)count);
        c->count[i] = (long)count;
        c->all += c->count[i];
    }
    find_best(c);
    r->learned = c;
    return saved;
}

const struct baseline baseline_most_frequent = {
    .name = "most_frequent",
    .summary = "the most frequent answer in training",
    .fits = fits,
    .learner = {.train = train, .weights = weights, .save = save, .load = load, .answer = answer, .logits = logits},
};
