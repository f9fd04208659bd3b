/* test_read_results.c -- rows and paired differences of a comparison, against numbers computed by hand. */
#include "unit/tests.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "study/columns.h"
#include "study/pairs.h"
#include "study/series.h"
#include "study/summarise.h"
#include "unit/lopsided.h"
#include "unit/near.h"
#include "unit/refused.h"

static const struct summary *row_of(const struct comparison_result *c, const char *name) {
    const struct compare_row *row = row_named(c, name);
    if (row && strcmp(row->name, name) == 0)
        return row->of[METRIC_ACCURACY];
    fail_msg("there is no row %s", name);
    return NULL;
}

static const struct compare_pair *pair_of(const struct comparison_result *c, const char *a, const char *b) {
    for (int i = 0; i < c->pairs; i++)
        if (strcmp(c->pair[i].a->name, a) == 0 && strcmp(c->pair[i].b->name, b) == 0)
            return &c->pair[i];
    fail_msg("there is no pair %s - %s", a, b);
    return NULL;
}

static void assert_same(const char *what, struct summary s, struct summary expected) {
    assert_int_equal(s.n, expected.n);
    assert_near(what, 0, s.mean, expected.mean, 1e-12);
    assert_near(what, 1, s.low, expected.low, 1e-12);
    assert_near(what, 2, s.high, expected.high, 1e-12);
    assert_true(s.low < s.mean && s.mean < s.high);
}

/* In column i: a less b, in % by seed. */
static void assert_pair(const struct compare_pair *pair, int i, int n, const double *a, const double *b) {
    double p;
    assert_same("difference", pair->of[METRIC_ACCURACY][i], lopsided_summary(n, a, b, &p));
    assert_near("p", i, pair->test[METRIC_ACCURACY][i].p, p, 1e-12);
}
#define TWO(x, y) \
    (const double[]) { x, y }
#define THREE(x, y, z) \
    (const double[]) { x, y, z }

TEST(rows) {
    struct comparison_result c;
    struct arena arena = {0};
    lopsided_build(&c, &arena);
    assert_int_equal(c.rows, 5); /* a policy that makes no sense for its member is none */
    /* of learned seeds 2 and 3 alone */
    assert_same("learned at 24", row_of(&c, "learned+extend")[2], LOPSIDED(70, 76));
    assert_same("learned in range", row_of(&c, "learned+extend")[IN_RANGE], LOPSIDED(95, 99));
    assert_same("none at 24", row_of(&c, "none")[2], LOPSIDED(41, 39, 40));
    assert_same("rope at 24", row_of(&c, "rope+extend base=100")[2], LOPSIDED(80, 61, 72));
    assert_near("rope at 24", 0, row_of(&c, "rope+extend base=100")[2].mean, 0.71, 1e-12);
    arena_free(&arena);
}

/* Asked for alone, a policy that makes no sense is a row without numbers. */
TEST(a_row_without_numbers) {
    struct comparison_result c;
    struct arena arena = {0};
    lopsided_build(&c, &arena);
    for (int k = 6; k < 9; k++)
        *c.member[k].result->row = c.member[k].result->row[--c.member[k].result->rows];
    compare_summarise(&c);
    assert_int_equal(c.rows, 5);
    assert_string_equal(c.row[4].name, "none+interpolate");
    assert_int_equal(c.row[4].of[METRIC_ACCURACY][1].n, 0);
    assert_true(isnan(c.row[4].of[METRIC_ACCURACY][1].mean));
    assert_int_equal(c.pairs, 3); /* none with it */
    struct member *none_first = arena_alloc(&arena, (size_t)c.members, sizeof *none_first);
    for (int k = 0; k < c.members; k++)
        none_first[k] = c.member[(k + 6) % c.members];
    c.member = none_first;
    compare_find_series(&c);
    compare_summarise(&c);
    assert_string_equal(c.row[0].name, "none+interpolate");
    assert_int_equal(c.pairs, 3);
    assert_string_equal(c.pair[0].b->name, "learned+extend"); /* the first with numbers */
    arena_free(&arena);
}

/* Each model's first row less that of the first, and its other rows less its own; learned has seeds 2 and 3. */
TEST(pairs) {
    struct comparison_result c;
    struct arena arena = {0};
    lopsided_build(&c, &arena);
    c.full = true;
    compare_summarise(&c);
    assert_int_equal(c.pairs, 4);
    const struct compare_pair *rope = pair_of(&c, "rope+extend base=100", "learned+extend");
    assert_pair(rope, IN_RANGE, 2, TWO(97, 94), TWO(95, 99));
    assert_pair(rope, 3, 2, TWO(20, 31), TWO(40, 50));
    assert_near("in range", 0, rope->of[METRIC_ACCURACY][IN_RANGE].mean, -0.015, 1e-12);
    /* within one model: no policy acts in range, nor at the longest of training */
    const struct compare_pair *learned = pair_of(&c, "learned+interpolate", "learned+extend");
    assert_int_equal(learned->of[METRIC_ACCURACY][IN_RANGE].n, 0);
    assert_int_equal(learned->of[METRIC_ACCURACY][1].n, 0);
    assert_true(isnan(learned->test[METRIC_ACCURACY][1].p) && isnan(learned->test[METRIC_ACCURACY][IN_RANGE].p));
    assert_pair(learned, 2, 2, TWO(90, 88), TWO(70, 76));
    const struct compare_pair *own = pair_of(&c, "rope+interpolate base=100", "rope+extend base=100");
    assert_int_equal(own->of[METRIC_ACCURACY][IN_RANGE].n, 0);
    assert_pair(own, 3, 3, THREE(90, 92, 91), THREE(30, 20, 31)); /* all of its seeds */
    pair_of(&c, "none", "learned+extend");
    arena_free(&arena);
}

/* Across policies, in the order asked for, with either sign; a label alone is its first row. */
TEST(pairs_by_name) {
    struct comparison_result c;
    struct arena arena = {0};
    lopsided_build(&c, &arena);
    snprintf(c.compare.pairs, sizeof c.compare.pairs, "%s",
             "rope+interpolate base=100 - learned+interpolate,none \xe2\x88\x92 rope base=100 , learned - none");
    compare_summarise(&c);
    assert_int_equal(c.pairs, 3);
    const struct compare_pair *p = &c.pair[0];
    assert_string_equal(p->b->name, "learned+interpolate");
    assert_pair(p, 3, 2, TWO(92, 91), TWO(81, 83));
    assert_near("interpolate at 64", 0, p->of[METRIC_ACCURACY][3].mean, 0.095, 1e-12);
    assert_string_equal(c.pair[1].a->name, "none");
    assert_string_equal(c.pair[1].b->name, "rope+extend base=100");
    assert_pair(&c.pair[1], 1, 3, THREE(51, 49, 50.5), THREE(100, 99, 93));
    assert_string_equal(c.pair[2].a->name, "learned+extend");
    arena_free(&arena);
}

/* At the longest length the two sides of each pair, by seed: of learned 2 and 3, of rope alone all. */
static const struct {
    int n;
    double a[3], b[3];
} at_longest[4] = {
    {2, {0.81, 0.83}, {0.4, 0.5}},
    {2, {0.2, 0.31}, {0.4, 0.5}},
    {3, {0.9, 0.92, 0.91}, {0.3, 0.2, 0.31}},
    {2, {0.31, 0.3}, {0.4, 0.5}},
};

/* What such a pair finds as one of four. */
static double found_of(int pair) {
    const int n = at_longest[pair].n;
    const struct seeds a = {at_longest[pair].a, n, 0, 1, 2000, (double)NAN},
                       b = {at_longest[pair].b, n, 0, 1, 2000, (double)NAN};
    return seeds_detectable(&a, &b, (double)NAN, 0.05 / 4);
}

/* A plain comparison tests each pair at the longest length, whichever column that is; `full` at all. */
TEST(family) {
    struct comparison_result c;
    struct arena arena = {0};
    lopsided_build(&c, &arena);
    for (int metric = 0; metric < metric_count; metric++) {
        /* steps to 99 % have no length: rope and none less learned */
        int tested = metric == METRIC_ACCURACY ? 4 : metric == metric_find("steps_to_99") ? 2 : 0;
        assert_int_equal(c.tested[metric], tested);
        assert_int_equal(isnan(c.detectable[metric].median), !tested);
    }
    /* three seeds find most; those of two differ by 1 point, by 11, and by 8 with a skew */
    const struct detectable found = c.detectable[METRIC_ACCURACY];
    assert_near("the smallest", 0, found.low, found_of(2), 1e-12);
    assert_near("the median", 0, found.median, (found_of(1) + found_of(3)) / 2, 1e-12);
    assert_near("the largest", 0, found.high, found_of(0), 1e-12);
    for (int k = 0; k < 4; k++) {
        double mean = 0;
        for (int i = 0; i < at_longest[k].n; i++)
            mean += (at_longest[k].a[i] - at_longest[k].b[i]) / at_longest[k].n;
        assert_near("mean", k, c.pair[k].of[METRIC_ACCURACY][3].mean, mean, 1e-12);
        assert_false(isnan(c.pair[k].test[METRIC_ACCURACY][3].p));
        assert_true(isnan(c.pair[k].test[METRIC_ACCURACY][IN_RANGE].p) && isnan(c.pair[k].test[METRIC_ACCURACY][1].p) &&
                    isnan(c.pair[k].test[METRIC_ACCURACY][2].p));
    }
    assert_false(isnan(c.pair[1].of[METRIC_ACCURACY][2].low)); /* which has an interval all the same */
    c.words[2] = (struct range){64, 64};
    c.words[3] = (struct range){24, 24};
    compare_summarise(&c);
    assert_int_equal(c.tested[METRIC_ACCURACY], 4);
    assert_true(isnan(c.pair[1].test[METRIC_ACCURACY][3].p) && !isnan(c.pair[1].test[METRIC_ACCURACY][2].p));
    c.full = true;
    compare_summarise(&c);
    assert_int_equal(c.tested[METRIC_ACCURACY], 2 + 4 + 2 + 4);
    c.full = false;
    c.total = true; /* of a test file: what all lengths are together comes after them */
    assert_int_equal(length_tested(&c), 4);
    arena_free(&arena);
}

/* Holm looks at all lengths and in range of both pairs, and leaves two; worked out anew they are no more. */
TEST(marks) {
    struct comparison_result c;
    struct arena arena = {0};
    lopsided_build(&c, &arena);
    c.full = true;
    compare_summarise(&c);
    /* of the usual ones none is left, though this interval leaves out 0 */
    const struct compare_pair *none = pair_of(&c, "none", "learned+extend");
    assert_true(none->of[METRIC_ACCURACY][IN_RANGE].high < 0 && none->test[METRIC_ACCURACY][IN_RANGE].p < 0.05 &&
                !none->test[METRIC_ACCURACY][IN_RANGE].marked);
    assert_int_equal(c.tested[METRIC_ACCURACY], 2 + 4 + 2 + 4); /* rope's second policy has two lengths of its own */
    assert_int_equal(c.marked[METRIC_ACCURACY], 0);
    snprintf(c.compare.pairs, sizeof c.compare.pairs, "%s",
             "rope+interpolate base=100 - learned+interpolate, none - rope base=100");
    for (int i = 0; i < 2; i++)
        compare_summarise(&c);
    assert_int_equal(c.tested[METRIC_ACCURACY], 2 * 4);
    assert_int_equal(c.marked[METRIC_ACCURACY], 2);
    assert_true(c.pair[1].test[METRIC_ACCURACY][IN_RANGE].marked && c.pair[1].test[METRIC_ACCURACY][1].marked);
    assert_false(c.pair[1].test[METRIC_ACCURACY][2].marked || c.pair[0].test[METRIC_ACCURACY][IN_RANGE].marked);
    /* one difference under two policies is looked at once, and marked under both */
    snprintf(c.compare.pairs, sizeof c.compare.pairs, "%s", "rope base=100 - none, rope+interpolate base=100 - none");
    compare_summarise(&c);
    assert_int_equal(c.tested[METRIC_ACCURACY], 4 + 2);
    for (int k = 0; k < 2; k++)
        assert_true(c.pair[k].test[METRIC_ACCURACY][IN_RANGE].marked && c.pair[k].test[METRIC_ACCURACY][1].marked);
    arena_free(&arena);
}

/* Models of other trained lengths are compared at the lengths, not in range. */
TEST(other_trained_lengths) {
    struct comparison_result c;
    struct arena arena = {0};
    lopsided_build(&c, &arena);
    for (struct member *m = c.member; m < c.member + c.members; m++)
        if (strcmp(m->label, "rope base=100") == 0)
            m->result->words[IN_RANGE] = (struct range){4, 20};
    snprintf(c.compare.pairs, sizeof c.compare.pairs, "%s", "rope base=100 - learned, none - learned");
    c.full = true;
    compare_summarise(&c);
    for (int k = 0; k < 2; k++) {
        assert_int_equal(c.pair[k].of[METRIC_ACCURACY][IN_RANGE].n, k ? 2 : 0);
        assert_int_equal(c.pair[k].of[METRIC_ACCURACY][3].n, 2);
    }
    arena_free(&arena);
}

/* Four pairs of the same two models, others among them: in range they are one difference, which all of them show. */
TEST(one_difference) {
    struct comparison_result c;
    struct arena arena = {0};
    lopsided_build(&c, &arena);
    for (int k = 0; k < c.members; k++) /* learned is 30 points less than rope, for each seed that it has */
        if (strcmp(c.member[k].label, "learned") == 0 && c.member[k].result)
            c.member[k].result->in_range->value[METRIC_ACCURACY] = c.member[k].seed == 2 ? 0.67 : 0.64;
    snprintf(c.compare.pairs, sizeof c.compare.pairs, "%s",
             "rope base=100 - learned, none - learned, rope+interpolate base=100 - learned, none - rope base=100, "
             "rope base=100 - learned+interpolate, rope+interpolate base=100 - learned+interpolate");
    c.full = true;
    compare_summarise(&c);
    assert_int_equal(c.pairs, 6);
    assert_int_equal(c.tested[METRIC_ACCURACY], 2 + 4 * 2 + 4 + 4);
    for (int k = 0; k < 6; k++)
        if (k != 1 && k != 3)
            assert_true(c.pair[k].test[METRIC_ACCURACY][IN_RANGE].marked);
    arena_free(&arena);
}

TEST(pairs_refused) {
    static const struct {
        const char *pairs, *says;
    } bad[] = {
        {"rope base=100 - lerned", "'lerned' ... learned?"},
        {"learned - none, xyzzy - none", "'xyzzy' ... learned+extend"},
        {"learned-none", "'learned-none':"},
        {"learned - ", "'learned -':"},
        {"learned - none,", NULL},
        {"learned - none, learned - rope base=100, none - learned", NULL},
        {"learned - none, , none - learned", "'':"},
        {"learned - learned+extend", "learned+extend minus itself is not a difference"},
        {"learned - none, learned+extend - none", "learned+extend - none is given twice"},
    };
    struct comparison_result c;
    struct arena arena = {0};
    lopsided_build(&c, &arena);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct error e = {0};
        snprintf(c.compare.pairs, sizeof c.compare.pairs, "%s", bad[i].pairs);
        bool added = compare_add_pairs(&c, &e);
        if (bad[i].says)
            assert_refused(bad[i].pairs, added, &e, EXIT_USAGE, bad[i].says);
        else
            assert_accepted(bad[i].pairs, added, &e);
    }
    c.row[4].applies = false;
    struct error e = {0};
    snprintf(c.compare.pairs, sizeof c.compare.pairs, "none - learned");
    assert_refused("no numbers", compare_add_pairs(&c, &e), &e, EXIT_USAGE, "row 'none' ");
    arena_free(&arena);
}

/* Pairs and gate of the command line, for a folder that is read: of learned only 99 % in range is 97 % or more. */
TEST(chosen) {
    struct comparison_result c;
    struct arena arena = {0};
    struct assignments over = {0};
    struct error e;
    lopsided_build(&c, &arena);
    assert_int_equal(c.row->passed, 2);
    assert_true(assignments_override(&over, "compare.pairs=none - learned", &e));
    assert_true(assignments_override(&over, "compare.gate=0.97", &e));
    assert_true(compare_summarise_with(&c, &over, &e));
    assert_int_equal(c.row->passed, 1);
    assert_int_equal(c.pairs, 1);
    assert_near("at 24", 0, pair_of(&c, "none", "learned+extend")->of[METRIC_ACCURACY][2].mean,
                (39 - 70 + 40 - 76) / 200.0, 1e-12);
    assert_true(assignments_set(&over, "compare.pairs", "none - lerned", "command line", &e));
    assert_refused("none - lerned", compare_summarise_with(&c, &over, &e), &e, EXIT_USAGE,
                   "compare.pairs: ... 'lerned' ... learned?");
    arena_free(&arena);
}

/* A row whose member has no result yet takes its pairs with it, and no others. */
TEST(pairs_of_what_is_there) {
    struct comparison_result c;
    struct arena arena = {0};
    lopsided_build(&c, &arena);
    for (int k = 3; k < 6; k++)
        c.member[k].status = STATUS_FAILED;
    snprintf(c.compare.pairs, sizeof c.compare.pairs, "rope base=100 - learned, learned+interpolate - none");
    compare_summarise(&c);
    assert_int_equal(c.pairs, 1);
    pair_of(&c, "learned+interpolate", "none");
    arena_free(&arena);
}

/* One run alone, whose policies differ on the same seed. */
TEST(no_pairs_of_one_run) {
    struct comparison_result c;
    struct arena arena = {0};
    lopsided_build(&c, &arena);
    c.member += 3;
    c.members = 1;
    compare_find_series(&c);
    compare_summarise(&c);
    assert_int_equal(c.rows, 2);
    assert_int_equal(c.pairs, 0);
    arena_free(&arena);
}

GROUP(read_results, NULL, NULL)
