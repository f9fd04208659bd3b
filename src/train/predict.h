/* predict.h -- a trained run asked about texts that somebody wrote. */
#ifndef TRAIN_PREDICT_H
#define TRAIN_PREDICT_H

#include "train/run.h"

struct prediction {
    struct batch batch; /* one sequence */
    int classes, heads;
    real *probability;  /* (asked, classes) */
    int *best;          /* (asked) the likeliest answer */
    const real *weight; /* (asked, heads, rows) what each row was worth to an asked one; NULL: the mixer has none */
};

/* One batch's way through a model that nobody trains. */
struct passage {
    struct encoding_weights weights;
    struct encoding_use use;
    struct workspace work;
};
/* Places beyond the trained ones under a policy; all in the arena, and points into itself. Error: EXIT_USAGE (the
 * policy). */
bool passage_run(struct passage *p, const struct run *r, const struct batch *b, const struct policy *beyond,
                 struct arena *arena, struct error *e);

/* Answers for the example that the texts make (the second may be empty), places beyond the trained ones under a
 * policy; all in the arena. Errors: EXIT_DATA (no such example), EXIT_USAGE (the policy). */
bool predict(struct prediction *p, const struct run *r, const struct policy *beyond, const char *const text[2],
             struct arena *arena, struct error *e);

#endif
