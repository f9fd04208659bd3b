/* shared_test_variance.c -- see shared_test_variance.h. */
#include "study/shared_test_variance.h"

#include <math.h>

#include "statistics/statistics.h"
#include "study/series.h"
#include "study/values.h"

/* The scores of one seed: of a, and of b where there is one. */
struct seed_pair {
    const struct score *a, *b;
};

/* Those of each seed that has them: (*count). */
static struct seed_pair *find_scores(int *count, const struct compare_row *a, int i, const struct compare_row *b, int j,
                                     int metric, struct arena *arena) {
    const struct series *s = a->first->series;
    struct seed_pair *both = arena_alloc(arena, (size_t)series_seeds(s), sizeof *both);
    int n = 0;
    for (const struct member *m = s->first; m < s->end; m++) {
        both[n] =
            (struct seed_pair){member_score(m, a->policy, metric, i), b ? score_of_same_seed(m, b, j, metric) : NULL};
        n += both[n].a && (!b || both[n].b);
    }
    *count = n;
    return both;
}

/* Whether the rows of two scores are the same, and what was right in each is known. */
static bool same_rows(const struct score *s, const struct score *first) {
    return s->right.bits && s->examples == first->examples && s->count == first->count;
}

static double right_in(const struct score *s, int i) { return s ? (double)packed_get(&s->right, i) : 0; }

/* What row i adds to the value of a seed, its targets less those right by the seed's mean, in units of the value. */
static double effect(const struct seed_pair *of, int i) {
    double targets = (double)of->a->count, rows = of->a->examples;
    double mean = (*of->a->sum[METRIC_ACCURACY] - (of->b ? *of->b->sum[METRIC_ACCURACY] : 0)) / targets;
    return (right_in(of->a, i) - right_in(of->b, i) - mean * score_targets(of->a, i)) * rows / targets;
}

static double by_rows(const struct seed_pair *both, int n) {
    struct arena arena = {0};
    int rows = both->a->examples;
    double *mean = arena_alloc(&arena, (size_t)rows, sizeof *mean),
           *square = arena_alloc(&arena, (size_t)rows, sizeof *square);
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < n; k++) {
            double x = effect(&both[k], i);
            mean[i] += x / n;
            square[i] += x * x / n;
        }
    double shared = shared_variance(mean, square, rows, n);
    arena_free(&arena);
    return shared;
}

double shared_test_variance(const struct compare_row *a, int i, const struct compare_row *b, int j, int metric) {
    struct arena arena = {0};
    int n;
    const struct seed_pair *both = find_scores(&n, a, i, b, j, metric, &arena);
    bool rows = n && metric == METRIC_ACCURACY && (!b || i == j);
    double bound = n ? 0 : (double)NAN;
    for (int k = 0; k < n; k++) {
        const struct score *x = both[k].a, *y = both[k].b;
        rows = rows && same_rows(x, both->a) && (!y || same_rows(y, both->a));
        bound += x->examples ? (x->variance[metric] + (y ? y->variance[metric] : 0)) / n : 0;
    }
    double shared = rows && both->a->examples > 1 ? by_rows(both, n) : bound;
    arena_free(&arena);
    return shared;
}
