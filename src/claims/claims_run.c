/* claims_run.c -- the experiments of claims, run as comparisons, and their numbers; see claims.h. */
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "claims/claims.h"
#include "folder/folder_kind.h"
#include "study/comparison_folder.h"
#include "study/member_status.h"
#include "study/plan.h"
#include "study/pool.h"
#include "study/read_results.h"
#include "study/series.h"
#include "study/shared_test_variance.h"
#include "study/values.h"
#include "train/run.h"

bool claim_point_given(const struct claim_point *p) { return p->formula || p->in; }

const struct metric *claim_metric(const struct claim_row *row) {
    return row->a.formula ? NULL : &metrics[row->table->metric];
}

/* ---- Before anything runs: does the experiment have what a point names? */

/* A label's member, of any seed (0) or of one. */
static const struct member *find(const struct comparison_result *c, const char *label, int seed) {
    for (const struct member *m = c->member; m < c->member + c->members; m++)
        if ((seed == 0 || m->seed == seed) && strcmp(m->label, label) == 0)
            return m;
    return NULL;
}

/* The column, words[1..lengths], that is `times` the longest trained length; in range: none. */
static int length_at(const struct comparison_result *c, const struct range words[], int lengths, int times) {
    for (int i = 1; i <= lengths; i++)
        if (times > 0 && words[i].high == times * c->words[IN_RANGE].high)
            return i;
    return IN_RANGE;
}

static bool check_point(const struct claim_point *p, struct error *e) {
    const struct comparison_result *c = &p->in->c;
    const struct member *m = find(c, p->member, 0);
    struct range words[COLUMNS_MAX];
    if (!m)
        return error_set(e, EXIT_USAGE, "has no member '%s' (compare.members = %s)", p->member,
                         assignments_value(&p->in->settings, "compare.members"));
    const struct evaluation *eval = &m->settings->eval;
    int lengths = p->at > 0 ? lengths_read(eval->lengths, &c->task, words + 1, e) : 0;
    if (p->at == AT_GAP && m->settings->train.examples == 0)
        return error_set(e, EXIT_USAGE, "has no gap: it trains on fresh examples (task.examples = 0)");
    if (p->at > 0 && length_at(c, words, lengths, p->at) == IN_RANGE)
        return error_set(e, EXIT_USAGE, "is not evaluated at %dx (eval.lengths = %s)", p->at, eval->lengths);
    if (p->policy && !(policy_fits(p->policy, m->settings->encoding->acts_on) &&
                       (text_lists(eval->policies, "all") || text_lists(eval->policies, p->policy->name))))
        return error_set(e, EXIT_USAGE, "does not evaluate %s under %s (eval.policies = %s)", p->member,
                         p->policy->name, eval->policies);
    return true;
}

/* ---- Which experiments */

static bool plan(const struct claims_book *b, struct experiment *x, struct arena *arena, struct error *e) {
    char text[32];
    snprintf(text, sizeof text, "1..%d", b->seeds);
    bool ok = assignments_set(&x->settings, "compare.seeds", text, "--seeds", e) &&
              compare_plan(&x->c, &x->settings, NULL, arena, e);
    x->c.part = b->part;
    x->c.parts = b->parts;
    return ok;
}

/* Calls for both points of every row of the wanted claims that read an experiment. */
static bool each_point(struct claims_book *b, bool (*call)(const struct claim_point *p, struct error *e),
                       struct error *e) {
    for (int k = 0; k < b->claims; k++)
        for (int i = 0; b->claim[k]->wanted && i < 2 * b->claim[k]->rows; i++) {
            const struct claim_row *row = &b->claim[k]->row[i / 2];
            const struct claim_point *p = i % 2 ? &row->b : &row->a;
            if (p->in && !call(p, e))
                return error_prefix(e, "%s: row: %s", row->where, p->in->name);
        }
    return true;
}

static bool want(const struct claim_point *p, struct error *e) { return (void)e, p->in->wanted = true; }

bool claims_plan(struct claims_book *b, int seeds, struct arena *arena, struct error *e) {
    b->seeds = seeds;
    if (seeds > CLAIM_SEEDS)
        return error_set(e, EXIT_USAGE, "--seeds %d: at most %d", seeds, CLAIM_SEEDS);
    each_point(b, want, e);
    for (int i = 0; i < b->experiments; i++)
        if (b->experiment[i]->wanted && !plan(b, b->experiment[i], arena, e))
            return error_prefix(e, "%s: experiment %s", b->experiment[i]->where, b->experiment[i]->name);
    return each_point(b, check_point, e);
}

static bool is_experiment(const struct claims_book *b, const char *name) {
    int i = 0;
    while (i < b->experiments && strcmp(b->experiment[i]->name, name) != 0)
        i++;
    return i < b->experiments;
}

/* Whether a folder was begun by `poslab claims` and not finished. With `runs`, it contains the comparison of one of the
 * experiments; else nothing but their empty folders, left where config.ini could not be written. */
static bool is_begun(const struct claims_book *b, const char *folder, bool runs) {
    char path[PATH_MAX_LENGTH];
    struct error e;
    const struct dirent *entry;
    DIR *d = opendir(folder);
    int begun = 0, other = 0;
    /* cppcheck-suppress readdirCalled ; only one thread reads it, and readdir_r is deprecated */
    while (d && (entry = readdir(d))) {
        bool ours = is_experiment(b, entry->d_name) && file_path(path, folder, entry->d_name, &e);
        enum folder_kind kind = ours ? folder_look(path).kind : FOLDER_FOREIGN;
        begun += kind == (runs ? FOLDER_COMPARISON : FOLDER_FREE);
        other += kind == FOLDER_FOREIGN && *entry->d_name != '.';
    }
    if (d)
        closedir(d);
    return begun && (runs || !other);
}

static bool may_hold_claims(const struct claims_book *b, const char *folder, struct error *e) {
    enum folder_kind kind = folder_look(folder).kind;
    return kind == FOLDER_CLAIMS || (kind == FOLDER_OF_RUNS && is_begun(b, folder, true)) ||
           (kind == FOLDER_FOREIGN && is_begun(b, folder, false)) || folder_check_free(folder, e);
}

bool claims_fit(const struct claims_book *b, const char *folder, struct error *e) {
    char path[PATH_MAX_LENGTH];
    if (!may_hold_claims(b, folder, e))
        return false;
    for (int i = 0; i < b->experiments; i++) {
        struct experiment *x = b->experiment[i];
        if (!x->wanted)
            continue;
        if (!file_path(path, folder, x->name, e) || !compare_fits(&x->settings, path, e))
            return false;
    }
    return true;
}

bool claims_mark(struct claims_book *b, const char *folder, bool retry_failed, struct error *e) {
    char path[PATH_MAX_LENGTH];
    int number = 0;
    for (int i = 0; i < b->experiments; i++) {
        struct experiment *x = b->experiment[i];
        if (x->wanted && b->parts)
            compare_take_part(&x->c, &number);
        if (x->wanted && (!file_path(path, folder, x->name, e) || !members_find_status(&x->c, path, retry_failed, e)))
            return false;
    }
    return true;
}

bool claims_run(struct claims_book *b, struct compare_watch watch, struct error *e) {
    for (int i = 0; i < b->experiments; i++) {
        struct experiment *x = b->experiment[i];
        if (x->wanted && (!compare_run(&x->c, &x->settings, watch, e) || (!b->parts && !compare_collect(&x->c, e))))
            return false;
    }
    return true;
}

/* ---- A number for one seed; NAN where its member gave none. Of a figure of the run its logarithm, which may be that
 * of a lower bound: *least. */

/* Whether a row compares figures of runs, as a ratio. */
bool claim_is_ratio(const struct claim_row *row) {
    const struct metric *m = claim_metric(row);
    return m && m->of_run;
}

static double metric_of(const struct comparison_result *c, const struct member *m, const struct claim_point *p, int k) {
    int at = length_at(c, c->words, c->lengths, p->at);
    if (p->at == AT_CHANCE || p->at == AT_GAP)
        return p->at == AT_GAP ? m->result->training.value[METRIC_ACCURACY] - member_in_range(m)
                               : c->chance[k].at[IN_RANGE];
    for (int i = 0; i < m->result->rows; i++)
        if (p->at == AT_RANGE || (at != IN_RANGE && m->result->row[i].policy == p->policy))
            return evaluation_value(m->result, k, i, at);
    return (double)NAN;
}

static bool read_run(const struct comparison_result *c, const struct member *m, const struct claim_formula *f,
                     double *out, struct error *e) {
    static const struct assignments none;
    char folder[PATH_MAX_LENGTH];
    struct run r;
    if (!file_path(folder, c->folder, m->name, e) || !checkpoint_read_folder(&r, folder, &none, NULL, NULL, e))
        return false;
    *out = f->of_run(&r);
    run_free(&r);
    return true;
}

static bool read_point(const struct claim_point *p, int metric, int seed, double *out, bool *least, struct error *e) {
    const struct member *m = p->in ? find(&p->in->c, p->member, seed) : NULL;
    *out = (double)NAN;
    *least = false;
    if (p->formula && p->formula->value)
        *out = p->formula->value(seed, p->parameter);
    if (!m || m->status != STATUS_FINISHED)
        return true;
    if (p->formula)
        return read_run(&p->in->c, m, p->formula, out, e);
    *out = metrics[metric].of_run ? figure_log(m->result, metric, least) : metric_of(&p->in->c, m, p, metric);
    return true;
}

/* ---- Numbers over seeds */

static bool fixed(const struct claim_point *p) { return !p->in && !(p->formula && p->formula->seeds); }

/* Whether it is a number of an evaluation: it has bounds, and examples behind it. */
static bool evaluated(const struct claim_row *row, const struct claim_point *p) {
    return p->in && !p->formula && p->at >= 0 && !claim_is_ratio(row);
}

/* Values of two points, by seed; how many of them are lower bounds. */
struct by_seed {
    double x[2][CLAIM_SEEDS];
    int n, least[2];
};

static const struct compare_row *row_of(const struct claim_point *p) {
    const struct comparison_result *c = &p->in->c;
    for (int i = 0; i < c->rows; i++)
        if (strcmp(c->row[i].first->label, p->member) == 0 && (!p->policy || c->row[i].policy == p->policy))
            return &c->row[i];
    return NULL;
}

/* The shared variance from a fixed test set; `b` NULL: of a alone. */
static double shared_of(const struct claim_point *a, const struct claim_point *b, int metric) {
    const struct comparison_result *c = &a->in->c;
    const struct compare_row *one = row_of(a), *other = b ? row_of(b) : NULL;
    if (!c->settings.task->fixed_test || !one || (b && (!other || b->in != a->in)))
        return (double)NAN;
    return shared_test_variance(one, other, metric, length_at(c, c->words, c->lengths, a->at));
}

/* Of values in the metric's own unit. */
static struct seeds seeds_of(const struct claim_row *row, const struct claim_point *p, const double *x, int n) {
    const struct metric *m = claim_metric(row);
    const struct compare_row *of = row_of(p);
    bool counted = of && !isinf(m->quantity.high - m->quantity.low);
    return (struct seeds){x,          n, m->quantity.low, m->quantity.high, counted ? of->first->result->examples : 0,
                          (double)NAN};
}

static struct claim_number scaled(struct summary s, double factor) {
    double low = factor * s.low, high = factor * s.high;
    return (struct claim_number){factor * s.mean, fmin(low, high), fmax(low, high), s.n};
}

/* Values of one point over the seeds; `exact`: no seed changes them. */
static struct claim_number number_of(const struct claim_row *row, const struct claim_point *p, const double *x, int n,
                                     bool exact) {
    const struct metric *m = claim_metric(row);
    if (exact)
        return n ? (struct claim_number){x[0], x[0], x[0], 1} : (struct claim_number){.mean = (double)NAN};
    if (!evaluated(row, p))
        return scaled(summarise(x, n), m ? m->quantity.scale : 1);
    struct seeds of = seeds_of(row, p, x, n);
    of.shared = shared_of(p, NULL, row->table->metric);
    return scaled(seeds_summary(&of), m->quantity.scale);
}

/* From logarithms; INFINITY where no seed reached it. */
static struct claim_number figure_of(const struct claim_row *row, const double *logs, int n, int least) {
    struct summary s = ratio_summary(summarise(logs, n), least > 0, false);
    s.mean = n && least == n ? (double)INFINITY : s.mean;
    return scaled(s, claim_metric(row)->quantity.scale);
}

/* How many times better a is than b: b / a if less is better. */
static struct claim_number ratio_of(const struct claim_row *row, const struct by_seed *v) {
    int top = claim_metric(row)->quantity.better > 0 ? 0 : 1;
    double x[CLAIM_SEEDS];
    for (int i = 0; i < v->n; i++)
        x[i] = v->x[top][i] - v->x[1 - top][i];
    return scaled(ratio_summary(summarise(x, v->n), v->least[top] > 0, v->least[1 - top] > 0), 1);
}

/* By how much a is better than b, by seed. */
static struct claim_number difference_of(const struct claim_row *row, const struct by_seed *v) {
    const struct metric *m = claim_metric(row);
    const double *a = v->x[0], *b = v->x[1];
    double x[CLAIM_SEEDS], factor = m ? m->quantity.better * m->quantity.scale : 1;
    int n = v->n;
    if (claim_is_ratio(row))
        return ratio_of(row, v);
    if (evaluated(row, &row->a) && evaluated(row, &row->b)) {
        struct seeds of_a = seeds_of(row, &row->a, a, n), of_b = seeds_of(row, &row->b, b, n);
        return scaled(seeds_difference(&of_a, &of_b, shared_of(&row->a, &row->b, row->table->metric), NULL), factor);
    }
    for (int i = 0; i < n; i++)
        x[i] = a[i] - b[i];
    if (!evaluated(row, &row->a) || row->b.at != AT_CHANCE || !n)
        return scaled(summarise(x, n), factor);
    struct claim_number over = number_of(row, &row->a, a, n, false);
    double chance = m->quantity.scale * b[0];
    return (struct claim_number){over.mean - chance, over.low - chance, over.high - chance, n};
}

static double chance_of(const struct claim_row *row) {
    const struct claim_point *p = claim_point_given(&row->b) ? &row->b : &row->a;
    if (!evaluated(row, p))
        return (double)NAN;
    const struct comparison_result *c = &p->in->c;
    return claim_metric(row)->quantity.scale *
           c->chance[row->table->metric].at[length_at(c, c->words, c->lengths, p->at)];
}

static bool measure_row(int seeds, const struct claim_row *row, struct claim_result_row *out, struct error *e) {
    const struct claim_point *const point[2] = {&row->a, &row->b};
    double own[2][CLAIM_SEEDS], x[2];
    struct by_seed both = {.n = 0};
    bool exact = fixed(&row->a) && fixed(&row->b), least[2];
    int n[2] = {0}, own_least[2] = {0};
    for (int seed = 1; seed <= (exact ? 1 : seeds); seed++) {
        for (int k = 0; k < 2; k++) {
            if (!read_point(point[k], row->table->metric, seed, &x[k], &least[k], e))
                return false;
            if (!isnan(x[k]))
                own[k][n[k]++] = x[k];
            own_least[k] += least[k];
        }
        if (isnan(x[0] - x[1]))
            continue;
        for (int k = 0; k < 2; k++) {
            both.x[k][both.n] = x[k];
            both.least[k] += least[k];
        }
        both.n++;
    }
    bool ratio = claim_is_ratio(row);
    out->a = ratio ? figure_of(row, own[0], n[0], own_least[0]) : number_of(row, &row->a, own[0], n[0], exact);
    out->b = ratio ? figure_of(row, own[1], n[1], own_least[1]) : number_of(row, &row->b, own[1], n[1], exact);
    out->difference = !claim_point_given(&row->b) ? out->a : difference_of(row, &both);
    if (exact && both.n)
        out->difference.low = out->difference.high = out->difference.mean;
    out->chance = chance_of(row);
    return true;
}

bool claims_measure(const struct claims_book *b, const struct claim *c, struct claim_result *r, struct error *e) {
    r->claim = c;
    for (int i = 0; i < c->rows; i++)
        if (!measure_row(b->seeds, &c->row[i], &r->row[i], e))
            return false;
    claim_judge(r);
    return true;
}
