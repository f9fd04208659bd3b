/* test_cells.c -- a number and its interval as a cell prints them, worked out by hand. */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "draw/table.h"
#include "evaluate/metric.h"
#include "unit/tests.h"

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

GROUP(cells, NULL, NULL)
