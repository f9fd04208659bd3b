/* test_table.c -- tables as a reader sees them on a screen: those of the lopsided comparison (lopsided.h), every number
 * worked out by hand but for the ends of intervals: they are those of lopsided_summary, rounded. */
#include "unit/tests.h"

#include <math.h>
#include <string.h>

#include "base/utf8.h"
#include "result/fill_comparison.h"
#include "result/fill_evaluation.h"
#include "result/table_lengths.h"
#include "study/series.h"
#include "study/summarise.h"
#include "unit/drawn.h"
#include "unit/golden.h"
#include "unit/near.h"

/* ---- On a screen */

DRAWN_TEST(summary_without_limit) {
    fill_summary(&d->t, &d->c, &d->arena);
    drawn_golden(d, 1000000, "table-summary-without-limit.txt");
    d->c.rows = 2; /* n is 2 in both */
    fill_summary(&d->t, &d->c, &d->arena);
    drawn_terminal(d, 1000000);
    drawn_has(d, "\nwords                passed  weights        4..16           16 |");
    d->s.utf8 = false;
    drawn_terminal(d, 1000000);
    drawn_has(d, "97 [66-100]  97 [78-100] |  73 [2-100]   45 [0-100]\nlearned+interpolate");
    assert_null(strstr(d->text, "Bars"));
}

/* Names are stacked where they do not fit; then lengths go. */
DRAWN_TEST(summary_narrow) {
    fill_summary(&d->t, &d->c, &d->arena);
    drawn_golden(d, 70, "table-summary-70.txt");
    drawn_golden(d, 40, "table-summary-40.txt");
    drawn_golden(d, 20, "table-summary-20.txt");
}

/* A figure of the run has one column, no baseline and no line of bars. The mean of 90, 400 and at least 800 steps is
 * 306.5; their logarithms spread by 1.1165, so that the lower end is 306.5 / exp(4.3027 * 1.1165 / sqrt 3) = 19.1. */
DRAWN_TEST(figure_layer) {
    fill_summary(&d->t, &d->c, &d->arena);
    d->t.drawn = 1U << metric_find("steps_to_99");
    drawn_golden(d, 120, "table-figure-layer.txt");
    fill_pairs(&d->t, &d->c, &d->arena);
    d->t.drawn = 1U << metric_find("steps_to_99");
    drawn_terminal(d, 120);
    drawn_has(d, "Ratios in steps to 99 %, by seed");
    drawn_has(d, "find no true ratio below x100 in half of all cases: no mark does not mean");
    drawn_html(d);
    drawn_has(d, "<th colspan=1 class='group'>trained</th></tr>");
}

/* Lengths at which nothing was measured, but for those that were there before. */
static void widen(struct comparison_result *c, const int *words, int lengths) {
    for (int i = 0; i < c->rows; i++)
        for (int k = 0; k < metric_count; k++) {
            struct summary *at = arena_alloc(c->arena, (size_t)lengths + 1, sizeof *at);
            memcpy(at, c->row[i].of[k], (size_t)compare_columns(c) * sizeof *at);
            c->row[i].of[k] = at;
        }
    struct score *nothing = arena_alloc(c->arena, 1, sizeof *nothing);
    for (int k = 0; k < metric_count; k++)
        nothing->value[k] = (double)NAN;
    for (struct member *m = c->member; m < c->member + c->members; m++)
        for (int k = 0; m->status == STATUS_FINISHED && k < m->result->rows; k++) {
            struct score **at = arena_alloc(c->arena, (size_t)lengths + 1, sizeof *at);
            for (int i = 0; i <= lengths; i++)
                at[i] = i < compare_columns(c) ? m->result->row[k].at[i] : nothing;
            m->result->row[k].at = at;
        }
    c->lengths = lengths;
    for (int i = 0; i < lengths; i++)
        c->words[1 + i] = (struct range){words[i], words[i]};
}

/* As the screen narrows, these lengths are named as left out, one after the other. */
static void assert_lengths_go(struct drawn *d, const char *const *gone, int count) {
    int seen = 0;
    fill_summary(&d->t, &d->c, &d->arena);
    for (int width = 120; width >= 30; width--) {
        char line[80];
        drawn_terminal(d, width);
        snprintf(line, sizeof line, "screen: %s; ", seen < count ? gone[seen] : "");
        for (char *c = d->text; *c; c++)
            *c = *c == '\n' ? ' ' : *c;
        seen += seen < count && strstr(d->text, line);
    }
    if (seen < count)
        fail_msg("%s were never left out", gone[seen]);
}

/* In range and the longest stay longest; 1x goes first, odd multiples before powers of two, and the longer of these
 * first. */
DRAWN_TEST(which_lengths_go) {
    static const int words[] = {8, 16, 24, 32, 48, 64, 128};
    static const char *const gone[] = {
        "1x", "1x, 3x", "1x, 1.5x, 3x", "1x, 1.5x, 3x, 4x", "1x, 1.5x, 2x, 3x, 4x", "0.5x, 1x, 1.5x, 2x, 3x, 4x"};
    widen(&d->c, words, sizeof words / sizeof *words);
    assert_lengths_go(d, gone, sizeof gone / sizeof *gone);
}

/* Lengths that some models lack go before all others, and the longest that all have stays longest. */
DRAWN_TEST(lacked_lengths_go_first) {
    static const int words[] = {8, 16, 24, 32, 48, 64, 128};
    static const char *const gone[] = {
        "1.5x", "1.5x, 8x", "1x, 1.5x, 8x", "1x, 1.5x, 3x, 8x", "1x, 1.5x, 2x, 3x, 8x", "0.5x, 1x, 1.5x, 2x, 3x, 8x"};
    widen(&d->c, words, sizeof words / sizeof *words);
    d->c.some_lack[3] = d->c.some_lack[7] = true;
    assert_lengths_go(d, gone, sizeof gone / sizeof *gone);
}

/* All rows of a test file together stay longer than every length. */
DRAWN_TEST(all_rows_stay) {
    static const char *const gone[] = {"1x", "1x, 1.5x", "1x, 1.5x, 4x"};
    for (int k = 1; k < d->c.members; k++)
        d->c.member[k].result->total = true;
    d->c.total = true;
    compare_summarise(&d->c);
    assert_lengths_go(d, gone, sizeof gone / sizeof *gone);
}

/* The multiple above a column is that of its words, to a hundredth, whatever was trained. */
DRAWN_TEST(multiples) {
    for (int longest = 3; longest <= 40; longest++)
        for (int words = longest; words < 4 * longest; words++) {
            struct range w[2] = {{1, longest}, {words, words}};
            table_begin(&d->t, evaluation_labels, 2, 1, &d->arena);
            fill_lengths(&d->t, w, 1, false);
            assert_near(d->t.value[1].head, words, strtod(d->t.value[1].head, NULL), (double)words / longest,
                        .005 + 1e-9);
        }
}

/* A length of a range goes by its longest, and begins right behind the one before it. */
DRAWN_TEST(ranges_of_lengths) {
    d->c.words[2] = (struct range){17, 24};
    d->c.words[3] = (struct range){25, 64};
    fill_summary(&d->t, &d->c, &d->arena);
    drawn_golden(d, 1000000, "table-ranges-of-lengths.txt");
}

DRAWN_TEST(pairs) {
    d->c.full = true;
    compare_summarise(&d->c);
    fill_pairs(&d->t, &d->c, &d->arena);
    drawn_golden(d, 1000000, "table-pairs.txt");
    drawn_golden(d, 60, "table-pairs-narrow.txt");
}

/* Pairs of several rows each are named by both. */
DRAWN_TEST(pairs_by_name) {
    snprintf(d->c.compare.pairs, sizeof d->c.compare.pairs,
             "rope+interpolate base=100 - learned+interpolate, none - rope base=100");
    compare_summarise(&d->c);
    fill_pairs(&d->t, &d->c, &d->arena);
    drawn_golden(d, 80, "table-pairs-by-name.txt");
    drawn_terminal(d, 1000000);
    drawn_has(d, "\nrope+interpolate base=100 − learned+interpolate  2   -2 [-49..+43]    -1 ");
    drawn_has(d, "\nnone − rope+extend base=100                      3  -42 [-49..-29]*  -47 ");
}

static void fail_seeds(struct comparison_result *c, int low, int high) {
    for (int k = 0; k < c->members; k++)
        if (c->member[k].seed >= low && c->member[k].seed <= high)
            c->member[k].status = STATUS_FAILED;
    compare_summarise(c);
}

/* Where some have no result the heading says of how many seeds the means are; where rows differ in that, they do. */
TEST(missing_seeds) {
    static const struct {
        int low, high;
        const char *says;
    } rows[] = {
        {9, 9, "Accuracy in %: mean of 2 to 3 of 3 seeds [95 % interval]; "}, /* learned failed with seed 1 */
        {1, 1, "Accuracy in %: mean of 2 of 3 seeds [95 % interval]; "},
        {3, 3, "Accuracy in %: mean of 1 to 2 of 3 seeds [95 % interval]; "},
        {1, 2, "Accuracy in %: one seed of 3 (the others have no result), so no interval.\n"},
    };
    struct drawn d;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        drawn_begin(&d);
        fail_seeds(&d.c, rows[i].low, rows[i].high);
        fill_summary(&d.t, &d.c, &d.arena);
        drawn_terminal(&d, 1000000);
        drawn_has(&d, rows[i].says);
        drawn_end(&d);
    }
}

/* With one seed nothing can be tested. */
DRAWN_TEST(pairs_of_one_seed) {
    fail_seeds(&d->c, 1, 1);
    fail_seeds(&d->c, 3, 3);
    fill_pairs(&d->t, &d->c, &d->arena);
    drawn_golden(d, 80, "table-pairs-of-one-seed.txt");
}

/* A screen has what is tested, and says how many that is and what was to be seen; pages have every length. */
DRAWN_TEST(tested_pairs) {
    fail_seeds(&d->c, 2, 2);
    d->c.tested[METRIC_ACCURACY] = 6;
    d->c.marked[METRIC_ACCURACY] = 1;
    d->c.detectable[METRIC_ACCURACY] = (struct detectable){0.0412, 0.0931, 3.5};
    fill_pairs(&d->t, &d->c, &d->arena);
    drawn_golden(d, 1000000, "table-tested-pairs.txt");
    drawn_html(d);
    assert_golden("table-tested-pairs.html", d->text);
    d->c.marked[METRIC_ACCURACY] = 0;
    d->c.tested[METRIC_ACCURACY] = 1;
    d->c.detectable[METRIC_ACCURACY] = (struct detectable){0.0931, 0.0931, 0.0931};
    d->c.lengths--; /* the last column is of all rows */
    d->c.total = true;
    fill_pairs(&d->t, &d->c, &d->arena);
    drawn_golden(d, 1000000, "table-tested-pairs-of-all-rows.txt");
}

/* A column a seed; those that do not fit stand in further blocks. */
DRAWN_TEST(seeds) {
    d->c.member[1].result->training = (struct score){.count = 50, .value = {0.88}};
    fill_seeds(&d->t, &d->c, false, &d->arena);
    drawn_golden(d, 80, "table-seeds.txt");
    drawn_terminal(d, 22);
    drawn_has(d, "rope base=100  100  97\nnone            56  54\nseed            3\n");
    fill_seeds(&d->t, &d->c, true, &d->arena);
    drawn_terminal(d, 80);
    drawn_has(d, "training examples, by seed:");
    drawn_has(d, "\nlearned        -  88  -\n");
}

/* At any width no line is longer, and none ends in a blank. */
static void assert_lines(const struct drawn *d, int width) {
    for (char *line = d->text, *stop; (stop = strchr(line, '\n')); line = stop + 1) {
        *stop = 0;
        if (utf8_columns(line) > width || (stop > line && stop[-1] == ' '))
            fail_msg("at %d columns: '%s'", width, line);
    }
}

DRAWN_TEST(every_width) {
    for (int width = 20; width <= 130; width++)
        for (int k = 0; k < 4; k++) {
            k == 0   ? fill_summary(&d->t, &d->c, &d->arena)
            : k == 1 ? fill_pairs(&d->t, &d->c, &d->arena)
                     : fill_seeds(&d->t, &d->c, k == 3, &d->arena);
            drawn_terminal(d, width);
            assert_lines(d, width);
        }
}

DRAWN_TEST(extreme_in_table) {
    d->c.row[0].of[METRIC_ACCURACY][2] = (struct summary){2, -1e300, -2e300, 0};
    fill_summary(&d->t, &d->c, &d->arena);
    drawn_terminal(d, 1000000);
    drawn_has(d, " -1e+302 [-2e+302-0] ");
}

/* A colour ends with its number: no blank, rule or line has one; without colours it is the same table. */
DRAWN_TEST(colours) {
    char plain[16384];
    size_t length = 0;
    int colours = 0;
    bool on = false;
    fill_summary(&d->t, &d->c, &d->arena);
    d->s.colours = SCREEN_256;
    drawn_terminal(d, 100);
    for (const char *at = d->text; *at; at++) {
        if (*at == '\x1b') {
            bool begins = strncmp(at, "\x1b[48", 4) == 0;
            on = begins || (on && strncmp(at, "\x1b[0m", 4) != 0);
            colours += begins;
            at += strcspn(at, "m");
            continue;
        }
        assert_false(on && strchr(" \n-|", *at));
        plain[length++] = *at;
        assert_true(length < sizeof plain);
    }
    plain[length] = 0;
    assert_true(colours > 12);
    d->s.colours = SCREEN_PLAIN;
    drawn_terminal(d, 100);
    assert_string_equal(d->text, plain);
}

/* ---- Failed seeds: below 95 %, not at it, and without a result */

DRAWN_TEST(failed) {
    struct list l;
    fill_failed(&l, &d->c, &d->arena);
    drawn_paper(d);
    d->s.width = 80;
    list_terminal(&d->s, &l);
    fclose(d->s.out);
    assert_golden("table-failed.txt", d->text);
    struct html h = {.f = drawn_paper(d)};
    list_html(&h, &l, "failed");
    fclose(h.f);
    drawn_has(d, "<ul class=failed><li>learned, seed 1: no result: killed by signal 9</li>"
                 "<li>rope base=100: seed 3 (94.0 %)</li></ul>");
    d->c.members = 3;
    d->c.member++;
    compare_find_series(&d->c);
    fill_failed(&l, &d->c, &d->arena);
    assert_int_equal(l.items, 0);
    assert_string_equal(l.heading, "All seeds learned the task (95 % or more in range).");
    d->c.member += 5; /* all of none */
    compare_find_series(&d->c);
    fill_failed(&l, &d->c, &d->arena);
    assert_int_equal(l.items, 0);
    assert_string_equal(l.heading,
                        "All seeds learned the task (95 % or more in range) but those without positions, the "
                        "control.");
    struct settings causal =
        member_settings(d->c.member); /* one causal layer sees no order either, whatever the mask */
    causal.model.causal = 1;
    for (int k = 0; k < d->c.members; k++)
        d->c.member[k].settings = settings_pack(&causal, NULL, &d->arena);
    fill_failed(&l, &d->c, &d->arena);
    assert_int_equal(l.items, 0);
}

GROUP(table, NULL, NULL)
