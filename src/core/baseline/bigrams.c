/* bigrams.c -- a bag of words and of pairs of neighbours: as much order as two words have. */
#include "baseline/linear.h"

static bool fits(const struct task_built *t, struct error *e) { return linear_fits(t, "bigrams", e); }

static const void *train(const struct baseline_examples *from, struct arena *arena) {
    return linear_train(from, true, arena);
}

const struct baseline baseline_bigrams = {
    .name = "bigrams",
    .ordered = true,
    .summary = "a bag of words and of pairs of neighbours: a softmax over how often each occurs",
    .source = "Wang and Manning 2012",
    .fits = fits,
    .train = train,
    LINEAR_HOOKS,
};
