/* test_table.c -- tables as a reader sees them on a screen: those of the lopsided comparison (lopsided.h), every number
 * worked out by hand. With 2 and 3 seeds the 97.5 % points of Student's t are 12.7062047 and 4.3026527. */
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
    assert_string_equal(d.text, "order: in passage B (segment 1), does X come before Y?\n"
                                "800 steps on 4..16 words; 2000 examples at each length, the same for all.\n"
                                "Accuracy in %: mean of 3 seeds ± half of a 95 % interval (Student t over seeds).\n"
                                "\n"
                                "                                           trained |  longer than in training\n"
                                "                               in range         1x |       1.5x         4x\n"
                                "words                      n      4..16         16 |         24         64\n"
                                "-------------------------------------------------------------------------------\n"
                                "chance                             55.0       50.0 |       40.0       30.0\n"
                                "learned+extend             2  97.0±25.4  97.0±12.7 |  73.0±38.1  45.0±63.5  █▅▃\n"
                                "learned+interpolate        2  97.0±25.4  97.0±12.7 |  89.0±12.7  82.0±12.7  █▇▆\n"
                                "rope+extend base=100       3   97.0±7.5   97.3±9.4 |  71.0±23.7  27.0±15.1  █▅▁\n"
                                "rope+interpolate base=100  3   97.0±7.5   97.3±9.4 |   94.0±9.0   91.0±2.5  █▇▇\n"
                                "none                       3   55.2±2.6   50.2±2.6 |   40.0±2.5   30.0±2.5  ▁▁▁\n"
                                "none+interpolate           0   55.2±2.6        n/a |        n/a        n/a\n"
                                "Bars: all lengths in order, from chance ▁ to perfect █.\n");
    d.c.rows = 2; /* n is 2 in both */
    fill_summary(&d.t, &d.c, &d.arena);
    drawn_terminal(&d, 1000000);
    drawn_has(&d, "\nwords                    4..16         16 |");
    d.s.utf8 = false;
    drawn_terminal(&d, 1000000);
    drawn_has(&d, "97.0±25.4  97.0±12.7 |  73.0±38.1  45.0±63.5\nlearned+interpolate");
    assert_null(strstr(d.text, "Bars"));
    drawn_end(&d);
}

/* Names are stacked where they do not fit; then lengths go. */
static void test_summary_narrow(void **state) {
    static const char at_57[] = "                            trained |              longer\n"
                                "                 in range        1x |      1.5x        4x\n"
                                "words         n     4..16        16 |        24        64\n"
                                "---------------------------------------------------------\n"
                                "chance               55.0      50.0 |      40.0      30.0\n"
                                "learned\n"
                                "  extend      2 97.0±25.4 97.0±12.7 | 73.0±38.1 45.0±63.5\n"
                                "  interpolate 2 97.0±25.4 97.0±12.7 | 89.0±12.7 82.0±12.7\n"
                                "rope base=100\n"
                                "  extend      3  97.0±7.5  97.3±9.4 | 71.0±23.7 27.0±15.1\n"
                                "  interpolate 3  97.0±7.5  97.3±9.4 |  94.0±9.0  91.0±2.5\n"
                                "none\n"
                                "  extend      3  55.2±2.6  50.2±2.6 |  40.0±2.5  30.0±2.5\n"
                                "  interpolate 0  55.2±2.6       n/a |       n/a       n/a\n",
                      at_40[] = "                    trained |     longer\n"
                                "                   in range |         4x\n"
                                "words          n      4..16 |         64\n"
                                "----------------------------------------\n"
                                "chance                 55.0 |       30.0\n"
                                "learned\n"
                                "  extend       2  97.0±25.4 |  45.0±63.5\n"
                                "  interpolate  2  97.0±25.4 |  82.0±12.7\n"
                                "rope base=100\n"
                                "  extend       3   97.0±7.5 |  27.0±15.1\n"
                                "  interpolate  3   97.0±7.5 |   91.0±2.5\n"
                                "none\n"
                                "  extend       3   55.2±2.6 |   30.0±2.5\n"
                                "  interpolate  0   55.2±2.6 |        n/a\n"
                                "Left out for lack of room: 1x, 1.5x;\n"
                                "--wide shows all.\n",
                      at_20[] = "             trained\n"
                                "            in range\n"
                                "words     n    4..16\n"
                                "--------------------\n"
                                "chance          55.0\n"
                                "learned\n"
                                "  extend  2     97.0\n"
                                "  interp~ 2     97.0\n";
    struct drawn d;
    (void)state;
    drawn_begin(&d);
    fill_summary(&d.t, &d.c, &d.arena);
    drawn_terminal(&d, 57);
    drawn_has(&d, at_57);
    drawn_terminal(&d, 40);
    drawn_has(&d, at_40);
    drawn_terminal(&d, 20);
    drawn_has(&d, at_20);
    drawn_has(&d, "Left out for lack of\nroom: 1x, 1.5x, 4x,\nintervals; --wide\nshows all.\n");
    drawn_end(&d);
}

/* In range, 1x and the longest stay longest; odd multiples go before powers of two, and the longer of these first. */
static void test_which_lengths_go(void **state) {
    static const int words[] = {8, 16, 24, 32, 48, 64, 128};
    static const char *const gone[] = {"1.5x, 3x", "1.5x, 3x, 4x", "1.5x, 2x, 3x, 4x", "0.5x, 1.5x, 2x, 3x, 4x"};
    struct drawn d;
    int seen = 0;
    (void)state;
    drawn_begin(&d);
    d.c.lengths = sizeof words / sizeof *words;
    for (int i = 0; i < d.c.lengths; i++)
        d.c.words[i] = (struct range){words[i], words[i]};
    fill_summary(&d.t, &d.c, &d.arena);
    for (int width = 120; width >= 30; width--) {
        char line[80];
        drawn_terminal(&d, width);
        snprintf(line, sizeof line, "room: %s; ", seen < 4 ? gone[seen] : "");
        for (char *c = d.text; *c; c++)
            *c = *c == '\n' ? ' ' : *c;
        seen += seen < 4 && strstr(d.text, line);
    }
    assert_int_equal(seen, 4);
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
    drawn_has(&d, "in range         1x |       1.5x         4x\n"
                  "words                      n      4..16         16 |     17..24     25..64\n");
    drawn_end(&d);
}

static void test_pairs(void **state) {
    struct drawn d;
    (void)state;
    drawn_begin(&d);
    fill_pairs(&d.t, &d.c, &d.arena);
    drawn_terminal(&d, 1000000);
    assert_string_equal(
        d.text,
        "Paired differences in accuracy, in points, over the same seeds; marked where the 95 % interval leaves out "
        "0.\n"
        "\n"
        "                                                          trained |  longer than in training\n"
        "                                            in range           1x |         1.5x          4x\n"
        "words                    policy       n        4..16           16 |           24          64\n"
        "--------------------------------------------------------------------------------------------\n"
        "rope base=100 − learned  extend       2    -1.5±44.5    -1.0±50.8 |    -6.5±31.8  -19.5±6.4*\n"
        "rope base=100 − learned  interpolate  2    -1.5±44.5    -1.0±50.8 |    +4.5±31.8   +9.5±19.1\n"
        "none − learned           extend       2  -42.2±15.9*   -47.2±3.2* |  -33.5±31.8*  -14.5±69.9\n"
        "none − rope base=100     extend       3   -41.8±7.3*  -47.2±10.1* |  -31.0±21.2*   +3.0±17.2\n");
    drawn_terminal(&d, 40);
    drawn_has(&d, "rope base=100 − learned\n"
                  "  extend      2   -1.5±44.5 | -19.5±6.4*\n"
                  "  interpolate 2   -1.5±44.5 |  +9.5±19.1\n");
    drawn_end(&d);
}

/* A column a seed; those that do not fit stand in further blocks. */
static void test_seeds(void **state) {
    struct drawn d;
    (void)state;
    drawn_begin(&d);
    d.c.member[1].training = 0.88;
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

static void assert_cell(double value, double half, bool difference, const char *number, const char *interval) {
    char text[NUMBER_TEXT];
    struct summary s = {2, value, value - half, value + half};
    struct cell c = difference ? cell_difference(metrics, s) : cell_metric(metrics, s, 0.5);
    cell_print(text, &c);
    assert_string_equal(text, number);
    assert_int_equal(cell_print_half(text, &c), interval != NULL);
    if (interval)
        assert_string_equal(text, interval);
}

/* Nothing has a sign, and no number is too large for its cell. */
static void test_numbers(void **state) {
    (void)state;
    assert_cell(0.7266, 0.06, false, "72.7", "6.0");
    assert_cell(0.7266, (double)NAN, true, "+72.7", NULL);
    assert_cell(-0.0004, 0.0004, true, "0.0", "0.0");
    assert_cell(0.0004, 0, true, "0.0", "0.0");
    assert_cell(-0.0004, 0, false, "0.0", "0.0");
    assert_cell(-0.0006, 0, true, "-0.1", "0.0");
    assert_cell(-1e300, (double)NAN, false, "-1e+302", NULL);
    assert_cell(1e300, 1e299, true, "+1e+302", "1e+301");
    assert_cell(-DBL_MAX, (double)NAN, false, "-inf", NULL);
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
    const struct claims_book book = {.experiments = 1, .seeds = 2, .experiment = {&x}};
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
    claims_terminal(&d.s, &book, &r, 1, "DIR", &d.arena);
    fclose(d.s.out);
    drawn_has(&d, " 7. It is so.\n"
                  "\n"
                  "    Two numbers.\n"
                  "    Run: mine: task order. 2 seeds.\n"
                  "\n"
                  "it helps       with  without       more  chance\n"
                  "----------------------------------------------------\n"
                  "order     90.0±12.3     78.0  +12.0±0.0    50.0  yes\n"
                  "first *           -        -    0.0±1.0    50.0    ?\n"
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
        cmocka_unit_test(test_which_lengths_go),
        cmocka_unit_test(test_ranges_of_lengths),
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_seeds),
        cmocka_unit_test(test_every_width),
        cmocka_unit_test(test_failed),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_extreme_in_table),
        cmocka_unit_test(test_claims_blocks),
    };
    return cmocka_run_group_tests_name("table", tests, NULL, NULL);
}
