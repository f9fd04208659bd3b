/* test_chart_axes.c -- what the axes of a chart take in, their steps, and room for the names of curves. */
#include "unit/tests.h"

#include <math.h>
#include <stdlib.h>

#include "draw/chart.h"

#define NONE (double)NAN

TEST(steps_are_round) {
    static const struct {
        double low, high, step;
        int count;
    } table[] = {{0, 100, 20, 5},  {40, 100, 20, 5},  {50, 100, 10, 5},
                 {0, 800, 200, 5}, {0, 0.35, 0.1, 5}, {0, 33, 5, 8}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        assert_true(fabs(chart_step(table[i].low, table[i].high, table[i].count) - table[i].step) < 1e-12);
}

/* All that is drawn is in view: chance, intervals, seeds. The axis begins at chance, or a step below it where noise is;
 * at 0 where something is far below chance, or chance is not known. */
TEST(axes_take_in_all) {
    struct chart_point chance[] = {{0, 0, 50, NONE, NONE, 0}, {1, 1, 48, NONE, NONE, 0}},
                       point[] = {{1, 1, 90, 71, 109, 5}, {2, 2, 60, 44, 76, 5}};
    struct chart_seed seed[] = {{2, 38, 1}};
    struct chart_curve curve = {.name = "a", .point = point, .points = 2};
    struct chart_curve baseline[] = {{.name = "chance", .point = chance, .points = 2, .chance = true}};
    struct chart c = {.baseline = baseline, .baselines = 1, .curve = &curve, .curves = 1, .y_most = 100};
    chart_fit(&c);
    assert_true(fabs(c.y_low - 40) < 1e-12 && fabs(c.y_high - 100) < 1e-12); /* 44..100 in steps of 5 */
    point[1].low = 41.4;                                                     /* 48 - 52 / 8 is 41.5 */
    chart_fit(&c);
    assert_true(c.y_low == 0);
    point[1].n = 4; /* its interval is not drawn */
    chart_fit(&c);
    assert_true(fabs(c.y_low - 45) < 1e-12);
    curve.seed = seed;
    curve.seeds = 1;
    chart_fit(&c);
    assert_true(c.y_low == 0);
    curve.seeds = 0;
    c.baselines = 0;
    chart_fit(&c);
    assert_true(c.y_low == 0);
    c.baselines = 1;
    point[0] = point[1] = (struct chart_point){1, 1, 61, NONE, NONE, 1};
    chance[0].y = chance[1].y = 55;
    chart_fit(&c);
    assert_true(c.y_low >= 54 && c.y_high <= 62); /* no empty third */
    assert_true(c.y_low < 55);                    /* chance is not the axis */
}

TEST(one_number_has_an_axis) {
    struct chart_point point = {1, 1, 0, NONE, NONE, 1};
    struct chart_curve curve = {.name = "a", .point = &point, .points = 1};
    struct chart c = {.curve = &curve, .curves = 1, .y_least = -HUGE_VAL, .y_most = HUGE_VAL};
    chart_fit(&c);
    assert_true(c.y_low < 0 && c.y_high > 0 && isfinite(c.y_low) && isfinite(c.y_high));
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

TEST(names_make_room) {
    double y[] = {5, 5, 5, 90, 91}, alone = 7;
    chart_spread(y, 5, 10, 0, 100);
    assert_true(y[3] < y[4]); /* the order stays */
    qsort(y, 5, sizeof *y, by_size);
    for (int i = 1; i < 5; i++)
        assert_true(y[i] - y[i - 1] > 9.9);
    assert_true(y[0] >= 0 && y[4] <= 100);
    chart_spread(&alone, 1, 10, 0, 100);
    assert_true(fabs(alone - 7) < 1e-12);
    chart_spread(NULL, 0, 10, 0, 100);
}

GROUP(chart_axes, NULL, NULL)
