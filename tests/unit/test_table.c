/* test_table.c -- tables as a reader sees them on a screen: those of the lopsided comparison (lopsided.h), every number
 * worked out by hand but for the ends of intervals: they are those of lopsided_summary, rounded. */
#include "unit/tests.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
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

/* ---- Cells */

#define NONE (double)NAN
struct shown {
    struct summary s;
    bool difference;
    const char *number, *interval;
};

static void assert_cell(const struct cell *c, const struct shown *as) {
    char text[NUMBER_TEXT], ends[NUMBER_TEXT];
    cell_print(text, ends, c);
    assert_string_equal(text, as->number);
    assert_string_equal(ends, as->interval);
}

static const struct shown cells[] = {
    /* nothing has a sign, and no number is too large for its cell */
    {{2, 0.7266, 0.6666, 0.7866}, false, "73", "[67-79]"},
    {{1, 0.7266, NONE, NONE}, true, "+72.7", ""},
    {{2, -0.0004, -0.0014, 0.0006}, true, "0.0", "[-0.1..+0.1]"},
    {{2, -0.0006, -0.0056, 0.0044}, true, "-0.1", "[-0.6..+0.4]"},
    {{1, -1e300, NONE, NONE}, false, "-1e+302", ""},
    {{2, 1e300, 0.9e300, 1.1e300}, true, "+1e+302", "[+9e+301..+1.1e+302]"},
    {{1, -DBL_MAX, NONE, NONE}, false, "-inf", ""},
    /* both ends, as the mean is printed; of differences with their signs, and as many digits as tell them from 0 */
    {{5, 0.97, 0.843, 1}, false, "97", "[84-100]"},
    {{5, 0.97, 0.95, 0.9904}, false, "97", "[95-99.0]"}, /* 99.04 is above 99 */
    {{5, 0.9896, 0.984, 0.993}, false, "99", "[98-99.3]"},
    {{5, 1, 0.9982, 1}, false, "100", "[99.8-100]"},
    {{5, 0.9999, 0.9994, 1}, false, "100", "[99.9-100]"},
    {{5, 0, 0, 0.0037}, false, "0", "[0-0.4]"},
    {{5, 0.0117, 0.0094, 0.0141}, false, "1", "[0.9-1]"},
    {{5, -0.05, -0.3, 0.15}, true, "-5", "[-30..+15]"},
    {{5, 0.011, -0.003, 0.028}, true, "+1.1", "[-0.3..+2.8]"}, /* on both sides of 0 */
    {{5, 0.11, 0.003, 0.22}, true, "+11.0", "[+0.3..+22.0]"},  /* and on one, but near */
    {{5, 0.11, 0.012, 0.22}, true, "+11", "[+1..+22]"},
    {{5, 0, -0.02, 0.0003}, true, "0.0", "[-2.0..0.0]"},
    {{5, -0.5, -0.5203, -0.4997}, true, "-50.0", "[-52.0..-50.0]"},
    /* of a difference one that is narrower than the last digit has more of them; none is printed where both ends are
     * the mean as printed, nor where it has no width */
    {{5, 0.6931, 0.6928, 0.6937}, true, "+69.31", "[+69.28..+69.37]"},
    {{5, 0.5004, 0.5001, 0.5007}, true, "+50.04", "[+50.01..+50.07]"},
    {{5, 1, 0.9999963, 1}, true, "+100.0000", "[+99.9996..+100.0000]"},
    {{5, 1, 0.99963, 1}, false, "100", ""},
    {{5, 0.75, 0.7497, 0.7521}, false, "75", ""},
    {{5, 0.75, 0.7497, 0.7551}, false, "75", "[75-76]"},
    {{5, 1, 1, 1}, false, "100", ""},
    {{5, 0.5, 0.5, 0.5}, true, "+50.0", ""},
    {{5, 0.5, 0.5 - 1e-12, 0.5 + 1e-12}, true, "+50.0", ""},
    /* at 1 and 99 % no percentage is farther off than half of its last digit */
    {{1, 0.99, NONE, NONE}, false, "99", ""},
    {{1, 0.994, NONE, NONE}, false, "99.4", ""},
    {{1, 0.0004, NONE, NONE}, false, "0", ""},
    {{1, 0.004, NONE, NONE}, false, "0.4", ""},
};

TEST(cells) {
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        struct cell c = cells[i].difference ? cell_difference(&metrics->quantity, cells[i].s, 0.5, false)
                                            : cell_metric(&metrics->quantity, cells[i].s, 0.5);
        assert_cell(&c, &cells[i]);
    }
}

/* A loss of which the usual three digits say nothing has one form, however small it is; a difference keeps its digits.
 */
TEST(tiny) {
    static const struct shown table[] = {
        {{5, 0.0000071, 0.000004, 0.00001}, false, "<0.001", ""},
        {{5, 0.00094, 0.0002, 0.0021}, false, "<0.001", "[≤0.002]"},
        {{1, 0.00094, (double)NAN, (double)NAN}, false, "<0.001", ""},
        {{5, 0.001, 0.0002, 0.0021}, false, "0.001", "[0.000-0.002]"},
        {{1, 0, (double)NAN, (double)NAN}, false, "0.000", ""},
        {{5, 0.0000071, 0.000004, 0.00001}, true, "+0.000007", "[+0.000004..+0.000010]"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct cell c = cell_summary(&metrics[METRIC_LOSS].quantity, table[i].s, table[i].difference);
        assert_cell(&c, &table[i]);
    }
}

/* Figures of a run: a ratio has no sign; an end that is not known is left out; what was never reached has no number. */
TEST(figures) {
    static const struct shown table[] = {
        {{5, 153.4, 102.4, 229.6}, false, "153", "[102-230]"},
        {{5, 490, 131.2, (double)INFINITY}, false, "490", "[≥131]"},
        {{5, (double)INFINITY, 800, (double)INFINITY}, false, "never", ""},
        {{5, 1.344, 1.203, 1.496}, true, "x1.3", "[1.2-1.5]"},
        {{5, 1.143, 1.012, 1.296}, true, "x1.14", "[1.01-1.30]"}, /* not 1 */
        {{5, 2.449, 1.2, (double)INFINITY}, true, "x2.45", "[≥1.20]"},
        {{5, 0.251, 0, 0.47}, true, "x0.25", "[≤0.47]"},
    };
    const struct metric *steps = &metrics[metric_find("steps_to_99")];
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct cell c = cell_summary(&steps->quantity, table[i].s, table[i].difference);
        assert_cell(&c, &table[i]);
    }
    /* fewer steps are better: a marked ratio below 1 */
    assert_int_equal(cell_difference(&steps->quantity, table[6].s, 0.001, true).sign, 1);
    assert_int_equal(cell_difference(&steps->quantity, table[3].s, 0.001, true).sign, -1);
    assert_int_equal(
        cell_summary(&steps->quantity, (struct summary){0, (double)NAN, (double)NAN, (double)NAN}, false).kind,
        CELL_EMPTY);
}

/* A percentage that is larger never prints as a smaller one, so that a mean lies inside its interval as printed; at 1
 * and 99 %, too, none is farther off than half of its last digit. */
TEST(percentages) {
    double before = 0;
    for (int i = 0; i <= 10000; i++) {
        const struct cell c = cell_value(&metrics->quantity, i / 10000., 0.5);
        char text[NUMBER_TEXT], ends[NUMBER_TEXT];
        cell_print(text, ends, &c);
        double printed = strtod(text, NULL), off = i < 100 || i > 9900 ? 0.05 : 0.5;
        assert_true(printed >= before && fabs(printed - i / 100.) <= off + 1e-9);
        assert_string_equal(ends, "");
        before = printed;
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

GROUP(table, NULL, NULL)
