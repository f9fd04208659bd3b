/* summarise.c -- computes rows and pairs of a comparison from its finished members; see summarise.h. */
#include "study/summarise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "encoding/encoding.h"
#include "statistics/statistics.h"
#include "study/columns.h"
#include "study/pairs.h"
#include "study/series.h"
#include "study/sweep.h"
#include "study/values.h"

/* "rope+interpolate base=100"; an encoding that knows one policy goes by its label. */
static const char *name_of(const struct member *m, const struct policy *policy, struct arena *arena) {
    const struct policy *known[ENCODING_POLICIES + 1];
    policy_list(known, m->settings->encoding->acts_on);
    bool choice = known[1] || policy != known[0];
    int kinds = (int)(strlen(m->label) - strlen(m->options));
    return arena_format(arena, "%.*s%s%s%s", kinds, m->label, choice ? "+" : "", choice ? policy->name : "",
                        m->options);
}

void compare_add_rows(struct comparison_result *c, const struct member *m, const struct evaluation_result *r) {
    int applying = 0;
    for (int i = 0; i < r->rows; i++)
        applying += r->row[i].applies;
    for (const struct evaluation_row *of = r->row; of < r->row + r->rows; of++)
        if (of->applies || (!applying && of == r->row))
            c->row[c->rows++] = (struct compare_row){
                .first = m, .policy = of->policy, .applies = of->applies, .name = name_of(m, of->policy, c->arena)};
}

static void sum_up_row(const struct comparison_result *c, struct compare_row *row) {
    struct arena scratch = {0};
    struct values v = values_of(row, &scratch);
    row->of = arena_alloc(c->arena, (size_t)metric_count, sizeof *row->of);
    for (int k = 0; k < metric_count; k++) {
        row->of[k] = arena_alloc(c->arena, (size_t)compare_columns(c), sizeof *row->of[k]);
        for (int i = 0; i < compare_columns(c); i++) {
            values_find(&v, row, i, NULL, i, k);
            row->of[k][i] = values_summary(&v, k);
        }
    }
    for (const struct member *m = row->first->series->first; m < row->first->series->end; m++) {
        row->passed += member_passed(c, m);
        row->finished += m->status == STATUS_FINISHED;
    }
    arena_free(&scratch);
}

/* No policy acts on the lengths of training, which both models of a pair have. */
static bool is_trained(const struct comparison_result *c, const struct compare_pair *p, int i) {
    return i == IN_RANGE || (c->words[i].high <= p->a->first->result->words[IN_RANGE].high &&
                             c->words[i].high <= p->b->first->result->words[IN_RANGE].high);
}

/* The models of a pair. */
struct models {
    const struct member *a, *b;
    int pair;
};

static int by_models(const void *v, const void *w) {
    const struct models *x = v, *y = w;
    if (x->a != y->a)
        return x->a < y->a ? -1 : 1;
    if (x->b != y->b)
        return x->b < y->b ? -1 : 1;
    return (x->pair > y->pair) - (x->pair < y->pair);
}

/* Of each pair the first one of the same models, perhaps under other policies: at a trained length it is the same. */
static int *first_pairs(const struct comparison_result *c, struct arena *arena) {
    int *first = arena_alloc(arena, (size_t)c->pairs, sizeof *first);
    struct models *sorted = arena_alloc(arena, (size_t)c->pairs, sizeof *sorted);
    for (int k = 0; k < c->pairs; k++)
        sorted[k] = (struct models){c->pair[k].a->first, c->pair[k].b->first, k};
    if (c->pairs)
        qsort(sorted, (size_t)c->pairs, sizeof *sorted, by_models);
    for (int k = 0; k < c->pairs; k++) {
        const struct models *m = &sorted[k], *before = k ? m - 1 : m;
        bool same = k && before->a == m->a && before->b == m->b;
        first[m->pair] = same ? first[before->pair] : m->pair;
    }
    return first;
}

/* The values of a pair in a metric; none where there is nothing to compare: both are one model. */
static void find_pair(struct values *v, const struct comparison_result *c, const struct compare_pair *p, int metric,
                      int i) {
    const struct member *a = p->a->first, *b = p->b->first;
    values_find(v, p->a, i, p->b, i, metric);
    if ((a == b && is_trained(c, p, i)) || (i == IN_RANGE && !range_same(a->result->words[i], b->result->words[i])))
        v->of_a.n = v->of_b.n = 0;
}

static void sum_up_pair(const struct comparison_result *c, struct compare_pair *p) {
    struct arena scratch = {0};
    struct values v = values_of(p->a, &scratch);
    p->of = arena_alloc(c->arena, (size_t)metric_count, sizeof *p->of);
    p->test = arena_alloc(c->arena, (size_t)metric_count, sizeof *p->test);
    for (int k = 0; k < metric_count; k++) {
        p->of[k] = arena_alloc(c->arena, (size_t)compare_columns(c), sizeof *p->of[k]);
        p->test[k] = arena_alloc(c->arena, (size_t)compare_columns(c), sizeof *p->test[k]);
        for (int i = 0; i < compare_columns(c); i++) {
            double *test = &p->test[k][i].p;
            *test = (double)NAN;
            find_pair(&v, c, p, k, i);
            p->of[k][i] = values_difference(&v, k, length_is_tested(c, i) || metrics[k].of_run ? test : NULL);
        }
    }
    arena_free(&scratch);
}

/* The true difference of a pair in column i that its seeds find in half of all cases, at the strictest of Holm's limits
 * for all that are tested; of a figure the ratio. NAN: nothing is tested. */
static double pair_detectable(const struct comparison_result *c, const struct compare_pair *p, int metric, int i) {
    struct arena scratch = {0};
    struct values v = values_of(p->a, &scratch);
    find_pair(&v, c, p, metric, i);
    double size =
        c->tested[metric] ? seeds_detectable(&v.of_a, &v.of_b, v.shared, HOLM_ALPHA / c->tested[metric]) : (double)NAN;
    arena_free(&scratch);
    return metrics[metric].of_run ? exp(size) : size;
}

/* Holm's correction over the differences of a metric that are tested, each counted once; `first` is that of
 * first_pairs. What can be detected is at the strictest of Holm's limits, that of the first of all that are tested. */
static void mark(struct comparison_result *c, int metric, const int *first, struct arena *arena) {
    int columns = compare_columns(c), count = c->pairs * columns, n = 0;
    double *p = arena_alloc(arena, (size_t)count, sizeof *p), *size = arena_alloc(arena, (size_t)count, sizeof *size);
    bool *marked = arena_alloc(arena, (size_t)count, sizeof *marked);
    for (int k = 0; k < count; k++) {
        const struct compare_pair *of = &c->pair[k / columns];
        bool again = is_trained(c, of, k % columns) && first[k / columns] < k / columns;
        p[k] = again ? (double)NAN : of->test[metric][k % columns].p;
    }
    c->tested[metric] = holm_mark(p, count, HOLM_ALPHA, marked);
    c->marked[metric] = 0;
    for (int k = 0; k < count; k++) {
        const struct compare_pair *to = &c->pair[k / columns];
        int i = k % columns, as = is_trained(c, to, i) ? first[k / columns] : k / columns;
        to->test[metric][i].marked = marked[as * columns + i];
        c->marked[metric] += marked[k];
        if (!isnan(p[k]))
            size[n++] = pair_detectable(c, to, metric, i);
    }
    sort_ascending(size, n);
    c->detectable[metric] = n ? (struct detectable){size[0], (size[(n - 1) / 2] + size[n / 2]) / 2, size[n - 1]}
                              : (struct detectable){(double)NAN, (double)NAN, (double)NAN};
}

/* The pairs that can be subtracted, with their differences. One without a difference stays: one model, whose policies
 * never act. */
static void sum_up_pairs(struct comparison_result *c) {
    int pairs = 0;
    for (int k = 0; k < c->pairs; k++) {
        struct compare_pair *p = &c->pair[pairs];
        *p = c->pair[k];
        if (!row_seeds(c, p->a, METRIC_ACCURACY) || !row_seeds(c, p->b, METRIC_ACCURACY))
            continue;
        sum_up_pair(c, p);
        pairs++;
    }
    c->pairs = pairs;
}

/* All pairs, with what is left of those that are tested. */
static void test_pairs(struct comparison_result *c) {
    struct arena scratch = {0};
    struct error unknown; /* a row of which no seed has a result */
    compare_add_pairs(c, &unknown);
    sum_up_pairs(c);
    const int *first = first_pairs(c, &scratch);
    for (int k = 0; k < metric_count; k++)
        mark(c, k, first, &scratch);
    arena_free(&scratch);
}

void compare_summarise(struct comparison_result *c) {
    size_t rows = 0;
    for (int k = 0; k < c->labels; k++) {
        const struct member *m = series_model(&c->series[k]);
        rows += m ? (size_t)m->result->rows : 0;
    }
    c->row = arena_alloc(c->arena, rows, sizeof *c->row);
    c->rows = 0;
    for (int k = 0; k < c->labels; k++) {
        const struct member *m = series_model(&c->series[k]);
        if (m)
            compare_add_rows(c, m, m->result);
    }
    for (int i = 0; i < c->rows; i++)
        sum_up_row(c, &c->row[i]);
    test_pairs(c);
    c->sweeps = sweeps_find(c);
}

bool compare_summarise_with(struct comparison_result *c, const struct assignments *a, struct error *e) {
    for (const struct setting *o = comparison_table; o->key; o++) {
        const char *given = assignments_value(a, o->key);
        if (given && !setting_read(o, &c->compare, given, e))
            return error_prefix(e, "%s: %s", assignments_where(a, o->key), o->key);
    }
    compare_summarise(c);
    struct comparison_result *again = arena_alloc(c->arena, 1, sizeof *again);
    *again = *c;
    return compare_add_pairs(again, e) || error_prefix(e, "compare.pairs");
}
