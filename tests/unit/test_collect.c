/* test_collect.c -- rows and paired differences of a comparison, against numbers worked out by hand. */
#include "unit/tests.h"

#include <math.h>
#include <string.h>

#include "unit/lopsided.h"
#include "unit/near.h"

/* 97.5 % points of Student's t with 1 and 2 degrees of freedom. */
#define T1 12.7062047
#define T2 4.3026527

static const struct compare_row *row_named(const struct comparison_result *c, const char *name) {
    for (int i = 0; i < c->rows; i++)
        if (strcmp(c->row[i].name, name) == 0)
            return &c->row[i];
    fail_msg("there is no row %s", name);
    return NULL;
}

static void assert_summary(const char *what, struct summary s, int n, double mean, double ci95) {
    assert_int_equal(s.n, n);
    assert_near(what, n, s.mean, mean, 1e-12);
    assert_near(what, n, s.low, mean - ci95, 1e-6);
    assert_near(what, n, s.high, mean + ci95, 1e-6);
}

static void test_rows(void **state) {
    struct comparison_result c;
    struct arena arena = {0};
    (void)state;
    lopsided_build(&c, &arena);
    assert_int_equal(c.rows, 6);
    /* seeds 2 and 3 alone: 70 and 76, deviation 3 * sqrt 2, over sqrt 2 */
    assert_summary("learned at 24", row_named(&c, "learned+extend")->of->at[1], 2, 0.73, T1 * 0.03);
    assert_summary("learned in range", row_named(&c, "learned+extend")->of->in_range, 2, 0.97, T1 * 0.02);
    /* 80, 61, 72: mean 71, squares 81 + 100 + 1 */
    assert_summary("rope at 24", row_named(&c, "rope+extend base=100")->of->at[1], 3, 0.71, T2 * sqrt(0.0182 / 2 / 3));
    assert_int_equal(row_named(&c, "none+interpolate")->of->at[0].n, 0);
    assert_true(isnan(row_named(&c, "none+interpolate")->of->at[0].mean));
    arena_free(&arena);
}

/* rope less learned, over seeds 2 and 3: 99 - 96 and 93 - 98 at 16 words, 92 - 81 and 91 - 83 at 64. */
static void test_pairs(void **state) {
    struct comparison_result c;
    struct arena arena = {0};
    int seen = 0;
    (void)state;
    lopsided_build(&c, &arena);
    for (int i = 0; i < c.pairs; i++) {
        const struct compare_pair *p = &c.pair[i];
        if (strcmp(p->a->label, "rope base=100") != 0 || strcmp(p->b->label, "learned") != 0)
            continue;
        seen++;
        assert_summary("in range", p->of->in_range, 2, -0.015, T1 * 0.035);
        if (p->policy == &policy_extend)
            assert_summary("extend at 16", p->of->at[0], 2, -0.01, T1 * 0.04);
        else
            assert_summary("interpolate at 64", p->of->at[2], 2, 0.095, T1 * 0.015);
    }
    assert_int_equal(seen, 2);
    arena_free(&arena);
}

/* A row without numbers makes no pair, whichever of the two stands first. */
static void test_no_pair_without_numbers(void **state) {
    struct comparison_result c;
    struct arena arena = {0};
    (void)state;
    lopsided_build(&c, &arena);
    struct member *none_first = arena_alloc(&arena, (size_t)c.members, sizeof *none_first);
    for (int k = 0; k < c.members; k++)
        none_first[k] = c.member[(k + 6) % c.members];
    c.member = none_first;
    c.rows = c.pairs = 0;
    compare_summarise(&c, &arena);
    assert_string_equal(c.row[0].first->label, "none");
    assert_int_equal(c.pairs, 4); /* one each with none, two of the others */
    for (int i = 0; i < c.pairs; i++) {
        bool with_none = strcmp(c.pair[i].b->label, "none") == 0;
        assert_true(c.pair[i].policy == &policy_extend || !with_none);
        assert_int_equal(c.pair[i].of->at[0].n, strcmp(c.pair[i].a->label, "learned") == 0 || !with_none ? 2 : 3);
    }
    arena_free(&arena);
}

int test_collect(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_no_pair_without_numbers),
    };
    return cmocka_run_group_tests_name("collect", tests, NULL, NULL);
}
