/* bag.c -- a bag of words: which words are in the example and how often, but not where. */
#include "baseline/linear.h"

static bool fits(const struct task_built *t, struct error *e) { return linear_fits(t, "bag", e); }

const struct baseline baseline_bag = {
    .name = "bag",
    .summary = "a bag of words: a softmax over how often each word occurs",
    .source = "logistic regression over counts; Joachims 1998",
    .fits = fits,
    .train = linear_train,
    LINEAR_HOOKS,
};
