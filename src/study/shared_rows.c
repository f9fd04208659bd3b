/* shared_rows.c -- see shared_rows.h. */
#include "study/shared_rows.h"

#include <math.h>

#include "measure/statistics.h"

/* The scores of one seed: of a, and of b where there is one. */
struct both {
    const struct score *a, *b;
};

/* Those of each seed that has them; returns how many. */
static int find_scores(struct both both[COMPARE_MEMBERS], const struct comparison_result *c,
                       const struct compare_row *a, const struct compare_row *b, int metric, int i) {
    const struct member *end = c->member + c->members;
    int n = 0;
    for (const struct member *m = c->member; m < end; m++) {
        if (!member_alike(m, a->first))
            continue;
        both[n] = (struct both){member_score(m, a->policy, metric, i), b ? score_beside(c, m, b, metric, i) : NULL};
        n += both[n].a && (!b || both[n].b);
    }
    return n;
}

/* Whether the rows of two scores are the same, and what was right in each is known. */
static bool same_rows(const struct score *s, const struct score *first) {
    return s->right.bits && s->examples == first->examples && s->count == first->count;
}

static double right_in(const struct score *s, int i) { return s ? (double)packed_get(&s->right, i) : 0; }

/* What row i adds to the value of a seed, its targets less those right by the seed's mean, in units of the value. */
static double effect(const struct both *of, int i) {
    double targets = (double)of->a->count, rows = of->a->examples;
    double mean = (*of->a->sum[METRIC_ACCURACY] - (of->b ? *of->b->sum[METRIC_ACCURACY] : 0)) / targets;
    return (right_in(of->a, i) - right_in(of->b, i) - mean * score_targets(of->a, i)) * rows / targets;
}

static double by_rows(const struct both *both, int n) {
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

double shared_rows(const struct comparison_result *c, const struct compare_row *a, const struct compare_row *b,
                   int metric, int i) {
    struct both both[COMPARE_MEMBERS];
    int n = find_scores(both, c, a, b, metric, i);
    bool rows = n && metric == METRIC_ACCURACY;
    double bound = n ? 0 : (double)NAN;
    for (int k = 0; k < n; k++) {
        const struct score *x = both[k].a, *y = both[k].b;
        rows = rows && same_rows(x, both->a) && (!y || same_rows(y, both->a));
        bound += x->examples ? (x->variance[metric] + (y ? y->variance[metric] : 0)) / n : 0;
    }
    return rows && both->a->examples > 1 ? by_rows(both, n) : bound;
}
