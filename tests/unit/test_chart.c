/* test_chart.c -- charts of a few points, with coordinates computed by hand; colours, data as CSV.
 *
 * A chart without title, zone and long names: its window is x 46..(520 - 18 - 9 - 7 * the longest name), the last 8 of
 * it empty, and y 8 (top)..296 (bottom). With a trained zone the top is 26. */
#include "unit/tests.h"

#include <math.h>
#include <string.h>

#include "draw/picture.h"
#include "encoding/kinds.h"
#include "unit/drawing.h"
#include "unit/golden.h"

#define NONE (double)NAN

/* ---- Where things are */

/* One curve "ab" in 46..479, 471 of them used: x from 0 to 10 is 42.5 units a step; y from 0 to 100 is 2.88 units a
 * percent. */
static struct chart two_points(struct chart_curve *curve, struct chart_point *point) {
    point[0] = (struct chart_point){0, 0, 25, NONE, NONE, 1};
    point[1] = (struct chart_point){10, 10, 75, 50, 95, 6};
    *curve = (struct chart_curve){.name = "ab", .point = point, .points = 2};
    return (struct chart){.describe = "Two points.",
                          .x_title = "words",
                          .y_title = "accuracy in %",
                          .digits = 1,
                          .x_high = 10,
                          .y_high = 100,
                          .y_most = 100,
                          .curve = curve,
                          .curves = 1};
}

/* They before each test that begins with them. */
static struct {
    struct chart_point point[2];
    struct chart_curve curve;
    struct chart c;
} two;

static int draw_two_points(void **state) {
    two.c = two_points(&two.curve, two.point);
    return 0;
}

TEST_WITH(two_points, draw_two_points, about_told) {
    /* the line from 296 - 25 * 2.88 = 224 to 80, its bar from 50 (152) to 95 (22.4); round numbers at both axes */
    assert_golden_svg("chart-two-points.svg", &two.c, NULL);
}

/* Of a note that is too long five lines stand, and the last says that more would follow. */
TEST_WITH(long_note, draw_two_points, about_told) {
    char note[600] = "";
    struct drawing_text d;
    for (int i = 10; i < 100; i++)
        snprintf(note + strlen(note), sizeof note - strlen(note), "%sword%d", i > 10 ? " " : "", i);
    two.c.note = note; /* ten words of six letters and nine blanks are 69 columns of 72 */
    assert_golden_svg("chart-long-note.svg", &two.c, NULL);
    note[69 + 4 * 70] = 0; /* five lines, and all of them */
    const char *svg = drawing_of_chart(&d, &two.c, NULL);
    assert_has(svg, "word58 word59</text>");
    drawing_free(&d);
}

/* From 1 to 256 on a log axis: 16 is the middle of 46..471. */
TEST_WITH(log_axis_and_zone, draw_two_points, about_told) {
    struct drawing_text d;
    two.point[0] = (struct chart_point){4, 16, 100, NONE, NONE, 1}; /* a mean over 4..16 */
    two.point[1].from = two.point[1].x = 256;
    two.c.x_low = 1;
    two.c.x_high = 256;
    two.c.log_x = true;
    two.c.trained = (struct range){4, 16};
    two.c.tick[0] = 16;
    two.c.tick[1] = 17;
    two.c.tick[2] = 256;
    two.c.ticks = 3;
    const char *svg = drawing_of_chart(&d, &two.c, NULL);
    /* flat from 4, a quarter of the way (152.2), to 16 (258.5); 26 is the top; 17 has no room next to 16; 75 is at 296
     * - 75 * 2.7 */
    assert_golden("chart-log-axis-and-zone.svg", svg);
    drawing_free(&d);
    two.c.trained = (struct range){1, 256}; /* the whole axis: nothing is longer, and its left end has no edge line */
    assert_golden_svg("chart-zone-is-the-axis.svg", &two.c, NULL);
}

/* What passes the end of the axis is cut there, and the note says so. */
TEST_WITH(cut, draw_two_points, about_told) {
    char text[CHART_CUT];
    assert_string_equal(chart_cut(&two.c, text), "");
    two.point[1].high = 120;
    assert_string_equal(chart_cut(&two.c, text), "Intervals are cut at 100.");
    two.c.y_low = 60;
    assert_string_equal(chart_cut(&two.c, text), "Intervals are cut at 60 and 100.");
    two.c.trained = (struct range){4, 9};
    assert_string_equal(chart_trained(&two.c, 40, text), "trained");
    two.c.x_low = 6;
    assert_string_equal(chart_trained(&two.c, 13, text), "trained: 4..9");
    assert_string_equal(chart_trained(&two.c, 12, text), "trained");
    two.point[1].low = 70;
    assert_string_equal(chart_cut(&two.c, text), "Intervals are cut at 100.");
    struct drawing_text d;
    assert_has(drawing_of_chart(&d, &two.c, NULL), "V26.0'/>"); /* the bar ends at the top */
    assert_has(d.text, "<text class='small' x='0' y='");
    drawing_free(&d);
}

/* Two curves with intervals stand 4 units apart, their seeds with them; a mean over a range stays where it is. */
TEST(bars_stand_beside_each_other) {
    struct chart_point point[2][2];
    struct chart_curve curve[2];
    struct chart_seed seed[] = {{10, 60, 1}};
    two_points(&curve[0], point[0]);
    struct chart c = two_points(&curve[1], point[1]);
    point[0][0].low = 20;
    point[0][0].high = 30;
    point[0][0].n = CHART_INTERVAL_FROM;
    curve[1].seed = seed;
    curve[1].seeds = 1;
    c.curve = curve;
    c.curves = 2;
    /* bars at 471 - 2 and 471 + 2, the seed with its own; the first point, from 20 to 30, is 2 left of 46 */
    assert_golden_svg("chart-bars-stand-beside-each-other.svg", &c, NULL);
}

/* Fewer than five seeds are lines of their own, without bars, and the axis takes in no interval. */
TEST_WITH(few_seeds, draw_two_points, about_told) {
    struct chart_seed seed[] = {{0, 20, 1}, {10, 80, 1}, {10, 65, 2}, {0, 30, 3}, {10, 80, 3}};
    struct drawing_text d;
    two.point[0].n = two.point[1].n = CHART_INTERVAL_FROM - 1;
    two.point[1].high = 300;
    two.curve.seed = seed;
    two.curve.seeds = 5;
    const char *svg = drawing_of_chart(&d, &two.c, NULL);
    assert_lacks(svg, "class='bar'");
    assert_has(svg, "<path class='thin' d='M46.0 238.4L471.0 65.6' data-t=\"ab, seed 1\"/>");
    assert_has(svg, "<path class='thin' d='M46.0 209.6L471.0 65.6' data-t=\"ab, seed 3\"/>");
    assert_has(svg, "<circle class='seed' cx='471.0' cy='108.8' r='1.6'/>"); /* the only value of seed 2 */
    drawing_free(&d);
    two.c.y_most = 1000;
    chart_fit(&two.c);
    assert_true(two.c.y_high == 80);
    two.point[0].n = two.point[1].n = CHART_INTERVAL_FROM;
    chart_fit(&two.c);
    assert_true(two.c.y_high == 300);
}

TEST_WITH(bands, draw_two_points, about_told) {
    struct drawing_text d;
    struct chart_point many[30];
    two.point[0].low = 0;
    two.point[0].high = 50;
    two.point[0].n = CHART_INTERVAL_FROM;
    two.c.band = true;
    const char *svg = drawing_of_chart(&d, &two.c, NULL);
    assert_has(svg, "<path class='band' d='M46.0 152.0L471.0 22.4L471.0 152.0L46.0 296.0z'/>");
    assert_lacks(svg, "class='bar'");
    drawing_free(&d);
    two.point[0].n = CHART_INTERVAL_FROM - 1;
    assert_lacks(drawing_of_chart(&d, &two.c, NULL), "class='band'");
    drawing_free(&d);
    /* of 30 points the seventh and the nineteenth have a marker, here a diamond: 46 + 42.5 * 6 / 3 = 131 */
    for (int i = 0; i < 30; i++)
        many[i] = chart_number(i / 3.0, 50);
    two.curve.point = many;
    two.curve.points = 30;
    two.curve.sign.marker = 3;
    svg = drawing_of_chart(&d, &two.c, NULL);
    assert_has(svg, "<path class='dot' d='M131.0 152.0m0-4.4l4.4 4.4-4.4 4.4-4.4-4.4z'/>");
    assert_has(svg, "<path class='dot' d='M301.0 152.0m0-4.4l4.4 4.4-4.4 4.4-4.4-4.4z'/>");
    assert_int_equal(drawing_count(svg, "class='dot'"), 3); /* and its name's */
    drawing_free(&d);
}

/* Long names are listed below, so that the curves keep the width. */
TEST_WITH(long_names, draw_two_points, about_told) {
    struct drawing_text d;
    two.curve.name = "lstm+sinusoidal+interpolate";
    const char *svg = drawing_of_chart(&d, &two.c, NULL);
    assert_has(svg, "L508.0 "); /* 520 - 4 - 8 */
    assert_has(svg, ">lstm+sinusoidal+interpolate</text>");
    drawing_free(&d);
}

/* As many curves as take panels, alike. */
static struct chart seven(struct chart_curve curve[CHART_PANELS_FROM], struct chart_point point[][2]) {
    struct chart c;
    for (int k = 0; k < CHART_PANELS_FROM; k++)
        c = two_points(&curve[k], point[k]);
    c.curve = curve;
    c.curves = CHART_PANELS_FROM;
    return c;
}

/* Six curves share a window; seven have a panel each, with the six others grey behind it. */
TEST(panels) {
    struct chart_point point[CHART_PANELS_FROM][2];
    struct chart_curve curve[CHART_PANELS_FROM];
    struct drawing_text d;
    struct chart c = seven(curve, point);
    c.curves = CHART_PANELS_FROM - 1;
    assert_lacks(drawing_of_chart(&d, &c, NULL), "class='other'");
    drawing_free(&d);
    c.curves = CHART_PANELS_FROM;
    const char *svg = drawing_of_chart(&d, &c, NULL);
    assert_int_equal(drawing_count(svg, "class='other'"), CHART_PANELS_FROM * (CHART_PANELS_FROM - 1));
    /* four columns: the last panel of the upper row has no panel below it, so it shows numbers itself */
    assert_golden("chart-panels.svg", svg);
    drawing_free(&d);
    /* lines in every panel, without room for their names */
    struct chart_point level[] = {{0, 0, 30, NONE, NONE, 0}, {10, 10, 30, NONE, NONE, 0}};
    struct chart_curve baseline[] = {{.name = "chance", .point = level, .points = 2, .chance = true},
                                     {.name = "without order", .point = level, .points = 2},
                                     {.name = "bigram", .point = level, .points = 2}};
    c.baseline = baseline;
    c.baselines = 3;
    assert_golden_svg("chart-panels-baselines.svg", &c, NULL);
}

/* A panel of 128 units has 18 columns for a name without blanks: a longer one is broken after +, / or =. */
TEST(names_of_panels) {
    struct chart_point point[CHART_PANELS_FROM][2];
    struct chart_curve curve[CHART_PANELS_FROM];
    struct drawing_text d;
    struct chart c = seven(curve, point);
    curve[1].name = "learned+interpolate";
    curve[2].name = "bidirectional/learned";
    curve[3].name = "bidirectionalrecurrent";
    const char *svg = drawing_of_chart(&d, &c, &(struct svg_size){.width = 332, .in_page = true});
    static const char *const parts[] = {">learned+<", ">interpolate<",        ">bidirectional/<",
                                        ">learned<",  ">bidirectionalrecur<", ">rent<"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        assert_has(svg, parts[i]);
    drawing_free(&d);
}

/* A file of its own is the same but for its first tag and the style sheet. */
TEST_WITH(a_file_of_its_own, draw_two_points, about_told) {
    struct drawing_text page, file, sized;
    const char *inside = strstr(drawing_of_chart(&page, &two.c, NULL), "class='picture");
    const char *svg = drawing_of_chart(&file, &two.c, &(struct svg_size){0}), *style = strstr(svg, "<style>");
    assert_has(svg, "<svg xmlns='http://www.w3.org/2000/svg' width='720' height='478' class='picture chart' "
                    "viewBox='-8 -8 536 356.0'"); /* 720 / 536 * 356 */
    if (!style || !inside) {
        fail();
        return;
    }
    size_t before = (size_t)(style - strstr(svg, "class='picture"));
    assert_memory_equal(inside, strstr(svg, "class='picture"), before);
    assert_memory_equal(style + 8, draw_chart_css, strlen(draw_chart_css));
    assert_string_equal(strstr(style, "</style>") + 8, inside + before);
    assert_has(drawing_of_chart(&sized, &two.c, &(struct svg_size){.width = 1072, .height = 712}),
               "width='1072' height='712' class='picture chart' viewBox='-8 -8 536 356.0'");
    drawing_free(&sized);
    /* a flat one is wider, its letters as high as ever: 356 / 0.4 = 890 wide, of which 8 + 8 are margin */
    const char *flat = drawing_of_chart(&sized, &two.c, &(struct svg_size){.width = 1000, .height = 400});
    assert_has(flat, "width='1000' height='400' class='picture chart' viewBox='-8 -8 890 356.0'");
    assert_has(flat, "M46.0 224.0L825.0 80.0"); /* 874 - 41 - 8 */
    drawing_free(&sized);
    assert_has(drawing_of_chart(&sized, &two.c, &(struct svg_size){.width = 536, .height = 456}),
               "M46.0 299.0L471.0 105.0"); /* 100 higher */
    drawing_free(&sized);
    drawing_free(&page);
    drawing_free(&file);
}

TEST_WITH(texts_above_and_below, draw_two_points, about_told) {
    two.c.title = "A <title>";
    two.c.subtitle = "task order, seeds 1..3, 800 steps";
    two.c.note = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen";
    /* the note has 72 columns, then a line more */
    assert_golden_svg("chart-texts-above-and-below.svg", &two.c, NULL);
}

/* ---- Colours */

/* A hybrid has the look of its first part but for a broken line; one that looks alike has the next marker. */
static void check_hybrid_signs(void) {
    struct chart_curve curve[3];
    struct chart c = {.curve = curve};
    const struct encoding *kinds[3] = {&encoding_rope, &encoding_rope, &encoding_rope};
    const struct sign rope = encoding_sign(&encoding_rope);
    assert_true(encoding_join(&kinds[1], &encoding_alibi, &(struct error){0}));
    assert_true(encoding_join(&kinds[2], &encoding_alibi, &(struct error){0}));
    for (; c.curves < 3; c.curves++)
        curve[c.curves] =
            (struct chart_curve){.name = "a", .sign = chart_next_sign(&c, encoding_sign(kinds[c.curves]))};
    assert_int_equal(curve[1].sign.colour, rope.colour);
    assert_int_not_equal(curve[1].sign.dash, rope.dash);
    assert_int_equal(curve[1].sign.marker, rope.marker);
    assert_int_equal(curve[2].sign.marker, (rope.marker + 1) % SIGN_MARKERS);
    assert_true(encoding_join(&kinds[2], &encoding_t5, &(struct error){0}));
    assert_int_equal(encoding_sign(kinds[2]).colour, rope.colour);
}

/* The look comes from the registry; the second curve of an encoding has another marker. */
TEST(signs) {
    struct chart_curve curve[3];
    struct chart c = {.curve = curve};
    struct drawing_text d;
    check_hybrid_signs();
    const struct encoding *const kinds[] = {&encoding_rope, &encoding_alibi, &encoding_rope};
    for (; c.curves < 3; c.curves++)
        curve[c.curves] =
            (struct chart_curve){.name = "a", .sign = chart_next_sign(&c, encoding_sign(kinds[c.curves]))};
    assert_int_equal(curve[2].sign.colour, curve[0].sign.colour);
    assert_int_equal(curve[2].sign.dash, curve[0].sign.dash);
    for (int i = 0; i < 2; i++)
        assert_memory_equal(&curve[i].sign, &(struct sign[]){encoding_sign(kinds[i])}[0], sizeof curve->sign);
    assert_int_equal(curve[2].sign.marker, (curve[0].sign.marker + 1) % SIGN_MARKERS);
    struct chart_point point[2];
    c = two_points(curve, point);
    curve[0].sign = (struct sign){5, 2, 1};
    const char *svg = drawing_of_chart(&d, &c, NULL);
    assert_has(svg, "<g class='curve k5 d2'>");
    assert_has(svg, "<path class='dot' d='M46.0 224.0m-3-3h6v6h-6z'"); /* a square about the point */
    drawing_free(&d);
}

/* ---- Data */

TEST_WITH(csv, draw_two_points, about_told) {
    struct chart_point chance[] = {{10, 10, 30, NONE, NONE, 0}}, other[] = {{10, 10, 40, NONE, NONE, 0}};
    struct chart_curve baseline[] = {{.name = "chance", .point = chance, .points = 1, .chance = true},
                                     {.name = "without order", .point = other, .points = 1}};
    struct chart_seed seed[] = {{10, 60.5, 3}};
    struct drawing_text d;
    two.point[0] = (struct chart_point){4, 16, 25, 20, 30, 2};
    two.curve.name = "a \"b\", c\x1b";
    two.curve.seed = seed;
    two.curve.seeds = 1;
    two.c.baseline = baseline;
    two.c.baselines = 2;
    csv_chart(drawing_open(&d), &two.c);
    assert_golden("chart-csv.csv", drawing_close(&d));
    drawing_free(&d);
}

GROUP(chart, NULL, NULL)
