/* baseline.c -- the list of baselines, to which a new one adds a row; see baseline.h. */
#include "baseline/baseline.h"

#include "base/registry.h"

const struct baseline *const baseline_kinds[] = {
    &baseline_most_frequent, &baseline_bag, &baseline_bigrams, &baseline_unigram, &baseline_bigram,
    &baseline_trigram,       NULL};

const struct baseline *baseline_find(const char *name) { return registry_find(baseline_kinds, name); }
