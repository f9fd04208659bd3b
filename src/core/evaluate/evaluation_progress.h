/* evaluation_progress.h -- how far an evaluation is, reported while it goes on. All passes are counted before the first
 * begins, and what each costs, once for each policy that is asked. */
#pragma once

#include "evaluate/evaluate_batches.h"

struct evaluation_progress {
    int pass, passes; /* a pass is a length under a policy; the first is 1 */
    double done;      /* share of all that it costs, 0..1 */
    char what[64];    /* "8x, wrap" */
};

/* Who watches; called from the thread that evaluates. */
struct evaluation_watch {
    void (*tell)(void *user, const struct evaluation_progress *at);
    void *user;
};

/* The passes of an evaluation: first they are counted, then they are worked on, in the same order. */
struct evaluation_work {
    const struct run *r;
    int threads;
    struct evaluation_result *result;
    bool counts;
    double cost, done, now;   /* of all passes; of those before; of those that are worked on, all policies together */
    int passes, before, here; /* of all columns; of those before; of this one */
    char column[32];          /* "8x" */
    bool policies;            /* have a say in it */
    const struct evaluation_row *row; /* that passes are worked on for */
    struct arena scratch;
};

/* The next column begins, with its name. */
void evaluation_work_column(struct evaluation_work *w, const char *name);
/* A pass of this column under the policies that apply begins; false: it was to be counted, and that was all. */
bool evaluation_work_begin(struct evaluation_work *w, const struct pass *p);
/* All are counted: from now on they are worked on. */
void evaluation_work_counted(struct evaluation_work *w);
/* A share of the pass is done, and the policy of this row is asked. */
void evaluation_work_tell(const struct evaluation_work *w, int row, double share);
