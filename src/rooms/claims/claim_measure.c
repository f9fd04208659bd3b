/* claim_measure.c -- the numbers of a claim's rows; see claims.h. Means and differences of evaluated metrics and of
 * figures of runs come from the comparison (values.h). Numbers that a comparison does not have are computed here, seed
 * by seed: formulas, differences to chance, and gaps between training examples and in range. Fails only where a
 * checkpoint that a formula needs cannot be read; other missing numbers are NAN. */
#include <math.h>
#include <string.h>

#include "claims/claims.h"
#include "study/series.h"
#include "study/values.h"

bool claim_point_given(const struct claim_point *p) { return p->formula || p->in; }

const struct metric *claim_metric(const struct claim_row *row) {
    return row->a.formula ? NULL : &metrics[row->table->metric];
}

bool claim_is_ratio(const struct claim_row *row) {
    const struct metric *m = claim_metric(row);
    return m && m->of_run;
}

int claim_column(const struct claim_point *p, const struct range words[], int lengths) {
    if (p->at <= 0)
        return IN_RANGE;
    for (int i = 1; i <= lengths && !p->in->c.trained_differs; i++)
        if (words[i].high == p->at * p->in->c.words[IN_RANGE].high)
            return i;
    return -1;
}

/* ---- From the comparison */

/* Whether a point is a metric that a row of the comparison has. */
static bool evaluated(const struct claim_point *p) { return p->in && !p->formula && p->at >= 0; }

/* The row of a point, and its column; NULL if no seed has a result there. */
static const struct compare_row *row_of(const struct claim_point *p, int *column) {
    const struct comparison_result *c = &p->in->c;
    *column = claim_column(p, c->words, c->lengths);
    for (int i = 0; i < c->rows && *column >= 0; i++)
        if (strcmp(c->row[i].first->label, p->member) == 0 && (!p->policy || c->row[i].policy == p->policy))
            return &c->row[i];
    return NULL;
}

/* The value of a finished member in a point, the more the better; NAN: it has none. */
static double worth(const struct member *m, const struct compare_row *row, int column, int metric) {
    const struct metric *of = &metrics[metric];
    if (m->status != STATUS_FINISHED)
        return (double)NAN;
    if (of->of_run)
        return of->quantity.better * of->of_run(m->result);
    const struct score *s = member_score(m, row->policy, metric, column);
    return s ? of->quantity.better * s->value[metric] : (double)NAN;
}

/* The row of a point; with another, one that has in each seed the member which is better there, where both have one. */
static const struct compare_row *better_row(const struct claim_point *p, int *column, int metric, struct arena *arena) {
    int other_column = 0;
    const struct compare_row *row = row_of(p, column), *other = p->other ? row_of(p->other, &other_column) : NULL;
    if (!p->other || !row || !other || *column != other_column)
        return p->other ? NULL : row;
    const struct series *s = row->first->series, *t = other->first->series;
    struct member *best = arena_alloc(arena, (size_t)series_seeds(s), sizeof *best);
    struct series *both = arena_alloc(arena, 1, sizeof *both);
    struct compare_row *of = arena_alloc(arena, 1, sizeof *of);
    *both = (struct series){best, best};
    for (const struct member *m = s->first; m < s->end; m++)
        for (const struct member *n = t->first; n < t->end; n++) {
            double x = worth(m, row, *column, metric), y = worth(n, other, *column, metric);
            if (m->seed != n->seed || isnan(x) || isnan(y))
                continue;
            *both->end = y > x ? *n : *m;
            both->end++->series = both;
        }
    *of = *row;
    of->first = best;
    return both->end > best ? of : NULL;
}

/* The mean of a point (b is a itself), or of the difference a - b; of figures the ratio a / b. */
static struct summary summary_of(const struct claim_point *a, const struct claim_point *b, int metric) {
    int i, j;
    struct arena scratch = {0};
    const struct compare_row *row = better_row(a, &i, metric, &scratch),
                             *less = a == b ? row : better_row(b, &j, metric, &scratch);
    struct summary s = summarise(NULL, 0);
    if (row && less) {
        struct values v = values_of(row, &scratch);
        values_find(&v, row, i, a == b ? NULL : less, a == b ? 0 : j, metric);
        s = a == b ? values_summary(&v, metric) : values_difference(&v, metric, NULL);
    }
    arena_free(&scratch);
    return s;
}

/* ---- By seed */

/* Whether a point is the same for every seed. */
static bool fixed(const struct claim_point *p) { return !p->in && !(p->formula && p->formula->seeds); }

/* A point's number for one seed; NAN where its member gave none. */
static bool read_point(const struct claim_point *p, int metric, int seed, double *out, struct error *e) {
    static const struct assignments none;
    char folder[PATH_MAX_LENGTH];
    struct run r;
    int column;
    const struct compare_row *row = p->in ? row_of(p, &column) : NULL;
    const struct member *m = row ? row->first->series->first : NULL;
    *out = p->formula && p->formula->value ? p->formula->value(seed, p->parameter) : (double)NAN;
    while (m && m->seed != seed)
        m = m + 1 < row->first->series->end ? m + 1 : NULL;
    if (!m || m->status != STATUS_FINISHED)
        return true;
    if (p->formula) {
        if (!file_path(folder, p->in->c.folder, m->name, e) ||
            !checkpoint_read_folder(&r, folder, &none, NULL, NULL, e))
            return false;
        *out = p->formula->of_run(&r);
        run_free(&r);
    } else if (p->at == AT_CHANCE) {
        *out = p->in->c.baseline[CHANCE].of[metric].at[IN_RANGE];
    } else if (p->at == AT_GAP) {
        *out = m->result->training.value[METRIC_ACCURACY] - member_in_range(m);
    } else {
        const struct score *s = member_score(m, row->policy, metric, column);
        *out = s ? s->value[metric] : (double)NAN;
    }
    return true;
}

/* The mean of those that are numbers; `exact`: a number that is the same for every seed, and is its own interval. */
static struct summary summarise_known(const double *x, int n, bool exact) {
    double known[CLAIM_SEEDS];
    int count = 0;
    for (int i = 0; i < n; i++)
        if (!isnan(x[i]))
            known[count++] = x[i];
    struct summary s = summarise(known, count);
    if (exact)
        s.low = s.high = s.mean;
    return s;
}

/* From values to how far each is from their mean, as in Levene's test of variances. */
static void deviations(double *x, int n) {
    double mean = summarise_known(x, n, false).mean;
    for (int i = 0; i < n; i++)
        x[i] = fabs(x[i] - mean);
}

/* ---- Rows */

static struct summary scaled(struct summary s, double factor) {
    double low = factor * s.low, high = factor * s.high;
    return (struct summary){s.n, factor * s.mean, fmin(low, high), fmax(low, high)};
}

/* By how much a is better than b, or for figures how many times better. x is a - b by seed, which counts where a or
 * b is not evaluated. */
static struct summary better_of(const struct claim_row *row, const struct claim_result_row *r, const double *x,
                                int seeds, bool exact) {
    const struct metric *m = claim_metric(row);
    const struct claim_point *a = &row->a, *b = &row->b;
    int metric = row->table->metric;
    double factor = m ? m->quantity.better * m->quantity.scale : 1;
    if (!claim_point_given(b))
        return r->a;
    if (claim_is_ratio(row))
        return factor > 0 ? summary_of(a, b, metric) : summary_of(b, a, metric);
    if (evaluated(a) && evaluated(b) && !row->table->spread)
        return scaled(summary_of(a, b, metric), factor);
    if (!evaluated(a) || b->at != AT_CHANCE)
        return scaled(summarise_known(x, seeds, exact), factor);
    double chance = m->quantity.scale * b->in->c.baseline[CHANCE].of[metric].at[IN_RANGE];
    return scaled((struct summary){r->a.n, r->a.mean - chance, r->a.low - chance, r->a.high - chance},
                  m->quantity.better);
}

static bool measure_row(int seeds, const struct claim_row *row, struct claim_result_row *out, struct error *e) {
    const struct claim_point *const point[2] = {&row->a, &row->b}, *last = point[claim_point_given(&row->b)];
    const struct metric *m = claim_metric(row);
    bool exact = fixed(&row->a) && fixed(&row->b);
    int metric = row->table->metric, column = -1;
    double x[2][CLAIM_SEEDS], scale = m ? m->quantity.scale : 1;
    seeds = exact ? 1 : seeds;
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < seeds; i++)
            if (!read_point(point[k], metric, i + 1, &x[k][i], e))
                return false;
        if (row->table->spread)
            deviations(x[k], seeds);
        struct summary own = evaluated(point[k]) && !row->table->spread ? summary_of(point[k], point[k], metric)
                                                                        : summarise_known(x[k], seeds, exact);
        *(k ? &out->b : &out->a) = scaled(own, scale);
    }
    for (int i = 0; i < seeds; i++)
        x[0][i] -= x[1][i];
    out->measured = better_of(row, out, x[0], seeds, exact);
    if (evaluated(last) && !claim_is_ratio(row) && !row->table->spread)
        column = claim_column(last, last->in->c.words, last->in->c.lengths);
    out->chance = column < 0 ? (double)NAN : scale * last->in->c.baseline[CHANCE].of[metric].at[column];
    return true;
}

bool claims_measure(const struct claim *c, struct claim_result *r, struct error *e) {
    r->claim = c;
    for (int i = 0; i < c->rows; i++)
        if (!measure_row(c->row[i].a.in ? c->row[i].a.in->seeds : c->seeds, &c->row[i], &r->row[i], e))
            return false;
    claim_judge(r);
    claim_rule(c, r->rule);
    return true;
}
