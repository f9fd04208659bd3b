/* baseline.c -- the list of baselines, to which a new one adds a row; see baseline.h. */
#include "baseline/baseline.h"

#include <string.h>

const struct baseline *const baseline_kinds[] = {
    &baseline_most_frequent, &baseline_bag, &baseline_bigrams, &baseline_unigram, &baseline_bigram,
    &baseline_trigram,       NULL};

const struct baseline *baseline_find(const char *name) {
    for (const struct baseline *const *b = baseline_kinds; *b; b++)
        if (strcmp((*b)->name, name) == 0)
            return *b;
    return NULL;
}
