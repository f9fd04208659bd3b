/* values.c -- see values.h. */
#include "study/values.h"

#include <math.h>

#include "study/series.h"
#include "study/shared_test_variance.h"

/* The finished member of row b with the seed of m; NULL: there is none. */
static const struct member *member_of_same_seed(const struct member *m, const struct compare_row *b) {
    const struct series *s = b->first->series;
    const struct member *other = s->first;
    while (other < s->end && other->seed != m->seed)
        other++;
    return other < s->end && other->status == STATUS_FINISHED ? other : NULL;
}

const struct score *score_of_same_seed(const struct member *m, const struct compare_row *b, int j, int metric) {
    const struct member *other = member_of_same_seed(m, b);
    return other ? member_score(other, b->policy, metric, j) : NULL;
}

struct values values_of(const struct compare_row *row, struct arena *arena) {
    size_t seeds = (size_t)series_seeds(row->first->series);
    return (struct values){.a = arena_alloc(arena, seeds, sizeof(double)),
                           .b = arena_alloc(arena, seeds, sizeof(double))};
}

/* The logarithm of a figure; where it was not reached that of all steps of the run, and *least is set: it is a lower
 * bound. NAN: not known. */
static double figure_log(const struct evaluation_result *r, int metric, bool *least) {
    double x = metrics[metric].of_run(r);
    *least = isinf(x);
    return log(*least ? evaluation_steps(r) : x);
}

/* Logarithms of figures, of which a policy changes nothing. */
static void find_figures(struct values *v, const struct compare_row *a, const struct compare_row *b, int metric) {
    const struct series *s = a->first->series;
    int n = 0;
    v->least_a = v->least_b = 0;
    for (const struct member *m = s->first; m < s->end; m++) {
        const struct member *other = b ? member_of_same_seed(m, b) : m;
        bool least = false, least_b = false;
        if (m->status != STATUS_FINISHED || !other)
            continue;
        v->a[n] = figure_log(m->result, metric, &least);
        v->b[n] = b ? figure_log(other->result, metric, &least_b) : 0;
        if (isnan(v->a[n] - v->b[n]))
            continue;
        n++;
        v->least_a += least;
        v->least_b += least_b;
    }
    v->shared = (double)NAN;
    v->of_a = (struct seeds){v->a, n, -(double)INFINITY, (double)INFINITY, 0, v->shared};
    v->of_b = v->of_a;
    v->of_b.value = v->b;
}

void values_find(struct values *v, const struct compare_row *a, int i, const struct compare_row *b, int j, int metric) {
    const struct metric *m = &metrics[metric];
    const struct series *s = a->first->series;
    bool fixed = false;
    int n = 0, examples = 0;
    if (m->of_run && i == IN_RANGE) {
        find_figures(v, a, b, metric);
        return;
    }
    for (const struct member *at = s->first; at < s->end; at++) {
        const struct score *x = member_score(at, a->policy, metric, i),
                           *y = x && b ? score_of_same_seed(at, b, j, metric) : NULL;
        if (!x || (b && !y))
            continue;
        v->a[n] = x->value[metric];
        v->b[n++] = y ? y->value[metric] : 0;
        fixed = x->examples > 0;
        examples = fixed ? x->examples : at->result->examples;
    }
    v->shared = fixed ? shared_test_variance(a, i, b, j, metric) : (double)NAN;
    v->of_a = (struct seeds){
        v->a,     n, m->quantity.low, m->quantity.high, isinf(m->quantity.high - m->quantity.low) ? 0 : examples,
        v->shared};
    v->of_b = v->of_a;
    v->of_b.value = v->b;
}

/* If all figures are lower bounds, the mean is INFINITY: not reached. */
struct summary values_summary(const struct values *v, int metric) {
    int n = v->of_a.n;
    if (!metrics[metric].of_run || !n)
        return seeds_summary(&v->of_a);
    struct summary s = ratio_summary(summarise(v->a, n), v->least_a > 0, false);
    s.mean = v->least_a == n ? (double)INFINITY : s.mean;
    return s;
}

/* Equal ratios have an interval of no width, and no test; what is only a bound is tested on its own side of 1. */
struct summary values_difference(const struct values *v, int metric, double *p) {
    struct summary s = seeds_difference(&v->of_a, &v->of_b, v->shared, p);
    if (!metrics[metric].of_run)
        return s;
    if (s.n > 1 && isnan(s.low))
        s.low = s.high = s.mean;
    s = ratio_summary(s, v->least_a > 0, v->least_b > 0);
    if (p && ((v->least_a && !(s.mean > 1)) || (v->least_b && !(s.mean < 1))))
        *p = (double)NAN;
    return s;
}
