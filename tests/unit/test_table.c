/* test_table.c -- tables as a reader sees them on a screen: those of the lopsided comparison (lopsided.h), every number
 * worked out by hand but for the ends of intervals: they are those of lopsided_summary, rounded. */
#include "unit/tests.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "claims/claims.h"
#include "plot/fill_claims.h"
#include "result/fill_comparison.h"
#include "study/series.h"
#include "study/summarise.h"
#include "unit/drawn.h"
#include "unit/golden.h"

/* ---- On a screen */

static void test_summary_without_limit(void **state) {
    struct drawn d;
    drawn_begin(&d);
    fill_summary(&d.t, &d.c, &d.arena);
    drawn_golden(&d, 1000000, "table-summary-without-limit.txt");
    d.c.rows = 2; /* n is 2 in both */
    fill_summary(&d.t, &d.c, &d.arena);
    drawn_terminal(&d, 1000000);
    drawn_has(&d, "\nwords                passed  weights        4..16           16 |");
    d.s.utf8 = false;
    drawn_terminal(&d, 1000000);
    drawn_has(&d, "97 [66-100]  97 [78-100] |  73 [2-100]   45 [0-100]\nlearned+interpolate");
    assert_null(strstr(d.text, "Bars"));
    drawn_end(&d);
}

/* Names are stacked where they do not fit; then lengths go. */
static void test_summary_narrow(void **state) {
    struct drawn d;
    drawn_begin(&d);
    fill_summary(&d.t, &d.c, &d.arena);
    drawn_golden(&d, 70, "table-summary-70.txt");
    drawn_golden(&d, 40, "table-summary-40.txt");
    drawn_golden(&d, 20, "table-summary-20.txt");
    drawn_end(&d);
}

/* A figure of the run has one column, no baseline and no line of bars. The mean of 90, 400 and at least 800 steps is
 * 306.5; their logarithms spread by 1.1165, so that the lower end is 306.5 / exp(4.3027 * 1.1165 / sqrt 3) = 19.1. */
static void test_figure_layer(void **state) {
    struct drawn d;
    drawn_begin(&d);
    fill_summary(&d.t, &d.c, &d.arena);
    d.t.drawn = 1U << metric_find("steps_to_99");
    drawn_golden(&d, 120, "table-figure-layer.txt");
    fill_pairs(&d.t, &d.c, &d.arena);
    d.t.drawn = 1U << metric_find("steps_to_99");
    drawn_terminal(&d, 120);
    drawn_has(&d, "Ratios in steps to 99 %, by seed");
    drawn_has(&d, "find no true ratio below x100 in half of all cases: no mark does not mean");
    drawn_html(&d);
    drawn_has(&d, "<th colspan=1 class='group'>trained</th></tr>");
    drawn_end(&d);
}

/* Lengths at which nothing was measured, but for those that were there before. */
static void widen(struct comparison_result *c, const int *words, int lengths) {
    for (int i = 0; i < c->rows; i++)
        for (int k = 0; k < metric_count; k++) {
            struct summary *at = arena_alloc(c->arena, (size_t)lengths + 1, sizeof *at);
            memcpy(at, c->row[i].of[k], (size_t)compare_columns(c) * sizeof *at);
            c->row[i].of[k] = at;
        }
    c->lengths = lengths;
    for (int i = 0; i < lengths; i++)
        c->words[1 + i] = (struct range){words[i], words[i]};
}

/* In range and the longest stay longest; 1x goes first, odd multiples before powers of two, and the longer of these
 * first. */
static void test_which_lengths_go(void **state) {
    static const int words[] = {8, 16, 24, 32, 48, 64, 128};
    static const char *const gone[] = {
        "1x", "1x, 3x", "1x, 1.5x, 3x", "1x, 1.5x, 3x, 4x", "1x, 1.5x, 2x, 3x, 4x", "0.5x, 1x, 1.5x, 2x, 3x, 4x"};
    struct drawn d;
    int seen = 0;
    drawn_begin(&d);
    widen(&d.c, words, sizeof words / sizeof *words);
    fill_summary(&d.t, &d.c, &d.arena);
    for (int width = 120; width >= 30; width--) {
        char line[80];
        drawn_terminal(&d, width);
        snprintf(line, sizeof line, "screen: %s; ", seen < 6 ? gone[seen] : "");
        for (char *c = d.text; *c; c++)
            *c = *c == '\n' ? ' ' : *c;
        seen += seen < 6 && strstr(d.text, line);
    }
    assert_int_equal(seen, 6);
    drawn_end(&d);
}

/* A length of a range goes by its longest, and begins right behind the one before it. */
static void test_ranges_of_lengths(void **state) {
    struct drawn d;
    drawn_begin(&d);
    d.c.words[2] = (struct range){17, 24};
    d.c.words[3] = (struct range){25, 64};
    fill_summary(&d.t, &d.c, &d.arena);
    drawn_golden(&d, 1000000, "table-ranges-of-lengths.txt");
    drawn_end(&d);
}

static void test_pairs(void **state) {
    struct drawn d;
    drawn_begin(&d);
    d.c.full = true;
    compare_summarise(&d.c);
    fill_pairs(&d.t, &d.c, &d.arena);
    drawn_golden(&d, 1000000, "table-pairs.txt");
    drawn_golden(&d, 60, "table-pairs-narrow.txt");
    drawn_end(&d);
}

/* Pairs of several rows each are named by both. */
static void test_pairs_by_name(void **state) {
    struct drawn d;
    drawn_begin(&d);
    snprintf(d.c.compare.pairs, sizeof d.c.compare.pairs,
             "rope+interpolate base=100 - learned+interpolate, none - rope base=100");
    compare_summarise(&d.c);
    fill_pairs(&d.t, &d.c, &d.arena);
    drawn_golden(&d, 80, "table-pairs-by-name.txt");
    drawn_terminal(&d, 1000000);
    drawn_has(&d, "\nrope+interpolate base=100 − learned+interpolate  2   -2 [-49..+43]    -1 ");
    drawn_has(&d, "\nnone − rope+extend base=100                      3  -42 [-49..-29]*  -47 ");
    drawn_end(&d);
}

static void fail_seeds(struct comparison_result *c, int low, int high) {
    for (int k = 0; k < c->members; k++)
        if (c->member[k].seed >= low && c->member[k].seed <= high)
            c->member[k].status = STATUS_FAILED;
    compare_summarise(c);
}

/* Where some have no result the heading says of how many seeds the means are; where rows differ in that, they do. */
static void test_missing_seeds(void **state) {
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
static void test_pairs_of_one_seed(void **state) {
    struct drawn d;
    drawn_begin(&d);
    fail_seeds(&d.c, 1, 1);
    fail_seeds(&d.c, 3, 3);
    fill_pairs(&d.t, &d.c, &d.arena);
    drawn_golden(&d, 80, "table-pairs-of-one-seed.txt");
    drawn_end(&d);
}

/* A screen has what is tested, and says how many that is and what was to be seen; pages have every length. */
static void test_tested_pairs(void **state) {
    struct drawn d;
    drawn_begin(&d);
    fail_seeds(&d.c, 2, 2);
    d.c.tested[METRIC_ACCURACY] = 6;
    d.c.marked[METRIC_ACCURACY] = 1;
    d.c.detectable[METRIC_ACCURACY] = (struct detectable){0.0412, 0.0931, 3.5};
    fill_pairs(&d.t, &d.c, &d.arena);
    drawn_golden(&d, 1000000, "table-tested-pairs.txt");
    drawn_html(&d);
    assert_golden("table-tested-pairs.html", d.text);
    d.c.marked[METRIC_ACCURACY] = 0;
    d.c.tested[METRIC_ACCURACY] = 1;
    d.c.detectable[METRIC_ACCURACY] = (struct detectable){0.0931, 0.0931, 0.0931};
    d.c.lengths--; /* the last column is of all rows */
    d.c.total = true;
    fill_pairs(&d.t, &d.c, &d.arena);
    drawn_golden(&d, 1000000, "table-tested-pairs-of-all-rows.txt");
    drawn_end(&d);
}

/* A column a seed; those that do not fit stand in further blocks. */
static void test_seeds(void **state) {
    struct drawn d;
    drawn_begin(&d);
    d.c.member[1].result->training = (struct score){.count = 50, .value = {0.88}};
    fill_seeds(&d.t, &d.c, false, &d.arena);
    drawn_golden(&d, 80, "table-seeds.txt");
    drawn_terminal(&d, 22);
    drawn_has(&d, "rope base=100  100  97\nnone            56  54\nseed            3\n");
    fill_seeds(&d.t, &d.c, true, &d.arena);
    drawn_terminal(&d, 80);
    drawn_has(&d, "training examples, by seed:");
    drawn_has(&d, "\nlearned        -  88  -\n");
    drawn_end(&d);
}

/* At any width no line is longer, and none ends in a blank. */
static void assert_lines(const struct drawn *d, int width) {
    for (char *line = d->text, *stop; (stop = strchr(line, '\n')); line = stop + 1) {
        *stop = 0;
        if (utf8_columns(line) > width || (stop > line && stop[-1] == ' '))
            fail_msg("at %d columns: '%s'", width, line);
    }
}

static void test_every_width(void **state) {
    struct drawn d;
    drawn_begin(&d);
    for (int width = 20; width <= 130; width++)
        for (int k = 0; k < 4; k++) {
            k == 0   ? fill_summary(&d.t, &d.c, &d.arena)
            : k == 1 ? fill_pairs(&d.t, &d.c, &d.arena)
                     : fill_seeds(&d.t, &d.c, k == 3, &d.arena);
            drawn_terminal(&d, width);
            assert_lines(&d, width);
        }
    drawn_end(&d);
}

/* ---- Failed seeds: below 95 %, not at it, and without a result */

static void test_failed(void **state) {
    struct drawn d;
    struct list l;
    drawn_begin(&d);
    fill_failed(&l, &d.c, &d.arena);
    drawn_paper(&d);
    d.s.width = 80;
    list_terminal(&d.s, &l);
    fclose(d.s.out);
    assert_golden("table-failed.txt", d.text);
    struct html h = {.f = drawn_paper(&d)};
    list_html(&h, &l, "failed");
    fclose(h.f);
    drawn_has(&d, "<ul class=failed><li>learned, seed 1: no result: killed by signal 9</li>"
                  "<li>rope base=100: seed 3 (94.0 %)</li></ul>");
    d.c.members = 3;
    d.c.member++;
    compare_find_series(&d.c);
    fill_failed(&l, &d.c, &d.arena);
    assert_int_equal(l.items, 0);
    assert_string_equal(l.heading, "All seeds learned the task (95 % or more in range).");
    d.c.member += 5; /* all of none */
    compare_find_series(&d.c);
    fill_failed(&l, &d.c, &d.arena);
    assert_int_equal(l.items, 0);
    assert_string_equal(l.heading,
                        "All seeds learned the task (95 % or more in range) but those without positions, the "
                        "control.");
    ((struct settings *)d.c.member->settings)->model.causal = 1; /* then they see order, and can fail */
    fill_failed(&l, &d.c, &d.arena);
    assert_int_equal(l.items, 1);
    drawn_end(&d);
}

/* ---- Cells */

static void assert_cell(struct summary s, bool difference, const char *number, const char *interval) {
    char text[NUMBER_TEXT], ends[NUMBER_TEXT];
    struct cell c =
        difference ? cell_difference(&metrics->quantity, s, 0.5, false) : cell_metric(&metrics->quantity, s, 0.5);
    cell_print(text, ends, &c);
    assert_string_equal(text, number);
    assert_string_equal(ends, interval);
}

/* Nothing has a sign, and no number is too large for its cell. */
static void test_numbers(void **state) {
    const double none = (double)NAN;
    assert_cell((struct summary){2, 0.7266, 0.6666, 0.7866}, false, "73", "[67-79]");
    assert_cell((struct summary){1, 0.7266, none, none}, true, "+72.7", "");
    assert_cell((struct summary){2, -0.0004, -0.0014, 0.0006}, true, "0.0", "[-0.1..+0.1]");
    assert_cell((struct summary){2, -0.0006, -0.0056, 0.0044}, true, "-0.1", "[-0.6..+0.4]");
    assert_cell((struct summary){1, -1e300, none, none}, false, "-1e+302", "");
    assert_cell((struct summary){2, 1e300, 0.9e300, 1.1e300}, true, "+1e+302", "[+9e+301..+1.1e+302]");
    assert_cell((struct summary){1, -DBL_MAX, none, none}, false, "-inf", "");
}

/* A loss of which the usual three digits say nothing has one form, however small it is; a difference keeps its digits.
 */
static void test_tiny(void **state) {
    static const struct {
        struct summary s;
        bool difference;
        const char *number, *interval;
    } table[] = {
        {{5, 0.0000071, 0.000004, 0.00001}, false, "<0.001", ""},
        {{5, 0.00094, 0.0002, 0.0021}, false, "<0.001", "[≤0.002]"},
        {{1, 0.00094, (double)NAN, (double)NAN}, false, "<0.001", ""},
        {{5, 0.001, 0.0002, 0.0021}, false, "0.001", "[0.000-0.002]"},
        {{1, 0, (double)NAN, (double)NAN}, false, "0.000", ""},
        {{5, 0.0000071, 0.000004, 0.00001}, true, "+0.000007", "[+0.000004..+0.000010]"},
    };
    char text[NUMBER_TEXT], ends[NUMBER_TEXT];
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct cell c = cell_summary(&metrics[METRIC_LOSS].quantity, table[i].s, table[i].difference);
        cell_print(text, ends, &c);
        assert_string_equal(text, table[i].number);
        assert_string_equal(ends, table[i].interval);
    }
}

/* Figures of a run: a ratio has no sign; an end that is not known is left out; what was never reached has no number. */
static void test_figures(void **state) {
    static const struct {
        struct summary s;
        bool difference;
        const char *number, *interval;
    } table[] = {
        {{5, 153.4, 102.4, 229.6}, false, "153", "[102-230]"},
        {{5, 490, 131.2, (double)INFINITY}, false, "490", "[≥131]"},
        {{5, (double)INFINITY, 800, (double)INFINITY}, false, "never", ""},
        {{5, 1.344, 1.203, 1.496}, true, "x1.3", "[1.2-1.5]"},
        {{5, 1.143, 1.012, 1.296}, true, "x1.14", "[1.01-1.30]"}, /* not 1 */
        {{5, 2.449, 1.2, (double)INFINITY}, true, "x2.45", "[≥1.20]"},
        {{5, 0.251, 0, 0.47}, true, "x0.25", "[≤0.47]"},
    };
    const struct metric *steps = &metrics[metric_find("steps_to_99")];
    char text[NUMBER_TEXT], ends[NUMBER_TEXT];
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct cell c = cell_summary(&steps->quantity, table[i].s, table[i].difference);
        cell_print(text, ends, &c);
        assert_string_equal(text, table[i].number);
        assert_string_equal(ends, table[i].interval);
    }
    /* fewer steps are better: a marked ratio below 1 */
    assert_int_equal(cell_difference(&steps->quantity, table[6].s, 0.001, true).sign, 1);
    assert_int_equal(cell_difference(&steps->quantity, table[3].s, 0.001, true).sign, -1);
    assert_int_equal(
        cell_summary(&steps->quantity, (struct summary){0, (double)NAN, (double)NAN, (double)NAN}, false).kind,
        CELL_EMPTY);
}

/* Both ends, as the mean is printed; of differences with their signs, and as many digits as tell them from 0. */
static void test_intervals(void **state) {
    assert_cell((struct summary){5, 0.97, 0.843, 1}, false, "97", "[84-100]");
    assert_cell((struct summary){5, 0.97, 0.95, 0.9904}, false, "97", "[95-99.0]"); /* 99.04 is above 99 */
    assert_cell((struct summary){5, 0.9896, 0.984, 0.993}, false, "99", "[98-99.3]");
    assert_cell((struct summary){5, 1, 0.9982, 1}, false, "100", "[99.8-100]");
    assert_cell((struct summary){5, 0.9999, 0.9994, 1}, false, "100", "[99.9-100]");
    assert_cell((struct summary){5, 0, 0, 0.0037}, false, "0", "[0-0.4]");
    assert_cell((struct summary){5, 0.0117, 0.0094, 0.0141}, false, "1", "[0.9-1]");
    assert_cell((struct summary){5, -0.05, -0.3, 0.15}, true, "-5", "[-30..+15]");
    assert_cell((struct summary){5, 0.011, -0.003, 0.028}, true, "+1.1", "[-0.3..+2.8]"); /* on both sides of 0 */
    assert_cell((struct summary){5, 0.11, 0.003, 0.22}, true, "+11.0", "[+0.3..+22.0]");  /* and on one, but near */
    assert_cell((struct summary){5, 0.11, 0.012, 0.22}, true, "+11", "[+1..+22]");
    assert_cell((struct summary){5, 0, -0.02, 0.0003}, true, "0.0", "[-2.0..0.0]");
    assert_cell((struct summary){5, -0.5, -0.5203, -0.4997}, true, "-50.0", "[-52.0..-50.0]");
}

/* Of a difference one that is narrower than the last digit has more of them. None is printed where both ends are the
 * mean as printed, nor where it has no width. */
static void test_narrow_intervals(void **state) {
    assert_cell((struct summary){5, 0.6931, 0.6928, 0.6937}, true, "+69.31", "[+69.28..+69.37]");
    assert_cell((struct summary){5, 0.5004, 0.5001, 0.5007}, true, "+50.04", "[+50.01..+50.07]");
    assert_cell((struct summary){5, 1, 0.9999963, 1}, true, "+100.0000", "[+99.9996..+100.0000]");
    assert_cell((struct summary){5, 1, 0.99963, 1}, false, "100", "");
    assert_cell((struct summary){5, 0.75, 0.7497, 0.7521}, false, "75", "");
    assert_cell((struct summary){5, 0.75, 0.7497, 0.7551}, false, "75", "[75-76]");
    assert_cell((struct summary){5, 1, 1, 1}, false, "100", "");
    assert_cell((struct summary){5, 0.5, 0.5, 0.5}, true, "+50.0", "");
    assert_cell((struct summary){5, 0.5, 0.5 - 1e-12, 0.5 + 1e-12}, true, "+50.0", "");
}

/* A percentage that is larger never prints as a smaller one, so that a mean lies inside its interval as printed; at 1
 * and 99 %, too, none is farther off than half of its last digit. */
static void test_percentages(void **state) {
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
    assert_cell((struct summary){1, 0.99, (double)NAN, (double)NAN}, false, "99", "");
    assert_cell((struct summary){1, 0.994, (double)NAN, (double)NAN}, false, "99.4", "");
    assert_cell((struct summary){1, 0.0004, (double)NAN, (double)NAN}, false, "0", "");
    assert_cell((struct summary){1, 0.004, (double)NAN, (double)NAN}, false, "0.4", "");
}

static void test_extreme_in_table(void **state) {
    struct drawn d;
    drawn_begin(&d);
    d.c.row[0].of[METRIC_ACCURACY][2] = (struct summary){2, -1e300, -2e300, 0};
    fill_summary(&d.t, &d.c, &d.arena);
    drawn_terminal(&d, 1000000);
    drawn_has(&d, " -1e+302 [-2e+302-0] ");
    drawn_end(&d);
}

/* ---- Claims */

/* A metric's two numbers, their difference, chance and answers; then a formula's number alone, which has no answer. */
static void test_claims_blocks(void **state) {
    static struct claim claim = {.number = 7, .sentence = "It is so.", .measured = "Two numbers.", .factors = 1};
    static struct claim_result r = {.claim = &claim, .verdict = VERDICT_HELD, .text = "yes in all"};
    static const struct claim_formula formula = {.name = "f"};
    static struct experiment x = {.name = "mine", .summary = "task order", .c.seconds = 1.25};
    const struct claims_book book = {.claims = 1, .experiments = 1, .seeds = 2, .claim = {&claim}, .experiment = {&x}};
    struct drawn d;
    drawn_begin(&d);
    claim.table[0] = (struct claim_table){.title = "it helps", .head = {"with", "without", "more"}, .margin = 5};
    claim.table[1] = (struct claim_table){.title = "left over", .head = {"part"}, .role = TABLE_SHOWN};
    claim.factor[0] = "task";
    claim.tables = 2;
    claim.rows = 4;
    for (int i = 0; i < 4; i++) {
        claim.row[i] =
            (struct claim_row){.table = &claim.table[i / 2], .setting = {i % 2 ? "first" : "order", "", "", ""}};
        claim.row[i].a = (struct claim_point){.formula = i / 2 ? &formula : NULL, .in = i / 2 ? NULL : &x};
    }
    claim.row[1].added = true;
    snprintf(claim.table[0].added, sizeof claim.table[0].added, "later");
    /* at 90 +- 7.34 and 78.04 alone, 11.96 +- 0.04 more */
    r.row[0].a = (struct summary){2, 90, 82.66, 97.34};
    r.row[0].b = (struct summary){1, 78.04, (double)NAN, (double)NAN};
    r.row[0].difference = (struct summary){2, 11.96, 11.92, 12};
    r.row[0].chance = r.row[1].chance = 50;
    r.row[0].answer = ANSWER_YES;
    r.row[1].answer = ANSWER_OPEN;
    r.row[1].a = r.row[1].b = (struct summary){0, (double)NAN, (double)NAN, (double)NAN};
    r.row[1].difference = (struct summary){3, -0.04, -1.04, 0.96};
    r.row[2].chance = r.row[3].chance = (double)NAN;
    r.row[2].a = (struct summary){1, 1234.5678, 1234.5678, 1234.5678};
    r.row[3].a = (struct summary){2, 0.00012345, 0.00011111, 0.00013579};
    drawn_paper(&d);
    d.s.width = 70;
    claim_rule(&claim, r.rule);
    claims_terminal(&d.s, &book, &r, 1, "DIR", &d.arena);
    fclose(d.s.out);
    assert_golden("table-claims-blocks.txt", d.text);
    drawn_end(&d);
}

/* A colour ends with its number: no blank, rule or line has one; without colours it is the same table. */
static void test_colours(void **state) {
    struct drawn d;
    char plain[16384];
    size_t length = 0;
    int colours = 0;
    bool on = false;
    drawn_begin(&d);
    fill_summary(&d.t, &d.c, &d.arena);
    d.s.colours = SCREEN_256;
    drawn_terminal(&d, 100);
    for (const char *at = d.text; *at; at++) {
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
    d.s.colours = SCREEN_PLAIN;
    drawn_terminal(&d, 100);
    assert_string_equal(d.text, plain);
    drawn_end(&d);
}

int test_table(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_summary_without_limit),
        cmocka_unit_test(test_summary_narrow),
        cmocka_unit_test(test_figure_layer),
        cmocka_unit_test(test_colours),
        cmocka_unit_test(test_which_lengths_go),
        cmocka_unit_test(test_ranges_of_lengths),
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_pairs_by_name),
        cmocka_unit_test(test_missing_seeds),
        cmocka_unit_test(test_pairs_of_one_seed),
        cmocka_unit_test(test_tested_pairs),
        cmocka_unit_test(test_seeds),
        cmocka_unit_test(test_every_width),
        cmocka_unit_test(test_failed),
        cmocka_unit_test(test_figures),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_tiny),
        cmocka_unit_test(test_intervals),
        cmocka_unit_test(test_narrow_intervals),
        cmocka_unit_test(test_percentages),
        cmocka_unit_test(test_extreme_in_table),
        cmocka_unit_test(test_claims_blocks),
    };
    return cmocka_run_group_tests_name("table", tests, NULL, NULL);
}
