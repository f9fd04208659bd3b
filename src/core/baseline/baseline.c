/* baseline.c -- the list of baselines, to which a new one, or a room, adds a row; see baseline.h. */
#include "baseline/baseline.h"

#include "base/registry.h"

const struct baseline *baseline_kinds[BASELINE_KINDS_MAX + 1] = {&baseline_most_frequent, &baseline_bag, NULL};

const struct baseline *baseline_find(const char *name) { return registry_find(baseline_kinds, name); }
