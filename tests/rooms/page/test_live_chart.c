/* test_live_chart.c -- charts of the live page: coordinates and intervals worked out by hand, and the same picture as
 * the report's.
 *
 * At a width of 536 units 520 are within the margins. With names of two letters and `chance` the window is x 46..460,
 * the last 8 of it empty, and y 26..296. Trained to 16 words and evaluated to 256 the x axis begins at 8, so that an
 * octave is 406 / 5 = 81.2 units; y from 0 to 100 % is 2.7 units a percent. Of two curves with intervals the first is
 * moved 2 to the left, the second 2 to the right. */
#include "encoding/encoding.h"
#include "live_said.h"
#include "unit/golden.h"
#include "unit/near.h"

#include "page/live/messages.h"
#include "plot/chart_rows.h"
#include "plot/fill_extrapolation.h"
#include "study/series.h"
#include "unit/lopsided.h"

#define EMPTY "model = ab; encoding = none"
#define TRAINED "trained = 4..16"
#define WIDTH "width = 536"

/* Seed 3 of ab is still in training, seed 2 of cd has not begun. */
#define LOPSIDED_CURVES                                               \
    "model = ab; encoding = none; "                                   \
    "seed = 1; in_range = 1; points = 16, 1, 32, 0.5, 256, 0; "       \
    "seed = 2; in_range = 0.5; points = 16, 0.9, 32, 0.7, 256, 0.2; " \
    "seed = 3; points = 16, 0.8; "                                    \
    "model = cd; encoding = learned; "                                \
    "seed = 1; in_range = 0.5; points = 16, 0.5, 64, 0.5; "           \
    "seed = 2; seed = 3; in_range = 0.5; points = 16, 0.5, 64, 0.5"

static const json_t *find_point(const json_t *answer, const char *name, double x) {
    const json_t *p;
    size_t i;
    json_array_foreach(json_object_get(answer, "points"), i, p) if (strcmp(said_text(p, "name"), name) == 0 &&
                                                                    said_number(p, "x") == x &&
                                                                    said_number(p, "from") == x) return p;
    return NULL;
}

TEST(lopsided_seeds) {
    struct live *l = live_new();
    json_t *answer = live_did(l, "do = chart; kind = extrapolation; " LOPSIDED_CURVES "; " TRAINED
                                 "; baseline = chance; in_range = 0.55; points = 16, 0.55, 32, 0.5, 256, 0.3; " WIDTH);
    const char *svg = said_text(answer, "svg");
    /* every seed as a thin line, but one value is no line: 296 - 2.7 y; x 125.2 is 46 + 81.2 - 2 */
    assert_golden("live-chart-lopsided-seeds.svg", svg);
    /* a mean is where all seeds of a curve are that have begun: of ab at 16 words alone */
    assert_null(find_point(answer, "ab", 32));
    assert_near("mean", 16, said_number(find_point(answer, "ab", 16), "mean"), 0.9, 1e-9);
    assert_int_equal(said_number(find_point(answer, "ab", 16), "n"), 3);
    assert_int_equal(said_number(find_point(answer, "cd", 64), "n"), 2);
    assert_int_equal(json_array_size(json_object_get(answer, "points")), 4); /* and cd in range and at 16 words */
    json_decref(answer);
    live_free(l);
}

/* Two seeds of 0.5, 200 examples each: they are alike, so their interval is Wilson's of 400 with z^2 = n ((1.25 *
 * 0.05)^(-1/n) - 1) = 6 for n = 2 seeds: half = sqrt 6 / (1 + 6/400) sqrt(1/1600 + 6/640000) = 0.06078. */
TEST(interval) {
    struct live *l = live_new();
    json_t *answer = live_did(l, "do = chart; " LOPSIDED_CURVES "; " TRAINED "; examples = 200; at = 64; " WIDTH);
    const json_t *point = find_point(answer, "cd", 64);
    const char *svg = said_text(answer, "svg");
    assert_near("low", 64, said_number(point, "low"), 0.43922, 1e-5);
    assert_near("high", 64, said_number(point, "high"), 0.56078, 1e-5);
    /* In range: flat over the trained lengths, from the beginning of the axis. Without chance the longest name has two
     * letters: 46..488; 64 words are 3/5 of 434. */
    assert_golden("live-chart-interval.svg", svg);
    json_decref(answer);
    live_free(l);
}

/* The last curve has one seed: the others' means are still explained. */
TEST(unequal_seeds) {
    struct live *l = live_new();
    json_t *answer =
        live_did(l, "do = chart; " LOPSIDED_CURVES "; model = e; encoding = rope; seed = 1; in_range = 0.9; "
                    "points = 16, 0.9, 64, 0.6; " TRAINED "; examples = 200; " WIDTH);
    assert_has(said_text(answer, "svg"), "Means over seeds; thin lines or small dots: single seeds.");
    json_decref(answer);
    live_free(l);
}

/* ---- The report's */

static void write_seeds(FILE *f, const struct chart_curve *v, const struct series *s) {
    for (const struct member *m = s->first; m < s->end; m++) {
        if (m->status != STATUS_FINISHED)
            continue;
        fprintf(f, "\nseed = %d\nin_range = %.17g\npoints = ", m->seed, member_in_range(m));
        for (int i = 0; i < v->seeds; i++)
            if (v->seed[i].seed == m->seed)
                fprintf(f, "%.17g %.17g ", v->seed[i].x, v->seed[i].y / 100);
    }
}

/* The numbers of a chart of the report's as a message, which the caller frees. */
static char *message_of(const struct chart *chart, const struct comparison_result *c, const struct fill_rows *rows) {
    char *text;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    fprintf(f, "do = chart\ntrained = %d..%d\nexamples = 2000\n" WIDTH, c->words[IN_RANGE].low,
            c->words[IN_RANGE].high);
    for (int k = 0; k < chart->curves; k++) {
        const struct compare_row *r = &c->row[rows->row[k]];
        fprintf(f, "\nmodel = %s\nencoding = %s", chart->curve[k].name, r->first->settings->encoding->name);
        write_seeds(f, &chart->curve[k], r->first->series);
    }
    for (const struct chart_curve *b = chart->baseline; b < chart->baseline + chart->baselines; b++) {
        fprintf(f, "\nbaseline = %s\nin_range = %.17g\npoints = ", b->name, b->point->y / 100);
        for (int i = 0; i < b->points; i++)
            fprintf(f, "%.17g %.17g ", b->point[i].x, b->point[i].y / 100);
    }
    fclose(f);
    return text;
}

/* From the trained zone to the last curve: all but texts above and below. */
static char *drawn(const char *svg) {
    const char *from = strstr(svg, "<rect class='zone'"), *to = strstr(svg, "<text class='small' x='0'");
    assert_non_null(from);
    assert_true(to && to > from);
    return strndup(from, (size_t)(to - from));
}

TEST(same_as_the_report) {
    struct arena arena = {0};
    struct comparison_result c;
    struct fill_rows rows;
    struct chart chart;
    struct drawing_text d;
    struct live *l = live_new();
    lopsided_build(&c, &arena);
    first_policy_rows(&rows, &c);
    fill_extrapolation(&chart, &c, &rows, METRIC_ACCURACY, &arena);
    assert_true(chart.curves == 3 && chart.baselines == 2 && chart.baseline[0].points == 4);
    char *text = message_of(&chart, &c, &rows);
    chart.title = chart.subtitle = NULL; /* a page has heads of its own */
    chart_fit(&chart);
    char *expected = drawn(drawing_of_chart(&d, &chart, NULL));
    json_t *answer = live_did(l, text);
    char *got = drawn(said_text(answer, "svg"));
    assert_string_equal(got, expected);
    assert_has(got, "seed 2\"");
    drawing_free(&d);
    json_decref(answer);
    free(text);
    free(got);
    free(expected);
    live_free(l);
    arena_free(&arena);
}

/* ---- By step */

/* Losses 1 and 2 at the same step: mean 1.5, s^2 = 0.5, t of one degree of freedom is 12.7062, so that half is
 * 12.7062 sqrt(0.5 / 2) = 6.3531; the upper end moves out by 2 near = 3, since the loss has no upper bound. */
TEST(learning) {
    struct live *l = live_new();
    json_t *answer = live_did(l, "do = chart; kind = learning; steps = 600; " WIDTH "; model = ab; encoding = rope; "
                                 "seed = 1; points = 1, 0.5, 10, 1.5, 11, 3, 300, 1; "
                                 "seed = 2; points = 5, 2, 11, 1");
    const json_t *points = json_object_get(answer, "points"), *first = json_array_get(points, 0);
    assert_int_equal(json_array_size(points), 2); /* stretches of 10 steps; seed 2 is not at step 300 yet */
    assert_near("x", 0, said_number(first, "x"), 5, 1e-12);
    assert_near("mean", 0, said_number(first, "mean"), 1.5, 1e-12);
    assert_near("low", 0, said_number(first, "low"), 0, 1e-12);
    assert_near("high", 0, said_number(first, "high"), 10.8531, 1e-4);
    assert_near("mean", 1, said_number(json_array_get(points, 1), "mean"), 2, 1e-12);
    /* the axis begins at 0 and fits the values, 0..3, and says that intervals are cut; the thin line goes on to 295, of
     * 0..600: 46 + 434 * 295 / 600 = 259.4, at 296 - 288 / 3 */
    const char *svg = said_text(answer, "svg");
    assert_golden("live-chart-learning.svg", svg);
    json_decref(answer);
    live_free(l);
}

/* A seed that has a number but no step comes before one that has steps. */
TEST(learning_without_steps) {
    struct live *l = live_new();
    json_t *answer = live_did(l, "do = chart; kind = learning; steps = 600; model = ab; encoding = rope; "
                                 "seed = 1; in_range = 1; seed = 2; points = 5, 2; seed = 3; points = 5, 4, 15, 1");
    const json_t *points = json_object_get(answer, "points");
    assert_int_equal(json_array_size(points), 1);
    assert_near("mean", 0, said_number(json_array_get(points, 0), "mean"), 3, 1e-12);
    assert_has(said_text(answer, "svg"), "data-t=\"ab, seed 3\"/>");
    assert_null(strstr(said_text(answer, "svg"), "ab, seed 1"));
    json_decref(answer);
    live_free(l);
}

/* ---- Shapes */

TEST(widths) {
    struct live *l = live_new();
    json_t *phone = live_did(l, "do = chart; " LOPSIDED_CURVES "; " TRAINED "; width = 320"),
           *wall = live_did(l, "do = chart; " LOPSIDED_CURVES "; " TRAINED "; width = 1600; height = 900");
    const char *svg = said_text(phone, "svg");
    /* the note to its end, in more lines than five; names in two columns below the curves */
    assert_golden("live-chart-phone.svg", svg);
    assert_has(said_text(wall, "svg"), "viewBox='-8 -8 1600 900.0'");
    assert_has(said_text(wall, "svg"), "class='leader'");
    assert_null(strstr(said_text(wall, "svg"), "Means over seeds")); /* a page that says how high says that itself */
    json_t *panels = live_did(l, "do = chart; " EMPTY "; " EMPTY "; " EMPTY "; " EMPTY "; " EMPTY "; " EMPTY "; " EMPTY
                                 "; " TRAINED "; at = 8; width = 320");
    svg = said_text(
        panels, "svg"); /* seven in two columns: 46..168 and 182..304, the mark's number in place of what it touches */
    assert_golden("live-chart-panels.svg", svg);
    json_decref(panels);
    json_decref(phone);
    json_decref(wall);
    live_free(l);
}

/* A panel for each model: ab in one, cd with its policy dashed in the other. 520 wide, less 46 and a gap of 28, are two
 * of 223. The y axis has all of 0 to 100 %, between 225 and 20: 50 % is at 122.5. */
TEST(fixes) {
    struct live *l = live_new();
    json_t *answer =
        live_did(l, "do = chart; panels = true; model = ab; encoding = none; policy = extend; points = 16, 1, 32, 0.5; "
                    "model = cd; encoding = learned; seed = 1; policy = extend; points = 16, 1, 32, 0.5; "
                    "policy = clamp; points = 16, 0.5, 32, 1; " TRAINED
                    "; baseline = chance; points = 16, 0.5, 32, 0.5; height = 300; " WIDTH);
    const char *svg = said_text(answer, "svg");
    assert_golden("live-chart-fixes.svg", svg);
    assert_has(svg, ">coin, 50 %</text>");
    assert_int_equal(json_array_size(json_object_get(answer, "points")), 6);
    json_decref(answer);
    answer = live_did(l, "do = chart; panels = true; " EMPTY "; " TRAINED
                         "; baseline = chance; points = 16, 0.0625; " WIDTH);
    assert_has(said_text(answer, "svg"), "dotted: chance, 6.2 %");
    assert_lacks(said_text(answer, "svg"), ">chance, 6.2 %</text>"); /* curves come near so low a line */
    json_decref(answer);
    live_free(l);
}

/* In little room names stand next to the curves, and the axis title after its numbers, unless they take a third of the
 * width: ten letters are 97 of 304. Of a flat window they may take half. */
TEST(little_room) {
    static const struct {
        const char *size;
        bool beside;
    } rooms[] = {{"height = 300; width = 320", true}, {"height = 300; width = 300", false},
                 {"height = 190; width = 300", true}, {"height = 190; width = 240", false},
                 {"height = 150; width = 240", true}, {"width = 320", false}};
    struct live *l = live_new();
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) {
        char message[512];
        snprintf(message, sizeof message, "do = chart; model = abcdefghij; encoding = rope; " TRAINED "; %s",
                 rooms[i].size);
        json_t *answer = live_did(l, message);
        const char *svg = said_text(answer, "svg");
        if (!strstr(svg, "class='leader'") == rooms[i].beside)
            fail_msg("%s: %s", rooms[i].size, svg);
        const char *title = strstr(svg, ">words</text>"); /* small after the numbers, or in the middle below */
        assert_non_null(title);
        while (*title != '<')
            title--;
        assert_true(strncmp(title, rooms[i].beside ? "<text class='small'" : "<text class='mid'", 17) == 0);
        json_decref(answer);
    }
    live_free(l);
}

/* Names below the curves stand one after another: 36 units, seven for each letter and seven to the next. The second
 * does not fit into the 284 after the first, 85 + 204; the third fits after it, 211 + 64. */
TEST(names_in_a_flow) {
    struct live *l = live_new();
    json_t *answer =
        live_did(l, "do = chart; model = abcdef; encoding = rope; model = an-encoding-with-options; "
                    "encoding = alibi; model = cdef; encoding = none; " TRAINED "; height = 400; width = 300");
    const char *svg = said_text(answer, "svg");
    assert_has(svg, "class='name' x='28.0' y='360.0'>abcdef<");
    assert_has(svg, "class='name' x='28.0' y='375.0'>an-encoding-with-options<");
    assert_has(svg, "class='name' x='239.0' y='375.0'>cdef<");
    json_decref(answer);
    live_free(l);
}

/* The marked number is in bold on the axis, and a number that it would touch gives way: 16 is 16.5 units from 18, and
 * two numbers of two digits with a gap take 17.5. */
TEST(mark) {
    struct live *l = live_new();
    json_t *answer = live_did(l, "do = chart; model = a; encoding = rope; seed = 1; points = 16, 1, 18, 1, 64, 0.5; "
                                 "at = 18; " TRAINED "; width = 320");
    const char *svg = said_text(answer, "svg");
    assert_has(svg, "class='mid head' x='114.8' y='294.0'>18</text>");
    assert_has(svg, ">64</text>");
    assert_null(strstr(svg, ">16</text>"));
    json_decref(answer);
    answer = live_did(l, "do = chart; model = a; encoding = rope; seed = 1; points = 16, 1, 19, 1, 64, 0.5; "
                         "at = 19; " TRAINED "; width = 320");
    assert_has(said_text(answer, "svg"), "'>16</text>"); /* 24.1 units away */
    json_decref(answer);
    live_free(l);
}

/* Before anything is known there is an axis and chance. */
TEST(nothing_yet) {
    struct live *l = live_new();
    json_t *answer = live_did(l, "do = chart; model = ab; encoding = none; seed = 1"
                                 "; " TRAINED "; baseline = chance; points = 4, 0.5, 64, 0.5");
    assert_has(said_text(answer, "svg"), "class='chance'");
    assert_has(said_text(answer, "svg"), ">100</text>"); /* where curves will end, whatever is known now */
    assert_int_equal(json_array_size(json_object_get(answer, "points")), 0);
    json_decref(answer);
    json_decref(live_did(l, "do = chart; " TRAINED));
    json_decref(live_did(l, "do = chart; kind = learning"));
    live_free(l);
}

TEST(refusals) {
    struct live *l = live_new();
    live_refuses(l, "do = chart; kind = pie", EXIT_USAGE, "kind: 'pie' ... extrapolation|learning");
    live_refuses(l, "do = chart", EXIT_USAGE, "expected trained, the trained lengths");
    live_refuses(l, "do = chart; " TRAINED "; width = 100", EXIT_USAGE, "width: 100 ... 240..1600");
    live_refuses(l, "do = chart; trained = 9..4", EXIT_USAGE, "trained: ... '9..4'");
    live_refuses(l, "do = chart; " TRAINED "; model = a; seed = 1; points = 4, 1.5", EXIT_USAGE,
                 "a: x is below 1, or y is no possible accuracy");
    live_refuses(l, "do = chart; " TRAINED "; model = a; color = 1", EXIT_USAGE, "unknown key color");
    live_free(l);
}

/* As many seeds and lengths as there is room for, and one more. */
TEST(too_many) {
    struct live *l = live_new();
    char message[1 << 15], error[64];
    int most = SEEDS_MOST, at = snprintf(message, sizeof message, "do = chart; " TRAINED "; model = a");
    for (int i = 0; i < most; i++)
        at += snprintf(message + at, sizeof message - (size_t)at, "; seed = %d; points = 16, 1", i + 1);
    json_decref(live_did(l, message));
    snprintf(message + at, sizeof message - (size_t)at, "; seed = %d; points = 16, 1", most + 1);
    snprintf(error, sizeof error, "more than %d seeds", most);
    live_refuses(l, message, EXIT_USAGE, error);
    at = snprintf(message, sizeof message, "do = chart; " TRAINED "; model = a; seed = 1; points = 16, 1");
    for (int i = 1; i < LENGTHS_MAX; i++)
        at += snprintf(message + at, sizeof message - (size_t)at, ", %d, 1", 16 + i);
    json_decref(live_did(l, message));
    snprintf(message + at, sizeof message - (size_t)at, ", 100, 1");
    live_refuses(l, message, EXIT_USAGE, "more than 32 lengths");
    at = snprintf(message, sizeof message, "do = chart; " TRAINED);
    for (int i = 0; i < BASELINES_MAX; i++)
        at += snprintf(message + at, sizeof message - (size_t)at, "; baseline = b%d; points = 16, 0.5", i);
    json_decref(live_did(l, message));
    snprintf(message + at, sizeof message - (size_t)at, "; baseline = more; points = 16, 0.5");
    live_refuses(l, message, EXIT_USAGE, "more than 5 baselines");
    live_free(l);
}

static json_t *chart_of(struct live *l, const char *encoding) {
    char message[512];
    snprintf(message, sizeof message,
             "do = chart; model = ab; encoding = %s; seed = 1; points = 16, 1, 32, 0.5; " TRAINED "; " WIDTH, encoding);
    return live_did(l, message);
}

/* Encodings by the names that settings know. */
TEST(other_names) {
    static const char *const same[][2] = {{"learned", "learnt"}, {"rope", "ROPE"}};
    struct live *l = live_new();
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        json_t *one = chart_of(l, same[i][0]), *other = chart_of(l, same[i][1]);
        assert_true(json_equal(one, other));
        json_decref(one);
        json_decref(other);
    }
    live_free(l);
}

GROUP(live_chart, NULL, NULL)
