/* test_sweep.c -- what a comparison sweeps, and a chart over it: points, seeds, axis, words (swept.h). */
#include "unit/tests.h"

#include <math.h>
#include <string.h>

#include "draw/picture.h"
#include "study/sweep.h"
#include "swept.h"
#include "unit/drawing.h"
#include "unit/golden.h"
#include "unit/lopsided.h"
#include "unit/near.h"
#include "unit/refused.h"

/* ---- What is swept */

/* Named once, in the order in which members name them; no two differ in `heads`. */
TEST(names) {
    static const struct swept_label heads[] = {{"none", " heads=2 norm=post", {54, 56}, {28, 32}},
                                               {"rope", " heads=2 base=7", {54, 56}, {28, 32}}};
    char text[SETTING_TEXT_MAX];
    struct swept w;
    swept_begin(&w, swept_labels, SWEPT_LABELS);
    assert_int_equal(w.all.count, 3);
    assert_string_equal(w.all.of[0].name, "learning_rate");
    assert_string_equal(w.all.of[0].key, "train.learning_rate");
    assert_string_equal(w.all.of[1].name, "base");
    assert_string_equal(w.all.of[2].name, "norm");
    assert_true(w.all.of[0].numbers && w.all.of[1].numbers && !w.all.of[2].numbers);
    assert_string_equal(sweep_value(&w.all.of[0], &w.c.member[10], text), "0.004");
    assert_string_equal(sweep_value(&w.all.of[1], &w.c.member[8], text), "10000");
    assert_null(sweep_value(&w.all.of[1], &w.c.member[0], text));
    assert_string_equal(sweep_value(&w.all.of[2], &w.c.member[8], text), "post");
    swept_end(&w);
    swept_begin(&w, heads, 2); /* one alone has a base; both have a norm */
    assert_int_equal(w.all.count, 1);
    assert_string_equal(w.all.of[0].name, "norm");
    swept_end(&w);
}

/* ---- Points */

/* The seed that failed is in no mean; a value is a dot where there are several. */
/* says help plot: means are over seeds only */
TEST(points) {
    struct swept w;
    swept_begin(&w, swept_labels, SWEPT_LABELS);
    assert_true(swept_over(&w, "learning_rate", 2, swept_all));
    assert_golden_chart("sweep-learning-rate.csv", &w.chart);
    const struct summary s = LOPSIDED(28, 32);
    assert_near("low", 0, w.chart.curve->point->low, 100 * s.low, 1e-9);
    assert_near("high", 0, w.chart.curve->point->high, 100 * s.high, 1e-9);
    swept_end(&w);
}

/* Members without the setting are named below, not drawn; numbers in range have no policy. */
TEST(without) {
    struct swept w;
    swept_begin(&w, swept_labels, SWEPT_LABELS);
    assert_true(swept_over(&w, "base", IN_RANGE, swept_all));
    assert_golden_chart("sweep-base.csv", &w.chart);
    swept_end(&w);
}

/* The last curve has one seed, the first has two. */
TEST(unequal_seeds) {
    static const struct swept_label labels[] = {{"rope", " learning_rate=0.001 base=100", {90, 92}, {40, 44}},
                                                {"rope", " learning_rate=0.001 base=200", {91, 93}, {41, 45}},
                                                {"rope", " learning_rate=0.01 base=100", {99, -1}, {61, -1}},
                                                {"rope", " learning_rate=0.01 base=200", {98, -1}, {60, -1}}};
    struct swept w;
    swept_begin(&w, labels, 4);
    assert_true(swept_over(&w, "base", IN_RANGE, swept_all));
    assert_golden_chart("sweep-unequal-seeds.csv", &w.chart);
    swept_end(&w);
}

/* Chosen by kind with its policy and by value, which is then in no name. */
TEST(chosen) {
    static const char *const clamp[] = {"rope+clamp", NULL}, *const wrong[] = {"rope+wrap", NULL};
    struct swept w;
    swept_begin(&w, swept_labels, SWEPT_LABELS);
    w.only[1] = "100";
    w.only[2] = "pre";
    assert_true(swept_over(&w, "learning_rate", 2, clamp));
    assert_golden_chart("sweep-chosen.csv", &w.chart);
    assert_refused("kind", swept_over(&w, "learning_rate", 2, wrong), &w.e, EXIT_USAGE, "'rope+wrap' ... none");
    assert_refused("key", swept_over(&w, "heads", 2, swept_all), &w.e, EXIT_USAGE,
                   "heads: ... learning_rate, base, norm");
    swept_end(&w);
}

TEST(values) {
    char text[SETTING_TEXT_MAX];
    struct swept w;
    swept_begin(&w, swept_labels, SWEPT_LABELS);
    assert_true(sweep_read(&w.all.of[1], &w.c, "1e4", text, &w.e));
    assert_string_equal(text, "10000");
    assert_true(sweep_read(&w.all.of[2], &w.c, "post", text, &w.e));
    assert_string_equal(text, "post");
    assert_refused("value", sweep_read(&w.all.of[1], &w.c, "10", text, &w.e), &w.e, EXIT_USAGE, "base=10: ... 100");
    swept_end(&w);
}

/* ---- The axis */

/* 0.001 to 0.01 is a decade, 3 % of which lie before and after: 0.001 is 0.03/1.06 across, 0.01 is 1.03/1.06, 0.004
 * (0.03 + log10 4)/1.06. Below 16 columns of names the window goes from 46 to 520 - 18 - 9 - 7 * 4 - 8. */
TEST(axis) {
    static const char *const none[] = {"none", "learned", NULL};
    struct drawing_text d;
    struct swept w;
    swept_begin(&w, swept_labels, SWEPT_LABELS);
    w.only[2] = "pre";
    assert_true(swept_over(&w, "learning_rate", 2, none));
    assert_true(w.chart.log_x);
    assert_int_equal(w.chart.ticks, 3);
    assert_near("tick", 1, w.chart.tick[1], 0.004, 1e-12);
    assert_near("first", 0, chart_across(&w.chart, 0.001), 0.03 / 1.06, 1e-9);
    assert_near("middle", 0, chart_across(&w.chart, 0.004), (0.03 + log10(4)) / 1.06, 1e-9);
    const char *svg = drawing_of_chart(&d, &w.chart, NULL);
    double right = 520 - 18 - 9 - 7 * 7, wide = right - 8 - 46; /* the longest name: learned */
    char tick[64];
    snprintf(tick, sizeof tick, "x='%.1f' y='", 46 + wide * 0.03 / 1.06);
    assert_has(svg, tick);
    assert_has(svg, ">0.001</text>");
    assert_has(svg, "data-t=\"none: 31.5 (95 %: ");
    assert_has(svg, ", learning_rate 0.01\"/>");
    drawing_free(&d);
    swept_end(&w);
}

/* Words stand side by side, in the order in which members have them; the data have them as words. In a terminal 56 of
 * 60 columns are the window: pre is 0.03/1.06 * 111 = dot 3, column 4 + 1, and begins one before it; post is dot 108,
 * column 4 + 54, and moved to the left, since it ends with the line. */
TEST(words) {
    static const char *const rope[] = {"rope", NULL};
    struct drawing_text d;
    struct swept w;
    swept_begin(&w, swept_labels, SWEPT_LABELS);
    w.only[0] = "0.01";
    assert_true(swept_over(&w, "norm", 2, rope));
    assert_golden_chart("sweep-words.csv", &w.chart);
    assert_golden_svg("sweep-words.svg", &w.chart, NULL);
    struct screen s = {.width = 60, .lines = 8};
    s.out = drawing_open(&d);
    screen_chart(&s, &w.chart);
    assert_has(drawing_close(&d), "\n    pre                                                 post\n");
    drawing_free(&d);
    swept_end(&w);
}

/* Less than a decade is linear, 3 % of it before and after; points are in order, however members are; chance is that
 * of the length. */
TEST(linear_axis) {
    static const struct swept_label back[] = {{"none", " learning_rate=0.006", {54, 56}, {28, 32}},
                                              {"none", " learning_rate=0.002", {60, 62}, {30, 33}},
                                              {"none", " learning_rate=0.004", {70, 72}, {40, 43}}};
    struct swept w;
    swept_begin(&w, back, 3);
    assert_true(swept_over(&w, "learning_rate", 2, swept_all));
    assert_golden_chart("sweep-linear.csv", &w.chart);
    swept_end(&w);
}

/* Addressed to rope an option is another setting than that of all encodings; a model whose parts differ in it has none.
 */
TEST(addressed) {
    static const struct swept_label both[] = {{"rope", " base=7", {54, 56}, {28, 32}},
                                              {"rope", " base=8", {54, 56}, {28, 32}},
                                              {"sinusoidal+rope", " rope.base=9", {60, 62}, {30, 33}}};
    char text[SETTING_TEXT_MAX];
    struct swept w;
    swept_begin(&w, both, 3);
    assert_int_equal(w.all.count, 2);
    assert_string_equal(w.all.of[0].name, "base");
    assert_string_equal(w.all.of[1].name, "rope.base");
    assert_string_equal(sweep_value(&w.all.of[1], &w.c.member[0], text), "7");
    assert_string_equal(sweep_value(&w.all.of[1], &w.c.member[4], text), "9");
    assert_null(sweep_value(&w.all.of[0], &w.c.member[4], text));
    assert_true(swept_over(&w, "rope.base", 2, swept_all));
    assert_string_equal(w.chart.curve[2].name, "sinusoidal+rope");
    swept_end(&w);
}

GROUP(sweep, NULL, NULL)
