/* test_figure.c -- what figures and pages are made of: texts from outside, names that make room for each other, axes.
 */
#include "unit/tests.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "present/figure.h"

/* What a page of this one text is. */
static void assert_text(const char *text, const char *expected) {
    struct html h;
    struct error e;
    assert_true(html_open(&h, &e));
    html_text(&h, text);
    fclose(h.f);
    assert_string_equal(h.bytes, expected);
    free(h.bytes);
}

static void test_texts_are_no_markup(void **state) {
    char every[256] = "";
    struct html h;
    struct error e;
    (void)state;
    assert_text("plain", "plain");
    assert_text("<b a='1' c=\"2\">&amp;", "&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp;amp;");
    assert_text("\x1b[31m\n\t\x7f", "\\x1b[31m\\x0a\\x09\\x7f");
    assert_text("\xc3\xa4 \xe2\x82\xac", "\xc3\xa4 \xe2\x82\xac");
    assert_text("\xc3<\xff", "\\xc3&lt;\\xff");           /* broken UTF-8 swallows no mark */
    assert_text("a\xe2\x80\xae z", "a\\xe2\\x80\\xae z"); /* turned around */
    for (int i = 1; i < 256; i++)
        every[i - 1] = (char)i;
    assert_true(html_open(&h, &e));
    html_text(&h, every);
    fclose(h.f);
    assert_int_equal(strcspn(h.bytes, "<>\"'\n\t\x1b"), h.size);
    free(h.bytes);
}

static void test_long_texts_are_whole(void **state) {
    char text[5000], *expected = malloc(5 * sizeof text);
    (void)state;
    assert_non_null(expected);
    memset(text, '&', sizeof text - 1);
    text[sizeof text - 1] = 0;
    *expected = 0;
    for (size_t i = 0; i + 1 < sizeof text; i++)
        memcpy(expected + 5 * i, "&amp;", 6);
    assert_text(text, expected);
    free(expected);
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void test_names_make_room(void **state) {
    double y[] = {5, 5, 5, 90, 91}, alone = 7;
    (void)state;
    figure_spread(y, 5, 10, 0, 100);
    assert_true(y[3] < y[4]); /* the order stays */
    qsort(y, 5, sizeof *y, by_size);
    for (int i = 1; i < 5; i++)
        assert_true(y[i] - y[i - 1] > 9.9);
    assert_true(y[0] >= 0 && y[4] <= 100);
    figure_spread(&alone, 1, 10, 0, 100);
    assert_true(fabs(alone - 7) < 1e-12);
    figure_spread(NULL, 0, 10, 0, 100);
}

static void test_steps_are_round(void **state) {
    static const struct {
        double low, high, step;
        int count;
    } table[] = {{0, 100, 20, 5},  {40, 100, 20, 5},  {50, 100, 10, 5},
                 {0, 800, 200, 5}, {0, 0.35, 0.1, 5}, {0, 33, 5, 8}};
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        assert_true(fabs(figure_step(table[i].low, table[i].high, table[i].count) - table[i].step) < 1e-12);
}

/* All that is drawn is in view: chance, intervals, seeds. */
static void test_axes_take_in_all(void **state) {
    struct figure_point chance[] = {{0, 0, 50, (double)NAN, (double)NAN, 0}},
                        point[] = {{1, 1, 90, 71, 109, 3}, {2, 2, 60, 44, 76, 3}}, seed[] = {{2, 2, 38, 0, 0, 1}};
    struct figure_curve curve = {.name = "a", .point = point, .points = 2};
    struct figure_chart c = {.chance = chance, .chances = 1, .curve = &curve, .curves = 1};
    (void)state;
    figure_fit(&c);
    assert_true(c.y_low <= 44 && c.y_low >= 20 && fabs(c.y_high - 100) < 1e-12);
    curve.seed = seed;
    curve.seeds = 1;
    figure_fit(&c);
    assert_true(c.y_low <= 38);
    chance[0].y = 3;
    figure_fit(&c);
    assert_true(fabs(c.y_low) < 1e-12);
}

static void test_shrunk_maps_keep_their_edge(void **state) {
    double value[100 * 10];
    struct figure_heat m = {.rows = 100, .columns = 10, .value = value, .row_edge = 50};
    (void)state;
    for (int i = 0; i < 1000; i++)
        value[i] = i;
    figure_shrink(&m, 40, 40);
    assert_int_equal(m.rows, 34);
    assert_int_equal(m.row_step, 3);
    assert_int_equal(m.columns, 10);
    assert_int_equal(m.row_edge, 17); /* row 17 is place 51, the first beyond 49 */
    assert_true(fabs(m.value[17 * 10 + 4] - 514) < 1e-12);
}

int test_figure(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texts_are_no_markup), cmocka_unit_test(test_long_texts_are_whole),
        cmocka_unit_test(test_names_make_room),     cmocka_unit_test(test_steps_are_round),
        cmocka_unit_test(test_axes_take_in_all),    cmocka_unit_test(test_shrunk_maps_keep_their_edge),
    };
    return cmocka_run_group_tests_name("figure", tests, NULL, NULL);
}
