/* test_screen_chart.c -- charts in a terminal, cell by cell: where a number lands, whose letter stands there, in which
 * colour; and pictures with their texts, which fit.
 *
 * A window of R rows and C columns has 4 R x 2 C dots. Of an axis from 0 to 100 the number y is in dot
 * (1 - y / 100) (4 R - 1) from the top, rounded; four dots are a row. */
#include "unit/tests.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "draw/picture.h"
#include "encoding/kinds.h"
#include "plot/chart_rows.h"
#include "plot/fill_extrapolation.h"
#include "unit/drawing.h"
#include "unit/golden.h"
#include "unit/lopsided.h"

#define NONE (double)NAN

enum { LABEL = 5 }; /* "100 |" */

/* x from 0 to 10, y from 0 to 100: (0, 25), and (10, 75) with the interval 50..95. */
static struct chart two_points(struct chart_curve *curve, struct chart_point *point) {
    point[0] = (struct chart_point){0, 0, 25, NONE, NONE, 1};
    point[1] = (struct chart_point){10, 10, 75, 50, 95, 6};
    *curve = (struct chart_curve){.name = "ab", .point = point, .points = 2};
    return (struct chart){.x_title = "words",
                          .y_title = "accuracy in %",
                          .x_high = 10,
                          .y_high = 100,
                          .y_most = 100,
                          .curve = curve,
                          .curves = 1};
}

static const char *drawn(struct drawing_text *d, const struct chart *c, struct screen s) {
    s.out = drawing_open(d);
    screen_chart(&s, c);
    return drawing_close(d);
}

/* The character at a line and column, both from 0; a blank past the end. */
static const char *at(const char *text, int line, int column) {
    for (; line > 0 && *text; text++)
        line -= *text == '\n';
    for (; column > 0 && *text != '\n'; column--)
        text += utf8_length(text);
    return *text == '\n' || !*text ? " " : text;
}

static void assert_cell(const char *text, int line, int column, const char *expected) {
    if (strncmp(at(text, line, column), expected, strlen(expected)) != 0)
        fail_msg("line %d, column %d is not %s in\n%s", line, column, expected, text);
}

static int widest(const char *text) {
    int most = 0;
    for (; *text; text += strcspn(text, "\n") + 1) {
        int columns = utf8_columns_in(text, strcspn(text, "\n"));
        most = columns > most ? columns : most;
    }
    return most;
}

/* The chart as a terminal of 40 columns has it: four rows of its window, or as many as `lines`. */
static void assert_picture(const char *name, const struct chart *c, struct screen s) {
    struct drawing_text d;
    s.width = s.width ? s.width : 40;
    s.lines = s.lines ? s.lines : 4;
    assert_golden(name, drawn(&d, c, s));
    drawing_free(&d);
}

/* ---- Where things are */

/* 4 rows are 16 dots. 25 is in dot 11, row 2; 75 in dot 4, row 1; the bar of 50..95 in dots 8..1, rows 2..0, of which
 * the point hides one. 50 is in dot 8. 35 columns are 70 dots: the line climbs by a dot in each ten, and leaves dot 8,
 * row 2, in the middle of column 17, where the number 5 is, too. */
TEST(two_points) {
    struct chart_curve curve;
    struct chart_point point[2];
    struct chart c = two_points(&curve, point);
    assert_picture("screen-chart-two-points.txt", &c, (struct screen){0});
    /* 40 is in dot 9, the second of row 2. A mean over what lies left of the axis is a dot at its left end. */
    point[0].y = 40;
    point[0].from = -1;
    assert_picture("screen-chart-braille.txt", &c, (struct screen){.utf8 = true});
}

/* Each dot of a cell by itself: eight single points in 40 columns of 2 dots. */
TEST(dots_of_a_cell) {
    static const char *const braille[] = {"\u2801", "\u2808", "\u2802", "\u2810",
                                          "\u2804", "\u2820", "\u2840", "\u2880"};
    struct chart_seed seed = {0};
    struct chart_curve curve = {.name = "a", .seed = &seed, .seeds = 1};
    struct chart c = {.x_title = "x", .y_title = "y", .x_high = 65, .y_high = 15, .curve = &curve, .curves = 1};
    struct drawing_text d;
    for (int k = 0; k < 8; k++) { /* 16 dots down, 66 across: a number is a dot */
        const int down = 4 + k / 2;
        seed = (struct chart_seed){6 + k % 2, 15 - down, 1};
        const char *text = drawn(&d, &c, (struct screen){.width = 37, .lines = 4, .utf8 = true});
        assert_cell(text, 2, 4 + 3, braille[k]);
        drawing_free(&d);
    }
}

/* From 1 to 256 on a log axis: 16 is in the middle, dot 35 of 0..69, 4 a quarter of the way; the line is flat between
 * them, over the edges of what was trained. What follows these has no room in 40 columns, nor has 17. */
TEST(log_axis_and_zone) {
    struct chart_curve curve;
    struct chart_point point[2];
    struct chart c = two_points(&curve, point);
    point[0] = (struct chart_point){4, 16, 100, NONE, NONE, 1};
    point[1].from = point[1].x = 256;
    c.x_low = 1;
    c.x_high = 256;
    c.log_x = true;
    c.trained = (struct range){4, 16};
    c.tick[0] = 16;
    c.tick[1] = 17;
    c.tick[2] = 256;
    c.ticks = 3;
    assert_picture("screen-chart-log-axis.txt", &c, (struct screen){0});
    assert_picture("screen-chart-log-axis-wide.txt", &c, (struct screen){.width = 60});
}

/* Ten rows, 75 columns; the y axis is set to 0..100, the x axis is 11..64, log. Means at 16, 24 and 64 words, in
 * columns 16, 33 and 74: learned 97 73 45, rope 97.3 71 27, none 50.2 40 30, in dots 1 11 21, 1 11 28, 19 23 27.
 * Learned and rope share their first two cells. Of the ticks, 60 is in dot 16, the first of row 4, and 0 in dot 39. */
TEST(the_lopsided_comparison) {
    struct comparison_result r;
    struct fill_rows rows = {0};
    struct arena arena = {0};
    struct chart c;
    lopsided_build(&r, &arena);
    first_policy_rows(&rows, &r);
    fill_extrapolation(&c, &r, &rows, METRIC_ACCURACY, &arena);
    c.y_low = 0;
    c.y_high = 100;
    assert_picture("screen-chart-lopsided.txt", &c, (struct screen){.width = 80, .lines = 10});
    assert_picture("screen-chart-lopsided-braille.txt", &c, (struct screen){.width = 80, .lines = 10, .utf8 = true});
    arena_free(&arena);
}

/* ---- Whose it is */

/* Of two curves that lie on each other both letters are seen; a point of both is *. */
TEST(curves_on_each_other) {
    struct chart_point point[2][2];
    struct chart_curve curve[2];
    two_points(&curve[0], point[0]);
    struct chart c = two_points(&curve[1], point[1]);
    c.curve = curve;
    c.curves = 2;
    curve[1].name = "cd";
    assert_picture("screen-chart-on-each-other.txt", &c, (struct screen){0});
    point[1][0].y = 100;
    point[1][1].y = 0;
    point[0][1].low = point[0][1].high = point[1][1].low = point[1][1].high = NONE;
    assert_picture("screen-chart-crossing.txt", &c, (struct screen){0}); /* B from the top to the bottom, no * */
}

/* A line hides an interval and chance, a point a line. Chance is a dot in every other cell, a second baseline one in
 * every fourth; both have their names in the legend. */
TEST(what_hides_what) {
    struct chart_curve curve;
    struct chart_point point[2], chance[] = {{0, 0, 100, NONE, NONE, 0}, {10, 10, 100, NONE, NONE, 0}},
                                 order[] = {{0, 0, 0, NONE, NONE, 0}, {10, 10, 0, NONE, NONE, 0}};
    struct chart c = two_points(&curve, point);
    struct chart_curve baseline[] = {{.name = "chance", .point = chance, .points = 2, .chance = true},
                                     {.name = "without order", .point = order, .points = 2}};
    c.baseline = baseline;
    c.baselines = 2;
    assert_picture("screen-chart-baselines.txt", &c, (struct screen){.utf8 = true});
    chance[0].y = chance[1].y = point[0].y = 75; /* the line alone is seen: dot 4, both columns */
    assert_picture("screen-chart-hidden-chance.txt", &c, (struct screen){.utf8 = true});
    chance[0].y = 100; /* it falls from the top left to the bottom right */
    chance[1].y = 0;
    assert_picture("screen-chart-falling-baseline.txt", &c, (struct screen){0});
}

/* A line of so many points that their letters would hide it has one letter. */
TEST(many_points) {
    struct chart_point point[20];
    struct chart_curve curve;
    struct chart c = two_points(&curve, point);
    for (int i = 0; i < 20; i++)
        point[i] = (struct chart_point){i / 2.0, i / 2.0, 75, NONE, NONE, 1};
    curve.points = 20;
    assert_picture("screen-chart-many-points.txt", &c, (struct screen){0});
}

/* A band has every fourth dot, one to the left in each line, and goes straight from interval to interval: from 0..0 up
 * to 0..100, half of it in the middle, a row in 35 * 4 / 15 columns. */
TEST(bands) {
    struct chart_point point[] = {{0, 0, 0, 0, 100, 2}, {10, 10, 0, 0, 100, 2}};
    struct chart_curve curve = {.name = "a", .point = point, .points = 2};
    struct chart c = {
        .x_title = "x", .y_title = "y", .x_high = 10, .y_high = 100, .band = true, .curve = &curve, .curves = 1};
    assert_picture("screen-chart-band.txt", &c, (struct screen){.utf8 = true});
    point[0].high = 0;
    assert_picture("screen-chart-widening-band.txt", &c, (struct screen){0});
}

/* ---- Colours */

/* An encoding has the colour of chart.css on light paper; at 256, one that stands out 3:1 on white and on black. */
static int entry_of(const char *text) {
    const char *found = strstr(text, "\x1b[38;5;");
    return found ? atoi(found + 7) : -1;
}

/* NAN: it is not in the cube of colours. */
static double luminance_of(int entry) {
    static const int level[] = {0, 95, 135, 175, 215, 255};
    static const double weight[] = {0.2126, 0.7152, 0.0722};
    const int cube = entry - 16, part[] = {cube / 36, cube / 6 % 6, cube % 6};
    double sum = 0;
    if (cube < 0 || cube > 215)
        return (double)NAN;
    for (int k = 0; k < 3; k++) {
        double v = level[part[k]] / 255.0;
        sum += weight[k] * (v <= 0.03928 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4));
    }
    return sum;
}

TEST(colours) {
    struct chart_curve curve;
    struct chart_point point[2];
    struct chart c = two_points(&curve, point);
    struct drawing_text d;
    int entry[SIGN_COLOURS];
    assert_lacks(drawn(&d, &c, (struct screen){.width = 40, .colours = SCREEN_24BIT}), "\x1b"); /* the text's colour */
    drawing_free(&d);
    for (int k = 1; k < SIGN_COLOURS; k++) {
        char selector[96], escape[64];
        unsigned rgb = 0;
        curve.sign.colour = k;
        snprintf(selector, sizeof selector, "\n.k%d .line,.k%d .thin,.k%d .bar,.k%d .leader{stroke:", k, k, k, k);
        const char *rule = strstr(draw_chart_css, selector);
        assert_true(rule && sscanf(rule + strlen(selector), "#%6x", &rgb) == 1);
        snprintf(escape, sizeof escape, "\x1b[38;2;%u;%u;%um", rgb >> 16, rgb >> 8 & 255, rgb & 255);
        const char *text = drawn(&d, &c, (struct screen){.width = 40, .lines = 4, .colours = SCREEN_24BIT});
        snprintf(selector, sizeof selector, "\n%sA ab\x1b[0m\n", escape);
        assert_has(text, selector);
        assert_int_equal(drawing_count(text, escape), 5); /* three rows, one in two pieces, and its name */
        assert_int_equal(drawing_count(text, "\x1b[0m\n"), 4);
        drawing_free(&d);
        assert_lacks(drawn(&d, &c, (struct screen){.width = 40}), "\x1b");
        drawing_free(&d);
        entry[k] = entry_of(drawn(&d, &c, (struct screen){.width = 40, .colours = SCREEN_256}));
        drawing_free(&d);
        double l = luminance_of(entry[k]);
        if (!(1.05 / (l + 0.05) >= 3 && (l + 0.05) / 0.05 >= 3))
            fail_msg("colour %d at 256 (%d): luminance %.3f", k, entry[k], l);
        for (int i = 1; i < k; i++)
            assert_int_not_equal(entry[i], entry[k]);
    }
}

/* Each curve has its own colour, and its letter in it. */
TEST(whose_colour) {
    struct chart_point point[2][2];
    struct chart_curve curve[2];
    struct drawing_text d;
    two_points(&curve[0], point[0]);
    struct chart c = two_points(&curve[1], point[1]);
    curve[0].sign.colour = 5;
    curve[1].sign.colour = 6;
    point[1][0].y = 100;
    c.curve = curve;
    c.curves = 2;
    const char *text = drawn(&d, &c, (struct screen){.width = 40, .lines = 4, .colours = SCREEN_24BIT});
    /* what belongs to both is in the text's colour */
    assert_golden("screen-chart-whose-colour.txt", text);
    drawing_free(&d);
    struct chart_seed seed = {5, 0, 1};
    point[1][0].y = 25; /* now they lie on each other */
    curve[1].seed = &seed;
    curve[1].seeds = 1;
    text = drawn(&d, &c, (struct screen){.width = 40, .lines = 4, .colours = SCREEN_24BIT});
    assert_has(text, "\x1b[38;2;20;156;137ma\x1b[38;2;108;121;9m---b");
    assert_has(text, "  0 +                 \x1b[38;2;108;121;9m.\x1b[0m\n");
    drawing_free(&d);
}

/* ---- What has room */

TEST(widths) {
    static const char *const names[] = {"a name of its own", "another+interpolate",
                                        "lstm+sinusoidal base=100+interpolate, and more"};
    struct chart_point point[3][2];
    struct chart_curve curve[3];
    struct chart c;
    struct drawing_text d;
    for (int k = 0; k < 3; k++) {
        c = two_points(&curve[k], point[k]);
        curve[k].name = names[k];
    }
    c.curve = curve;
    c.curves = 3;
    for (int width = SCREEN_NARROWEST; width <= 200; width += 20) {
        const char *text = drawn(&d, &c, (struct screen){.width = width, .utf8 = true});
        if (widest(text) != width)
            fail_msg("%d columns of %d are used:\n%s", widest(text), width, text);
        drawing_free(&d);
    }
    const char *text = drawn(&d, &c, (struct screen){.width = 40});
    assert_has(text, "\nA a name of its own\nB another+interpolate\nC lstm+sinusoidal base=100+interpolate,~\n");
    drawing_free(&d);
    assert_has(drawn(&d, &c, (struct screen){.width = 80}), "\nA a name of its own   B another+interpolate\nC lstm");
    drawing_free(&d);
}

/* Two entries that fill a line to its last column stand beside each other; with one more they do not. */
TEST(legend_fills_lines) {
    struct chart_point point[2][2];
    struct chart_curve curve[2];
    struct drawing_text d;
    two_points(&curve[0], point[0]);
    struct chart c = two_points(&curve[1], point[1]);
    point[1][0].y = point[1][1].y = 100;
    c.curve = curve;
    c.curves = 2;
    curve[0].name = "fifteen columns";
    curve[1].name = "eighteen columns.."; /* 2 + 15 + 3 + 2 + 18 */
    assert_has(drawn(&d, &c, (struct screen){.width = 40}), "\nA fifteen columns   B eighteen columns..\n");
    drawing_free(&d);
    curve[1].name = "nineteen columns...";
    assert_has(drawn(&d, &c, (struct screen){.width = 40}), "\nA fifteen columns\nB nineteen columns...\n");
    drawing_free(&d);
}

/* A picture with its texts: its title is in view on a terminal, and takes what there is; no control character goes out.
 */
TEST(pictures_are_in_view) {
    struct chart_curve curve;
    struct chart_point point[2];
    struct chart c = two_points(&curve, point);
    struct drawing_text d;
    c.title = "A \x1b[31mtitle";
    c.subtitle = "task order, seeds 1..3, 800 steps";
    c.note = "One sentence.";
    c.y_low = 20;
    curve.name = "a\x1b[0m";
    static const char head[] = "A \\x1b[31mtitle\ntask order, seeds 1..3, 800 steps\naccuracy in %, by words\n";
    static const int height[] = {0, 20, 24, 60}, used[] = {23, 19, 23, 23};
    for (int i = 0; i < 4; i++) { /* 16 rows and seven lines around them */
        struct screen s = {.out = drawing_open(&d), .width = 80, .height = height[i]};
        picture_screen(&s, &(struct picture){.chart = &c});
        const char *text = drawing_close(&d);
        assert_int_equal(strncmp(text, head, strlen(head)), 0);
        assert_has(text, "\nA a\\x1b[0m\nOne sentence.\n");
        assert_int_equal(drawing_count(text, "\n"), used[i]);
        drawing_free(&d);
    }
}

/* A map has its texts, too; one with names is drawn in numbers below them. */
TEST(maps_have_their_texts) {
    static const char *const names[] = {"one", "t\x1bwo"};
    double value[] = {0.25, -1, 0.5, 0};
    struct heat m = {
        .title = "A title", .subtitle = "of what", .note = "A note.", .value_title = "weight", .m = {2, 2, value}};
    struct drawing_text d;
    struct screen s = {.width = 80};
    m.row = (struct heat_axis){.title = "head", .first = 1};
    m.column = (struct heat_axis){.title = "row"};
    s.out = drawing_open(&d);
    picture_screen(&s, &(struct picture){.heat = &m});
    assert_string_equal(drawing_close(&d), "A title\nof what\nweight: head down, row across.\n"
                                           "   0\n 1 ++NN\n 2 xx..\nValues: -1 Nn=-.+xX# 1 (0 is .)\nA note.\n");
    drawing_free(&d);
    m.column.name = names;
    s.out = drawing_open(&d);
    picture_screen(&s, &(struct picture){.heat = &m});
    assert_golden("screen-chart-maps-have-their-texts.txt", drawing_close(&d));
    drawing_free(&d);
}

GROUP(screen_chart, NULL, NULL)
