/* test_collect.c -- rows and paired differences of a comparison, against numbers worked out by hand. */
#include "unit/tests.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "unit/lopsided.h"
#include "unit/near.h"

/* 97.5 % points of Student's t with 1 and 2 degrees of freedom. */
#define T1 12.7062047
#define T2 4.3026527

static const struct level_summaries *row_of(const struct comparison_result *c, const char *name) {
    const struct compare_row *row = row_named(c, name);
    if (!row || strcmp(row->name, name) != 0)
        fail_msg("there is no row %s", name);
    return row->of;
}

static const struct compare_pair *pair_of(const struct comparison_result *c, const char *a, const char *b) {
    for (int i = 0; i < c->pairs; i++)
        if (strcmp(c->pair[i].a->name, a) == 0 && strcmp(c->pair[i].b->name, b) == 0)
            return &c->pair[i];
    fail_msg("there is no pair %s - %s", a, b);
    return NULL;
}

static void assert_summary(const char *what, struct summary s, int n, double mean, double half) {
    assert_int_equal(s.n, n);
    assert_near(what, n, s.mean, mean, 1e-12);
    assert_near(what, n, s.low, mean - half, 1e-6);
    assert_near(what, n, s.high, mean + half, 1e-6);
}

static void test_rows(void **state) {
    struct comparison_result c;
    struct arena arena = {0};
    (void)state;
    lopsided_build(&c, &arena);
    assert_int_equal(c.rows, 5); /* a policy that makes no sense for its member is none */
    /* seeds 2 and 3 alone: 70 and 76, deviation 3 * sqrt 2, over sqrt 2 */
    assert_summary("learned at 24", row_of(&c, "learned+extend")->at[1], 2, 0.73, T1 * 0.03);
    assert_summary("learned in range", row_of(&c, "learned+extend")->in_range, 2, 0.97, T1 * 0.02);
    /* 80, 61, 72: mean 71, squares 81 + 100 + 1 */
    assert_summary("rope at 24", row_of(&c, "rope+extend base=100")->at[1], 3, 0.71, T2 * sqrt(0.0182 / 2 / 3));
    arena_free(&arena);
}

/* Asked for alone, a policy that makes no sense is a row without numbers. */
static void test_a_row_without_numbers(void **state) {
    struct comparison_result c;
    struct arena arena = {0};
    (void)state;
    lopsided_build(&c, &arena);
    for (int k = 6; k < 9; k++)
        *c.member[k].result->row = c.member[k].result->row[--c.member[k].result->rows];
    compare_summarise(&c, &arena);
    assert_int_equal(c.rows, 5);
    assert_string_equal(c.row[4].name, "none+interpolate");
    assert_int_equal(c.row[4].of->at[0].n, 0);
    assert_true(isnan(c.row[4].of->at[0].mean));
    assert_int_equal(c.pairs, 3); /* none with it */
    arena_free(&arena);
}

/* Each row less the first: learned+extend. Both have seeds 2 and 3. */
static void test_pairs(void **state) {
    struct comparison_result c;
    struct arena arena = {0};
    (void)state;
    lopsided_build(&c, &arena);
    assert_int_equal(c.pairs, 4);
    const struct compare_pair *rope = pair_of(&c, "rope+interpolate base=100", "learned+extend");
    assert_summary("in range", rope->of->in_range, 2, -0.015, T1 * 0.035); /* 97 - 95, 94 - 99 */
    assert_summary("at 64", rope->of->at[2], 2, 0.465, T1 * 0.055);        /* 92 - 40, 91 - 50 */
    /* within one model: no policy acts in range, nor at the longest of training */
    const struct compare_pair *learned = pair_of(&c, "learned+interpolate", "learned+extend");
    assert_int_equal(learned->of->in_range.n, 0);
    assert_int_equal(learned->of->at[0].n, 0);
    assert_summary("at 24", learned->of->at[1], 2, 0.16, T1 * 0.04); /* 90 - 70, 88 - 76 */
    pair_of(&c, "rope+extend base=100", "learned+extend");
    pair_of(&c, "none", "learned+extend");
    arena_free(&arena);
}

/* Across policies, in the order asked for, with either sign; a label alone is its first row. */
static void test_pairs_by_name(void **state) {
    struct comparison_result c;
    struct arena arena = {0};
    (void)state;
    lopsided_build(&c, &arena);
    snprintf(c.settings.compare.pairs, sizeof c.settings.compare.pairs, "%s",
             "rope+interpolate base=100 - learned+interpolate,none \xe2\x88\x92 rope base=100 , learned - none");
    compare_summarise(&c, &arena);
    assert_int_equal(c.pairs, 3);
    const struct compare_pair *p = &c.pair[0];
    assert_string_equal(p->b->name, "learned+interpolate");
    assert_summary("interpolate at 64", p->of->at[2], 2, 0.095, T1 * 0.015); /* 92 - 81, 91 - 83 */
    assert_string_equal(c.pair[1].a->name, "none");
    assert_string_equal(c.pair[1].b->name, "rope+extend base=100");
    assert_int_equal(c.pair[1].of->at[0].n, 3);
    assert_string_equal(c.pair[2].a->name, "learned+extend");
    arena_free(&arena);
}

static void test_pairs_refused(void **state) {
    static const struct {
        const char *pairs, *error;
    } bad[] = {
        {"rope base=100 - lerned", "there is no row 'lerned' in the result (did you mean learned?)"},
        {"learned - none, xyzzy - none", "there is no row 'xyzzy' in the result (the first is learned+extend)"},
        {"learned-none", "'learned-none': expected two rows, as in \"rope+interpolate - learned+interpolate\""},
        {"learned - ", "'learned -': expected two rows, as in \"rope+interpolate - learned+interpolate\""},
        {"learned - none,", NULL},
        {"learned - none, , none - learned", "'': expected two rows, as in \"rope+interpolate - learned+interpolate\""},
        {"learned - learned+extend", "learned+extend less itself is no difference"},
        {"learned - none, learned+extend - none", "learned+extend - none is given twice"},
    };
    struct comparison_result c;
    struct arena arena = {0};
    (void)state;
    lopsided_build(&c, &arena);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct error e = {0};
        snprintf(c.settings.compare.pairs, sizeof c.settings.compare.pairs, "%s", bad[i].pairs);
        assert_int_equal(compare_add_pairs(&c, &arena, &e), !bad[i].error);
        assert_string_equal(e.text, bad[i].error ? bad[i].error : "");
        assert_int_equal(e.code, bad[i].error ? EXIT_USAGE : 0);
    }
    c.row[4].applies = false;
    struct error e = {0};
    snprintf(c.settings.compare.pairs, sizeof c.settings.compare.pairs, "none - learned");
    assert_false(compare_add_pairs(&c, &arena, &e));
    assert_string_equal(e.text, "row 'none' has no numbers: the policy makes no sense for the encoding");
    arena_free(&arena);
}

/* A row whose member has no result yet takes its pairs with it, and no others. */
static void test_pairs_of_what_is_there(void **state) {
    struct comparison_result c;
    struct arena arena = {0};
    (void)state;
    lopsided_build(&c, &arena);
    for (int k = 3; k < 6; k++)
        c.member[k].status = STATUS_FAILED;
    snprintf(c.settings.compare.pairs, sizeof c.settings.compare.pairs,
             "rope base=100 - learned, learned+interpolate - none");
    compare_summarise(&c, &arena);
    assert_int_equal(c.pairs, 1);
    pair_of(&c, "learned+interpolate", "none");
    arena_free(&arena);
}

int test_collect(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),          cmocka_unit_test(test_a_row_without_numbers),
        cmocka_unit_test(test_pairs),         cmocka_unit_test(test_pairs_by_name),
        cmocka_unit_test(test_pairs_refused), cmocka_unit_test(test_pairs_of_what_is_there),
    };
    return cmocka_run_group_tests_name("collect", tests, NULL, NULL);
}
