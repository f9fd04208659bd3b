/* statements.c -- what a comparison shows, as facts with the test that each rests on; see answer.h.
 *
 * Each family of tests has Holm's correction of its own: what models lose beyond the trained lengths, what the policy
 * of the table does to them, what other policies do, what order is worth, and the pairs that were asked for. Where
 * lower is better numbers are turned, so that all is said once. */
#include <math.h>
#include <string.h>

#include "result/answer.h"
#include "study/pairs.h"
#include "study/values.h"

enum { FIGURES_MOST = 60 }; /* models of which a figure is tested, each with each */
#define NOT_TOLD .05        /* p of two policies of which the simpler is named */

/* The statements so far; a family of tests: its p values, which are marked. */
struct family {
    struct answer *a;
    struct arena *arena;
    int tests, known; /* those with a p */
    double *p;
    bool *marked;
    struct statement none; /* what is said of no model */
};

static struct statement *add(struct family *f, enum statement_kind kind, struct group of) {
    if (!of.count)
        return &f->none;
    struct statement *s = &f->a->statement[f->a->statements++];
    *s = (struct statement){.kind = kind, .of = of, .tests = f->known};
    return s;
}

static void begin(struct family *f, int most) {
    f->tests = f->known = 0;
    f->p = arena_alloc(f->arena, (size_t)most, sizeof *f->p);
    f->marked = arena_alloc(f->arena, (size_t)most, sizeof *f->marked);
}

static void correct(struct family *f) { f->known = holm_mark(f->p, f->tests, HOLM_ALPHA, f->marked); }

/* The median of what the tests of a family find. */
static void resolve(struct family *f, const struct contrast *test) {
    double *size = arena_alloc(f->arena, (size_t)f->tests, sizeof *size);
    int known = 0;
    for (int i = 0; i < f->tests; i++)
        if (!isnan(test[i].p))
            size[known++] = contrast_detectable(&test[i], HOLM_ALPHA / f->known);
    sort_ascending(size, known);
    f->a->resolved = known ? size[known / 2] : (double)NAN;
}

/* ---- Numbers, turned so that more is better */

static struct summary turned(const struct answer *a, const struct summary *s) {
    static const struct summary none = {0, (double)NAN, (double)NAN, (double)NAN};
    s = s ? s : &none;
    return metrics[a->metric].quantity.better > 0 ? *s : (struct summary){s->n, -s->mean, -s->high, -s->low};
}

static struct summary number(const struct answer *a, const struct compare_row *r, int i) {
    return turned(a, answer_number(a, r, i));
}

static double level(const struct answer *a, const struct baseline_levels *b, int i) {
    return b ? metrics[a->metric].quantity.better * b->of[a->metric].at[i] : (double)NAN;
}

/* Of a share five points; of what has no upper end a twentieth of what it is. */
static double margin(const struct answer *a, double of) {
    return ANSWER_MARGIN * (isinf(metrics[a->metric].quantity.high) ? fabs(of) : 1);
}

/* Of two rows in column i, by seed where both have seeds, else from their intervals. */
static struct summary by_seed(const struct answer *a, const struct compare_row *x, const struct compare_row *y, int i,
                              double *p) {
    struct arena scratch = {0};
    struct values v = values_of(x, &scratch);
    values_find(&v, x, i, y, i, a->metric);
    struct summary s = values_difference(&v, a->metric, p);
    arena_free(&scratch);
    if (metrics[a->metric].of_run)
        return s;
    if (isnan(*p)) {
        struct contrast c = summary_contrast(number(a, x, i), number(a, y, i), 0);
        *p = c.p;
        return (struct summary){c.n, c.difference, (double)NAN, (double)NAN};
    }
    return turned(a, &s);
}

/* ---- In range */

static void state_in_range(struct family *f) {
    const struct answer *a = f->a;
    struct group of[STATEMENT_KINDS];
    for (int kind = SAYS_GUESSES; kind <= SAYS_BELOW_GATE; kind++)
        of[kind] = group_new(a, f->arena);
    for (const struct answer_model *m = a->model; m < a->model + a->models; m++) {
        bool control = m->is == CLASS_CONTROL && !m->own->first->settings->baseline;
        if (control || m->is > CLASS_BASELINE)
            group_take(&of[m->is == CLASS_GUESSES || (control && m->guesses) ? SAYS_GUESSES
                           : control                                         ? SAYS_CONTROL
                           : m->is == CLASS_LEARNED                          ? SAYS_LEARNED
                           : m->is == CLASS_PARTLY                           ? SAYS_PARTLY
                                                                             : SAYS_BELOW_GATE],
                       a, m);
    }
    for (int kind = SAYS_GUESSES; kind <= SAYS_BELOW_GATE; kind++)
        add(f, kind, of[kind]);
}

/* The best in range of those that can see order, or of those that cannot; NULL: there is none. */
static const struct answer_model *best_of(const struct answer *a, bool control) {
    const struct answer_model *best = NULL;
    for (const struct answer_model *m = a->model; m < a->model + a->models; m++)
        if ((control ? m->is == CLASS_CONTROL : m->is > CLASS_BASELINE) &&
            (!best || number(a, m->own, IN_RANGE).mean > number(a, best->own, IN_RANGE).mean))
            best = m;
    return best;
}

/* The best that sees order against the best that does not; what can be learned from rows of a user nobody knows. Both
 * are chosen by the data, so all pairs are tested. With the best are named those that print as it does, where it is
 * marked only those that are marked, too. */
static void state_order(struct family *f) {
    const struct answer *a = f->a;
    const struct answer_model *best = best_of(a, false), *base = best_of(a, true);
    struct group with = group_new(f->a, f->arena), without = group_new(f->a, f->arena);
    const double step = .5 / metrics[a->metric].quantity.scale;
    if (!best || !base)
        return;
    for (const struct answer_model *m = a->model; m < a->model + a->models; m++)
        if (m->is == CLASS_CONTROL)
            group_take(&without, f->a, m);
    const struct summary most = number(a, best->own, IN_RANGE), least = number(a, base->own, IN_RANGE);
    struct contrast *test = arena_alloc(f->arena, (size_t)(a->models * without.count), sizeof *test);
    int *against_base = arena_alloc(f->arena, (size_t)a->models, sizeof *against_base);
    bool *more = arena_alloc(f->arena, (size_t)a->models, sizeof *more);
    begin(f, a->models * without.count);
    for (int i = 0; i < a->models; i++)
        for (int k = 0; a->model[i].is > CLASS_BASELINE && k < without.count; k++) {
            const struct compare_row *own = a->model[i].own, *other = without.model[k]->own;
            test[f->tests] = summary_contrast(number(a, own, IN_RANGE), number(a, other, IN_RANGE), 0);
            double difference = by_seed(a, own, other, IN_RANGE, &f->p[f->tests]).mean;
            if (without.model[k] == base)
                against_base[i] = f->tests, more[i] = difference > 0;
            f->tests++;
        }
    correct(f);
    resolve(f, test);
    const bool sure = more[best - a->model] && f->marked[against_base[best - a->model]];
    for (int i = 0; i < a->models; i++)
        if (a->model[i].is > CLASS_BASELINE && number(a, a->model[i].own, IN_RANGE).mean > most.mean - step &&
            (!sure || (more[i] && f->marked[against_base[i]])))
            group_take(&with, f->a, &a->model[i]);
    add(f,
        sure                    ? SAYS_ORDER_MATTERS
        : most.low > least.high ? SAYS_ORDER_PROBABLY
                                : SAYS_ORDER_NOT_SHOWN,
        with)
        ->others = without;
}

/* ---- Beyond the trained lengths */

/* Models that have something to lose: above chance, and above what is known without order. */
static struct group losers(struct family *f) {
    const struct answer *a = f->a;
    struct group g = group_new(f->a, f->arena);
    double chance = level(a, &a->c->baseline[CHANCE], IN_RANGE),
           floor = fmax(chance, level(a, answer_level(a->c, TASK_WITHOUT_ORDER), IN_RANGE));
    for (const struct answer_model *m = a->model; m < a->model + a->models; m++) {
        struct summary in_range = number(a, m->own, IN_RANGE);
        bool can = m->is >= CLASS_LEARNED && m->is != CLASS_GUESSES && m->as_is && answer_number(a, m->own, a->at);
        if (can && !(in_range.mean < floor + margin(a, floor)) && !(in_range.low <= floor))
            group_take(&g, f->a, m);
    }
    return g;
}

/* Of a model one of two is tested, whichever its mean is nearer to: that it falls by more than the margin, or that it
 * loses less than twice that. At most one of the two can be wrong. Of those that fall some are below what is
 * known without a model: positions that were not trained mislead them more than they help. */
static void state_beyond(struct family *f, struct group all) {
    const struct answer *a = f->a;
    const struct baseline_levels *known = answer_level(a->c, TASK_TRAINED_POSITIONS);
    struct group of[STATEMENT_KINDS];
    struct contrast *test = arena_alloc(f->arena, (size_t)all.count, sizeof *test);
    begin(f, all.count);
    for (int i = 0; i < all.count; i++) {
        struct summary at = number(a, all.model[i]->own, a->at), in = number(a, all.model[i]->own, IN_RANGE);
        double step = margin(a, in.mean);
        test[i] = summary_contrast(at, in, in.mean - at.mean < 1.5 * step ? -2 * step : -step);
        f->p[f->tests++] = test[i].p;
    }
    correct(f);
    resolve(f, test);
    known = known ? known : answer_level(a->c, TASK_WITHOUT_ORDER);
    for (int kind = SAYS_HOLDS; kind <= SAYS_ONE_SEED; kind++)
        of[kind] = group_new(a, f->arena);
    for (int i = 0; i < all.count; i++) {
        const struct answer_model *m = all.model[i];
        const double high = number(a, m->own, a->at).high;
        enum statement_kind kind = isnan(test[i].p)                                         ? SAYS_ONE_SEED
                                   : f->marked[i] && test[i].difference > 0                 ? SAYS_HOLDS
                                   : f->marked[i] && high < number(a, m->own, IN_RANGE).low ? SAYS_FALLS
                                                                                            : SAYS_OPEN;
        group_take(&of[kind], a, m);
        if (kind == SAYS_FALLS && high < level(a, known, a->at))
            group_take(&of[SAYS_BELOW_LEVEL], a, m);
    }
    for (int kind = SAYS_HOLDS; kind <= SAYS_ONE_SEED; kind++)
        add(f, kind, of[kind])->level = kind == SAYS_BELOW_LEVEL ? known : NULL;
}

/* ---- Policies */

static bool is_worth(const struct answer *a, const struct answer_model *m, double difference) {
    return fabs(difference) >= margin(a, number(a, m->own, IN_RANGE).mean);
}

static void state_policy(struct family *f, struct group all) {
    const struct answer *a = f->a;
    struct group helps = group_new(f->a, f->arena), harms = group_new(f->a, f->arena);
    double *by = arena_alloc(f->arena, (size_t)all.count, sizeof *by);
    begin(f, all.count);
    for (int i = 0; i < all.count; i++, f->tests++)
        by[i] = by_seed(a, all.model[i]->under, all.model[i]->own, a->at, &f->p[i]).mean;
    correct(f);
    for (int i = 0; i < all.count; i++)
        if (f->marked[i] && is_worth(a, all.model[i], by[i]))
            group_take(by[i] > 0 ? &helps : &harms, f->a, all.model[i]);
    add(f, SAYS_HELPS, helps)->policy = a->policy;
    add(f, SAYS_HARMS, harms)->policy = a->policy;
}

/* The row of a model under a policy, with a number at the longest length; NULL: there is none. */
static const struct compare_row *row_under(const struct answer *a, const struct answer_model *m,
                                           const struct policy *policy) {
    for (const struct compare_row *r = m->own; r < a->c->row + a->c->rows && r->first == m->own->first; r++)
        if (r->policy == policy)
            return answer_number(a, r, a->at) ? r : NULL;
    return NULL;
}

/* Of those that are better the best, and before it each that is not told from it: the simplest is named. */
static void state_better(struct family *f, struct answer_model *m, const struct compare_row *const *row, int rows) {
    const struct answer *a = f->a;
    const struct compare_row *best = NULL;
    int count = 0;
    for (int i = 0; i < rows; i++)
        if (!best || number(a, row[i], a->at).mean > number(a, best, a->at).mean)
            best = row[i];
    if (!best)
        return;
    struct group one = group_new(f->a, f->arena);
    group_take(&one, f->a, m);
    struct statement *s = add(f, SAYS_BETTER, one);
    s->than = a->policy;
    for (int i = 0; i < rows; i++) {
        double p = summary_contrast(number(a, best, a->at), number(a, row[i], a->at), 0).p;
        if (row[i] != best && p <= NOT_TOLD)
            continue;
        if (s->policy)
            s->as_good[count++] = row[i]->policy;
        else
            s->policy = row[i]->policy;
        m->instead = m->instead ? m->instead : row[i];
    }
}

/* Better than carrying on, and than the policy of the table: both marked. */
static void state_other_policies(struct family *f, struct group all) {
    const struct answer *a = f->a;
    const size_t most = (size_t)all.count * ENCODING_POLICIES;
    const struct compare_row **row = arena_alloc(f->arena, most, sizeof *row); /* two tests each */
    double *by = arena_alloc(f->arena, 2 * most, sizeof *by);
    begin(f, 2 * (int)most);
    for (int i = 0; i < all.count; i++)
        for (int k = 0; answer_policy(k); k++) {
            const struct answer_model *m = all.model[i];
            const struct compare_row *r = answer_policy(k) == a->policy ? NULL : row_under(a, m, answer_policy(k));
            if (!r)
                continue;
            row[f->tests / 2] = r;
            by[f->tests] = by_seed(a, r, m->own, a->at, &f->p[f->tests]).mean;
            struct contrast c = summary_contrast(number(a, r, a->at), number(a, m->under, a->at), 0);
            by[++f->tests] = c.difference;
            f->p[f->tests++] = c.p;
        }
    correct(f);
    for (int i = 0, test = 0; i < all.count; i++) {
        struct answer_model *m = &f->a->model[all.model[i] - a->model];
        const struct compare_row *better[ENCODING_POLICIES];
        int count = 0;
        for (; test < f->tests && row[test / 2]->first == m->own->first; test += 2)
            if (f->marked[test] && f->marked[test + 1] && by[test] > 0 && by[test + 1] > 0 &&
                is_worth(a, m, by[test]) && is_worth(a, m, by[test + 1]))
                better[count++] = row[test / 2];
        state_better(f, m, better, count);
    }
}

/* ---- What was asked for, and figures of the run */

static const struct answer_model *model_of(const struct answer *a, const struct compare_row *row) {
    return &a->model[row->first->series - a->c->series];
}

static void state_pairs(struct family *f) {
    const struct comparison_result *c = f->a->c;
    f->known = c->tested[f->a->metric];
    for (const struct compare_pair *p = c->pair; *c->compare.pairs && p < c->pair + c->pairs; p++) {
        struct group both = group_new(f->a, f->arena);
        group_take(&both, f->a, model_of(f->a, p->a));
        if (p->a->first != p->b->first)
            group_take(&both, f->a, model_of(f->a, p->b));
        struct statement *s = add(f, SAYS_PAIR, both);
        s->pair = p;
    }
}

/* Of a figure the best, and who differs from it: the best is chosen by the data, so all pairs are tested. */
static void state_figure(struct family *f) {
    const struct answer *a = f->a;
    struct group all = group_new(f->a, f->arena), best = group_new(f->a, f->arena), others = group_new(f->a, f->arena);
    int first = 0;
    for (const struct answer_model *m = a->model; m < a->model + a->models; m++)
        if (answer_number(a, m->own, IN_RANGE)) {
            double mean = number(a, m->own, IN_RANGE).mean;
            first = all.count && mean > number(a, all.model[first]->own, IN_RANGE).mean ? all.count : first;
            group_take(&all, f->a, m);
        }
    if (all.count < 2 || all.count > FIGURES_MOST)
        return;
    struct summary *ratio = arena_alloc(f->arena, (size_t)all.count, sizeof *ratio);
    int *test = arena_alloc(f->arena, (size_t)all.count, sizeof *test), known = 0;
    begin(f, all.count * all.count);
    for (int i = 0; i < all.count; i++)
        for (int k = 0; k < i; k++, f->tests++) {
            int other = i == first ? k : i;
            bool with_best = i == first || k == first;
            struct summary s =
                by_seed(a, all.model[other]->own, all.model[i == first ? i : k]->own, IN_RANGE, &f->p[f->tests]);
            if (with_best)
                ratio[other] = s, test[other] = f->tests;
        }
    correct(f);
    group_take(&best, f->a, all.model[first]);
    for (int i = 0; i < all.count; i++)
        if (i != first && f->marked[test[i]]) {
            ratio[known++] = ratio[i];
            group_take(&others, f->a, all.model[i]);
        }
    struct statement *s = add(f, SAYS_FEWEST, best);
    s->others = others;
    s->ratio = ratio;
}

void answer_state(struct answer *a, struct arena *arena) {
    struct family f = {.a = a, .arena = arena};
    a->statement = arena_alloc(arena, STATEMENT_KINDS + (size_t)a->models + (size_t)a->c->pairs, sizeof *a->statement);
    a->resolved = (double)NAN;
    if (metrics[a->metric].of_run) {
        state_figure(&f);
        return;
    }
    if (a->c->settings.task->fixed_test)
        state_order(&f);
    else
        state_in_range(&f);
    if (a->at != IN_RANGE) {
        struct group all = losers(&f), under = group_new(a, arena);
        state_beyond(&f, all);
        for (int i = 0; i < all.count; i++)
            if (all.model[i]->under)
                group_take(&under, a, all.model[i]);
        if (a->policy) {
            state_policy(&f, under);
            state_other_policies(&f, under);
        }
    }
    state_pairs(&f);
}
