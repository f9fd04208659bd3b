/* test_table_files.c -- the lopsided comparison's tables (lopsided.h) as HTML, CSV and JSON, the numbers those of
 * test_table.c. */
#include "unit/tests.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "result/comparison_document.h"
#include "result/fill_comparison.h"
#include "result/table_lengths.h"
#include "study/result.h"
#include "study/summarise.h"
#include "unit/drawn.h"
#include "unit/golden.h"
#include "unit/lopsided.h"
#include "unit/near.h"

/* Across policies, so that some differences are marked. */
static void pair_by_name(struct drawn *d) {
    snprintf(d->c.compare.pairs, sizeof d->c.compare.pairs,
             "rope+interpolate base=100 - learned+interpolate, none - rope base=100");
    compare_summarise(&d->c);
}

/* A number as CSV has it, or all of a summary: "mean,low,high,n". */
static const char *csv_text(struct summary s) {
    static char text[120];
    snprintf(text, sizeof text, "%.9g,%.9g,%.9g,%d", s.mean, s.low, s.high, s.n);
    return text;
}

/* ---- HTML */

DRAWN_TEST(table_html) {
    fill_summary(&d->t, &d->c, &d->arena);
    drawn_html(d);
    /* (73 - 40) of (100 - 40) above chance is 0.55: q5; (82 - 30) of (100 - 30) 0.74: q7 */
    assert_golden("lopsided-summary.html", d->text);
    fill_pairs(&d->t, &d->c, &d->arena);
    drawn_html(d);
    assert_golden("lopsided-pairs.html", d->text);
    pair_by_name(d);
    fill_pairs(&d->t, &d->c, &d->arena);
    drawn_html(d);
    /* Holm leaves the first, not the second */
    drawn_has(d, "<td class='less' data-k=-0.471667>-47<small>&#8239;[-57..-32]</small></td>"
                 "<td class='unmarked edge' data-k=-0.310000>");
}

DRAWN_TEST(html_members) {
    fill_members(&d->t, &d->c, false, &d->arena);
    drawn_html(d);
    assert_null(strstr(d->text, "training<br>"));
    assert_null(strstr(d->text, "<td data-k=1>1</td><td></td>")); /* the failed seed */
    d->c.member[1].result->training = (struct score){.count = 50, .value = {0.88}};
    fill_members(&d->t, &d->c, false, &d->arena);
    drawn_html(d);
    assert_golden("lopsided-members.html", d->text);
}

/* ---- CSV */

/* Baselines but chance are rows of their own, without a number where they have none. */
DRAWN_TEST(csv) {
    double p;
    fill_summary(&d->t, &d->c, &d->arena);
    drawn_csv(d);
    assert_golden("lopsided-summary.csv", d->text);
    drawn_has(d, arena_format(&d->arena, "\nlearned+extend,attention,learned,extend,2,2,1.5x,24,24,accuracy,%s,0.4\n",
                              csv_text(LOPSIDED(70, 76))));
    fill_pairs(&d->t, &d->c, &d->arena);
    drawn_csv(d);
    assert_golden("lopsided-pairs.csv", d->text);
    drawn_has(d, arena_format(&d->arena, "\nrope+extend base=100,learned+extend,4x,64,64,accuracy,%s\n",
                              csv_text(lopsided_summary(2, (const double[]){20, 31}, (const double[]){40, 50}, &p))));
    d->c.member[2].result->training = (struct score){.count = 50, .value = {0.88}};
    d->c.member[2].label = "a \"b\", c";
    fill_members(&d->t, &d->c, true, &d->arena);
    drawn_csv(d);
    drawn_has(d, "name,mixer,encoding,seed,policy,evaluated_at,length_low,length,metric,value,chance\n"
                 "without order,,,,,in_range,4,16,accuracy,0.58,0.55\n");
    drawn_has(d, "\nlearned,attention,learned,2,extend,in_range,4,16,accuracy,0.95,0.55\n");
    drawn_has(d, "\n\"a \"\"b\"\", c\",attention,learned,3,interpolate,training,4,16,accuracy,0.88,0.55\n");
}

/* ---- JSON */

/* The value at a path of keys and indices: "summary.0.accuracy.mean.2". */
static json_t *value_at(json_t *json, const char *path) {
    char key[64];
    while (json && *path) {
        size_t length = strcspn(path, ".");
        snprintf(key, sizeof key, "%.*s", (int)length, path);
        json = json_is_array(json) ? json_array_get(json, (size_t)atoi(key)) : json_object_get(json, key);
        path += length + (path[length] == '.');
    }
    return json;
}

static void assert_number(json_t *json, const char *path, double expected) {
    if (!json_is_number(value_at(json, path)))
        fail_msg("no number at %s", path);
    assert_near(path, 0, json_number_value(value_at(json, path)), expected, 1e-9);
}

/* A document, or a part of it, as a file has it. */
static void assert_golden_json(const char *name, const json_t *json) {
    char *text = json_dumps(json, JSON_INDENT(1) | JSON_REAL_PRECISION(9));
    assert_non_null(text);
    assert_golden(name, text);
    free(text);
}

/* All but members and words is a file; what must not be taken from a run of the program is worked out here. */
DRAWN_TEST(table_json) {
    static const char passed[] = "-++++++++--------"; /* of each member's rows: learned, rope, none */
    struct comparison_tables tables;
    double p;
    d->c.member[2].result->training = (struct score){.count = 50, .value = {0.88}};
    d->c.words[2] = (struct range){17, 24};
    comparison_fill(&tables, &d->c, &d->arena);
    json_t *json = comparison_json(&d->c, &tables);
    /* at 95 % learned's second seed passes; rope's third, at 94 %, fails */
    assert_int_equal(json_array_size(json_object_get(json, "members")), sizeof passed - 1);
    for (int k = 0; passed[k]; k++)
        if (json_is_true(value_at(json, arena_format(&d->arena, "members.%d.passed_gate", k))) != (passed[k] == '+'))
            fail_msg("member %d", k);
    assert_true(json_is_null(value_at(json, "members.0.policy")) && !value_at(json, "members.1.failure"));
    assert_string_equal(json_string_value(value_at(json, "members.0.failure")), "killed by signal 9");
    assert_number(json, "members.1.seed", 2);
    assert_number(json, "members.1.seconds", 0.5);
    assert_number(json, "members.1.weights.in_range", 6530);
    assert_number(json, "members.1.accuracy.value.2", 0.4);
    assert_number(json, "members.1.accuracy.in_range", 0.95);
    assert_null(value_at(json, "members.1.accuracy.training"));
    assert_number(json, "members.3.accuracy.training", 0.88);
    assert_true(json_is_null(value_at(json, "members.12.accuracy.value.1")));
    json_object_del(json, "members");
    json_object_del(json, "findings"); /* words: test_answer.c */
    assert_golden_json("lopsided.json", json);
    assert_number(json, "summary.0.accuracy.low.1", LOPSIDED(70, 76).low);
    assert_number(json, "summary.0.accuracy.high.1", LOPSIDED(70, 76).high);
    assert_number(json, "summary.0.accuracy.in_range.low", LOPSIDED(95, 99).low);
    assert_number(json, "summary.0.accuracy.in_range.high", LOPSIDED(95, 99).high);
    /* Wilson: 2 of 3, and 0 of 3 */
    assert_near("passed low", 0, json_number_value(value_at(json, "summary.2.passed.low")), 0.20765960, 1e-7);
    assert_near("passed high", 0, json_number_value(value_at(json, "summary.2.passed.high")), 0.93850806, 1e-7);
    assert_near("none passed", 0, json_number_value(value_at(json, "summary.4.passed.high")), 0.56149706, 1e-7);
    /* 200 and 50 steps; 90, 400 and never within 800, which is a lower bound */
    assert_number(json, "summary.0.steps_to_99.in_range.mean", 100);
    assert_number(json, "summary.2.steps_to_99.in_range.mean", cbrt(90. * 400 * 800));
    /* rope through learned, seeds 2 and 3: 400 / 200, and at least 800 / 50 */
    assert_number(json, "paired.1.steps_to_99.in_range.mean", sqrt(2. * 16));
    const struct summary less = lopsided_summary(2, (const double[]){20, 31}, (const double[]){40, 50}, &p);
    assert_number(json, "paired.1.accuracy.mean.2", -0.195);
    assert_number(json, "paired.1.accuracy.low.2", less.low);
    assert_number(json, "paired.1.accuracy.high.2", less.high);
    assert_number(json, "paired.1.accuracy.p.2", p);
    /* only the longest length is tested: p is 0.007, of four less than 0.05 / 4 */
    assert_true(json_is_true(value_at(json, "paired.2.accuracy.marked.2")));
    assert_number(json, "holm.accuracy.detectable.median", d->c.detectable[METRIC_ACCURACY].median);
    json_decref(json);
}

DRAWN_TEST(marks_in_json) {
    struct comparison_tables tables;
    pair_by_name(d);
    comparison_fill(&tables, &d->c, &d->arena);
    json_t *json = comparison_json(&d->c, &tables);
    assert_golden_json("lopsided-pairs-by-name.json", json_object_get(json, "paired"));
    assert_number(json, "holm.accuracy.differences", 8);
    assert_number(json, "holm.accuracy.marked", 2);
    json_decref(json);
}

/* A second metric, of which less is better and nothing is perfect: a table of its own beside the first. */
DRAWN_TEST(layers) {
    static const struct metric loss = {.name = "loss",
                                       .quantity.title = "loss",
                                       .quantity.unit = "",
                                       .quantity.difference = "",
                                       .quantity.scale = 1,
                                       .quantity.digits = 3,
                                       .quantity.high = HUGE_VAL,
                                       .quantity.better = -1};
    static const struct table_label label[] = {{"name", "name", SHOW_ALL, false}, {0}};
    table_begin(&d->t, label, 4, 1, &d->arena);
    fill_lengths(&d->t, d->c.words, d->c.lengths, false);
    table_add_layer(&d->t, "accuracy", "Accuracy in %:");
    table_add_layer(&d->t, "loss", fill_metric_title(&d->t, &loss));
    const struct cell name = cell_text("rope");
    struct table_row *row = table_add_row(&d->t, &name);
    for (int k = 0; k < 4; k++) {
        *table_cell(&d->t, row, 0, k) =
            cell_metric(&metrics->quantity, (struct summary){1, 0.9, (double)NAN, (double)NAN}, 0.5);
        *table_cell(&d->t, row, 1, k) =
            cell_metric(&loss.quantity, (struct summary){1, 0.25 * k, (double)NAN, (double)NAN}, 0.693);
    }
    drawn_terminal(d, 80);
    drawn_has(d, "rope        90  90 |    90  90  ▇▇▇\n");
    assert_null(strstr(d->text, "Loss")); /* the first alone, unless others are chosen */
    d->t.drawn = 2;
    drawn_terminal(d, 80);
    assert_null(strstr(d->text, "Accuracy"));
    d->t.drawn = 3;
    drawn_terminal(d, 80);
    drawn_has(d, "\n\nLoss\n");
    drawn_has(d, "rope     0.000  0.250 |  0.500  0.750  "); /* 0 is perfect */
    json_t *json = table_json(&d->t);
    assert_number(json, "0.accuracy.value.2", 0.9);
    assert_number(json, "0.loss.value.2", 0.75);
    assert_number(json, "0.loss.in_range", 0);
    json_decref(json);
    drawn_csv(d);
    drawn_has(d, "\nrope,4x,64,64,loss,0.75\n");
    /* less loss is better: the mark is that of a gain */
    assert_int_equal(cell_difference(&loss.quantity, (struct summary){2, -0.3, -0.4, -0.2}, 0.01, true).sign, 1);
    assert_int_equal(cell_difference(&loss.quantity, (struct summary){2, 0.3, 0.2, 0.4}, 0.01, true).sign, -1);
}

GROUP(table_files, NULL, NULL)
