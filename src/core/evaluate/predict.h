/* predict.h -- the answers of a trained run for a user's texts; positions beyond the table are refused as in training,
 * unless a policy is named. */
#pragma once

#include "run/run.h"

struct prediction {
    const struct batch *batch; /* one sequence */
    int classes, heads;
    real *probability;  /* (A, classes) */
    int *best;          /* (A) the likeliest answer */
    const real *weight; /* (A, heads, rows) the weight of each row for each target; NULL: the mixer has none */
};

/* One batch in a model that is not being trained. */
struct forward_pass {
    struct encoding_weights weights;
    struct encoding_use use;
    struct workspace work;
};
/* Runs it up to its states, positions beyond the trained ones under a policy; all in the arena, with pointers into
 * itself. Error: EXIT_USAGE (the policy). */
bool forward_pass_states(struct forward_pass *p, const struct run *r, const struct batch *b,
                         const struct policy *policy, struct capacity capacity, enum workspace_use keep,
                         struct arena *arena, struct error *e);
/* With all logits and the mixer's weights. */
bool forward_pass_run(struct forward_pass *p, const struct run *r, const struct batch *b, const struct policy *policy,
                      struct arena *arena, struct error *e);

/* The answers of a batch of one sequence that went this way. */
void prediction_of(struct prediction *p, const struct run *r, const struct batch *b, const struct forward_pass *way,
                   struct arena *arena);
/* Answers for the example made from the texts (the second may be empty), positions beyond the trained ones under a
 * policy; all in the arena. Errors: EXIT_DATA (no such example), EXIT_USAGE (the policy). */
bool predict(struct prediction *p, const struct run *r, const struct policy *policy, const char *const text[2],
             struct arena *arena, struct error *e);
/* Whether the policy, and a baseline, can answer it. Error: EXIT_USAGE. */
bool predict_fits(const struct run *r, const struct policy *policy, const struct batch *b, struct error *e);
