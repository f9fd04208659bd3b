/* test_fillers.c -- accuracy by position: the values in tables and charts, from numbers made by hand. No two that could
 * be confused are equal. */
#include "unit/tests.h"

#include <math.h>
#include <string.h>

#include "plot/fill_by_position.h"
#include "result/fill_by_eighth.h"
#include "result/fill_comparison.h"
#include "train/train.h"
#include "unit/drawn.h"
#include "unit/golden.h"
#include "unit/lopsided.h"
#include "unit/near.h"

static void assert_at(const struct chart_curve *v, int i, double x, double y) {
    assert_near(v->name, i, v->point[i].x, x, 1e-9);
    assert_near(v->name, i, v->point[i].y, y, 1e-6);
}

/* At 64 words the middle of the first eighth is 4, of the last 60; there learned has 40 and 50, less 3 and 24. */
DRAWN_TEST(chart_by_position) {
    struct fill_rows rows;
    struct chart chart;
    struct error e;
    lopsided_positions(&d->c);
    first_policy_rows(&rows, &d->c);
    assert_true(fill_by_position(&chart, &d->c, &rows, 0, &d->arena, &e));
    assert_golden_chart("fillers-by-position.csv", &chart);
    assert_true(fill_by_position(&chart, &d->c, &rows, 24, &d->arena, &e));
    assert_at(&chart.curve[0], 0, 1.5, 71);
    assert_true(chart.x_high == 24 && chart.trained.high == 16);
    d->c.words[IN_RANGE].high = 40;
    assert_true(fill_by_position(&chart, &d->c, &rows, 24, &d->arena, &e));
    assert_int_equal(chart.trained.high, 24); /* the zone ends with the axis */
    assert_false(fill_by_position(&chart, &d->c, &rows, 20, &d->arena, &e));
    assert_string_equal(e.text, "--length 20: not evaluated at that length");
}

/* With one seed there is no dot next to the mean. */
DRAWN_TEST(one_seed_by_position) {
    struct fill_rows rows = {.count = 1};
    struct chart chart;
    struct error e;
    d->c.member[2].status = STATUS_FAILED;
    lopsided_positions(&d->c);
    assert_true(fill_by_position(&chart, &d->c, &rows, 16, &d->arena, &e));
    assert_at(chart.curve, 0, 1, 95);
    assert_int_equal(chart.curve->seeds, 0);
    assert_null(strstr(chart.note, "single seeds"));
}

/* The table is for the longest length; at 64 words the first two eighths are within 16. */
DRAWN_TEST(table_by_position) {
    struct table eighths;
    lopsided_positions(&d->c);
    fill_summary(&d->t, &d->c, &d->arena);
    assert_true(fill_by_eighth(&eighths, &d->t));
    d->t = eighths;
    drawn_golden(d, 1000000, "fillers-table-by-position.txt");
    fill_summary(&d->t, &d->c, &d->arena);
    table_cell(&d->t, &d->t.row[4], 0, 3)->kind = CELL_EMPTY; /* not all have 64 words; 16 of 24 end in an eighth */
    assert_true(fill_by_eighth(&eighths, &d->t));
    d->t = eighths;
    drawn_terminal(d, 1000000);
    drawn_has(d, "      13..15 |        16..18 ");
    fill_summary(&d->t, &d->c, &d->arena);
    table_cell(&d->t, &d->t.row[4], 0, 3)->kind = CELL_EMPTY;
    d->t.value[2].words =
        (struct range){27, 27}; /* 27 / 8 is no whole number: word 5 is the first of the second eighth */
    assert_true(fill_by_eighth(&eighths, &d->t));
    d->t = eighths;
    drawn_terminal(d, 1000000);
    drawn_has(d, " 1..4        5..7       8..11      12..14 |      15..17        18..21      22..24      25..27\n");
}

OF_BYTES;
GROUP(fillers, NULL, NULL)
