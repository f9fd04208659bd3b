/* baseline.h -- all baselines: simple models without positions that are members of a comparison, trained and evaluated
 * on the same examples as the others.
 *
 * A baseline is one file that ends in one const struct and a row in baseline.c. It is chosen by model.baseline and, in
 * a comparison, by the member baseline/NAME. It declares for which tasks it makes sense. Its checkpoint has no layer:
 * commands that need one refuse it. */
#pragma once

#include "baseline/learner.h"
#include "task/task.h"

struct baseline {
    const char *name, *summary, *source;
    bool ordered; /* it can see word order */
    /* Error, EXIT_USAGE: it makes no sense for the task. */
    bool (*fits)(const struct task_built *t, struct error *e);
    struct learner learner;
};

/* All of them, NULL-ended. */
enum { BASELINE_KINDS_MAX = 15 };
extern const struct baseline *baseline_kinds[BASELINE_KINDS_MAX + 1];
/* The baseline with this name; NULL if there is none. */
const struct baseline *baseline_find(const char *name);

extern const struct baseline baseline_most_frequent, baseline_bag;
