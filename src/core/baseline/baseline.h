/* baseline.h -- the one interface of all baselines: simple models without positions that are members of a comparison,
 * trained and evaluated on the same examples as the others.
 *
 * A baseline is one file that ends in one const struct and a row in baseline.c. It is chosen by model.baseline and, in
 * a comparison, by the member baseline/NAME. What it learned is tensors of its run's checkpoint. It declares for which
 * tasks it makes sense. Such a checkpoint has no model: commands that need a layer refuse it. */
#pragma once

#include "format/safetensors.h"
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
    /* Whether to end early; the result is then discarded. */
    bool (*stopped)(void *user);
    void *user;
};

/* What it is evaluated on: one example, how it was drawn, and room for a logit of each class. */
struct baseline_query {
    const struct task_built *task;
    const struct task_draw *draw;
    const struct batch *batch;
    int sequence;           /* which one of the batch */
    real *logits;           /* (C) */
    struct batch_kept kept; /* its targets that are in the batch */
};

struct baseline {
    const char *name, *summary, *source;
    bool ordered; /* it can see word order */
    /* Error, EXIT_USAGE: it makes no sense for the task. */
    bool (*fits)(const struct task_built *t, struct error *e);
    /* What it learned, in the arena. NULL: there is nothing to learn, or the task did it. */
    const void *(*train)(const struct baseline_examples *from, struct arena *arena);
    /* How many numbers that is; NULL like `train`. */
    long (*weights)(const void *trained);
    /* Answers each target of the sequence; there is room for all that the task gave it. */
    void (*answer)(const void *trained, const struct baseline_query *q, struct outcome *out);
    /* The logits (C) of its answer to any text, the same at each target of the sequence. NULL: it only knows the text
     * that its task evaluates on. */
    void (*logits)(const void *trained, const struct task_built *t, const struct batch *b, int sequence, real *logits);
    /* What it learned as tensors of a checkpoint, and back; `tensors` 0: there is nothing. Error: EXIT_DATA. */
    int tensors;
    void (*save)(const void *trained, struct safetensors_entry *out, struct arena *arena);
    const void *(*load)(const struct task_built *t, const struct safetensors *file, struct arena *arena,
                        struct error *e);
};

/* All of them, NULL-ended. */
enum { BASELINE_KINDS_MAX = 15 };
extern const struct baseline *baseline_kinds[BASELINE_KINDS_MAX + 1];
/* The baseline with this name; NULL if there is none. */
const struct baseline *baseline_find(const char *name);

enum { BASELINE_TENSORS = 3 }; /* of one at most */

extern const struct baseline baseline_most_frequent, baseline_bag;
