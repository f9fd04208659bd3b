/* baseline.h -- the one interface of all baselines: simple models without positions that stand as members beside the
 * others, trained on the same examples and evaluated on the same.
 *
 * A baseline is one file that ends in one const struct and a row in baseline.c. It is chosen by model.baseline and, in
 * a comparison, by the member baseline/NAME. It keeps no checkpoint: it is trained again in no time, to the same bits.
 * Whether it makes sense for a task it says itself. */
#pragma once

#include "maths/loss.h"
#include "model/batch.h"
#include "task/task.h"

/* What it is trained on. */
struct baseline_examples {
    const struct task_built *task;
    uint32_t seed; /* of the order in which they are gone through again */
    int count;
    /* Example i of them, alone in a batch that is good until the next call. */
    const struct batch *(*draw)(void *user, int i);
    /* Whether somebody wants it to end early; what was trained is of no use then. */
    bool (*stopped)(void *user);
    void *user;
};

/* What it is evaluated on: one example, how it was drawn, and room for a logit of each class. */
struct baseline_question {
    const struct task_built *task;
    const struct task_draw *draw;
    const struct batch *batch;
    int sequence; /* which one of the batch */
    real *logits; /* (C) */
};

struct baseline {
    const char *name, *summary, *source;
    /* Error, EXIT_USAGE: it makes no sense for the task. */
    bool (*fits)(const struct task_built *t, struct error *e);
    /* What it learned, in the arena, with *weights numbers. NULL: there is nothing to learn, or the task did it. */
    const void *(*train)(const struct baseline_examples *from, long *weights, struct arena *arena);
    /* How it answers each target of the sequence. */
    void (*answer)(const void *trained, const struct baseline_question *q, struct outcome *out);
};

/* All of them, NULL-ended. */
extern const struct baseline *const baseline_kinds[];
/* That of this name; NULL if there is none. */
const struct baseline *baseline_find(const char *name);

extern const struct baseline baseline_most_frequent, baseline_bag, baseline_bigrams, baseline_unigram, baseline_bigram,
    baseline_trigram;
