/* predict.h -- the answers of a trained run for a user's texts; positions beyond the table are refused as in training,
 * unless a policy is named. */
#pragma once

#include "base/text.h"
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
/* Runs it, positions beyond the trained ones under a policy; all in the arena, with pointers into itself. Error:
 * EXIT_USAGE (the policy). */
bool forward_pass_run(struct forward_pass *p, const struct run *r, const struct batch *b, const struct policy *policy,
                      struct arena *arena, struct error *e);

/* The answers of a batch of one sequence that went this way. */
void prediction_of(struct prediction *p, const struct run *r, const struct batch *b, const struct forward_pass *way,
                   struct arena *arena);
/* Answers for the example made from the texts (the second may be empty), positions beyond the trained ones under a
 * policy; all in the arena. Errors: EXIT_DATA (no such example), EXIT_USAGE (the policy). */
bool predict(struct prediction *p, const struct run *r, const struct policy *policy, const char *const text[2],
             struct arena *arena, struct error *e);

/* An example of a batch of its own, and the probabilities (classes) of its answers at its last target. */
struct prediction_request {
    const struct batch *example;
    real *probability;
};
/* The same for many, in batches of examples of one length: each gets what it would get alone, to rounding. Error,
 * EXIT_USAGE (the policy): *failed is the number of one that is refused. */
bool predict_many(const struct prediction_request *q, int count, const struct run *r, const struct policy *policy,
                  int *failed, struct error *e);
/* Whether the policy, and a baseline, can answer it. Error: EXIT_USAGE. */
bool predict_fits(const struct run *r, const struct policy *policy, const struct batch *b, struct error *e);
/* Whether an example has words, and the task knows none of them: all are [UNK]. */
bool prediction_is_blind(const struct task_built *t, const struct batch *example);

/* How right the answers about labelled texts are. */
struct prediction_score {
    int labelled, whole;                /* texts with a label, and those with all answers right */
    int answers, correct;               /* their targets, and right answers there */
    int unknown;                        /* labels that are no answers of the model's */
    char first_unknown[TEXT_PRINTABLE]; /* the first of these, safe to show */
};
/* Counts one by the likeliest answers at its targets: the whole label is the answer at one target, else its words are
 * those at each in turn. Returns the right answers. */
int prediction_count(struct prediction_score *score, const struct task_built *t, const int *best, int targets,
                     const char *label);
