/* test_heat.c -- heat maps of a few cells: as SVG with their coordinates, in a terminal character by character, as CSV;
 * means of cells; the colours of the terminal's scale. */
#include "unit/tests.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "draw/heat.h"
#include "draw/picture.h"
#include "unit/drawing.h"
#include "unit/golden.h"

#define NONE (double)NAN

/* Two rows, three columns; the scale is -4..4. */
static struct heat two_by_three(double value[6]) {
    static const double given[] = {1, -2, 3, -4, 0, NONE};
    memcpy(value, given, sizeof given);
    return (struct heat){.describe = "A map of six cells.",
                         .value_title = "value",
                         .m = {2, 3, value},
                         .row.title = "position",
                         .column.title = "column",
                         .low = -4,
                         .high = 4};
}

/* Cells begin at 42 (28 + 2 columns of 7) and end at 450; a cell is 136 wide and 24 high, the first at y = 20. */
TEST(svg) {
    double value[6];
    struct heat m = two_by_three(value);
    struct drawing_text d;
    const char *svg = drawing_of_heat(&d, &m, NULL);
    /* 1 of 4 is 2.5, rounded away from 0: p3; the lowest, m10, is row 1, column 0; the last cell has none; low is low
     * in the scale */
    assert_golden("heat-svg.svg", svg);
    drawing_free(&d);
}

TEST(svg_edges_names_marks) {
    static const char *const names[] = {"a", "<b>", "a name that is too long"};
    static const bool mark[] = {false, true};
    double value[6];
    struct heat m = two_by_three(value);
    struct drawing_text d;
    m.row.edge = 1;
    m.edge_says = "the line ends training";
    m.moved = mark;
    const char *svg = drawing_of_heat(&d, &m, NULL);
    /* the edge is below the first row */
    assert_golden("heat-svg-edges-names-marks.svg", svg);
    drawing_free(&d);
    m.column.edge = 2;
    m.column.name = names;
    m.low = 0; /* numbers from 0 on have half of the colours */
    svg = drawing_of_heat(&d, &m, NULL);
    /* cells of named columns are 96 wide at most: the edge is at 42 + 2 * 96 */
    assert_golden("heat-svg-named-columns.svg", svg);
    drawing_free(&d);
}

/* Of twenty rows every fifth has a number, 0 among them wherever they begin, of eight rows each; column names are at
 * least 12 apart, row names are next to their rows. A scale title that does not fit on the right is on the left. */
TEST(svg_labels) {
    static const char *names[60];
    double value[20 * 60] = {1};
    struct heat m = {
        .describe = "", .m = {20, 3, value}, .row.title = "r", .column.title = "c", .value_title = "share of all rows"};
    struct drawing_text d;
    const char *svg = drawing_of_heat(&d, &m, NULL);
    /* the 5 is at 20 + 5.5 * 15 + 4 */
    assert_golden("heat-svg-labels.svg", svg);
    drawing_free(&d);
    m.row.first = -7;
    svg = drawing_of_heat(&d, &m, NULL);
    assert_int_equal(drawing_count(svg, "<text class='end'"), 4);     /* -5, 0, 5, 10 */
    assert_has(svg, "<text class='end' x='36.0' y='136.5'>0</text>"); /* 20 + 7.5 * 15 + 4 */
    drawing_free(&d);
    m.row.first = 0;
    m.m.rows = 8;
    m.value_title = "value";
    svg = drawing_of_heat(&d, &m, NULL);
    assert_int_equal(drawing_count(svg, "<text class='end'"), 8);
    assert_has(svg, "<text class='small' x='464.0' y='13.0'>value</text>");
    drawing_free(&d);
    for (int i = 0; i < 60; i++)
        names[i] = i == 2 ? "third" : "n";
    m.m = (struct matrix){4, 60, value};
    m.row.name = m.column.name = names;
    svg = drawing_of_heat(&d, &m, NULL);
    assert_int_equal(drawing_count(svg, "rotate(-55)"), 30);             /* (450 - 63) / 60 = 6.45 wide */
    assert_has(svg, "<text class='end' x='57.0' y='84.0'>third</text>"); /* 28 + 5 * 7 - 6, 20 + 2.5 * 24 + 4 */
    drawing_free(&d);
}

/* Cells of two_by_three are 136 wide and 24 high, from 42, 20 on: what is hatched in a row is one rectangle, and one
 * with the same cells of the next row. Each set of cells has a pattern of its own. */
TEST(svg_hatched) {
    static const bool steps[] = {false, true, true, true, true, false}, both[] = {false, true, true, false, true, true},
                      none[6];
    double value[6];
    struct heat m = two_by_three(value);
    struct drawing_text d;
    char name[2][64];
    m.hatched = steps;
    assert_has(drawing_of_heat(&d, &m, NULL),
               " d='M178.00 20.00h272.00v24.00h-272.00zM42.00 44.00h272.00v24.00h-272.00z'/>");
    assert_int_equal(sscanf(strstr(d.text, "<pattern id="), "<pattern id='%63[^']", name[0]), 1);
    assert_has(d.text, "<path class='p3' d='M0 0h1v1h-1'/>"); /* the numbers are below it */
    drawing_free(&d);
    m.hatched = both;
    assert_has(drawing_of_heat(&d, &m, NULL), " d='M178.00 20.00h272.00v48.00h-272.00z'/>");
    assert_int_equal(sscanf(strstr(d.text, "<pattern id="), "<pattern id='%63[^']", name[1]), 1);
    assert_string_not_equal(name[0], name[1]);
    assert_has(strstr(d.text, "class='hatched'"), name[1]);
    drawing_free(&d);
    m.hatched = none;
    assert_lacks(drawing_of_heat(&d, &m, NULL), "pattern");
    drawing_free(&d);
}

/* The last two columns, from 178 to 450, are read as one. What the edge means is above the bracket. */
TEST(svg_bracket) {
    double value[6];
    struct heat m = two_by_three(value);
    struct drawing_text d;
    m.column.edge = 1;
    m.edge_says = "end of training";
    m.column.bracket = 1;
    m.column.bracket_end = 3;
    m.column.bracket_says = "2 columns, one place";
    /* the cells are 26 lower, at 46 */
    assert_has(drawing_of_heat(&d, &m, NULL), "d='M179.5 39.0v-4H448.5v4'/>");
    assert_has(d.text, "<text class='mid name' x='314.0' y='30.0'>2 columns, one place</text>");
    assert_has(d.text, "<text class='small' x='42.0' y='13.0'>end of training</text>");
    assert_has(d.text, "M178.0 42.0V98.0");
    drawing_free(&d);
}

/* ---- Means */

/* Five columns, of which the last two are beyond an edge and named by where they begin; of a pair with one cell hatched
 * the mean is. */
TEST(shrink_names_and_hatched) {
    static const char *const names[] = {"a", "b", "c", "d", "e"};
    static const bool hatched[] = {false, false, true, true, false};
    double value[5] = {0};
    struct arena arena = {0};
    struct heat m = {.m = {1, 5, value}, .hatched = hatched};
    m.column = (struct heat_axis){.name = names, .series = true, .edge = 3, .bracket = 2, .bracket_end = 5};
    struct heat s = heat_shrink(&m, 1, 3, &arena);
    assert_int_equal(s.m.columns, 3);
    assert_string_equal(s.column.name[0], "a");
    assert_string_equal(s.column.name[1], "c");
    assert_string_equal(s.column.name[2], "d");
    assert_true(!s.hatched[0] && s.hatched[1] && s.hatched[2]);
    assert_int_equal(s.column.bracket, 1);
    assert_int_equal(s.column.bracket_end, 3);
    arena_free(&arena);
}

TEST(shrink) {
    double value[100 * 10];
    bool mark[100] = {[4] = true, [52] = true};
    struct arena arena = {0};
    struct heat m = {.m = {100, 10, value}, .row.edge = 50, .row.first = 2, .moved = mark};
    for (int i = 0; i < 1000; i++)
        value[i] = i;
    struct heat s = heat_shrink(&m, 40, 40, &arena);
    assert_int_equal(s.m.rows, 34); /* 17 cells of three rows on each side, the last of each of two */
    assert_int_equal(s.m.columns, 10);
    assert_int_equal(s.row.per, 3);
    assert_int_equal(s.row.edge, 17);
    assert_int_equal(heat_number(&s.row, 16), 50);
    assert_int_equal(heat_number(&s.row, 17), 52); /* row 50 is number 52, the first beyond the edge */
    assert_int_equal(heat_number(&s.row, 18), 55);
    assert_true(fabs(s.m.value[0] - 10) < 1e-12);            /* of 0, 10, 20 */
    assert_true(fabs(s.m.value[16 * 10 + 4] - 489) < 1e-12); /* of rows 48 and 49 */
    assert_true(fabs(s.m.value[17 * 10 + 4] - 514) < 1e-12); /* of rows 50, 51, 52 */
    for (int i = 0; i < 34; i++)
        assert_int_equal(s.moved[i], i == 1 || i == 17); /* rows 3..5 and 50..52 */
    assert_true(fabs(heat_limit(&s) - 999) < 1e-12);     /* the scale stays that of the numbers */
    arena_free(&arena);
}

/* Five columns in three cells: the last is of one alone. A square map says how many of both. */
TEST(svg_of_means) {
    double value[25] = {1};
    struct arena arena = {0};
    struct drawing_text d;
    struct heat m = {.describe = "", .m = {5, 5, value}, .row.title = "r", .column.title = "c", .value_title = "v"};
    m.column.first = -2;
    struct heat s = heat_shrink(&m, 5, 3, &arena);
    assert_has(drawing_of_heat(&d, &s, NULL), "data-columns=\"c -2..-1\nc 0..1\nc 2\"");
    assert_has(d.text, ">Each cell is the mean of 2 columns.<");
    drawing_free(&d);
    m.square = true;
    s = heat_shrink(&m, 5, 2, &arena);
    assert_has(drawing_of_heat(&d, &s, NULL), ">Each cell is the mean of 3 x 3 numbers.<");
    drawing_free(&d);
    arena_free(&arena);
}

/* ---- In a terminal */

static struct screen *begin(struct screen *s, struct drawing_text *d, enum screen_colours colours, int width) {
    *s = (struct screen){.out = drawing_open(d), .colours = colours, .width = width};
    return s;
}

TEST(plain) {
    double value[] = {1, -1, 0.5, -0.5, 0, NONE};
    const bool mark[] = {true, false, false};
    struct drawing_text d;
    struct screen s;
    screen_heat(begin(&s, &d, SCREEN_PLAIN, 40),
                &(struct heat){.m = {3, 2, value}, .row.edge = 1, .edge_says = "end", .moved = mark});
    assert_golden("heat-plain.txt", drawing_close(&d));
    drawing_free(&d);
}

/* Rows are down, columns across, and the largest number has the full colour. */
TEST(plain_is_not_transposed) {
    double value[6];
    struct heat m = two_by_three(value);
    struct drawing_text d;
    struct screen s;
    m.row.first = 1;
    m.column.first = -1;
    screen_heat(begin(&s, &d, SCREEN_PLAIN, 40), &m);
    assert_golden("heat-plain-is-not-transposed.txt", drawing_close(&d));
    drawing_free(&d);
}

/* A stroke is in place of the number, and rows of a series have their names; the edge of columns is a line. */
TEST(plain_hatched) {
    static const char *const names[] = {"sine 1", "sine 2"};
    static const bool hatched[] = {false, true, true, false, false, true};
    double value[6];
    struct heat m = two_by_three(value);
    struct drawing_text d;
    struct screen s;
    m.row.name = names;
    m.row.series = true;
    m.column.edge = 1;
    m.hatched = hatched;
    screen_heat(begin(&s, &d, SCREEN_PLAIN, 40), &m);
    assert_has(drawing_close(&d), "\nsine 1 ++|////\nsine 2 NN|..//\n");
    drawing_free(&d);
    screen_heat(begin(&s, &d, SCREEN_24BIT, 40), &m);
    assert_int_equal(drawing_count(drawing_close(&d), "//\x1b[0m"), 2); /* on their colours, or on none */
    drawing_free(&d);
}

/* 100 columns do not fit into 40: the first cell is the mean of the first three. */
TEST(means_of_columns) {
    double value[100];
    struct drawing_text d;
    struct screen s;
    for (int c = 0; c < 100; c++)
        value[c] = c % 3 == 0 ? 3 : 0;
    screen_heat(begin(&s, &d, SCREEN_PLAIN, 40), &(struct heat){.m = {1, 100, value}, .low = -4, .high = 4});
    drawing_close(&d);
    assert_has(d.text, "\n 0 +++++++++++++++++++++++++++++++++X\n"); /* 33 of three, and one of one */
    assert_has(d.text, "Each cell is the mean of 3 columns; all\nfit from --width 103 on.\n");
    drawing_free(&d);
}

/* Six rows in two lines: each is the mean of three. */
TEST(means_of_rows) {
    double value[] = {4, 4, 4, -4, -4, 2};
    struct drawing_text d;
    struct screen s;
    begin(&s, &d, SCREEN_PLAIN, 80)->lines = 2;
    screen_heat(&s, &(struct heat){.m = {6, 1, value}});
    assert_golden("heat-means-of-rows.txt", drawing_close(&d));
    drawing_free(&d);
}

/* Two rows in a line of half blocks: the upper is the foreground. Their marks are halves, too. */
TEST(halves) {
    double value[17];
    bool mark[17] = {true, false, false, true, true, true};
    struct drawing_text d;
    struct screen s;
    for (int i = 0; i < 17; i++)
        value[i] = i % 2 ? -1 : 1;
    screen_heat(begin(&s, &d, SCREEN_24BIT, 40), &(struct heat){.m = {17, 1, value}, .moved = mark});
    drawing_close(&d);
    /* red on blue; the last has no lower half */
    assert_golden("heat-halves.txt", d.text);
    drawing_free(&d);
}

/* Columns have an edge line like rows, before the first column beyond it. */
TEST(square) {
    double value[] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    struct drawing_text d;
    struct screen s;
    const struct heat m = {.m = {3, 3, value}, .square = true, .row.edge = 1, .column.edge = 1, .edge_says = "end"};
    screen_heat(begin(&s, &d, SCREEN_PLAIN, 40), &m);
    assert_has(drawing_close(&d), "\n 0 ##|....\n");
    assert_has(d.text, "\n 1 ..|##..\n 2 ..|..##\n");
    drawing_free(&d);
}

/* Three rows before the edge: the last of them has no lower half, and the first row beyond starts a new line. */
TEST(halves_and_an_edge) {
    double value[17];
    struct drawing_text d;
    struct screen s;
    for (int i = 0; i < 17; i++)
        value[i] = i % 2 ? -1 : 1;
    screen_heat(begin(&s, &d, SCREEN_24BIT, 40),
                &(struct heat){.m = {17, 1, value}, .row.edge = 3, .edge_says = "end"});
    drawing_close(&d);
    assert_has(d.text, "\n  2 \x1b[38;2;130;15;30m\u2580\u2580\x1b[0m\n");
    assert_has(d.text, "\n  3 \x1b[38;2;10;50;120m\x1b[48;2;130;15;30m\u2580\u2580\x1b[0m\n"); /* blue on red */
    drawing_free(&d);
}

/* ---- The scale at 256 colours */

/* The entry that a share has, read from what is sent to the terminal. */
static int entry_of(double share) {
    struct drawing_text d;
    struct screen s;
    screen_background(begin(&s, &d, SCREEN_256, 40), share);
    int entry = 0;
    if (sscanf(drawing_close(&d), "\x1b[48;5;%dm", &entry) != 1)
        fail_msg("no colour for %g", share);
    drawing_free(&d);
    return entry;
}

/* Red, green, blue (0..1) of an entry of xterm's 256: a cube of six levels, then 24 greys. */
static void colour_256(double rgb[3], int entry) {
    static const int level[] = {0, 95, 135, 175, 215, 255};
    const int cube = entry - 16, part[] = {cube / 36, cube / 6 % 6, cube % 6};
    for (int k = 0; k < 3; k++)
        rgb[k] = (entry >= 232 ? 8 + 10 * (entry - 232) : level[part[k]]) / 255.0;
}

static double lightness(const double rgb[3]) { return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]; }

/* In degrees; NAN of a grey. */
static double hue(const double rgb[3]) {
    double high = fmax(rgb[0], fmax(rgb[1], rgb[2])), range = high - fmin(rgb[0], fmin(rgb[1], rgb[2]));
    if (range < 0.01)
        return NONE;
    double h = high == rgb[0]   ? (rgb[1] - rgb[2]) / range
               : high == rgb[1] ? 2 + (rgb[2] - rgb[0]) / range
                                : 4 + (rgb[0] - rgb[1]) / range;
    return 60 * h;
}

/* From 0 to each end every step is darker, and of the same hue within 15 degrees; below 0 it is blue, above red. */
TEST(the_scale_has_no_jumps) {
    for (int side = -1; side <= 1; side += 2) {
        double rgb[3], before[3], first = NONE;
        colour_256(before, entry_of(0));
        assert_true(isnan(hue(before)));
        for (int k = 1; k <= 4; k++) {
            colour_256(rgb, entry_of(side * k / 4.0));
            if (!(lightness(rgb) < lightness(before) - 0.05))
                fail_msg("share %g is not darker than the one before it", side * k / 4.0);
            first = isnan(first) ? hue(rgb) : first;
            if (!(fabs(hue(rgb) - first) <= 15))
                fail_msg("share %g has another hue", side * k / 4.0);
            memcpy(before, rgb, sizeof before);
        }
        assert_true(side < 0 ? fabs(first - 210) <= 15 : fabs(first) <= 15);
    }
    for (int k = -100; k < 100; k++) /* and nothing else between them */
        assert_true(entry_of(k / 100.0) == entry_of(round(k / 25.0) / 4));
}

/* ---- Data */

TEST(csv) {
    static const char *const names[] = {"X", "w1, \"w2\"", "X"};
    double value[6];
    struct heat m = two_by_three(value);
    struct drawing_text d;
    m.row = (struct heat_axis){.title = "head", .first = 1};
    m.column = (struct heat_axis){.title = "row", .name = names};
    csv_heat(drawing_open(&d), &m);
    assert_golden("heat-csv.csv", drawing_close(&d));
    drawing_free(&d);
    m.hatched = (const bool[]){false, true, false, false, false, true};
    csv_heat(drawing_open(&d), &m);
    assert_has(drawing_close(&d), "head,row,name,value,hatched\n1,0,X,1,0\n");
    assert_has(d.text, ",-2,1\n");
    assert_has(d.text, "2,2,X,NA,1\n");
    drawing_free(&d);
}

GROUP(heat, NULL, NULL)
