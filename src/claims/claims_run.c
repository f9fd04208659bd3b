/* claims_run.c -- the experiments of claims, run as comparisons, and their numbers; see claims.h. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "claims/claims.h"
#include "train/checkpoint.h"

/* ---- Which experiments */

static struct claim_experiment *find(const struct claims_study *s, const struct experiment *e) {
    for (int i = 0; i < s->experiments; i++)
        if (s->experiment[i].experiment == e)
            return &s->experiment[i];
    return NULL;
}

static void want(struct claims_study *s, const struct claim_point *p) {
    if (p->in && !find(s, p->in))
        s->experiment[s->experiments++].experiment = p->in;
}

static bool plan(struct claim_experiment *x, int seeds, struct arena *arena, struct error *e) {
    char text[64];
    snprintf(text, sizeof text, "compare.seeds=1..%d", seeds);
    for (int i = 0; i < EXPERIMENT_SETTINGS && x->experiment->setting[i]; i++)
        if (!assignments_override(&x->settings, x->experiment->setting[i], e))
            return false;
    return assignments_override(&x->settings, text, e) && compare_plan(&x->c, &x->settings, NULL, arena, e);
}

bool claims_plan(struct claims_study *s, const struct claim *const *list, int count, int seeds, struct arena *arena,
                 struct error *e) {
    struct claim_result *r = arena_take(arena, 1, sizeof *r);
    *s = (struct claims_study){.seeds = seeds};
    if (seeds > CLAIM_SEEDS)
        return error_set(e, EXIT_USAGE, "--seeds %d: at most %d", seeds, CLAIM_SEEDS);
    s->experiment = arena_take(arena, (size_t)count * CLAIM_ROWS * 2, sizeof *s->experiment);
    for (int k = 0; k < count; k++) {
        claim_open(r, list[k]);
        for (int i = 0; i < r->rows; i++) {
            want(s, &r->row[i].row->a);
            want(s, &r->row[i].row->b);
        }
    }
    for (int i = 0; i < s->experiments; i++)
        if (!plan(&s->experiment[i], seeds, arena, e))
            return error_prefix(e, "%s", s->experiment[i].experiment->name);
    return true;
}

bool claims_fit(const struct claims_study *s, const char *folder, struct error *e) {
    char path[PATH_MAX_LENGTH];
    if (!file_path(path, folder, "config.ini", e))
        return false;
    if (file_exists(path))
        return error_set(e, EXIT_USAGE, "%s holds a run or a comparison; name another folder with --run", folder);
    for (int i = 0; i < s->experiments; i++) {
        const struct claim_experiment *x = &s->experiment[i];
        if (!file_path(path, folder, x->experiment->name, e) || !compare_fits(&x->c, &x->settings, path, e))
            return false;
    }
    return true;
}

bool claims_run(struct claims_study *s, const char *folder, struct compare_watch watch, struct arena *arena,
                struct error *e) {
    char path[PATH_MAX_LENGTH];
    for (int i = 0; i < s->experiments; i++) {
        struct claim_experiment *x = &s->experiment[i];
        if (!file_path(path, folder, x->experiment->name, e) || !compare_run(&x->c, &x->settings, path, watch, e) ||
            !compare_collect(&x->c, arena, e))
            return false;
    }
    return true;
}

/* ---- A number for one seed; NAN where its member gave none */

static const struct member *find_member(const struct comparison_result *c, const char *label, int seed) {
    for (int k = 0; k < c->members; k++)
        if (c->member[k].seed == seed && strcmp(c->member[k].label, label) == 0)
            return &c->member[k];
    return NULL;
}

/* Which of the evaluated lengths is `times` the longest trained one; -1: none. */
static int length_at(const struct comparison_result *c, int times) {
    for (int i = 0; i < c->lengths; i++)
        if (times > 0 && c->words[i].high == times * c->trained_high)
            return i;
    return -1;
}

static double accuracy(const struct comparison_result *c, const struct member *m, const struct claim_point *p) {
    int at = length_at(c, p->at);
    if (p->at == AT_RANGE)
        return 100 * m->in_range;
    if (p->at == AT_GAP)
        return 100 * (m->training - m->in_range);
    for (int i = 0; at >= 0 && i < m->rows; i++)
        if (strcmp(m->policy[i]->name, p->policy) == 0)
            return 100 * m->value[i][METRIC_ACCURACY].at[at];
    return (double)NAN;
}

static bool read_run(const struct comparison_result *c, const struct member *m, const struct claim_point *p,
                     double *out, struct error *e) {
    static const struct assignments none;
    char folder[PATH_MAX_LENGTH];
    struct error warning = {0};
    struct run r;
    if (!file_path(folder, c->folder, m->name, e) || !checkpoint_read_folder(&r, folder, &none, NULL, &warning, e))
        return false;
    *out = p->of_run(&r);
    run_free(&r);
    return true;
}

static bool read_point(const struct claims_study *s, const struct claim_point *p, int seed, double *out,
                       struct error *e) {
    *out = (double)NAN;
    if (p->of_formula) {
        *out = p->of_formula(p->seeds ? seed : 0, p->width, p->with);
        return true;
    }
    const struct comparison_result *c = &find(s, p->in)->c;
    const struct member *m = find_member(c, p->member, seed);
    if (!m || m->status != STATUS_FINISHED)
        return true;
    if (p->of_run)
        return read_run(c, m, p, out, e);
    *out = p->at == AT_CHANCE ? 100 * c->chance[METRIC_ACCURACY].in_range : accuracy(c, m, p);
    return true;
}

/* ---- Numbers over seeds */

static struct claim_number number_of(const double *x, int n) {
    struct summary s = summarise(x, n);
    return (struct claim_number){s.mean, s.mean - s.ci95, s.mean + s.ci95, s.n};
}

/* A number that no seed changes. */
static struct claim_number exact(double x) { return (struct claim_number){x, x, x, 1}; }

static bool given(const struct claim_point *p) { return p->in || p->of_formula; }

static double chance_of(const struct claims_study *s, const struct claim_point *p) {
    if (!p->in || p->of_run || p->at == AT_GAP || p->at == AT_CHANCE)
        return (double)NAN;
    const struct comparison_result *c = &find(s, p->in)->c;
    int at = length_at(c, p->at);
    return 100 * (at >= 0 ? c->chance[METRIC_ACCURACY].at[at] : c->chance[METRIC_ACCURACY].in_range);
}

static bool measure_row(const struct claims_study *s, struct claim_result_row *out, struct error *e) {
    double a[CLAIM_SEEDS], b[CLAIM_SEEDS], difference[CLAIM_SEEDS], x, y = 0;
    const struct claim_row *row = out->row;
    bool fixed = row->a.of_formula && !row->a.seeds;
    int n = 0, m = 0, pairs = 0;
    for (int seed = 1; seed <= (fixed ? 1 : s->seeds); seed++) {
        if (!read_point(s, &row->a, seed, &x, e) || (given(&row->b) && !read_point(s, &row->b, seed, &y, e)))
            return false;
        if (!isnan(x))
            a[n++] = x;
        if (!isnan(y))
            b[m++] = y;
        if (!isnan(x) && !isnan(y))
            difference[pairs++] = x - y;
    }
    out->a = fixed ? exact(n ? a[0] : (double)NAN) : number_of(a, n);
    out->b = given(&row->b) ? number_of(b, m) : exact((double)NAN);
    out->difference = fixed ? out->a : number_of(difference, pairs);
    out->chance = chance_of(s, given(&row->b) ? &row->b : &row->a);
    return true;
}

bool claims_measure(const struct claims_study *s, const struct claim *c, struct claim_result *r, struct error *e) {
    claim_open(r, c);
    for (int i = 0; i < r->rows; i++)
        if (!measure_row(s, &r->row[i], e))
            return false;
    claim_judge(r);
    return true;
}
