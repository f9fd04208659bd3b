/* test_chart_rows.c -- charts with rows: axes, zones, the same numbers as SVG, in a terminal and as CSV; and a claim.
 */
#include "unit/tests.h"

#include <math.h>
#include <stdio.h>

#include "claims/claims.h"
#include "draw/picture.h"
#include "plot/fill_claims.h"
#include "unit/drawing.h"
#include "unit/golden.h"
#include "unit/near.h"

#define NONE (double)NAN

enum { ROWS = 2, PARTS = 3 };

static struct arena arena;

static int drop(void **state) {
    arena_free(&arena);
    return 0;
}

/* A picture of parts with rows, and what they are made of. */
struct parts {
    struct chart all, part[PARTS];
    struct chart_curve curve[PARTS], zero;
    struct chart_point point[PARTS][ROWS], at_zero;
    struct chart_row row[PARTS][ROWS];
};

/* Adds a part without rows that has "no difference" at 0. */
static struct chart *add_part(struct parts *p, const char *title, const char *y_title) {
    int k = p->all.parts++;
    p->all.part = p->part;
    p->zero = (struct chart_curve){.point = &p->at_zero, .points = 1};
    p->curve[k] = (struct chart_curve){.point = p->point[k]};
    p->part[k] = (struct chart){.title = title, .y_title = y_title, .row = p->row[k], .baseline = &p->zero};
    p->part[k].y_least = -HUGE_VAL;
    p->part[k].y_most = HUGE_VAL;
    p->part[k].curve = &p->curve[k];
    p->part[k].curves = p->part[k].baselines = 1;
    return &p->part[k];
}

static void add_row(struct chart *c, const char *name, double value, double low, double high, enum yes_no answer) {
    static const char *const says[] = {"", "yes", "no", "?"};
    int i = c->curve->points++;
    c->curve->point[i] = (struct chart_point){i + 1, i + 1, value, low, high, 5};
    c->row[i] = (struct chart_row){name, NULL, says[answer], name, answer};
}

static void set_zone(struct chart *c, double low, double high, const char *says) {
    c->zone_low = low;
    c->zone_high = high;
    c->zone_says = says;
}

/* ---- Axes */

/* From 2 to 18, the border at 5, and 0: twenty steps of 1, and one more at each end. */
TEST(axis) {
    struct parts p = {0};
    struct chart *c = add_part(&p, "t", "lost");
    double tick[CHART_TICKS];
    add_row(c, "a", 10, 2, 18, ANSWER_OPEN);
    add_row(c, "b", NONE, NONE, NONE, ANSWER_NONE);
    set_zone(c, 5, HUGE_VAL, "yes: 5 or more");
    chart_fit(&p.all);
    assert_true(fabs(c->y_low + 1) < 1e-12 && fabs(c->y_high - 19) < 1e-12);
    assert_true(fabs(chart_up(c, 9) - 0.5) < 1e-12);
    assert_true(chart_up(c, -100) == 0 && chart_up(c, 100) == 1);
    assert_int_equal(chart_y_ticks(c, 4, tick), 4); /* 0 5 10 15 */
    assert_true(tick[0] == 0 && tick[3] == 15);
    c->baselines = 0;
    c->zone_low = 12;
    chart_fit(&p.all); /* 0 need not be there: 2 to 18 */
    assert_true(fabs(c->y_low - 1) < 1e-12 && fabs(c->y_high - 19) < 1e-12);
}

/* Whole powers of ten; what is not above 0 has no place on it. */
TEST(log_axis) {
    struct parts p = {0};
    struct chart *c = add_part(&p, "t", "left");
    double tick[CHART_TICKS];
    add_row(c, "a", 3e-7, NONE, NONE, ANSWER_YES);
    add_row(c, "b", 0.9, 0.8, 1, ANSWER_NO);
    set_zone(c, -HUGE_VAL, 0.01, "yes: below 0.01");
    c->log_y = true;
    chart_fit(&p.all);
    assert_true(fabs(log10(c->y_low) + 7) < 1e-9 && fabs(c->y_high - 1) < 1e-12);
    assert_true(fabs(chart_up(c, 1e-3) - 4 / 7.0) < 1e-9);
    assert_true(chart_up(c, 0) == 0);
    assert_int_equal(chart_y_ticks(c, 4, tick), 4); /* 1e-6 1e-4 0.01 1 */
    assert_true(fabs(tick[3] - 1) < 1e-12 && fabs(log10(tick[0]) + 6) < 1e-9);
    c->curve->points = c->baselines = 0;
    c->zone_says = NULL;
    chart_fit(&p.all); /* no number at all */
    assert_true(c->y_low == 1 && c->y_high == 10);
}

/* Parts of one value share their axis; another has its own. */
TEST(shared_axis) {
    struct parts p = {0};
    struct chart *part[] = {add_part(&p, "t", "lost"), add_part(&p, "u", "lost"), add_part(&p, "v", "times")};
    add_row(part[0], "a", 10, 2, 18, ANSWER_OPEN);
    add_row(part[1], "b", 40, 30, 58, ANSWER_NO);
    add_row(part[2], "c", 1, 1, 1, ANSWER_NONE);
    part[2]->baselines = 0;
    chart_fit(&p.all);
    assert_true(part[0]->y_low == part[1]->y_low && part[0]->y_high == part[1]->y_high && part[0]->y_high >= 58);
    assert_true(part[2]->y_high < 2 && part[2]->y_low < 1 && part[2]->y_high > 1);
    part[1]->log_y = true;
    chart_fit(&p.all);
    assert_true(part[0]->log_y && part[0]->y_low == 1 && part[0]->y_high == 100 && !part[2]->log_y);
}

/* ---- Drawn */

/* Two rows from 0 to 10, in a window that is 10 wide but for what lies beside it: yes from 5 on. */
static struct chart *two_rows(struct parts *p) {
    *p = (struct parts){.all = {.title = "1. T", .note = "N.", .describe = "D."}};
    struct chart *c = add_part(p, "it <helps>", "more, in points");
    add_row(c, "inside", 8, 6, 10, ANSWER_YES);
    add_row(c, "over it & out", 4, 2, 6, ANSWER_OPEN);
    set_zone(c, 5, HUGE_VAL, "yes: 5 or more");
    c->y_high = 10;
    return c;
}

static const char *terminal(struct drawing_text *d, const struct chart *c) {
    struct screen s = {.width = 40, .out = drawing_open(d)};
    screen_chart(&s, c);
    return drawing_close(d);
}

TEST(terminal) {
    struct parts p;
    struct chart *c = two_rows(&p);
    struct drawing_text d;
    /* 13 columns of names and a blank, 22 of the axis, 4 of the answers: 8 is in column 0.8 * 21, rounded: 17 */
    assert_golden("chart-rows-terminal.txt", terminal(&d, &p.all));
    drawing_free(&d);
    set_zone(c, -5, 5, "yes: within 5 of 0");
    c->y_low = -10;
    /* -10..10 in 22 columns: -5 is column 0.25 * 21, rounded to 5; 0 is 11, 5 is 16; 8 is 19, from 17 to 21 */
    assert_golden("chart-rows-terminal-within.txt", terminal(&d, &p.all));
    drawing_free(&d);
}

/* 520 wide: names 13 * 6.5 = 84.5 and 8, answers 3 * 7 and 12: the axis from 92.5 to 487, numbers from 99.5 to 480. */
TEST(svg) {
    struct parts p;
    struct chart *c = two_rows(&p);
    struct drawing_text d;
    /* the title takes 22; its words are in the middle of the shade */
    assert_golden_svg("chart-rows-svg.svg", &p.all, NULL);
    /* a phone: names above, the axis begins at the left, and the shade is behind the numbers only: the lower 22 of 38
     */
    const char *svg = drawing_of_chart(&d, &p.all, &(struct svg_size){.width = SVG_PHONE, .in_page = true});
    /* each name with its number below */
    assert_golden("chart-rows-phone.svg", svg);
    assert_near("number below its name", 0, drawing_number(strstr(svg, "translate("), " ", 0), 88, 0.01);
    drawing_free(&d);
    /* the source of a number is below its name; a "no" is a square */
    c->row[0].detail = "with 9";
    c->row[0].answer = ANSWER_NO;
    assert_golden_svg("chart-rows-detail.svg", &p.all, NULL);
}

/* Of a long name a wide terminal shows 30 columns, and a picture 236 units with 8 beside them. */
TEST(long_names) {
    static const char name[] = "a name of sixty letters, which is more than there is room for";
    struct parts p;
    struct chart *c = two_rows(&p);
    struct drawing_text d;
    struct screen s = {.width = 200, .out = drawing_open(&d)};
    c->row[0].name = name;
    screen_chart(&s, &p.all);
    assert_has(drawing_close(&d), "\na name of sixty letters, whic~ :");
    drawing_free(&d);
    assert_has(drawing_of_chart(&d, &p.all, NULL), "<path class='base' d='M244.0 ");
    drawing_free(&d);
}

/* If labels would touch, every other one is omitted. On a logarithmic axis, a limit that is not a number has no border,
 * and "no difference" is 1, not 0. */
TEST(axes_drawn) {
    struct parts p;
    struct chart *c = two_rows(&p);
    struct drawing_text d;
    c->y_low = 10000;
    c->y_high = 10010;
    c->row[0].says = "an answer that leaves hardly any room for the axis";
    const char *svg = drawing_of_chart(&d, &p.all, NULL);
    assert_int_equal(drawing_count(svg, "class='tick'"), 3);
    assert_int_equal(drawing_count(svg, "<text class='mid' x="), 2 + 1); /* two numbers and the axis title */
    drawing_free(&d);
    two_rows(&p);
    c->y_low = 0.1;
    c->log_y = true;
    set_zone(c, -1, 1, "");
    assert_has(terminal(&d, &p.all), "\ninside                   |       <o> yes\n"); /* 1 is the middle */
    drawing_free(&d);
    two_rows(&p);
    p.at_zero.y = 1;
    assert_has(terminal(&d, &p.all), "\ninside          :        | <---o---> yes\n");
    drawing_free(&d);
    /* without answers the axis ends at the line end, and so does its last number */
    c->row[0].says = c->row[1].says = "";
    c->y_high = 1000;
    assert_has(terminal(&d, &p.all), "     1000\n");
    for (const char *line = d.text; *line; line += strcspn(line, "\n") + 1)
        assert_true(strcspn(line, "\n") <= 40);
    drawing_free(&d);
}

TEST(csv) {
    struct parts p;
    struct chart *c = two_rows(&p);
    struct drawing_text d;
    c->curve->point[1].low = c->curve->point[1].high = NONE;
    csv_chart(drawing_open(&d), &p.all);
    assert_golden("chart-rows-csv.csv", drawing_close(&d));
    drawing_free(&d);
}

/* ---- A claim */

/* Two tables: of a, b and their difference, and of a alone; each row of accuracies over 5 seeds. */
struct made_up {
    struct claim claim;
    struct claim_result r;
};

static void begin_claim(struct made_up *m, enum verdict verdict, const char *text) {
    *m = (struct made_up){.claim = {.number = 7, .sentence = "It helps."}, .r = {.claim = &m->claim}};
    m->claim.table[0] = (struct claim_table){.title = "it helps", .head = {"with", "without", "more"}, .margin = 5};
    m->claim.table[1] = (struct claim_table){.title = "seen", .head = {"with"}, .margin = 5};
    m->claim.table[1].test = TEST_NEAR;
    m->claim.table[1].role = TABLE_CONTROL;
    m->r.verdict = verdict;
    snprintf(m->r.text, sizeof m->r.text, "%s", text);
}

static struct claim_result_row *add_claim_row(struct made_up *m, int table, const char *setting, struct summary of) {
    struct claim_result_row *row = &m->r.row[m->claim.rows];
    m->claim.row[m->claim.rows++] =
        (struct claim_row){.table = &m->claim.table[table], .setting = {setting, "", "", ""}};
    bool shown = m->claim.table[table].role == TABLE_SHOWN;
    *row = (struct claim_result_row){
        .a = of, .difference = of, .chance = NONE, .answer = shown ? ANSWER_NONE : ANSWER_OPEN};
    return row;
}

TEST_WITH(claim, NULL, drop) {
    static struct made_up m;
    struct chart c;
    begin_claim(&m, VERDICT_DEPENDS, "on the task");
    struct claim_result_row *row = add_claim_row(&m, 0, "order, 2x", (struct summary){5, 12, 9.96, 14.04});
    row->a = (struct summary){5, 90, 80, 95};
    row->b = (struct summary){5, 78, 70, 82};
    row->chance = 50;
    row->answer = ANSWER_YES;
    row = add_claim_row(&m, 0, "first", (struct summary){5, 1, 0.5, 1.5});
    row->saturated = "ceiling";
    add_claim_row(&m, 1, "first", (struct summary){5, 99, 98, 99.5})->answer = ANSWER_YES;
    fill_claim_chart(&c, &m.r, &arena);
    const struct chart *p = c.part;
    const struct chart_row *r = p[0].row;
    assert_string_equal(c.title, "7. It helps.");
    assert_string_equal(c.subtitle, "Verdict: depends on the task.");
    assert_int_equal(c.parts, 2);
    assert_int_equal(p[0].curve->points, 2);
    assert_string_equal(p[0].y_title, "more, in points");
    assert_true(p[0].zone_low == 5 && isinf(p[0].zone_high) && p[0].baseline->point->y == 0 && !p[0].log_y);
    assert_string_equal(p[0].zone_says, "yes: 5 or more");
    assert_string_equal(r[0].name, "order, 2x");
    assert_string_equal(r[0].detail, "with 90, without 78");
    assert_string_equal(r[0].told, "order, 2x: more +12.0 (95 %, Holm: +10.0 to +14.0, n = 5): yes");
    const struct chart_point *x = p[0].curve->point;
    assert_true(x[0].y == 12 && x[0].low == 9.96 && x[0].high == 14.04);
    assert_string_equal(r[1].says, "? ceiling");
    assert_int_equal(r[1].answer, ANSWER_OPEN);
    assert_string_equal(p[1].title, "Control: seen");
    assert_string_equal(p[1].y_title, "with, in %");
    assert_string_equal(p[1].zone_says, "yes: within 5 of 0");
    assert_true(p[1].zone_low == -5 && p[1].zone_high == 5 && p[1].curve->point->y == 99 && !p[1].baselines);
}

/* Numbers of a formula that reach over two powers of ten have a logarithmic axis, whichever stands first. */
TEST_WITH(claim_that_goes_far, NULL, drop) {
    static const double last[] = {400, 399, -400};
    for (int i = 0; i < 3; i++) {
        struct made_up m;
        struct chart c;
        begin_claim(&m, VERDICT_HELD, "yes in all of 3 settings");
        m.claim.table[0].head[1] = m.claim.table[0].head[2] = NULL;
        const double x[] = {30, 4, last[i]};
        for (int k = 0; k < 3; k++) {
            add_claim_row(&m, 0, "a", (struct summary){1, x[k], x[k], x[k]});
            m.claim.row[k].a.formula = claim_formulas;
        }
        fill_claim_chart(&c, &m.r, &arena);
        assert_true(c.part->log_y == (i == 0));
    }
}

/* "Yes" is shaded from the margin to an end of the axis, or from -margin to margin; the axis labels show where these
 * are. */
TEST_WITH(zones, NULL, drop) {
    static const struct {
        enum claim_test test;
        const char *says;
        double from, to; /* infinite: the end of the axis */
    } zone[] = {{TEST_MORE, "yes: 5 or more", 5, HUGE_VAL},
                {TEST_NO_MORE, "yes: below 5", -HUGE_VAL, 5},
                {TEST_NEAR, "yes: within 5 of 0", -5, 5}};
    for (int i = 0; i < 3; i++) {
        static struct made_up m;
        struct drawing_text d;
        struct chart c;
        begin_claim(&m, VERDICT_HELD, "b");
        m.claim.table[0].test = zone[i].test;
        add_claim_row(&m, 0, "s", (struct summary){5, 2, -9, 12});
        fill_claim_chart(&c, &m.r, &arena);
        const char *svg = drawing_of_chart(&d, &c, NULL);
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
        assert_has(svg, zone[i].says);
        drawing_free(&d);
    }
}

/* Numbers that are only shown are drawn, and nothing is shaded. */
TEST_WITH(no_zone, NULL, drop) {
    static struct made_up m;
    struct chart c;
    begin_claim(&m, VERDICT_HELD, "b");
    m.claim.table[1].role = TABLE_SHOWN;
    add_claim_row(&m, 1, "s", (struct summary){5, 3, 2, 4});
    fill_claim_chart(&c, &m.r, &arena);
    assert_null(c.part[0].zone_says);
    assert_int_equal(c.part[0].row[0].answer, ANSWER_NONE);
    assert_null(strstr(c.note, "shaded"));
}

GROUP(chart_rows, NULL, NULL)
