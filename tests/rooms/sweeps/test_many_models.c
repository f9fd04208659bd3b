/* test_many_models.c -- many models: settings as values of their own in files, fewer rows, of each encoding the best in
 * range, names that stay readable (swept.h). */
#include "unit/tests.h"

#include <string.h>

#include "plot/fill_extrapolation.h"
#include "result/fill_comparison.h"
#include "study/summarise.h"
#include "swept.h"
#include "unit/drawing.h"
#include "unit/golden.h"
#include "unit/near.h"

/* ---- Files */

/* A column each; empty where a model has no such setting. */
TEST(settings_as_columns) {
    struct drawing_text d;
    struct table t;
    struct swept w;
    swept_begin(&w, swept_labels, SWEPT_LABELS);
    fill_summary(&t, &w.c, &w.arena);
    table_csv(drawing_open(&d), &t);
    assert_golden("many-models-settings-as-columns.csv", drawing_close(&d));
    drawing_free(&d);
    swept_end(&w);
}

/* On a page, too, beside names without them; a number is what is sorted by, and what is not there is the least. */
TEST(settings_on_a_page) {
    struct drawing_text d;
    struct table t;
    struct swept w;
    swept_begin(&w, swept_labels, SWEPT_LABELS);
    fill_summary(&t, &w.c, &w.arena);
    struct html h = {.f = drawing_open(&d)};
    table_html(&h, &t);
    assert_golden("many-models-settings-on-a-page.html", drawing_close(&d));
    drawing_free(&d);
    swept_end(&w);
}

/* An object of their own, numbers as numbers; of each seed, of which one failed. */
TEST(settings_as_an_object) {
    struct table t;
    struct swept w;
    swept_begin(&w, swept_labels, SWEPT_LABELS);
    fill_members(&t, &w.c, true, &w.arena);
    json_t *json = table_json(&t);
    assert_int_equal(json_array_size(json), 5 * 4 + 2 + 1); /* two policies each, of the seed that failed a row */
    for (size_t i = 0; i < json_array_size(json); i++) {
        json_t *one = json_array_get(json, i), *settings = json_object_get(one, "settings");
        const char *name = json_string_value(json_object_get(one, "name"));
        bool rope = strncmp(name, "rope", 4) == 0, post = strstr(name, "post");
        assert_int_equal(json_object_size(settings), 3);
        assert_near("rate", (int)i, json_number_value(json_object_get(settings, "learning_rate")),
                    strstr(name, "0.001")  ? 0.001
                    : strstr(name, "0.01") ? 0.01
                                           : 0.004,
                    1e-15);
        assert_near("base", (int)i, json_number_value(json_object_get(settings, "base")),
                    !rope  ? 0
                    : post ? 10000
                           : 100,
                    1e-9);
        assert_int_equal(json_is_null(json_object_get(settings, "base")), !rope);
        assert_string_equal(json_string_value(json_object_get(settings, "norm")), post ? "post" : "pre");
    }
    json_decref(json);
    swept_end(&w);
}

/* No setting, no column. */
TEST(nothing_swept) {
    static const struct swept_label plain[] = {{"none", "", {54, 56}, {28, 32}},
                                               {"rope", " base=7", {54, 56}, {28, 32}}};
    struct table t;
    struct swept w;
    swept_begin(&w, plain, 2);
    assert_int_equal(w.all.count, 0);
    fill_members(&t, &w.c, true, &w.arena);
    json_t *json = table_json(&t);
    assert_null(json_object_get(json_array_get(json, 0), "settings"));
    json_decref(json);
    swept_end(&w);
}

/* ---- Many models in fewer rows */

/* 12 rows, of which the first of each of 6 models are left, by kind; learned has no options and stays whole. */
TEST(brief) {
    struct drawing_text d;
    struct table all, brief;
    struct swept w;
    swept_begin(&w, swept_labels, SWEPT_LABELS);
    fill_summary(&all, &w.c, &w.arena);
    assert_int_equal(all.rows, 12);
    assert_false(fill_brief(&brief, &all, &w.c, 5));
    assert_true(fill_brief(&brief, &all, &w.c, 12));
    assert_int_equal(brief.rows, 12);
    assert_true(fill_brief(&brief, &all, &w.c, 6));
    assert_int_equal(brief.rows, 6);
    struct screen s = {.width = 60, .utf8 = true};
    s.out = drawing_open(&d);
    table_terminal(&s, &brief);
    assert_golden("many-models-brief.txt", drawing_close(&d));
    assert_string_equal(*brief.notes.line, "The first policy of each model: compare.json and --csv have all 12 rows.");
    assert_int_equal(brief.notes.count, all.notes.count + 1);
    for (int i = 0; i < all.notes.count; i++)
        assert_string_equal(brief.notes.line[i + 1], all.notes.line[i]);
    drawing_free(&d);
    swept_end(&w);
}

/* A policy that makes no sense for all of a kind, for some of it, for its only model. */
TEST(kinds_left_out) {
    struct table t;
    struct swept w;
    swept_begin(&w, swept_labels, SWEPT_LABELS);
    for (int k = 0; k < 3 * SWEPT_SEEDS; k++) /* both of none, the first of rope */
        w.c.member[k].result->row[1].applies = false;
    w.c.member[5 * SWEPT_SEEDS].result->row[1].applies = false; /* learned */
    compare_summarise(&w.c);
    fill_summary(&t, &w.c, &w.arena);
    assert_has(t.notes.line[1], "Not shown, because the policy does not apply: clamp for none, some of rope, learned.");
    swept_end(&w);
}

/* ---- Of many the best in range */

enum { CLIPS = 13 };

/* none and rope, 13 values of clip each, rope at two learning rates: 39 models. In range rope is best with clip 5 at
 * the rate 0.01, none with clip 2, of which clip 8 is no worse; at 64 words others are. */
static void begin_many(struct swept *w, struct swept_label labels[3 * CLIPS]) {
    static char option[3 * CLIPS][64];
    for (int i = 0; i < 3 * CLIPS; i++) {
        int clip = i % CLIPS + 1, kind = i / CLIPS;
        snprintf(option[i], sizeof option[i], " learning_rate=%s clip=%d", kind == 2 ? "0.01" : "0.001", clip);
        double in_range = kind == 0 ? (clip == 2 || clip == 8 ? 60 : 50) : kind == 2 && clip == 5 ? 97 : 90 - clip;
        labels[i] =
            (struct swept_label){kind ? "rope" : "none", option[i], {in_range, in_range}, {30 + clip, 30 + clip}};
    }
    swept_begin(w, labels, 3 * CLIPS);
}

/* A chart by length has a curve of each kind, and says which; by name any may be drawn. */
TEST(best_rows) {
    static const char *const named[] = {"rope clip=13", NULL};
    static struct swept_label labels[3 * CLIPS];
    struct fill_rows rows;
    struct swept w;
    begin_many(&w, labels);
    first_policy_rows(&rows, &w.c);
    assert_int_equal(rows.count, 2);
    assert_string_equal(w.c.row[rows.row[0]].name, "none learning_rate=0.001 clip=2");
    assert_string_equal(w.c.row[rows.row[1]].name, "rope+extend learning_rate=0.01 clip=5");
    fill_extrapolation(&w.chart, &w.c, &rows, METRIC_ACCURACY, &w.arena);
    assert_string_equal(w.chart.note, "For each encoding, its best model in range. Means over seeds; thin lines "
                                      "or small dots: single seeds. Left: the mean over the trained lengths.");
    assert_false(fill_choose(&rows, &w.c, named, &w.e)); /* its learning rate is missing */
    swept_end(&w);
    swept_begin(&w, swept_labels, SWEPT_LABELS); /* 6 models are few */
    first_policy_rows(&rows, &w.c);
    assert_int_equal(rows.count, SWEPT_LABELS);
    assert_string_equal(fill_rows_text(&rows), "");
    swept_end(&w);
}

/* The curve that the best model lies on, with its other points. */
/* says help plot: If there are more than 24 curves, it draws one per encoding, with its best model in range */
TEST(best_curves) {
    static struct swept_label labels[3 * CLIPS];
    struct swept w;
    begin_many(&w, labels);
    assert_true(swept_over(&w, "learning_rate", 2, swept_all));
    assert_int_equal(w.chart.curves, 2);
    assert_string_equal(w.chart.curve[0].name, "none clip=2");
    assert_string_equal(w.chart.curve[1].name, "rope clip=5");
    assert_int_equal(w.chart.curve[0].points, 1);
    assert_int_equal(w.chart.curve[1].points, 2);
    assert_near("x", 0, w.chart.curve[1].point[0].x, 0.001, 1e-12);
    assert_near("y", 0, w.chart.curve[1].point[0].y, 35, 1e-9);
    assert_near("x", 1, w.chart.curve[1].point[1].x, 0.01, 1e-12);
    assert_has(w.chart.note, "Of 26 curves, one is drawn per encoding: its best model in range");
    w.only[1] = "13"; /* chosen, these are all */
    assert_true(swept_over(&w, "learning_rate", 2, swept_all));
    assert_int_equal(w.chart.curves, 2);
    assert_near("y", 0, w.chart.curve[1].point[0].y, 43, 1e-9);
    assert_lacks(w.chart.note, "Of 26 curves");
    w.only[1] = NULL;
    assert_true(swept_over(&w, "clip", 2, swept_all)); /* three curves are few: one of each rate */
    assert_int_equal(w.chart.curves, 3);
    assert_int_equal(w.chart.curve[2].points, CLIPS);
    swept_end(&w);
}

/* ---- Names in pictures */

/* Title and subtitle take 22 + 15 + 6 units, so that the first names stand at 43 + 14. Of three columns each is (520 -
 * 46
 * - 2 * 14) / 3 = 148.7 wide, 18 letters of 8: a longer name with options is broken at its blank. */
TEST(panel_names) {
    static const struct swept_label labels[] = {
        {"none", " learning_rate=0.001 clip=1", {54, 56}, {28, 32}},
        {"rope", " learning_rate=0.001 clip=1", {54, 56}, {28, 32}},
        {"sinusoidal", " learning_rate=0.001 clip=1234", {54, 56}, {28, 32}},
        {"none", " learning_rate=0.01 clip=2", {54, 56}, {28, 32}},
        {"rope", " learning_rate=0.01 clip=2", {54, 56}, {28, 32}},
        {"learned", " learning_rate=0.01 clip=2", {54, 56}, {28, 32}},
        {"learned", " learning_rate=0.01 clip=3", {54, 56}, {28, 32}},
        {"t5", " learning_rate=0.01 clip=2", {54, 56}, {28, 32}},
        {"alibi", " learning_rate=0.01 clip=2", {54, 56}, {28, 32}},
    };
    struct swept w;
    swept_begin(&w, labels, 9);
    assert_true(swept_over(&w, "learning_rate", 2, swept_all));
    assert_int_equal(w.chart.curves, 9);
    assert_golden_svg("many-models-panel-names.svg", &w.chart, NULL);
    swept_end(&w);
}

/* Names of more than 32 letters below the curves have a line each: their tops are 15 apart. */
TEST(long_legend) {
    struct drawing_text d;
    struct fill_rows rows;
    struct swept w;
    swept_begin(&w, swept_labels + 2, 3);
    first_policy_rows(&rows, &w.c);
    fill_extrapolation(&w.chart, &w.c, &rows, METRIC_ACCURACY, &w.arena);
    w.chart.curve[0].name = "rope learning_rate=0.001 base=100 a";
    const char *svg = drawing_of_chart(&d, &w.chart, NULL);
    assert_has(svg, ">rope learning_rate=0.001 base=100 a</text>");
    assert_int_equal(drawing_count(svg, "<text class='name' x='28.0'"), 4); /* three curves and chance */
    drawing_free(&d);
    w.chart.curve[0].name = "rope learning_rate=0.001 base=10"; /* 32 letters: two columns */
    w.chart.curve[1].name = w.chart.curve[2].name = "rope";
    assert_int_equal(drawing_count(drawing_of_chart(&d, &w.chart, NULL), "<text class='name' x='28.0'"), 2);
    drawing_free(&d);
    swept_end(&w);
}

GROUP(many_models, NULL, NULL)
