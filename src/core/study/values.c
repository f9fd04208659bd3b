/* values.c -- see values.h. */
#include "study/values.h"

#include <math.h>

#include "study/series.h"

/* The finished member of row b with the seed of m; NULL: there is none. */
static const struct member *member_of_same_seed(const struct member *m, const struct compare_row *b) {
    const struct series *s = b->first->series;
    const struct member *other = s->first;
    while (other < s->end && other->seed != m->seed)
        other++;
    return other < s->end && other->status == STATUS_FINISHED ? other : NULL;
}

/* ---- What a fixed test set adds to the variance */

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
        const struct member *other = b ? member_of_same_seed(m, b) : NULL;
        both[n].a = member_score(m, a->policy, metric, i);
        both[n].b = other ? member_score(other, b->policy, metric, j) : NULL;
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

static double by_rows(const struct seed_pair *both, int n, struct arena *arena) {
    int rows = both->a->examples;
    double *mean = arena_alloc(arena, (size_t)rows, sizeof *mean),
           *square = arena_alloc(arena, (size_t)rows, sizeof *square);
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < n; k++) {
            double x = effect(&both[k], i);
            mean[i] += x / n;
            square[i] += x * x / n;
        }
    return shared_variance(mean, square, rows, n);
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
    double shared = rows && both->a->examples > 1 ? by_rows(both, n, &arena) : bound;
    arena_free(&arena);
    return shared;
}

/* ---- Values */

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

/* Of the targets of a, or of b, of each seed: texts may have several. */
static double independent(const struct seed_pair *both, int n, bool of_b, int metric) {
    double single = 0, variance = 0, texts = (double)INFINITY, targets = (double)INFINITY;
    for (int k = 0; k < n; k++) {
        const struct score *s = of_b ? both[k].b : both[k].a;
        single += s->value[metric] * (1 - s->value[metric]);
        variance += s->variance[metric];
        texts = fmin(texts, s->texts);
        targets = fmin(targets, (double)s->count);
    }
    return independent_targets(single, variance, texts, targets);
}

void values_find(struct values *v, const struct compare_row *a, int i, const struct compare_row *b, int j, int metric) {
    const struct metric *m = &metrics[metric];
    struct arena scratch = {0};
    int n;
    if (m->of_run && i == IN_RANGE) {
        find_figures(v, a, b, metric);
        return;
    }
    const struct seed_pair *both = find_scores(&n, a, i, b, j, metric, &scratch);
    bool fixed = n && both[n - 1].a->examples > 0;
    double examples = fixed ? both[n - 1].a->examples : a->first->result->examples;
    if (n && both->a->texts)
        examples = fmin(independent(both, n, false, metric), independent(both, n, b, metric));
    for (int k = 0; k < n; k++) {
        v->a[k] = both[k].a->value[metric];
        v->b[k] = b ? both[k].b->value[metric] : 0;
    }
    arena_free(&scratch);
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
