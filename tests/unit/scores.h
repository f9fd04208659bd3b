/* scores.h -- what an evaluation counted, for tests. */
#pragma once

#include "evaluate/evaluate.h"
#include "unit/tests.h"

/* Right answers of a score. */
static inline int right_of(struct score s) { return (int)*s.sum[METRIC_ACCURACY]; }

static inline void assert_same_scores(struct score *const *a, struct score *const *b, int count) {
    for (int i = 0; i < count; i++) {
        assert_int_equal(a[i]->count, b[i]->count);
        for (int k = 0; k < metric_count; k++)
            assert_memory_equal(&a[i]->value[k], &b[i]->value[k], sizeof a[i]->value[k]);
    }
}
