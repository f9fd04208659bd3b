/* test_table.c -- tables as a reader sees them on a screen: those of the lopsided comparison (lopsided.h), every number
 * worked out by hand but for the ends of intervals: they are those of lopsided_summary, rounded. */
#include "unit/tests.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/utf8.h"
#include "claims/claims.h"
#include "unit/drawn.h"

/* ---- On a screen */

static void test_summary_without_limit(void **state) {
    struct drawn d;
    (void)state;
    drawn_begin(&d);
    fill_summary(&d.t, &d.c, &d.arena);
    drawn_terminal(&d, 1000000);
    assert_string_equal(
        d.text,
        "order: in passage B (segment 1), does X come before Y?\n"
        "800 steps on 4..16 words; 2000 examples at each length, new for each seed.\n"
        "Accuracy in %: mean of 2 to 3 of 3 seeds with a 95 % interval (±half, ≥low, ≤high or low..high): of 100 such "
        "intervals about 95 contain the mean of very many seeds.\n"
        "\n"
        "                                                                  trained |    longer than in training\n"
        "                                                   in range            1x |          1.5x           4x\n"
        "words                      passed  weights  n         4..16            16 |            24           64\n"
        "-----------------------------------------------------------------------------------------------------------\n"
        "chance                                                 55.0          50.0 |          40.0         30.0\n"
        "without order                                          58.0          52.0 |          45.0            -\n"
        "learned+extend                2/2    6,530  2  97.0 66..100  97.0 78..100 |   73.0 2..100  45.0 0..100  █▅▃\n"
        "learned+interpolate           2/2    6,530  2  97.0 66..100  97.0 78..100 |  89.0 65..100  82.0 64..95  █▇▆\n"
        "rope+extend base=100          2/3    5,986  3  97.0 84..100  97.3 83..100 |   71.0 36..95  27.0 12..47  █▅▁\n"
        "rope+interpolate base=100     2/3    5,986  3  97.0 84..100  97.3 83..100 |  94.0 78..100  91.0 88..93  █▇▇\n"
        "none                          0/3      n/a  3      55.2±2.6      50.2±2.6 |      40.0±2.5  30.0 28..33  ▁▁▁\n"
        "Bars: all lengths in order, from chance ▁ to perfect █.\n"
        "Passed: seeds with 95 % or more in range. 2/2 means that at least 34 % of all seeds would pass, 2/3 that 21 "
        "to 94 % would, 0/3 that at most 56 % would.\n"
        "No rows where a policy makes no sense: interpolate for none.\n");
    d.c.rows = 2; /* n is 2 in both */
    fill_summary(&d.t, &d.c, &d.arena);
    drawn_terminal(&d, 1000000);
    drawn_has(&d, "\nwords                passed  weights         4..16            16 |");
    d.s.utf8 = false;
    drawn_terminal(&d, 1000000);
    drawn_has(&d, "97.0 66..100  97.0 78..100 |   73.0 2..100  45.0 0..100\nlearned+interpolate");
    assert_null(strstr(d.text, "Bars"));
    drawn_end(&d);
}

/* Names are stacked where they do not fit; then lengths go. */
static void test_summary_narrow(void **state) {
    static const char at_70[] = "                                  trained |  longer than in training\n"
                                "                    in range           1x |         1.5x          4x\n"
                                "words         n        4..16           16 |           24          64\n"
                                "--------------------------------------------------------------------\n"
                                "chance                  55.0         50.0 |         40.0        30.0\n"
                                "without order           58.0         52.0 |         45.0           -\n"
                                "learned: 2/2 passed, 6,530 weights\n"
                                "  extend      2 97.0 66..100 97.0 78..100 |  73.0 2..100 45.0 0..100\n"
                                "  interpolate 2 97.0 66..100 97.0 78..100 | 89.0 65..100 82.0 64..95\n"
                                "rope base=100: 2/3 passed, 5,986 weights\n"
                                "  extend      3 97.0 84..100 97.3 83..100 |  71.0 36..95 27.0 12..47\n"
                                "  interpolate 3 97.0 84..100 97.3 83..100 | 94.0 78..100 91.0 88..93\n"
                                "none: 0/3 passed\n"
                                "  extend      3     55.2±2.6     50.2±2.6 |     40.0±2.5 30.0 28..33\n"
                                "Passed: seeds with 95 % or more in range. 2/2 means that at least 34 %\n"
                                "of all seeds would pass, 2/3 that 21 to 94 % would, 0/3 that at most\n"
                                "56 % would.\n"
                                "No rows where a policy makes no sense: interpolate for none.\n",
                      at_40[] = "                   trained |      longer\n"
                                "                  in range |  1.5x    4x\n"
                                "words          n     4..16 |    24    64\n"
                                "----------------------------------------\n"
                                "chance                55.0 |  40.0  30.0\n"
                                "without order         58.0 |  45.0     -\n"
                                "learned: 2/2 passed, 6,530 weights\n"
                                "  extend       2      97.0 |  73.0  45.0\n"
                                "  interpolate  2      97.0 |  89.0  82.0\n"
                                "rope base=100: 2/3 passed, 5,986 weights\n"
                                "  extend       3      97.0 |  71.0  27.0\n"
                                "  interpolate  3      97.0 |  94.0  91.0\n"
                                "none: 0/3 passed\n"
                                "  extend       3      55.2 |  40.0  30.0\n"
                                "Left out for lack of room: 1x,\n"
                                "intervals; --wide shows all.\n"
                                "Passed: seeds with 95 % or more in\n"
                                "range. 2/2 means that at least 34 % of\n"
                                "all seeds would pass, 2/3 that 21 to 94\n"
                                "% would, 0/3 that at most 56 % would.\n"
                                "No rows where a policy makes no sense:\n"
                                "interpolate for none.\n",
                      at_20[] = "             trained\n"
                                "            in range\n"
                                "words     n    4..16\n"
                                "--------------------\n"
                                "chance          55.0\n"
                                "without ~       58.0\n"
                                "learned: 2/2 passed\n"
                                "  extend  2     97.0\n"
                                "  interp~ 2     97.0\n";
    struct drawn d;
    (void)state;
    drawn_begin(&d);
    fill_summary(&d.t, &d.c, &d.arena);
    drawn_terminal(&d, 70);
    drawn_has(&d, at_70);
    drawn_terminal(&d, 40);
    drawn_has(&d, at_40);
    drawn_terminal(&d, 20);
    drawn_has(&d, at_20);
    drawn_has(&d, "Left out for lack of\nroom: 1x, 1.5x, 4x,\nintervals; --wide\nshows all.\n");
    drawn_end(&d);
}

/* A figure of the run has one column, no baseline and no line of bars. The mean of 90, 400 and at least 800 steps is
 * 306.5; their logarithms spread by 1.1165, so that the lower end is 306.5 / exp(4.3027 * 1.1165 / sqrt 3) = 19.1. */
static void test_figure_layer(void **state) {
    struct drawn d;
    (void)state;
    drawn_begin(&d);
    fill_summary(&d.t, &d.c, &d.arena);
    d.t.drawn = 1U << metric_find("steps_to_99");
    drawn_terminal(&d, 120);
    drawn_has(&d, "Steps to 99 %: geometric mean of ");
    drawn_has(&d, "last step, a lower bound (≥).");
    drawn_has(&d, "words                      passed  weights  n          4..16\n"
                  "------------------------------------------------------------\n"
                  "learned+extend                2/2    6,530  2  100 0..");
    drawn_has(&d, "\nrope+extend base=100          2/3    5,986  3        307 ≥19\n");
    drawn_has(&d, "\nnone                          0/3      n/a  3          never\n");
    fill_pairs(&d.t, &d.c, &d.arena);
    d.t.drawn = 1U << metric_find("steps_to_99");
    drawn_terminal(&d, 120);
    drawn_has(&d, "Ratios to learned+extend in steps to 99 %, by seed");
    drawn_has(&d, "find no true ratio below x100 in half of all cases: no mark does not mean");
    drawn_html(&d);
    drawn_has(&d, "<th colspan=1 class='group'>trained</th></tr>");
    drawn_end(&d);
}

/* Lengths at which nothing was measured, but for those that were there before. */
static void widen(struct comparison_result *c, const int *words, int lengths) {
    for (int i = 0; i < c->rows; i++)
        for (int k = 0; k < metric_count; k++) {
            struct summary *at = arena_alloc(c->arena, (size_t)lengths, sizeof *at);
            memcpy(at, c->row[i].of[k].at, (size_t)c->lengths * sizeof *at);
            c->row[i].of[k].at = at;
        }
    c->lengths = lengths;
    for (int i = 0; i < lengths; i++)
        c->words[i] = (struct range){words[i], words[i]};
}

/* In range and the longest stay longest; 1x goes first, odd multiples before powers of two, and the longer of these
 * first. */
static void test_which_lengths_go(void **state) {
    static const int words[] = {8, 16, 24, 32, 48, 64, 128};
    static const char *const gone[] = {
        "1x", "1x, 3x", "1x, 1.5x, 3x", "1x, 1.5x, 3x, 4x", "1x, 1.5x, 2x, 3x, 4x", "0.5x, 1x, 1.5x, 2x, 3x, 4x"};
    struct drawn d;
    int seen = 0;
    (void)state;
    drawn_begin(&d);
    widen(&d.c, words, sizeof words / sizeof *words);
    fill_summary(&d.t, &d.c, &d.arena);
    for (int width = 120; width >= 30; width--) {
        char line[80];
        drawn_terminal(&d, width);
        snprintf(line, sizeof line, "room: %s; ", seen < 6 ? gone[seen] : "");
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
    (void)state;
    drawn_begin(&d);
    d.c.words[1] = (struct range){17, 24};
    d.c.words[2] = (struct range){25, 64};
    fill_summary(&d.t, &d.c, &d.arena);
    drawn_terminal(&d, 1000000);
    drawn_has(
        &d, "in range            1x |          1.5x           4x\n"
            "words                      passed  weights  n         4..16            16 |        17..24       25..64\n");
    drawn_end(&d);
}

static void test_pairs(void **state) {
    struct drawn d;
    (void)state;
    drawn_begin(&d);
    d.c.full = true;
    compare_summarise(&d.c);
    fill_pairs(&d.t, &d.c, &d.arena);
    drawn_terminal(&d, 1000000);
    assert_string_equal(
        d.text, "Differences from learned+extend in accuracy, in points, by seed (2 of 3 seeds):\n"
                "\n"
                "                                                  trained |           longer than in training\n"
                "                                 in range              1x |             1.5x               4x\n"
                "words                               4..16              16 |               24               64\n"
                "---------------------------------------------------------------------------------------------\n"
                "learned+interpolate                     -               - |   +16.0 -35..+88   +37.0 -36..+88\n"
                "rope+extend base=100        -1.5 -49..+43   -1.0 -54..+50 |    -6.5 -57..+25    -19.5 -26..-7\n"
                "rope+interpolate base=100   -1.5 -49..+43   -1.0 -54..+50 |  +20.5 -62..+100  +46.5 -42..+100\n"
                "none                       -42.2 -58..-21  -47.2 -50..-41 |   -33.5 -65..+30  -14.5 -100..+55\n"
                "* real at 5 % after Holm's correction for 12 comparisons, at all lengths: none is marked.\n"
                "2 of 3 seeds find no true difference in half of all cases, however large: no mark does not mean that "
                "rows are equal.\n"
                "-: the same model on both sides, at lengths where no policy acts.\n");
    drawn_terminal(&d, 60);
    drawn_has(&d, "learned\n"
                  "  interpolate               - |   +37.0 -36..+88\n"
                  "rope base=100\n"
                  "  extend        -1.5 -49..+43 |    -19.5 -26..-7\n"
                  "  interpolate   -1.5 -49..+43 |  +46.5 -42..+100\n"
                  "none           -42.2 -58..-21 |  -14.5 -100..+55\n");
    drawn_end(&d);
}

/* Pairs of several rows each are named by both. */
static void test_pairs_by_name(void **state) {
    struct drawn d;
    (void)state;
    drawn_begin(&d);
    snprintf(d.c.compare.pairs, sizeof d.c.compare.pairs,
             "rope+interpolate base=100 - learned+interpolate, none - rope base=100");
    compare_summarise(&d.c);
    fill_pairs(&d.t, &d.c, &d.arena);
    drawn_terminal(&d, 80);
    assert_string_equal(d.text,
                        "Differences in accuracy, in points, by seed (2 to 3 of 3 seeds):\n"
                        "\n"
                        "                                     trained |       longer than in training\n"
                        "                                    in range |           1.5x             4x\n"
                        "words                     n            4..16 |             24             64\n"
                        "----------------------------------------------------------------------------\n"
                        "rope+interpolate base=100\n"
                        "  − learned+interpolate   2    -1.5 -49..+43 |  +4.5 -29..+36  +9.5 -10..+32\n"
                        "none\n"
                        "  − rope+extend base=100  3  -41.8 -49..-29* |  -31.0 -52..+2  +3.0 -19..+20\n"
                        "Left out for lack of room: 1x; --wide shows all.\n"
                        "* real at 5 % after Holm's correction for 8 comparisons, at all lengths: 2 are\nmarked.\n"
                        "2 to 3 of 3 seeds find no true difference in half of all cases, however large:\n"
                        "no mark does not mean that rows are equal.\n");
    drawn_terminal(&d, 1000000);
    drawn_has(&d, "\nrope+interpolate base=100 − learned+interpolate  2    -1.5 -49..+43 ");
    drawn_has(&d, "\nnone − rope+extend base=100                      3  -41.8 -49..-29* ");
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
        {9, 9, "Accuracy in %: mean of 2 to 3 of 3 seeds with a 95 % interval"}, /* learned failed with seed 1 */
        {1, 1, "Accuracy in %: mean of 2 of 3 seeds with a 95 % interval"},
        {3, 3, "Accuracy in %: mean of 1 to 2 of 3 seeds with a 95 % interval"},
        {1, 2, "Accuracy in %: one seed of 3, since the others have no result: no interval.\n"},
    };
    struct drawn d;
    (void)state;
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
    (void)state;
    drawn_begin(&d);
    fail_seeds(&d.c, 1, 1);
    fail_seeds(&d.c, 3, 3);
    fill_pairs(&d.t, &d.c, &d.arena);
    drawn_terminal(&d, 80);
    drawn_has(&d, "Differences from learned+extend in accuracy, in points, by seed (1 of 3 seeds):\n\n");
    drawn_has(&d, "\nrope+extend base=100       -20.0\n");
    drawn_has(&d, "\nOne seed: no difference can be tested.\n");
    drawn_end(&d);
}

/* A screen has what is tested, and says how many that is and what was to be seen; pages have every length. */
static void test_tested_pairs(void **state) {
    struct drawn d;
    (void)state;
    drawn_begin(&d);
    fail_seeds(&d.c, 2, 2);
    d.c.tested[METRIC_ACCURACY] = 6;
    d.c.marked[METRIC_ACCURACY] = 1;
    d.c.detectable[METRIC_ACCURACY] = (struct detectable){0.0412, 0.0931, 3.5};
    fill_pairs(&d.t, &d.c, &d.arena);
    drawn_terminal(&d, 1000000);
    drawn_has(&d, "\n\n                           longer than in training\n"
                  "                              4x\n"
                  "words                         64\n"
                  "--------------------------------\n"
                  "learned+interpolate        +33.0\n");
    drawn_has(&d, "\n* real at 5 % after Holm's correction for 6 comparisons, all at 64 words: 1 is marked.\n"
                  "1 of 3 seeds find a true difference of 9.3 points in half of all cases (4.1 to 100.0, by row) and "
                  "mostly miss smaller ones: no mark does not mean that rows are equal.\n");
    assert_null(strstr(d.text, "the same model"));
    drawn_html(&d);
    drawn_has(&d, "<th scope=col class='x edge'>1.5x<br><small>24</small></th>");
    drawn_has(
        &d,
        "<p>* real at 5 % after Holm&#39;s correction for 6 comparisons, all at 64 words: 1 is marked.</p><p>1 of 3");
    d.c.marked[METRIC_ACCURACY] = 0;
    d.c.tested[METRIC_ACCURACY] = 1;
    d.c.detectable[METRIC_ACCURACY] = (struct detectable){0.0931, 0.0931, 0.0931};
    d.c.total = true;
    fill_pairs(&d.t, &d.c, &d.arena);
    drawn_terminal(&d, 1000000);
    drawn_has(&d,
              "\n* real at 5 % after Holm's correction for 1 comparison, on all test rows together: none is marked.\n"
              "1 of 3 seeds find a true difference of 9.3 points in half of all cases and mostly miss");
    drawn_end(&d);
}

/* A column a seed; those that do not fit stand in further blocks. */
static void test_seeds(void **state) {
    struct drawn d;
    (void)state;
    drawn_begin(&d);
    d.c.member[1].result->training = (struct score){.count = 50, .value = {0.88}};
    fill_seeds(&d.t, &d.c, false, &d.arena);
    drawn_terminal(&d, 80);
    assert_string_equal(d.text, "Accuracy in % in range, by seed:\n"
                                "\n"
                                "seed               1     2     3\n"
                                "--------------------------------\n"
                                "learned            -  95.0  99.0\n"
                                "rope base=100  100.0  97.0  94.0\n"
                                "none            56.0  54.0  55.5\n");
    drawn_terminal(&d, 26);
    drawn_has(&d, "rope base=100 100.0 97.0\nnone           56.0 54.0\nseed             3\n");
    fill_seeds(&d.t, &d.c, true, &d.arena);
    drawn_terminal(&d, 80);
    drawn_has(&d, "examples of training, by seed:");
    drawn_has(&d, "\nlearned        -  88.0  -\n");
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
    (void)state;
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
    (void)state;
    drawn_begin(&d);
    fill_failed(&l, &d.c, &d.arena);
    drawn_paper(&d);
    d.s.width = 80;
    list_terminal(&d.s, &l);
    fclose(d.s.out);
    assert_string_equal(d.text, "Failed seeds, below the gate of 95 % in range or without a result:\n"
                                "  learned, seed 1: no result: killed by signal 9\n"
                                "  rope base=100: seed 3 (94.0 %)\n"
                                "  none: seed 1 (56.0 %), seed 2 (54.0 %), seed 3 (55.5 %)\n"
                                "The means include every seed that has a result.\n");
    struct html h = {.f = drawn_paper(&d)};
    list_html(&h, &l, "failed");
    fclose(h.f);
    drawn_has(&d, "<ul class=failed><li>learned, seed 1: no result: killed by signal 9</li>"
                  "<li>rope base=100: seed 3 (94.0 %)</li><li>none: seed 1 (56.0 %), seed 2");
    d.c.members = 3;
    d.c.member++;
    fill_failed(&l, &d.c, &d.arena);
    assert_int_equal(l.items, 0);
    assert_string_equal(l.heading, "No seed failed: all reached the gate of 95 % in range.");
    drawn_end(&d);
}

/* ---- Cells */

static void assert_cell(struct summary s, bool difference, const char *number, const char *interval) {
    char text[NUMBER_TEXT], ends[NUMBER_TEXT];
    struct cell c = difference ? cell_difference(metrics, s, 0.5, false) : cell_metric(metrics, s, 0.5);
    cell_print(text, ends, &c);
    assert_string_equal(text, number);
    assert_string_equal(ends, interval);
}

/* Nothing has a sign, and no number is too large for its cell. */
static void test_numbers(void **state) {
    const double none = (double)NAN;
    (void)state;
    assert_cell((struct summary){2, 0.7266, 0.6666, 0.7866}, false, "72.7", "±6.0");
    assert_cell((struct summary){1, 0.7266, none, none}, true, "+72.7", "");
    assert_cell((struct summary){2, -0.0004, -0.0014, 0.0006}, true, "0.0", "±0.1");
    assert_cell((struct summary){2, -0.0006, -0.0056, 0.0044}, true, "-0.1", "±0.5");
    assert_cell((struct summary){1, -1e300, none, none}, false, "-1e+302", "");
    assert_cell((struct summary){2, 1e300, 0.9e300, 1.1e300}, true, "+1e+302", "±1e+301");
    assert_cell((struct summary){1, -DBL_MAX, none, none}, false, "-inf", "");
}

/* Figures of a run: a ratio has no sign; an end that is not known is left out; what was never reached has no number. */
static void test_figures(void **state) {
    static const struct {
        struct summary s;
        bool difference;
        const char *number, *interval;
    } table[] = {
        {{5, 153.4, 102.4, 229.6}, false, "153", "102..230"},
        {{5, 490, 131.2, (double)INFINITY}, false, "490", "≥131"},
        {{5, (double)INFINITY, 800, (double)INFINITY}, false, "never", ""},
        {{5, 1.344, 1.203, 1.496}, true, "x1.34", "1.2..1.5"},
        {{5, 2.449, 1.2, (double)INFINITY}, true, "x2.45", "≥1.20"},
        {{5, 0.251, 0, 0.47}, true, "x0.25", "≤0.47"},
    };
    const struct metric *steps = &metrics[metric_find("steps_to_99")];
    char text[NUMBER_TEXT], ends[NUMBER_TEXT];
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct cell c = cell_summary(steps, table[i].s, table[i].difference);
        cell_print(text, ends, &c);
        assert_string_equal(text, table[i].number);
        assert_string_equal(ends, table[i].interval);
    }
    /* fewer steps are better: a marked ratio below 1 */
    assert_int_equal(cell_difference(steps, table[5].s, 0.001, true).sign, 1);
    assert_int_equal(cell_difference(steps, table[3].s, 0.001, true).sign, -1);
    assert_int_equal(cell_summary(steps, (struct summary){0, (double)NAN, (double)NAN, (double)NAN}, false).kind,
                     CELL_EMPTY);
}

/* Both ends where they are not as far from the mean; one where the other is the mean as printed, and 0 or 100 %. */
static void test_intervals(void **state) {
    (void)state;
    assert_cell((struct summary){5, 0.97, 0.843, 1}, false, "97.0", "84..100");
    assert_cell((struct summary){5, 0.97, 0.95, 0.9904}, false, "97.0", "±2.0"); /* 2.04 above: the same digit */
    assert_cell((struct summary){5, 0.97, 0.95, 0.991}, false, "97.0", "95..99");
    assert_cell((struct summary){5, 0.985, 0.975, 0.9901}, false, "98.5", "97.5..99.0"); /* near: all digits */
    assert_cell((struct summary){5, 1, 0.9982, 1}, false, "100.0", "≥99.8");
    assert_cell((struct summary){5, 0.9999, 0.9994, 1}, false, "100.0", "≥99.9");
    assert_cell((struct summary){5, 0, 0, 0.0037}, false, "0.0", "≤0.4");
    assert_cell((struct summary){5, -0.05, -0.3, 0.15}, true, "-5.0", "-30..+15");
    assert_cell((struct summary){5, 0.011, -0.003, 0.028}, true, "+1.1", "-0.3..+2.8"); /* on both sides of 0 */
    assert_cell((struct summary){5, 0, -0.02, 0.0003}, true, "0.0", "≥-2.0");
    assert_cell((struct summary){5, 0.6931, 0.6928, 0.6937}, true, "+69.3", "+69.28..+69.37"); /* not "≤+69.4" */
    assert_cell((struct summary){5, 0.75, 0.7497, 0.7521}, false, "75.0", "75.0..75.2");
    assert_cell((struct summary){5, -0.5, -0.5203, -0.4997}, true, "-50.0", "-52.0..-50.0");
}

/* One that is narrower than the last digit has more of them, and a mean lies inside its interval as printed. None of no
 * width is printed. */
static void test_narrow_intervals(void **state) {
    (void)state;
    assert_cell((struct summary){5, 1, 0.99963, 1}, false, "100.0", "≥99.96");
    assert_cell((struct summary){5, 1, 0.9999963, 1}, false, "100.0", "≥99.9996");
    assert_cell((struct summary){5, 0.5, 0.4997, 0.5003}, false, "50.0", "±0.03");
    assert_cell((struct summary){5, 0.5004, 0.5001, 0.5007}, false, "50.04", "±0.03");
    assert_cell((struct summary){5, 0.9998, 0.9996, 0.99996}, false, "99.98", "±0.02");
    assert_cell((struct summary){5, 0.5001, 0.4998, 0.5002}, false, "50.0", "49.98..50.02");
    assert_cell((struct summary){5, 1, 1, 1}, false, "100.0", "");
    assert_cell((struct summary){5, 0.5, 0.5 - 1e-12, 0.5 + 1e-12}, false, "50.0", "");
}

static void test_extreme_in_table(void **state) {
    struct drawn d;
    (void)state;
    drawn_begin(&d);
    d.c.row[0].of[METRIC_ACCURACY].at[1] = (struct summary){2, -1e300, -2e300, 0};
    fill_summary(&d.t, &d.c, &d.arena);
    drawn_terminal(&d, 1000000);
    drawn_has(&d, " -1e+302±1e+302 ");
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
    (void)state;
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
    /* at 90 +- 12.34 and 78.04 alone, 11.96 +- 0.04 more */
    r.row[0].a = (struct claim_number){90, 77.66, 102.34, 2};
    r.row[0].b = (struct claim_number){78.04, (double)NAN, (double)NAN, 1};
    r.row[0].difference = (struct claim_number){11.96, 11.92, 12, 2};
    r.row[0].chance = r.row[1].chance = 50;
    r.row[0].answer = ANSWER_YES;
    r.row[1].a = r.row[1].b = (struct claim_number){(double)NAN, (double)NAN, (double)NAN, 0};
    r.row[1].difference = (struct claim_number){-0.04, -1.04, 0.96, 3};
    r.row[2].chance = r.row[3].chance = (double)NAN;
    r.row[2].a = (struct claim_number){1234.5678, 1234.5678, 1234.5678, 1};
    r.row[3].a = (struct claim_number){0.00012345, 0.00011111, 0.00013579, 2};
    drawn_paper(&d);
    d.s.width = 60;
    json_t *claims = json_pack("[o]", claim_json(&r));
    claims_terminal(&d.s, &book, claims, "DIR", &d.arena);
    json_decref(claims);
    fclose(d.s.out);
    drawn_has(&d, " 7. It is so.\n"
                  "\n"
                  "    Two numbers.\n"
                  "    Run: mine: task order. 2 seeds.\n"
                  "\n"
                  "it helps       with  without        more  chance\n"
                  "-----------------------------------------------------\n"
                  "order     90.0±12.3     78.0  +12.0±0.04    50.0  yes\n"
                  "first *           -        -     0.0±1.0    50.0    ?\n"
                  "\n"
                  "left over               part\n"
                  "----------------------------\n"
                  "order                   1235\n"
                  "first      0.000123±1.23e-05\n"
                  "\n"
                  "    Rule: it helps: ");
    drawn_has(&d, "\n    Verdict: held: yes in all.\n\n 7  held          It is so.\n");
    drawn_has(&d, "\n0 models in 1.2 s; runs and claims.json are in DIR.\n");
    drawn_end(&d);
}

int test_table(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_summary_without_limit),
        cmocka_unit_test(test_summary_narrow),
        cmocka_unit_test(test_figure_layer),
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
        cmocka_unit_test(test_intervals),
        cmocka_unit_test(test_narrow_intervals),
        cmocka_unit_test(test_extreme_in_table),
        cmocka_unit_test(test_claims_blocks),
    };
    return cmocka_run_group_tests_name("table", tests, NULL, NULL);
}
