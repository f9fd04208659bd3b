/* test_labels.c -- answers by label: the values in tables and charts, from numbers made by hand. No two that could be
 * confused are equal. */
#include "unit/tests.h"

#include <math.h>
#include <string.h>

#include "confusion/fill_confusion.h"
#include "unit/drawn.h"
#include "unit/golden.h"
#include "unit/near.h"

enum { LABELS = 3 };

/* Each row is a right label; the third does not occur at 24 words. In range three mistakes are equally frequent. */
static double in_range[] = {9, 2, 0, 2, 8, 2, 0, 3, 7}, at_24[] = {5, 3, 1, 2, 4, 0, 0, 0, 0};

static void label(struct evaluation_result *r, struct score of[2]) {
    static const char *names[LABELS] = {"good", "bad\x1b", "odd"};
    r->labels = LABELS;
    r->label = names;
    r->sums[METRIC_MACRO_F1] = LABELS * LABELS;
    of[0].sum[METRIC_MACRO_F1] = in_range;
    of[1].sum[METRIC_MACRO_F1] = at_24;
    of[0].count = 33;
    of[1].count = 15;
    of[0].value[METRIC_ACCURACY] = 24 / 33.;
    of[0].value[METRIC_MACRO_F1] = 0.79;
    of[1].value[METRIC_ACCURACY] = 0.6;
    of[1].value[METRIC_MACRO_F1] = 0.55;
}

DRAWN_TEST(labels) {
    struct evaluation_result *r;
    struct label_scores counts;
    struct heat map;
    struct error e;
    r = d->c.member[1].result;
    struct score of[2] = {*r->in_range, *r->row[1].at[2]};
    label(r, of);
    *r->in_range = of[0];
    r->row[0].applies = false; /* the numbers at a length are those of the first policy that applies */
    *r->row[1].at[2] = of[1];
    assert_true(label_scores_open(&counts, r, 0, &d->arena, &e));
    fill_classes(&d->t, &counts, &d->arena);
    drawn_golden(d, 1000000, "fillers-labels.txt");
    fill_mistakes(&d->t, &counts, 3, &d->arena);
    drawn_terminal(d, 1000000);
    /* only three of four were requested */
    assert_golden("fillers-labels-three-of-four.txt", d->text);
    assert_true(label_scores_open(&counts, r, 24, &d->arena, &e));
    fill_classes(&d->t, &counts, &d->arena);
    drawn_terminal(d, 1000000);
    drawn_has(d, "Each label (15 rows of 24 words; accuracy 60.0 %, macro-F1 55.0 %):\n");
    drawn_has(d, "\n  3  odd         0         1      0             0        n/a      0\n");
    fill_confusion(&map, &counts, true, &d->arena);
    assert_near("share", 0, matrix_row(&map.m, 0)[1], 300 / 9., 1e-9);
    assert_near("share", 1, matrix_row(&map.m, 1)[0], 200 / 6., 1e-9);
    assert_true(isnan(matrix_row(&map.m, 2)[1]));
    assert_false(label_scores_open(&counts, r, 20, &d->arena, &e));
    assert_string_equal(e.text, "--length 20: the run was not evaluated there");
}

GROUP(labels, NULL, NULL)
