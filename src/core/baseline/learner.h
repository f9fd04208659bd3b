/* learner.h -- the one interface of what a run trains: its layer, or a baseline in place of it. Only run_learner
 * (run/run.h) chooses. What differs besides these functions is a property with a name. */
#pragma once

#include "format/safetensors.h"
#include "maths/loss.h"
#include "model/model.h"

struct run;

/* Who answers examples of evaluation, in one thread. */
struct answerer {
    const struct run *run;
    int length, targets;   /* as batch_add_evaluation and batch_keep have them */
    struct workspace work; /* of a layer */
    real *logits;          /* (C) of one target */
};

struct learner {
    bool layer; /* it is one: weights to begin with and to look into, products, steps that are logged and continued */
    /* Trains without steps: what it learned, in the arena. NULL: nothing is learned here, or in steps (train/). */
    const void *(*train)(const struct run *r, struct arena *arena);
    /* How many numbers it learned; NULL: none. */
    long (*weights)(const struct run *r);
    /* What it learned as tensors of a checkpoint; returns how many, to NULL without writing them. NULL: none. */
    int (*save)(const struct run *r, struct safetensors_entry *out, struct arena *arena);
    /* Back, to be trained `further` or not. A check comes before a layer is allocated. Errors: EXIT_DATA. */
    bool (*check)(struct run *r, const struct safetensors *file, struct error *e);
    bool (*load)(struct run *r, const struct safetensors *file, bool further, struct error *e);
    /* Answers all targets of a batch under a policy that is open. `first` is the index of its first example. */
    void (*answer)(struct answerer *a, const struct batch *b, const struct encoding_use *use, uint32_t first,
                   struct outcome *out);
    /* The logits (C) of its answer to a text, the same at all targets. NULL: a forward pass computes them, or it only
     * knows the text that its task evaluates on. */
    void (*logits)(const struct run *r, const struct batch *b, int sequence, real *logits);
};

extern const struct learner learner_layer;
