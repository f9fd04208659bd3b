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

/* Answers for the example that the texts make (the second may be empty), places beyond the trained ones under a
 * policy; all in the arena. Errors: EXIT_DATA (no such example), EXIT_USAGE (the policy). */
bool predict(struct prediction *p, const struct run *r, const struct policy *beyond, const char *const text[2],
             struct arena *arena, struct error *e);

#endif
