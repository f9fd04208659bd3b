/* test_forest.c -- rows with intervals: axes, what counts as a yes, the same numbers as SVG, in a terminal and as CSV;
 * and a claim as in claims.json. */
#include "unit/tests.h"

#include <jansson.h>
#include <math.h>

#include "draw/picture.h"
#include "result/fill_claims.h"
#include "unit/drawing.h"
#include "unit/near.h"

#define NONE (double)NAN

static struct arena arena;

static int drop(void **state) {
    (void)state;
    arena_free(&arena);
    return 0;
}

static struct forest_row row_of(const char *name, double value, double low, double high, enum forest_answer answer) {
    static const char *const said[] = {"", "yes", "no", "?"};
    return (struct forest_row){name, NULL, said[answer], name, value, low, high, 5, answer};
}

/* ---- Axes */

/* From 2 to 18, the border at 5, and 0: twenty steps of 1, and one more at each end. */
static void test_axis(void **state) {
    struct forest_row row[] = {row_of("a", 10, 2, 18, FOREST_OPEN), row_of("b", NONE, NONE, NONE, FOREST_NONE)};
    struct forest_part part = {"t", "lost", 5, HUGE_VAL, 0, false, 0, 0, row, 2};
    struct forest f = {.part = &part, .parts = 1};
    double tick[FOREST_TICKS];
    (void)state;
    forest_fit(&f);
    assert_true(fabs(part.low + 1) < 1e-12 && fabs(part.high - 19) < 1e-12);
    assert_true(fabs(forest_across(&part, 9) - 0.5) < 1e-12);
    assert_true(forest_across(&part, -100) == 0 && forest_across(&part, 100) == 1);
    assert_int_equal(forest_ticks(&part, 4, tick), 4); /* 0 5 10 15 */
    assert_true(tick[0] == 0 && tick[3] == 15);
    part.none = NONE;
    part.yes_low = 12;
    forest_fit(&f); /* 0 need not be there: 2 to 18 */
    assert_true(fabs(part.low - 1) < 1e-12 && fabs(part.high - 19) < 1e-12);
}

/* Whole powers of ten; what is not above 0 has no place on it. */
static void test_log_axis(void **state) {
    struct forest_row row[] = {row_of("a", 3e-7, NONE, NONE, FOREST_YES), row_of("b", 0.9, 0.8, 1, FOREST_NO)};
    struct forest_part part = {"t", "left", -HUGE_VAL, 0.01, NONE, true, 0, 0, row, 2};
    struct forest f = {.part = &part, .parts = 1};
    double tick[FOREST_TICKS];
    (void)state;
    forest_fit(&f);
    assert_true(fabs(log10(part.low) + 7) < 1e-9 && fabs(part.high - 1) < 1e-12);
    assert_true(fabs(forest_across(&part, 1e-3) - 4 / 7.0) < 1e-9);
    assert_true(forest_across(&part, 0) == 0);
    assert_int_equal(forest_ticks(&part, 4, tick), 4); /* 1e-6 1e-4 0.01 1 */
    assert_true(fabs(tick[3] - 1) < 1e-12 && fabs(log10(tick[0]) + 6) < 1e-9);
}

/* Parts of one value share their axis; another has its own. */
static void test_shared_axis(void **state) {
    struct forest_row row[] = {row_of("a", 10, 2, 18, FOREST_OPEN), row_of("b", 40, 30, 58, FOREST_NO),
                               row_of("c", 1, 1, 1, FOREST_NONE)};
    struct forest_part part[] = {{"t", "lost", NONE, NONE, 0, false, 0, 0, &row[0], 1},
                                 {"u", "lost", NONE, NONE, 0, false, 0, 0, &row[1], 1},
                                 {"v", "times", NONE, NONE, NONE, false, 0, 0, &row[2], 1}};
    struct forest f = {.part = part, .parts = 3};
    (void)state;
    forest_fit(&f);
    assert_true(part[0].low == part[1].low && part[0].high == part[1].high && part[0].high >= 58);
    assert_true(part[2].high < 2 && part[2].low < 1 && part[2].high > 1);
}

static void test_rules(void **state) {
    char text[FOREST_TEXT];
    (void)state;
    assert_string_equal(forest_rule(&(struct forest_part){.yes_low = 5, .yes_high = HUGE_VAL}, text), "yes: 5 or more");
    assert_string_equal(forest_rule(&(struct forest_part){.yes_low = -HUGE_VAL, .yes_high = 0.01}, text),
                        "yes: below 0.01");
    assert_string_equal(forest_rule(&(struct forest_part){.yes_low = -5, .yes_high = 5}, text), "yes: within 5 of 0");
    assert_string_equal(forest_rule(&(struct forest_part){.yes_low = NONE, .yes_high = NONE}, text), "");
}

/* ---- Drawn */

/* Two rows from 0 to 10, in a window that is 10 wide but for what lies beside it: yes from 5 on. */
static struct forest two_rows(struct forest_part *part, struct forest_row row[2]) {
    row[0] = row_of("inside", 8, 6, 10, FOREST_YES);
    row[1] = row_of("over it & out", 4, 2, 6, FOREST_OPEN);
    *part = (struct forest_part){"it <helps>", "more, in points", 5, HUGE_VAL, 0, false, 0, 10, row, 2};
    return (struct forest){.title = "1. T", .note = "N.", .describe = "D.", .part = part, .parts = 1};
}

static void test_terminal(void **state) {
    struct forest_row row[2];
    struct forest_part part;
    const struct forest f = two_rows(&part, row);
    struct drawing_text d;
    struct screen s = {.width = 40};
    (void)state;
    s.out = drawing_open(&d);
    screen_forest(&s, &f);
    /* 13 columns of names and a blank, 22 of the axis, 4 of the answers: 8 is in column 0.8 * 21, rounded: 17 */
    assert_string_equal(drawing_close(&d), "it <helps>\n"
                                           "                      yes: 5 or more\n"
                                           "inside        :          | <---o---> yes\n"
                                           "over it & out :   <---o--+->         ?\n"
                                           "              0          5         10\n"
                                           "              more, in points\n");
    drawing_free(&d);
    part.yes_low = -5;
    part.yes_high = 5;
    part.low = -10;
    s.out = drawing_open(&d);
    screen_forest(&s, &f);
    /* -10..10 in 22 columns: -5 is column 0.25 * 21, rounded to 5; 0 is 11, 5 is 16; 8 is 19, from 17 to 21 */
    assert_string_equal(drawing_close(&d), "it <helps>\n"
                                           "               yes: within 5 of 0\n"
                                           "inside             |     :    |<-o-> yes\n"
                                           "over it & out      |     : <-o+>     ?\n"
                                           "             -10         0         10\n"
                                           "              more, in points\n");
    drawing_free(&d);
}

static const char *drawn(struct drawing_text *d, const struct forest *f, const struct svg_size *size) {
    struct html h = {.f = drawing_open(d)};
    svg_forest(&h, f, size);
    return drawing_close(d);
}

/* 520 wide: names 13 * 6.5 = 84.5 and 8, answers 3 * 7 and 12: the axis from 92.5 to 487, numbers from 99.5 to 480. */
static void test_svg(void **state) {
    struct forest_row row[2];
    struct forest_part part;
    const struct forest f = two_rows(&part, row);
    struct drawing_text d;
    (void)state;
    const char *svg = drawn(&d, &f, NULL);
    assert_has(svg, "<svg class='picture forest' viewBox='-8 -8 536 ");
    assert_has(svg, "<text class='head' x='0' y='40.0'>it &lt;helps&gt;</text>");     /* title 22, 6 and 12 */
    assert_has(svg, "<text class='mid a1' x='388.4' y='56.0'>yes: 5 or more</text>"); /* in the middle of the shade */
    assert_has(svg, "<rect class='yes' x='289.8' y='61.0' width='197.2' height='22.0'/>"
                    "<rect class='yes' x='289.8' y='83.0' width='197.2' height='22.0'/>");
    assert_has(svg, "<g transform='translate(251.7 94.0)scale(1.5)'><path class='dot' d='M0.0 0.0m0-4.4l4.4 4.4");
    assert_has(svg, "<path class='edge' d='M289.8 61.0v22.0M289.8 83.0v22.0'/>");
    assert_has(svg, "<path class='chance' d='M99.5 61.0v22.0M99.5 83.0v22.0'/>");
    assert_has(svg,
               "<g class='a1'><path class='grid' d='M0 61.0H487.0'/><text class='name' x='0.0' y='76.0'>inside</text>"
               "<path class='line' d='M327.8 72.0H480.0M327.8 68.0v8M480.0 68.0v8'/>"
               "<g transform='translate(403.9 72.0)scale(1.5)'><circle class='dot' cx='0.0' cy='0.0' r='3'/></g>"
               "<text class='said' x='499.0' y='76.0'>yes</text>");
    assert_has(svg, "<text class='mid' x='289.8' y='139.0'>more, in points</text>");
    assert_has(svg, "data-t=\"over it &amp; out\"/></g>");
    drawing_free(&d);
    /* a phone: names above, and the axis begins at the left */
    svg = drawn(&d, &f, &(struct svg_size){.width = SVG_PHONE, .in_page = true});
    assert_has(svg, "viewBox='-8 -8 360 ");
    assert_has(svg, "<path class='base' d='M0.0 ");
    assert_has(svg, "<text class='name' x='0.0' y='75.0'>inside</text>"); /* with its number below */
    assert_near("number below its name", 0, drawing_number(strstr(svg, "translate("), " ", 0), 88, 0.01);
    drawing_free(&d);
    /* the source of a number is below its name; a "no" is a square */
    row[0].from = "with 9";
    row[0].answer = FOREST_NO;
    svg = drawn(&d, &f, NULL);
    assert_has(svg,
               "<text class='name' x='0.0' y='75.0'>inside</text><text class='small' x='0.0' y='89.0'>with 9</text>");
    assert_has(svg, "scale(1.5)'><path class='dot' d='M0.0 0.0m-3-3h6v6h-6z'");
    drawing_free(&d);
}

/* If labels would touch, every other one is omitted. On a logarithmic axis, a limit that is not a number has no border,
 * and "no difference" is 1, not 0. */
static void test_axes_drawn(void **state) {
    struct forest_row row[2];
    struct forest_part part;
    const struct forest f = two_rows(&part, row);
    struct drawing_text d;
    struct screen s = {.width = 40};
    (void)state;
    part.low = 10000;
    part.high = 10010;
    row[0].said = "an answer that leaves hardly any room for the axis";
    const char *svg = drawn(&d, &f, NULL);
    assert_int_equal(drawing_count(svg, "class='tick'"), 3);
    assert_int_equal(drawing_count(svg, "<text class='mid' x="), 2 + 1); /* two numbers and the axis title */
    drawing_free(&d);
    two_rows(&part, row);
    part.low = 0.1;
    part.high = 10;
    part.log = true;
    part.yes_low = -1;
    part.yes_high = 1;
    s.out = drawing_open(&d);
    screen_forest(&s, &f);
    assert_has(drawing_close(&d), "\ninside                   |       <o> yes\n"); /* 1 is the middle */
    drawing_free(&d);
    two_rows(&part, row);
    part.none = 1;
    s.out = drawing_open(&d);
    screen_forest(&s, &f);
    assert_has(drawing_close(&d), "\ninside          :        | <---o---> yes\n");
    drawing_free(&d);
    /* without answers the axis ends at the line end, and so does its last number */
    row[0].said = row[1].said = "";
    part.high = 1000;
    s.out = drawing_open(&d);
    screen_forest(&s, &f);
    assert_has(drawing_close(&d), "     1000\n");
    for (const char *line = d.text; *line; line += strcspn(line, "\n") + 1)
        assert_true(strcspn(line, "\n") <= 40);
    drawing_free(&d);
}

static void test_csv(void **state) {
    struct forest_row row[2];
    struct forest_part part;
    const struct forest f = two_rows(&part, row);
    struct drawing_text d;
    (void)state;
    row[1].low = row[1].high = NONE;
    csv_forest(drawing_open(&d), &f);
    assert_string_equal(drawing_close(&d),
                        "part,row,measure,answer,n,low,high,value,yes_low,yes_high\n"
                        "it <helps>,inside,\"more, in points\",yes,5,6,10,8,5,inf\n"
                        "it <helps>,over it & out,\"more, in points\",inconclusive,5,NA,NA,4,5,inf\n");
    drawing_free(&d);
}

/* ---- A claim */

#define NUMBER(row, table, setting, head, of, mean, low, high)                                                         \
    "{\"row\": " row ", \"table\": \"" table "\", \"setting\": \"" setting "\", \"head\": \"" head "\", \"of\": \"" of \
    "\", \"metric\": \"accuracy\", \"mean\": " mean ", \"low\": " low ", \"high\": " high ", \"n\": 5"

static const char claim_text[] =
    "{\"number\": 7, \"claim\": \"It helps.\", \"verdict\": \"depends\", \"text\": \"on the task\", \"numbers\": "
    "[" NUMBER("0", "it helps", "order, 2x", "with", "value", "90", "80", "95") "}," NUMBER(
        "0", "it helps", "order, 2x", "without", "value", "78", "70",
        "82") "}," NUMBER("0", "it helps", "order, 2x", "more", "difference", "12", "9.96",
                          "14.04") ", \"answer\": \"yes\", \"test\": \"more\", \"margin\": 5, \"control\": "
                                   "false}," NUMBER(
                                       "0", "it helps", "order, 2x", "chance", "chance", "50", "50",
                                       "50") "}," NUMBER("1", "it helps", "first", "with", "value", "99", "98",
                                                         "99.5") "}," NUMBER("1", "it helps", "first", "without",
                                                                             "value", "98", "97",
                                                                             "99") "}," NUMBER("1", "it helps", "first",
                                                                                               "more",
                                                                                               "differenc"
                                                                                               "e",
                                                                                               "1", "0.5",
                                                                                               "1.5") ", "
                                                                                                      "\"a"
                                                                                                      "nsw"
                                                                                                      "er"
                                                                                                      "\":"
                                                                                                      " \""
                                                                                                      "inc"
                                                                                                      "onc"
                                                                                                      "lus"
                                                                                                      "ive"
                                                                                                      "\","
                                                                                                      " \""
                                                                                                      "sat"
                                                                                                      "ura"
                                                                                                      "ted"
                                                                                                      "\":"
                                                                                                      " \""
                                                                                                      "cei"
                                                                                                      "lin"
                                                                                                      "g\""
                                                                                                      ", "
                                                                                                      "\"t"
                                                                                                      "est"
                                                                                                      "\":"
                                                                                                      " \""
                                                                                                      "mor"
                                                                                                      "e\""
                                                                                                      ", "
                                                                                                      "\"m"
                                                                                                      "arg"
                                                                                                      "in"
                                                                                                      "\":"
                                                                                                      " 5,"
                                                                                                      " \""
                                                                                                      "con"
                                                                                                      "tro"
                                                                                                      "l\""
                                                                                                      ": "
                                                                                                      "fal"
                                                                                                      "se}"
                                                                                                      "," NUMBER(
                                                                                                          "2", "seen",
                                                                                                          "first",
                                                                                                          "with",
                                                                                                          "value", "99",
                                                                                                          "98",
                                                                                                          "99.5") ", "
                                                                                                                  "\"an"
                                                                                                                  "swer"
                                                                                                                  "\": "
                                                                                                                  "\"ye"
                                                                                                                  "s\","
                                                                                                                  " \"t"
                                                                                                                  "est"
                                                                                                                  "\": "
                                                                                                                  "\"ne"
                                                                                                                  "ar\""
                                                                                                                  ", "
                                                                                                                  "\"ma"
                                                                                                                  "rgin"
                                                                                                                  "\": "
                                                                                                                  "5, "
                                                                                                                  "\"co"
                                                                                                                  "ntro"
                                                                                                                  "l\":"
                                                                                                                  " tru"
                                                                                                                  "e}]"
                                                                                                                  "}";

static void test_claim(void **state) {
    struct forest f;
    (void)state;
    json_t *claim = json_loads(claim_text, 0, NULL);
    assert_non_null(claim);
    fill_claim_forest(&f, claim, &arena);
    json_decref(claim);
    assert_string_equal(f.title, "7. It helps.");
    assert_string_equal(f.subtitle, "Verdict: depends on the task.");
    assert_int_equal(f.parts, 2);
    const struct forest_row *r = f.part[0].row;
    assert_int_equal(f.part[0].rows, 2);
    assert_string_equal(f.part[0].value, "more, in points");
    assert_true(f.part[0].yes_low == 5 && isinf(f.part[0].yes_high) && f.part[0].none == 0 && !f.part[0].log);
    assert_string_equal(r[0].name, "order, 2x");
    assert_string_equal(r[0].from, "with 90, without 78");
    assert_string_equal(r[0].told, "order, 2x: more +12.0 (95 %: +10.0 to +14.0, n = 5): yes");
    assert_true(r[0].value == 12 && r[0].low == 9.96 && r[0].high == 14.04);
    assert_string_equal(r[1].said, "? ceiling");
    assert_int_equal(r[1].answer, FOREST_OPEN);
    assert_string_equal(f.part[1].title, "Control: seen");
    assert_string_equal(f.part[1].value, "with, in %");
    assert_true(f.part[1].yes_low == -5 && f.part[1].yes_high == 5 && f.part[1].row[0].value == 99);
}

/* "Yes" is shaded from the margin to an end of the axis, or from -margin to margin; the axis labels show where these
 * are. */
static void test_zones(void **state) {
    static const struct {
        const char *test;
        double from, to; /* infinite: the end of the axis */
    } zone[] = {{"more", 5, HUGE_VAL}, {"no_more", -HUGE_VAL, 5}, {"near", -5, 5}};
    (void)state;
    for (int i = 0; i < 3; i++) {
        char text[512];
        struct forest f;
        struct drawing_text d;
        snprintf(text, sizeof text,
                 "{\"number\": 1, \"claim\": \"A.\", \"verdict\": \"held\", \"text\": \"b\", \"numbers\": [" NUMBER(
                     "0", "t", "s", "h", "difference", "2", "-9", "12") ", \"test\": \"%s\", \"margin\": 5}]}",
                 zone[i].test);
        json_t *claim = json_loads(text, 0, NULL);
        fill_claim_forest(&f, claim, &arena);
        json_decref(claim);
        const char *svg = drawn(&d, &f, NULL);
        double from = drawing_number(svg, "<rect class='yes' x='", 0),
               to = from + drawing_number(strstr(svg, "<rect class='yes'"), " width='", 0);
        double left = drawing_number(svg, "<path class='base' d='M", 0),
               right = drawing_number(strstr(svg, "<path class='base'"), "H", 0);
        double zero = drawing_label(svg, "0", 'x'), unit = (drawing_label(svg, "10", 'x') - zero) / 10;
        assert_near("from", i, from, isinf(zone[i].from) ? left : zero + zone[i].from * unit, 0.11);
        assert_near("to", i, to, isinf(zone[i].to) ? right : zero + zone[i].to * unit, 0.11);
        assert_near("no difference", i, drawing_number(svg, "<path class='chance' d='M", 0), zero, 0.01);
        assert_near("mean", i, drawing_number(svg, "<g transform='translate(", 0), zero + 2 * unit, 0.11);
        assert_near("low", i, drawing_number(svg, "<path class='line' d='M", 0), zero - 9 * unit, 0.11);
        assert_int_equal(drawing_count(svg, "class='edge'"), i < 2 ? 1 : 2);
        drawing_free(&d);
    }
}

/* What an older version wrote has no margins: its numbers are drawn, and nothing is shaded. */
static void test_older_claim(void **state) {
    static const char text[] =
        "{\"number\": 1, \"claim\": \"A.\", \"verdict\": \"held\", \"text\": \"b\", \"numbers\": [" NUMBER(
            "0", "t", "s", "h", "value", "3", "2", "4") ", \"answer\": \"yes\"}]}";
    struct forest f;
    (void)state;
    json_t *claim = json_loads(text, 0, NULL);
    fill_claim_forest(&f, claim, &arena);
    json_decref(claim);
    assert_true(isnan(f.part[0].yes_low) && f.part[0].row[0].answer == FOREST_YES);
    assert_null(strstr(f.note, "shaded"));
}

int test_forest(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_axis),
        cmocka_unit_test(test_log_axis),
        cmocka_unit_test(test_shared_axis),
        cmocka_unit_test(test_rules),
        cmocka_unit_test(test_terminal),
        cmocka_unit_test(test_svg),
        cmocka_unit_test(test_axes_drawn),
        cmocka_unit_test(test_csv),
        cmocka_unit_test_teardown(test_claim, drop),
        cmocka_unit_test_teardown(test_zones, drop),
        cmocka_unit_test_teardown(test_older_claim, drop),
    };
    return cmocka_run_group_tests_name("forest", tests, NULL, NULL);
}
