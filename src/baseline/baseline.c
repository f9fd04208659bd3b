/* baseline.c -- the list of baselines, to which a new one adds a row; see baseline.h. */
#include "baseline/baseline.h"

#include <limits.h>
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

const struct safetensors_entry *baseline_tensor(const struct safetensors *file, const char *name, const char *dtype,
                                                int rows, int columns, struct error *e) {
    const struct safetensors_entry *t = safetensors_find(file, name);
    int dims = 1 + (columns > 0);
    bool fits = t && strcmp(t->dtype, dtype) == 0 && t->dims == dims && t->shape[0] > 0 && t->shape[0] < INT_MAX &&
                (rows == BASELINE_ANY || t->shape[0] == (uint64_t)rows) &&
                (dims == 1 || t->shape[1] == (uint64_t)columns);
    if (!fits)
        error_set(e, EXIT_DATA, "tensor %s is missing, or has another type or shape than its configuration needs",
                  name);
    return fits ? t : NULL;
}
