/* evaluate_batches.h -- runs many examples through a trained model, under several policies at once, and adds up scores.
 * No number depends on threads or on the other policies. */
#pragma once

#include "evaluate/evaluate.h"
#include "run/batches.h"

struct evaluation_work;

struct pass {
    const struct run *r;
    enum task_stream from;
    int length, longest; /* 0: as in training; words of the longest */
    struct evaluation_range of;
    struct position_scheme scheme;
    int threads, rows;                  /* workers at most; policies */
    const struct evaluation_row *row;   /* (rows) the policies; those that apply are asked */
    struct score *const *to;            /* (rows) gets what comes of each */
    const int *sums;                    /* (METRICS_MAX) numbers that each metric adds up */
    int offset;                         /* of the first example among those of the scores */
    struct arena *arena, *scratch;      /* of the scores; rewound at the end */
    const struct evaluation_work *work; /* its progress; NULL: nobody watches */
};

/* Whether no position lies beyond the trained ones: length policies have no say there. */
bool pass_is_trained(const struct pass *p);
/* About what it costs under one policy, in rows that are computed: one that is known and copied is a tenth of that. */
double pass_cost(const struct pass *p);

/* Opens the encoding under the policy of each row that applies, and adds what comes of it to its score: count and sums;
 * with `squares`, these; with room for `right`, the right targets of each example (and its targets, where not all have
 * the same, in the arena). Errors: EXIT_USAGE (a position beyond a table under `error`). A run that is stopped leaves
 * out the rest. */
bool evaluate_batches(const struct pass *p, struct error *e);
