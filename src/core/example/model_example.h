/* model_example.h -- one example run through a trained model: a user's texts, or one that the task draws. */
#pragma once

#include "evaluate/predict.h"

/* Has pointers into itself: do not move it. */
struct model_example {
    const struct run *run;
    struct batch batch; /* one sequence */
    struct forward_pass way;
    const char **word; /* (rows) printable */
    bool drawn;        /* by the task, so the batch has the right answers */
};

/* Of the texts (the second may be NULL); where the first is NULL, the first example of evaluation of so many words, or
 * of the longest trained length where `length` is 0. Positions beyond the trained ones are under the policy. All lies
 * in the arena. Errors: those of the texts, and EXIT_USAGE (a position beyond the table, the length). */
bool model_example_open(struct model_example *x, const struct run *r, const char *const text[2], int length,
                        const struct policy *policy, struct arena *arena, struct error *e);

/* The texts of evaluation example `number` of the longest trained length, or of a dataset of those of all lengths; its
 * right answer at the first target. */
int model_example_texts(const char *text[2], const struct run *r, int number, struct arena *arena);

/* The weight that each row gives to each row, not the targets alone: (heads, rows, rows), in the arena; NULL: the mixer
 * has no such weights. Those of the targets are those of the example. */
const real *model_example_attention(const struct model_example *x, struct arena *arena);
