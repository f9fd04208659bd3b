/* statements.c -- what a comparison shows, as facts with the test that each rests on; see answer.h.
 *
 * Each family of tests has Holm's correction of its own: what models lose beyond the trained lengths, what the policy
 * of the table does to them, what other policies do, what order is worth, and the pairs that were asked for. Tests say
 * of which kinds a model is; then each kind is a statement about its models. Where lower is better numbers are turned,
 * so that all is said once. */
#include <math.h>
#include <string.h>

#include "result/answer.h"
#include "study/series.h"
#include "study/values.h"

enum { FIGURES_MOST = 60 }; /* models of which a figure is tested, each with each */
#define NOT_TOLD .05        /* p of two policies of which the simpler is named */

/* What else a model is: with order or without, of a figure one that differs from the best; it has something to lose. */
enum { WITH = STATEMENT_KINDS, OTHERS, LOSER };

/* The tests of one family; and of all so far, how many a kind rests on. */
struct family {
    struct answer *a;
    struct arena *arena;
    int tests, known; /* those with a p */
    struct test {
        struct answer_model *of, *than; /* than: NULL: what it is itself */
        const struct compare_row *row;  /* of it, under the policy that is tested */
        struct contrast by;
        bool marked, more; /* more: marked, and in its favour */
    } * test;
    int rests_on[STATEMENT_KINDS];
};

static void begin(struct family *f, int most) {
    f->tests = f->known = 0;
    f->test = arena_alloc(f->arena, (size_t)most, sizeof *f->test);
}

static void add_test(struct family *f, struct test t) { f->test[f->tests++] = t; }

/* Marks tests. Returns the median of what they find in half of all cases; NAN: nothing was tested. */
static double correct(struct family *f) {
    double *p = arena_alloc(f->arena, (size_t)f->tests, sizeof *p);
    bool *marked = arena_alloc(f->arena, (size_t)f->tests, sizeof *marked);
    int sizes = 0;
    for (int i = 0; i < f->tests; i++)
        p[i] = f->test[i].by.p;
    f->known = holm_mark(p, f->tests, HOLM_ALPHA, marked);
    for (int i = 0; i < f->tests; i++) {
        struct test *t = &f->test[i];
        t->marked = marked[i];
        t->more = marked[i] && t->by.difference > 0;
        if (!isnan(t->by.half) && t->by.n > 1)
            p[sizes++] = contrast_detectable(&t->by, HOLM_ALPHA / f->known);
    }
    sort_ascending(p, sizes);
    return sizes ? p[sizes / 2] : (double)NAN;
}

static void say(struct family *f, struct answer_model *m, int what) {
    m->says |= 1U << what;
    if (what < STATEMENT_KINDS)
        f->rests_on[what] = f->known;
}

static struct group models_of(const struct family *f, int what) {
    struct group g = {0, arena_alloc(f->arena, (size_t)f->a->models, sizeof(void *))};
    for (struct answer_model *m = f->a->model; m < f->a->model + f->a->models; m++)
        if (m->says >> what & 1)
            g.model[g.count++] = m;
    return g;
}

static struct statement *add(struct family *f, enum statement_kind kind, struct group of, int tests) {
    struct statement *s = &f->a->statement[f->a->statements++];
    *s = (struct statement){.kind = kind, .of = of, .tests = tests};
    return s;
}

/* ---- Numbers, turned so that more is better */

static struct summary turned(const struct answer *a, struct summary s) {
    return metrics[a->metric].quantity.better > 0 ? s : (struct summary){s.n, -s.mean, -s.high, -s.low};
}

static struct summary number(const struct answer *a, const struct compare_row *r, int i) {
    const struct summary *s = answer_number(a, r, i);
    return turned(a, s ? *s : (struct summary){0, (double)NAN, (double)NAN, (double)NAN});
}

static struct summary in_range(const struct answer *a, const struct answer_model *m) {
    return number(a, m->own, IN_RANGE);
}

static const struct baseline_levels *baseline(const struct answer *a, const char *name) {
    for (const struct baseline_levels *b = a->c->baseline; b < a->c->baseline + a->c->baselines; b++)
        if (strcmp(b->name, name) == 0)
            return b;
    return NULL;
}

static double level(const struct answer *a, const struct baseline_levels *b, int i) {
    return b ? metrics[a->metric].quantity.better * b->of[a->metric].at[i] : (double)NAN;
}

/* Of a share five points; of what has no upper end a twentieth of what it is. */
static double margin(const struct answer *a, double of) {
    return ANSWER_MARGIN * (isinf(metrics[a->metric].quantity.high) ? fabs(of) : 1);
}

struct summary answer_by_seed(const struct answer *a, const struct compare_row *x, const struct compare_row *y, int i,
                              double *p) {
    struct arena scratch = {0};
    struct values v = values_of(x, &scratch);
    values_find(&v, x, i, y, i, a->metric);
    struct summary s = values_difference(&v, a->metric, p);
    arena_free(&scratch);
    return s;
}

/* From their intervals; and by seed, where any seed is in both. */
static struct contrast between(const struct answer *a, const struct compare_row *x, const struct compare_row *y,
                               int i) {
    return summary_contrast(number(a, x, i), number(a, y, i), 0);
}

static struct contrast paired(const struct answer *a, const struct compare_row *x, const struct compare_row *y, int i) {
    struct contrast by = between(a, x, y, i);
    double p;
    struct summary s = turned(a, answer_by_seed(a, x, y, i, &p));
    return isnan(p) ? by : (struct contrast){s.mean, by.half, p, by.n};
}

/* ---- In range */

static void say_in_range(struct family *f) {
    for (struct answer_model *m = f->a->model; m < f->a->model + f->a->models; m++)
        if (m->is > CLASS_CONTROL || (m->is == CLASS_CONTROL && member_is_control(m->own->first)))
            say(f, m,
                m->is == CLASS_LEARNED   ? SAYS_LEARNED
                : m->is == CLASS_PARTLY  ? SAYS_PARTLY
                : m->guesses             ? SAYS_GUESSES
                : m->is == CLASS_CONTROL ? SAYS_CONTROL
                                         : SAYS_BELOW_GATE);
}

/* The best in range, the first of equal ones; NULL of none. */
static struct answer_model *best_of(const struct answer *a, struct group g) {
    struct answer_model *best = g.count ? *g.model : NULL;
    for (int i = 1; i < g.count; i++)
        best = in_range(a, g.model[i]).mean > in_range(a, best).mean ? g.model[i] : best;
    return best;
}

/* The best that sees order against the best that does not; what can be learned from rows of a user nobody knows. Both
 * are chosen by the data, so all pairs are tested. With the best are named those that print as it does, where it is
 * marked only those that are marked, too. */
static void say_order(struct family *f) {
    const struct answer *a = f->a;
    for (struct answer_model *m = a->model; m < a->model + a->models; m++)
        if (m->is >= CLASS_CONTROL)
            say(f, m, m->is == CLASS_CONTROL ? OTHERS : WITH);
    const struct group with = models_of(f, WITH), without = models_of(f, OTHERS);
    const struct answer_model *best = best_of(a, with), *base = best_of(a, without);
    if (!best || !base)
        return;
    begin(f, with.count * without.count);
    for (int i = 0; i < with.count; i++)
        for (int k = 0; k < without.count; k++)
            add_test(f, (struct test){.of = with.model[i],
                                      .than = without.model[k],
                                      .by = paired(a, with.model[i]->own, without.model[k]->own, IN_RANGE)});
    f->a->resolved = correct(f);
    const double most = in_range(a, best).mean - .5 / metrics[a->metric].quantity.scale;
    int kind = in_range(a, best).low > in_range(a, base).high ? SAYS_ORDER_PROBABLY : SAYS_ORDER_NOT_SHOWN;
    for (const struct test *t = f->test; t < f->test + f->tests; t++)
        kind = t->of == best && t->than == base && t->more ? SAYS_ORDER_MATTERS : kind;
    for (const struct test *t = f->test; t < f->test + f->tests; t++)
        if (t->than == base && in_range(a, t->of).mean > most && (kind != SAYS_ORDER_MATTERS || t->more))
            say(f, t->of, kind);
}

/* ---- Beyond the trained lengths */

/* Models that have something to lose: above chance, and above what is known without order. */
static struct group losers(struct family *f) {
    const struct answer *a = f->a;
    const double floor =
        fmax(level(a, &a->c->baseline[CHANCE], IN_RANGE), level(a, baseline(a, TASK_WITHOUT_ORDER), IN_RANGE));
    for (struct answer_model *m = a->model; m < a->model + a->models; m++)
        if (m->is > CLASS_GUESSES && m->as_is && answer_number(a, m->own, a->at) &&
            !(in_range(a, m).mean < floor + margin(a, floor)) && !(in_range(a, m).low <= floor))
            say(f, m, LOSER);
    return models_of(f, LOSER);
}

/* Of a model one of two is tested, whichever its mean is nearer to: that it falls by more than the margin, or that it
 * loses less than twice that. At most one of the two can be wrong. Of those that fall some are below what is
 * known without a model: positions that were not trained mislead them more than they help. */
static void say_beyond(struct family *f, struct group all, const struct baseline_levels *known) {
    const struct answer *a = f->a;
    begin(f, all.count);
    for (int i = 0; i < all.count; i++) {
        const struct summary at = number(a, all.model[i]->own, a->at), in = in_range(a, all.model[i]);
        const double step = margin(a, in.mean), by = in.mean - at.mean < 1.5 * step ? -2 * step : -step;
        add_test(f, (struct test){.of = all.model[i], .by = summary_contrast(at, in, by)});
    }
    f->a->resolved = correct(f);
    for (const struct test *t = f->test; t < f->test + f->tests; t++) {
        const double high = number(a, t->of->own, a->at).high;
        const bool falls = t->marked && !t->more && high < in_range(a, t->of).low;
        say(f, t->of, isnan(t->by.p) ? SAYS_ONE_SEED : t->more ? SAYS_HOLDS : falls ? SAYS_FALLS : SAYS_OPEN);
        if (falls && high < level(a, known, a->at))
            say(f, t->of, SAYS_BELOW_LEVEL);
    }
}

/* Tests the policy of the table against carrying on; or each other one against that, and then against the policy. */
static void test_policies(struct family *f, struct group all, bool others) {
    const struct answer *a = f->a;
    begin(f, 2 * all.count * ENCODING_POLICIES);
    for (int i = 0; i < all.count; i++)
        for (int k = 0; all.model[i]->under && answer_policy(k); k++) {
            struct test t = {.of = all.model[i], .row = answer_row(a, all.model[i], answer_policy(k))};
            if (!t.row || (t.row->policy != a->policy) != others)
                continue;
            t.by = paired(a, t.row, t.of->own, a->at);
            add_test(f, t);
            t.by = between(a, t.row, t.of->under, a->at);
            if (others)
                add_test(f, t);
        }
    correct(f);
}

/* Whether it is marked, and worth a word. */
static bool is_worth(const struct answer *a, const struct test *t) {
    return t->marked && fabs(t->by.difference) >= margin(a, in_range(a, t->of).mean);
}

static void say_policy(struct family *f, struct group all) {
    test_policies(f, all, false);
    for (const struct test *t = f->test; t < f->test + f->tests; t++)
        if (is_worth(f->a, t))
            say(f, t->of, t->more ? SAYS_HELPS : SAYS_HARMS);
}

/* ---- Statements with more than models */

static bool is_better(const struct answer *a, const struct test t[2]) {
    return t[0].more && t[1].more && is_worth(a, t) && is_worth(a, t + 1);
}

/* Of a model's policies that are better than both the best, and before it each that is not shown to differ from it: the
 * simplest is named. */
static void state_better(struct family *f, struct group all) {
    const struct answer *a = f->a;
    test_policies(f, all, true);
    for (struct test *t = f->test, *last = t + f->tests, *end; t < last; t = end) {
        const struct compare_row *best = NULL;
        for (end = t; end < last && end->of == t->of; end += 2)
            if (is_better(a, end) && (!best || number(a, end->row, a->at).mean > number(a, best, a->at).mean))
                best = end->row;
        struct statement *s = best ? add(f, SAYS_BETTER, (struct group){1, &t->of}, f->known) : NULL;
        for (int count = 0; s && t < end; t += 2)
            if (is_better(a, t) && (t->row == best || !(between(a, best, t->row, a->at).p <= NOT_TOLD))) {
                s->better[count++] = t->row->policy;
                t->of->instead = t->of->instead ? t->of->instead : t->row;
                s->policy = *s->better;
                s->than = a->policy;
            }
    }
}

static void state_pairs(struct family *f) {
    const struct comparison_result *c = f->a->c;
    for (const struct compare_pair *p = c->pair; *c->compare.pairs && p < c->pair + c->pairs; p++) {
        struct group both = {p->a->first == p->b->first ? 1 : 2, arena_alloc(f->arena, 2, sizeof(void *))};
        both.model[0] = &f->a->model[p->a->first->series - c->series];
        both.model[1] = &f->a->model[p->b->first->series - c->series];
        add(f, SAYS_PAIR, both, c->tested[f->a->metric])->pair = p;
    }
}

/* Of a figure the best, and who differs from it: the best is chosen by the data, so all pairs are tested. */
static void state_figure(struct family *f) {
    const struct answer *a = f->a;
    for (struct answer_model *m = a->model; m < a->model + a->models; m++)
        if (answer_number(a, m->own, IN_RANGE))
            say(f, m, WITH);
    const struct group all = models_of(f, WITH);
    struct answer_model *best = best_of(a, all);
    if (all.count < 2 || all.count > FIGURES_MOST)
        return;
    begin(f, all.count * all.count);
    for (int i = 0; i < all.count; i++)
        for (int k = 0; k < i; k++) {
            struct test t = {.of = all.model[i], .than = all.model[k]};
            answer_by_seed(a, t.of->own, t.than->own, IN_RANGE, &t.by.p);
            add_test(f, t);
        }
    correct(f);
    for (const struct test *t = f->test; t < f->test + f->tests; t++)
        if (t->marked && (t->of == best || t->than == best))
            say(f, t->of == best ? t->than : t->of, OTHERS);
    say(f, best, SAYS_FEWEST);
    add(f, SAYS_FEWEST, models_of(f, SAYS_FEWEST), f->known)->others = models_of(f, OTHERS);
}

void answer_state(struct answer *a, struct arena *arena) {
    struct family f = {.a = a, .arena = arena};
    const struct baseline_levels *known = baseline(a, TASK_TRAINED_POSITIONS);
    struct group all = {0};
    known = known ? known : baseline(a, TASK_WITHOUT_ORDER);
    a->statement = arena_alloc(arena, STATEMENT_KINDS + (size_t)a->models + (size_t)a->c->pairs, sizeof *a->statement);
    a->resolved = (double)NAN;
    if (metrics[a->metric].of_run) {
        state_figure(&f);
        return;
    }
    (a->c->settings.task->fixed_test ? say_order : say_in_range)(&f);
    if (a->at != IN_RANGE) {
        all = losers(&f);
        say_beyond(&f, all, known);
        say_policy(&f, all);
    }
    for (enum statement_kind kind = 0; kind <= SAYS_HARMS; kind++) {
        const struct group of = models_of(&f, kind);
        if (!of.count)
            continue;
        struct statement *s = add(&f, kind, of, f.rests_on[kind]);
        s->others = kind <= SAYS_ORDER_NOT_SHOWN ? models_of(&f, OTHERS) : s->others;
        s->level = kind == SAYS_BELOW_LEVEL ? known : NULL;
        s->policy = kind >= SAYS_HELPS ? a->policy : NULL;
    }
    state_better(&f, all);
    state_pairs(&f);
}
