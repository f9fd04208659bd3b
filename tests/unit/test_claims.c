/* test_claims.c -- from made-up numbers to verdicts: every claim can come out in every way, so none is settled
 * beforehand. And what the tables of claims name exists: a slip there would only look like a missing result. */
#include "unit/tests.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "claims/claims.h"
#include "encoding/policy.h"

static struct claim_number interval(double low, double high) {
    return (struct claim_number){(low + high) / 2, low, high, 5};
}

static struct claim_number one_seed(double mean) { return (struct claim_number){mean, (double)NAN, (double)NAN, 1}; }

/* ---- Tests on numbers */

static void test_answers(void **state) {
    static const struct {
        const struct claim_test *test;
        double margin, low, high;
        enum answer expected;
    } table[] = {
        {&test_more, 5, 1, 11, ANSWER_YES},          {&test_more, 5, -1, 13, ANSWER_OPEN},
        {&test_more, 5, 3, 4.9, ANSWER_NO},          {&test_more, 5, -9, -7, ANSWER_NO},
        {&test_more, 5, 1, 8, ANSWER_OPEN},          {&test_more, 5, 6, 6, ANSWER_YES},
        {&test_no_more, 5, 1, 11, ANSWER_NO},        {&test_no_more, 5, -1, 13, ANSWER_OPEN},
        {&test_no_more, 5, -9, 4, ANSWER_YES},       {&test_near, 5, -4, 4, ANSWER_YES},
        {&test_near, 5, -4, 6, ANSWER_OPEN},         {&test_near, 5, 5, 9, ANSWER_NO},
        {&test_near, 5, -9, -5, ANSWER_NO},          {&test_over, 1, 1.1, 9, ANSWER_YES},
        {&test_over, 1, 0.1, 1, ANSWER_NO},          {&test_over, 1, 0.9, 2, ANSWER_OPEN},
        {&test_tiny, 0.01, 0, 0.009, ANSWER_YES},    {&test_tiny, 0.01, 0.1, 0.2, ANSWER_NO},
        {&test_tiny, 0.01, 0.05, 0.06, ANSWER_OPEN}, {&test_large, 0.01, 0.1, 0.2, ANSWER_YES},
        {&test_large, 0.01, 0, 0.009, ANSWER_NO},
    };
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        enum answer got = table[i].test->answer(interval(table[i].low, table[i].high), table[i].margin);
        if (got != table[i].expected)
            fail_msg("row %zu, %g..%g against %g: %d is not %d", i, table[i].low, table[i].high, table[i].margin,
                     (int)got, (int)table[i].expected);
    }
}

/* Without an interval nothing is told, whatever the mean. */
static void test_one_seed(void **state) {
    static const struct claim_test *const all[6] = {&test_more, &test_no_more, &test_near,
                                                    &test_over, &test_tiny,    &test_large};
    (void)state;
    for (int i = 0; i < 6; i++)
        for (int mean = -100; mean <= 100; mean++)
            assert_int_equal(all[i]->answer(one_seed(mean / 2.0), 5), ANSWER_OPEN);
}

/* ---- Verdicts */

/* A number of which the table's test gives this answer. */
static struct claim_number number_for(const struct claim_table *t, enum answer answer) {
    static const double tried[] = {-100, -1, 0, 0.001, 0.02, 0.5, 1, 2, 10, 100};
    for (size_t i = 0; i < sizeof tried / sizeof *tried; i++)
        if (t->test->answer(interval(tried[i], tried[i]), t->margin) == answer)
            return interval(tried[i], tried[i]);
    if (answer == ANSWER_OPEN)
        return interval(-1000, 1000);
    fail_msg("%s: no number gives answer %d", t->title, (int)answer);
    return interval(0, 0);
}

/* Numbers for all rows: judged row k gets answer[k % 2], controls a yes. */
static void fill(struct claim_result *r, const struct claim *c, enum answer even, enum answer odd) {
    int k = 0;
    claim_open(r, c);
    for (int i = 0; i < r->rows; i++) {
        const struct claim_table *t = r->row[i].table;
        if (t->role == TABLE_CONTROL)
            r->row[i].difference = number_for(t, ANSWER_YES);
        else if (t->role == TABLE_JUDGED)
            r->row[i].difference = number_for(t, k++ % 2 ? odd : even);
    }
    claim_judge(r);
}

static void test_every_verdict(void **state) {
    static const struct {
        enum answer even, odd;
        enum verdict expected;
    } table[] = {
        {ANSWER_YES, ANSWER_YES, VERDICT_HELD},        {ANSWER_NO, ANSWER_NO, VERDICT_NOT_HELD},
        {ANSWER_YES, ANSWER_NO, VERDICT_DEPENDS},      {ANSWER_NO, ANSWER_YES, VERDICT_DEPENDS},
        {ANSWER_YES, ANSWER_OPEN, VERDICT_UNDECIDED},  {ANSWER_OPEN, ANSWER_NO, VERDICT_UNDECIDED},
        {ANSWER_OPEN, ANSWER_OPEN, VERDICT_UNDECIDED},
    };
    static struct claim_result r;
    (void)state;
    for (const struct claim *const *c = claims; *c; c++)
        for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
            fill(&r, *c, table[i].even, table[i].odd);
            if (r.verdict != table[i].expected)
                fail_msg("claim %d, numbers %zu: %s (%s)", (*c)->number, i, verdict_names[r.verdict], r.text);
            assert_true(*r.text);
        }
}

/* Numbers of claim 2, all yes but in the rows whose setting begins with `first` or is `whole`. */
static void table_but(struct claim_result *r, const char *first, const char *whole) {
    char setting[CLAIM_LABEL];
    claim_open(r, claim_find(2));
    for (int i = 0; i < r->rows; i++) {
        claim_setting(r->row[i].row, setting);
        bool but = (first && strncmp(setting, first, strlen(first)) == 0) || (whole && strcmp(setting, whole) == 0);
        r->row[i].difference = but ? interval(0, 1) : interval(20, 30);
    }
    claim_judge(r);
}

/* The fewest factors that tell yes from no are named. */
static void test_depends_on(void **state) {
    static struct claim_result r;
    (void)state;
    table_but(&r, "interpolate", NULL);
    assert_string_equal(r.text, "on the policy: yes for extend, clamp, wrap, zero; no for interpolate");
    table_but(&r, NULL, "wrap, first");
    assert_non_null(strstr(r.text, "on the policy and the task: yes for extend/order, clamp/order, wrap/order, "));
    assert_non_null(strstr(r.text, "; no for wrap/first"));
}

/* A row that lacks the factor on which it depends is named by what it has. */
static void test_depends_without(void **state) {
    static struct claim_result r;
    (void)state;
    claim_open(&r, claim_find(5));
    for (int i = 0; i < r.rows; i++) {
        const char *length = r.row[i].row->setting[2];
        r.row[i].difference = length && strcmp(length, "2x") == 0 ? interval(0, 1) : interval(20, 30);
    }
    claim_judge(&r);
    assert_string_equal(r.text, "on the length: yes for dominates, 4x, 8x; no for 2x");
}

static void test_what_is_missing(void **state) {
    static struct claim_result r;
    (void)state;
    claim_open(&r, claim_find(2));
    for (int i = 0; i < r.rows; i++)
        r.row[i].difference = one_seed(30);
    claim_judge(&r);
    assert_int_equal(r.verdict, VERDICT_UNDECIDED);
    assert_non_null(strstr(r.text, "one seed has no interval, --seeds 2 is the least"));
    fill(&r, claim_find(2), ANSWER_YES, ANSWER_OPEN);
    assert_null(strstr(r.text, "one seed"));
    assert_non_null(strstr(r.text, "more seeds may tell"));
}

/* Where nobody learns the task, being at chance shows nothing. */
static void test_control(void **state) {
    static struct claim_result r;
    (void)state;
    fill(&r, claim_find(1), ANSWER_YES, ANSWER_YES);
    assert_int_equal(r.verdict, VERDICT_HELD);
    for (int i = 0; i < r.rows; i++)
        if (r.row[i].table->role == TABLE_CONTROL && strcmp(r.row[i].row->setting[0], "order") == 0)
            r.row[i].difference = interval(-1, 1);
    claim_judge(&r);
    assert_int_equal(r.verdict, VERDICT_UNDECIDED);
    assert_non_null(strstr(r.text, "not told for order/all rows;"));
}

/* ---- The tables of claims */

static void test_register(void **state) {
    char rule[CLAIM_TEXT], margin[32];
    int number = 0;
    (void)state;
    for (const struct claim *const *c = claims; *c; c++) {
        assert_int_equal((*c)->number, ++number);
        assert_ptr_equal(claim_find(number), *c);
        assert_in_range(strlen((*c)->sentence), 10, 62);
        claim_rule(*c, rule);
        assert_in_range(strlen(rule), 50, CLAIM_TEXT - 2);
        for (const struct claim_table *t = (*c)->table; t->title; t++) {
            snprintf(margin, sizeof margin, " %g", t->margin);
            assert_true(t->role == TABLE_SHOWN || (t->test && strstr(rule, t->title) && strstr(rule, margin)));
        }
    }
    assert_int_equal(number, 13);
    assert_null(claim_find(0));
    assert_null(claim_find(14));
}

/* A number is known by its setting and the head of its column. */
static void test_names(void **state) {
    static struct claim_result r;
    char a[CLAIM_LABEL], b[CLAIM_LABEL];
    (void)state;
    for (const struct claim *const *c = claims; *c; c++) {
        claim_open(&r, *c);
        for (int i = 0; i < r.rows; i++)
            for (int j = 0; j < i; j++) {
                const char *const *x = r.row[i].table->head, *const *y = r.row[j].table->head;
                claim_setting(r.row[i].row, a);
                claim_setting(r.row[j].row, b);
                if (strcmp(a, b) == 0 && strcmp(x[2] ? x[2] : x[0], y[2] ? y[2] : y[0]) == 0)
                    fail_msg("claim %d: two numbers are '%s: %s'", (*c)->number, a, x[2] ? x[2] : x[0]);
            }
    }
}

static const struct claim_experiment *planned(const struct claims_study *s, const struct experiment *e) {
    for (int i = 0; i < s->experiments; i++)
        if (s->experiment[i].experiment == e)
            return &s->experiment[i];
    return NULL;
}

/* The first member with the point's label. */
static const struct member *member_of(const struct claims_study *s, const struct claim_point *p) {
    const struct comparison_result *c = &planned(s, p->in)->c;
    for (int k = 0; k < c->members; k++)
        if (strcmp(c->member[k].label, p->member) == 0)
            return &c->member[k];
    fail_msg("%s has no member %s", p->in->name, p->member);
    return NULL;
}

static bool lists(const char *list, const char *name) {
    const char *at = strstr(list, name);
    return at && (at == list || at[-1] == ' ') && (!at[strlen(name)] || at[strlen(name)] == ' ');
}

static void check_point(const struct claims_study *s, const struct claim_point *p) {
    char times[16];
    if (!p->in)
        return;
    const struct settings *own = &member_of(s, p)->settings;
    assert_true(p->at != AT_GAP || own->train.examples > 0);
    if (p->at <= 0)
        return;
    snprintf(times, sizeof times, "%dx", p->at);
    const struct policy *policy = policy_find(p->policy);
    if (!policy || !policy_fits(policy, own->encoding->acts_on) || !lists(own->eval.lengths, times) ||
        !(lists(own->eval.policies, p->policy) || lists(own->eval.policies, "all")))
        fail_msg("%s: %s is not evaluated under %s at %s", p->in->name, p->member, p->policy, times);
}

static void plan_all(struct claims_study *s, struct arena *arena) {
    struct error e = {0};
    int count = 0;
    while (claims[count])
        count++;
    if (!claims_plan(s, claims, count, 2, arena, &e))
        fail_msg("%s", e.text);
}

static void test_points_exist(void **state) {
    static struct claims_study s;
    static struct claim_result r;
    struct arena arena = {0};
    (void)state;
    plan_all(&s, &arena);
    for (const struct claim *const *c = claims; *c; c++) {
        claim_open(&r, *c);
        for (int i = 0; i < r.rows; i++) {
            check_point(&s, &r.row[i].row->a);
            check_point(&s, &r.row[i].row->b);
        }
    }
    arena_free(&arena);
}

static double of_initial_run(const struct claims_study *s, const struct claim_point *p) {
    static struct run r;
    struct error e = {0};
    assert_true(run_build(&r, &member_of(s, p)->settings, NULL, &e));
    double x = p->of_run(&r);
    run_free(&r);
    return x;
}

/* Claim 12: what is said to have as many weights has, to half a percent; what has the same width has fewer. */
static void test_equal_weights(void **state) {
    static struct claims_study s;
    static struct claim_result r;
    struct arena arena = {0};
    int checked = 0;
    (void)state;
    plan_all(&s, &arena);
    claim_open(&r, claim_find(12));
    for (int i = 0; i < r.rows; i++) {
        const struct claim_row *row = r.row[i].row;
        if (!row->a.of_run)
            continue;
        double share = of_initial_run(&s, &row->a) / of_initial_run(&s, &row->b);
        if (strcmp(row->setting[1], "weights") == 0)
            assert_true(fabs(share - 1) < 0.005);
        else
            assert_true(share < 0.995);
        checked++;
    }
    assert_int_equal(checked, 4);
    arena_free(&arena);
}

/* Claim 5: before training the index of place 16 is 16 against a word and a segment of 31 columns, each N(0, 1/32);
 * divided by 16 it is a sixteenth of that. */
static void test_dominance(void **state) {
    static struct claims_study s;
    static struct claim_result r;
    struct arena arena = {0};
    double raw = (double)NAN, scaled = (double)NAN;
    (void)state;
    plan_all(&s, &arena);
    claim_open(&r, claim_find(5));
    for (int i = 0; i < r.rows; i++) {
        const struct claim_point *a = &r.row[i].row->a;
        if (a->of_run)
            *(strcmp(a->member, "index") == 0 ? &raw : &scaled) = of_initial_run(&s, a);
    }
    assert_true(fabs(raw / (16 / sqrt(2 * 31.0 / 32)) - 1) < 0.1);
    assert_true(fabs(raw / scaled / 16 - 1) < 1e-6);
    arena_free(&arena);
}

/* The formula of a row of this claim, whatever its width. */
static const struct claim_point *formula(int number, const char *setting) {
    static struct claim_result r;
    claim_open(&r, claim_find(number));
    for (int i = 0; i < r.rows; i++)
        if (!setting || (r.row[i].row->setting[0] && strcmp(r.row[i].row->setting[0], setting) == 0))
            return &r.row[i].row->a;
    return NULL;
}

static void test_formulas(void **state) {
    double sum = 0;
    (void)state;
    for (int t = 0; t < 10; t++)
        sum += sin(t) + cos(t);
    assert_true(fabs(formula(13, NULL)->of_formula(0, 2, 10) - sum / 20) < 1e-6);
    assert_true(formula(6, "paired")->of_formula(0, 16, 7) < 1e-5);
    assert_true(formula(6, "unpaired")->of_formula(0, 16, 7) > 0.1);
}

/* Two seeds of nothing but formulas: measured, judged, and the same again. */
static void test_measured(void **state) {
    static struct claims_study s;
    static struct claim_result r;
    struct arena arena = {0};
    struct error e = {0};
    (void)state;
    assert_true(claims_plan(&s, (const struct claim *const[]){claim_find(6)}, 1, 2, &arena, &e));
    assert_int_equal(s.experiments, 0);
    assert_true(claims_measure(&s, claim_find(6), &r, &e));
    for (int i = 0; i < r.rows; i++) {
        const struct claim_number x = r.row[i].difference;
        assert_int_equal(x.n, r.row[i].row->a.seeds ? 2 : 1);
        assert_true(x.low <= x.mean && x.mean <= x.high);
        assert_true(isnan(r.row[i].b.mean) && isnan(r.row[i].chance));
    }
    assert_false(claims_plan(&s, claims, 1, CLAIM_SEEDS + 1, &arena, &e));
    assert_int_equal(e.code, EXIT_USAGE);
    arena_free(&arena);
}

/* What compare_collect would have read: a number of its own for each encoding, seed, policy and length. */
static void pretend(struct claims_study *s, struct arena *arena) {
    for (int i = 0; i < s->experiments; i++) {
        struct comparison_result *c = &s->experiment[i].c;
        c->lengths = 3;
        for (int l = 0; l < 3; l++) {
            c->words[l] = (struct range){0, c->trained_high << l};
            c->chance[METRIC_ACCURACY].at[l] = 0.5 + 0.01 * l;
        }
        for (int k = 0; k < c->members; k++) {
            struct member *m = &c->member[k];
            m->status = m->seed == 3 ? STATUS_FAILED : STATUS_FINISHED;
            m->in_range = 0.9 + 0.01 * m->seed * m->seed;
            m->training = 1;
            m->rows = 2;
            m->policy[0] = &policy_extend;
            m->policy[1] = &policy_wrap;
            for (int p = 0; p < 2; p++) {
                m->value[p] = arena_take(arena, (size_t)metric_count, sizeof *m->value[p]);
                for (int l = 0; l < 3; l++)
                    m->value[p][METRIC_ACCURACY].at[l] = 0.8 - 0.1 * p - 0.2 * l - 0.01 * m->seed;
            }
        }
    }
}

static void assert_number(struct claim_number x, int n, double mean, double half) {
    if (x.n != n || !(fabs(x.mean - mean) < 1e-9) || !(fabs(x.high - x.mean - half) < 1e-5) ||
        !(fabs(x.mean - x.low - half) < 1e-5))
        fail_msg("%g (%g..%g), n = %d, is not %g +- %g, n = %d", x.mean, x.low, x.high, x.n, mean, half, n);
}

/* Two seeds of three, the third has failed: t(1) = 12.7062, so half an interval is 6.3531 times the distance of the
 * two. In range 91 and 94 %; under extend at twice the length 59 and 58 %, under wrap 49 and 48 %; the gap is 9 and 6.
 */
static void test_measured_members(void **state) {
    static struct claims_study s;
    static struct claim_result r;
    struct arena arena = {0};
    struct error e = {0};
    const double t = 12.7062047364 / 2;
    (void)state;
    assert_true(claims_plan(&s, (const struct claim *const[]){claim_find(2), claim_find(8)}, 2, 3, &arena, &e));
    pretend(&s, &arena);
    assert_true(claims_measure(&s, claim_find(2), &r, &e));
    assert_number(r.row[0].a, 2, 92.5, 3 * t);
    assert_number(r.row[0].b, 2, 58.5, 1 * t);
    assert_number(r.row[0].difference, 2, 34, 4 * t); /* 32 and 36: paired by seed */
    assert_number(r.row[2].difference, 2, 44, 4 * t);
    assert_true(fabs(r.row[0].chance - 51) < 1e-9);
    assert_int_equal(r.row[4].difference.n, 0); /* interpolate, which nobody has evaluated */
    assert_true(claims_measure(&s, claim_find(8), &r, &e));
    assert_number(r.row[0].a, 2, 7.5, 3 * t);
    assert_true(isnan(r.row[0].chance));
    arena_free(&arena);
}

int test_claims(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers),
        cmocka_unit_test(test_one_seed),
        cmocka_unit_test(test_every_verdict),
        cmocka_unit_test(test_depends_on),
        cmocka_unit_test(test_depends_without),
        cmocka_unit_test(test_what_is_missing),
        cmocka_unit_test(test_control),
        cmocka_unit_test(test_register),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_points_exist),
        cmocka_unit_test(test_equal_weights),
        cmocka_unit_test(test_dominance),
        cmocka_unit_test(test_formulas),
        cmocka_unit_test(test_measured),
        cmocka_unit_test(test_measured_members),
    };
    return cmocka_run_group_tests_name("claims", tests, NULL, NULL);
}
