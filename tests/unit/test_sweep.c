/* test_sweep.c -- what a comparison sweeps, and a chart over it, from members made by hand.
 *
 * Trained on 4..16 words, evaluated at 16 and 64. Chance is 55 % in range, then 50 and 30 %. Accuracy in %, two seeds:
 *
 *     none learning_rate=0.001           in range 54 56   at 64 words 28 32
 *     none learning_rate=0.01            in range 60 62               30 33
 *     rope learning_rate=0.001 base=100           90 92               40 44
 *     rope learning_rate=0.01 base=100            99, seed 2 failed   61
 *     rope learning_rate=0.01 norm=post           95 97               50 58   its base is 10000
 *     learned                                     98 99               70 74   its learning rate is 0.004
 */
#include "unit/tests.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "present/fill.h"
#include "present/picture.h"
#include "unit/drawing.h"
#include "unit/lopsided.h"
#include "unit/near.h"

enum { SEEDS = 2, LENGTHS = 2, LABELS = 6 };
#define FAILED (-1.0)

static const struct given {
    const char *encoding, *options;
    double in_range[SEEDS], at_64[SEEDS];
} given[LABELS] = {
    {"none", " learning_rate=0.001", {54, 56}, {28, 32}},
    {"none", " learning_rate=0.01", {60, 62}, {30, 33}},
    {"rope", " learning_rate=0.001 base=100", {90, 92}, {40, 44}},
    {"rope", " learning_rate=0.01 base=100", {99, FAILED}, {61, FAILED}},
    {"rope", " learning_rate=0.01 norm=post", {95, 97}, {50, 58}},
    {"learned", "", {98, 99}, {70, 74}},
};

struct swept {
    struct comparison_result c;
    struct sweeps all;
    struct chart chart;
    struct arena arena;
    const char *only[8];
    struct error e;
};

static const struct settings *resolve(const struct given *g, struct arena *arena) {
    static const char *const keys[] = {"train.learning_rate", "encoding.base", "model.norm"};
    struct settings *s = arena_alloc(arena, 1, sizeof *s);
    struct assignments a = {0};
    struct error e;
    char option[SETTING_TEXT_MAX];
    assert_true(assignments_set(&a, "encoding.name", g->encoding, "a test", &e));
    for (const char *text = g->options; text_item(&text, option, sizeof option);)
        for (int i = 0; i < 3; i++) {
            char *value = strchr(option, '=');
            const char *name = strchr(keys[i], '.') + 1;
            if (strncmp(option, name, strlen(name)) == 0)
                assert_true(assignments_set(&a, keys[i], value + 1, "a test", &e));
        }
    if (!settings_resolve(s, &a, NULL, &e))
        fail_msg("%s", e.text);
    return s;
}

static void set_value(struct score *s, double percent) {
    for (int k = 0; k < metric_count; k++)
        s->value[k] = k == METRIC_ACCURACY ? percent / 100 : (double)NAN;
}

static struct evaluation_result *evaluated(double in_range, double at_64, struct arena *arena) {
    struct evaluation_result *r = arena_alloc(arena, 1, sizeof *r);
    *r = (struct evaluation_result){.arena = arena, .steps = 800, .seen = (double)NAN, .examples = 2000};
    set_value(&r->in_range, in_range);
    r->row[r->rows++] =
        (struct evaluation_row){&policy_extend, true, arena_alloc(arena, LENGTHS, sizeof(struct score))};
    r->row[r->rows++] = (struct evaluation_row){&policy_clamp, true, arena_alloc(arena, LENGTHS, sizeof(struct score))};
    for (int p = 0; p < 2; p++) { /* clamp is two points worse */
        set_value(&r->row[p].at[0], in_range);
        set_value(&r->row[p].at[1], at_64 - 2 * p);
    }
    return r;
}

static void add_label(struct comparison_result *c, const struct given *g) {
    const struct settings *s = resolve(g, c->arena);
    for (int i = 0; i < SEEDS; i++) {
        struct member *m = &c->member[c->members++];
        *m = (struct member){.settings = s, .options = g->options, .seed = i + 1, .failure = "", .warning = ""};
        m->label = arena_format(c->arena, "%s%s", g->encoding, g->options);
        m->name = arena_format(c->arena, "%s-seed%d", m->label, m->seed);
        m->status = g->in_range[i] == FAILED ? STATUS_FAILED : STATUS_FINISHED;
        if (m->status == STATUS_FINISHED)
            m->result = evaluated(g->in_range[i], g->at_64[i], c->arena);
    }
}

static void begin(struct swept *w, const struct given *labels, int count) {
    *w = (struct swept){0};
    w->c = (struct comparison_result){
        .arena = &w->arena, .trained_low = 4, .trained_high = 16, .lengths = LENGTHS, .words = {{16, 16}, {64, 64}}};
    w->c.chance[METRIC_ACCURACY] = (struct levels){0.55, {0.5, 0.3}};
    w->c.member = arena_alloc(&w->arena, (size_t)count * SEEDS, sizeof *w->c.member);
    for (int i = 0; i < count; i++)
        add_label(&w->c, &labels[i]);
    w->c.settings = *w->c.member->settings;
    w->c.compare.gate = 0.95;
    compare_summarise(&w->c);
    w->all = sweeps_find(&w->c, &w->arena);
}

static const char *const all_kinds[] = {NULL};

/* The chart over a setting; false: an error. */
static bool over(struct swept *w, const char *name, int at, const char *const *kind) {
    const struct sweep *along = sweep_named(&w->all, name, &w->e);
    const struct fill_over of = {&w->all, along, METRIC_ACCURACY, at, kind, w->only};
    return along && fill_sweep(&w->chart, &w->c, &of, &w->arena, &w->e);
}

static void assert_point(const struct chart_point *p, double x, struct summary s) {
    assert_near("x", 0, p->x, x, 1e-12);
    assert_near("from", 0, p->from, x, 1e-12);
    assert_near("y", 0, p->y, 100 * s.mean, 1e-9);
    assert_int_equal(p->n, s.n);
    if (s.n > 1) {
        assert_near("low", 0, p->low, 100 * s.low, 1e-9);
        assert_near("high", 0, p->high, 100 * s.high, 1e-9);
    } else {
        assert_true(isnan(p->low) && isnan(p->high));
    }
}

/* ---- What is swept */

/* Named once, in the order in which members name them; no two differ in `heads`. */
static void test_names(void **state) {
    static const struct given heads[] = {{"none", " heads=2 norm=post", {54, 56}, {28, 32}},
                                         {"rope", " heads=2 base=7", {54, 56}, {28, 32}}};
    char text[SETTING_TEXT_MAX];
    struct swept w;
    (void)state;
    begin(&w, given, LABELS);
    assert_int_equal(w.all.count, 3);
    assert_string_equal(w.all.of[0].name, "learning_rate");
    assert_string_equal(w.all.of[0].key, "train.learning_rate");
    assert_string_equal(w.all.of[1].name, "base");
    assert_string_equal(w.all.of[2].name, "norm");
    assert_true(w.all.of[0].numbers && w.all.of[1].numbers && !w.all.of[2].numbers);
    assert_string_equal(sweep_value(&w.all.of[0], w.c.member[10].settings, text), "0.004");
    assert_string_equal(sweep_value(&w.all.of[1], w.c.member[8].settings, text), "10000");
    assert_null(sweep_value(&w.all.of[1], w.c.member[0].settings, text));
    assert_string_equal(sweep_value(&w.all.of[2], w.c.member[8].settings, text), "post");
    arena_free(&w.arena);
    begin(&w, heads, 2); /* one alone has a base; both have a norm */
    assert_int_equal(w.all.count, 1);
    assert_string_equal(w.all.of[0].name, "norm");
    arena_free(&w.arena);
}

/* ---- Points */

/* The seed that failed is in no mean. */
static void test_points(void **state) {
    struct swept w;
    (void)state;
    begin(&w, given, LABELS);
    assert_true(over(&w, "learning_rate", 1, all_kinds));
    assert_int_equal(w.chart.curves, 4);
    const struct chart_curve *none = &w.chart.curve[0], *rope = &w.chart.curve[1], *post = &w.chart.curve[2],
                             *learned = &w.chart.curve[3];
    assert_string_equal(none->name, "none norm=pre");
    assert_string_equal(rope->name, "rope base=100 norm=pre");
    assert_string_equal(post->name, "rope base=10000 norm=post");
    assert_string_equal(learned->name, "learned norm=pre");
    assert_int_equal(none->points, 2);
    assert_point(&none->point[0], 0.001, LOPSIDED(28, 32));
    assert_point(&none->point[1], 0.01, LOPSIDED(30, 33));
    assert_near("y", 0, none->point[1].y, 31.5, 1e-9);
    assert_int_equal(rope->points, 2);
    assert_point(&rope->point[0], 0.001, LOPSIDED(40, 44));
    assert_point(&rope->point[1], 0.01, LOPSIDED(61));
    assert_int_equal(post->points, 1);
    assert_point(&post->point[0], 0.01, LOPSIDED(50, 58));
    assert_point(&learned->point[0], 0.004, LOPSIDED(70, 74));
    arena_free(&w.arena);
}

/* A value is a dot where there are several. */
static void test_seeds(void **state) {
    static const double expected[2][3] = {{0.001, 40, 1}, {0.001, 44, 2}};
    struct swept w;
    (void)state;
    begin(&w, given, LABELS);
    assert_true(over(&w, "learning_rate", 1, all_kinds));
    assert_int_equal(w.chart.curve[1].seeds, 2);
    for (int i = 0; i < 2; i++) {
        assert_near("x", i, w.chart.curve[1].seed[i].x, expected[i][0], 1e-12);
        assert_near("y", i, w.chart.curve[1].seed[i].y, expected[i][1], 1e-9);
        assert_int_equal(w.chart.curve[1].seed[i].seed, (int)expected[i][2]);
    }
    arena_free(&w.arena);
}

/* Members without the setting are named below, not drawn; numbers in range have no policy. */
static void test_without(void **state) {
    struct swept w;
    (void)state;
    begin(&w, given, LABELS);
    assert_true(over(&w, "base", -1, all_kinds));
    assert_int_equal(w.chart.curves, 3);
    assert_string_equal(w.chart.curve[0].name, "rope learning_rate=0.001 norm=pre");
    assert_point(&w.chart.curve[0].point[0], 100, LOPSIDED(90, 92));
    assert_string_equal(w.chart.curve[2].name, "rope learning_rate=0.01 norm=post");
    assert_point(&w.chart.curve[2].point[0], 10000, LOPSIDED(95, 97));
    assert_string_equal(w.chart.title, "Accuracy in range, by base");
    assert_string_equal(w.chart.subtitle, "task order, seeds 1..2, 800 steps, 11 of 12 models finished");
    assert_string_equal(w.chart.note,
                        "Means over seeds with 95 % intervals; small dots: every seed. One curve for each combination "
                        "(learning_rate, norm): none is averaged. Without base, so not here: none, learned.");
    assert_near("chance", 0, w.chart.baseline[0].point[0].y, 55, 1e-9);
    arena_free(&w.arena);
}

/* Chosen by kind with its policy and by value, which is then in no name. */
static void test_chosen(void **state) {
    static const char *const clamp[] = {"rope+clamp", NULL}, *const wrong[] = {"rope+wrap", NULL};
    struct swept w;
    (void)state;
    begin(&w, given, LABELS);
    w.only[1] = "100";
    w.only[2] = "pre";
    assert_true(over(&w, "learning_rate", 1, clamp));
    assert_int_equal(w.chart.curves, 1);
    assert_string_equal(w.chart.curve[0].name, "rope+clamp");
    assert_point(&w.chart.curve[0].point[0], 0.001, LOPSIDED(38, 42));
    assert_point(&w.chart.curve[0].point[1], 0.01, LOPSIDED(59));
    assert_string_equal(w.chart.subtitle,
                        "task order, seeds 1..2, 800 steps, 11 of 12 models finished, base=100, norm=pre");
    assert_string_equal(w.chart.note, "Means over seeds with 95 % intervals; small dots: every seed.");
    assert_false(over(&w, "learning_rate", 1, wrong));
    assert_int_equal(w.e.code, EXIT_USAGE);
    assert_string_equal(w.e.text, "there is no 'rope+wrap' with these values; a kind is the name of a row without its "
                                  "options, such as none");
    assert_false(over(&w, "heads", 1, all_kinds));
    assert_string_equal(w.e.text, "heads: members do not differ in it; they differ in learning_rate, base, norm");
    arena_free(&w.arena);
}

static void test_values(void **state) {
    char text[SETTING_TEXT_MAX];
    struct swept w;
    (void)state;
    begin(&w, given, LABELS);
    assert_true(sweep_read(&w.all.of[1], &w.c, "1e4", text, &w.e));
    assert_string_equal(text, "10000");
    assert_true(sweep_read(&w.all.of[2], &w.c, "post", text, &w.e));
    assert_string_equal(text, "post");
    assert_false(sweep_read(&w.all.of[1], &w.c, "10", text, &w.e));
    assert_int_equal(w.e.code, EXIT_USAGE);
    assert_string_equal(w.e.text, "base=10: no member has this value; the first has 100");
    arena_free(&w.arena);
}

/* ---- The axis */

/* 0.001 to 0.01 is a decade, 3 % of which lie before and after: 0.001 is 0.03/1.06 across, 0.01 is 1.03/1.06, 0.004
 * (0.03 + log10 4)/1.06. Below 16 columns of names the window goes from 46 to 520 - 18 - 7 * 4 - 8. */
static void test_axis(void **state) {
    static const char *const none[] = {"none", "learned", NULL};
    struct drawing_text d;
    struct swept w;
    (void)state;
    begin(&w, given, LABELS);
    w.only[2] = "pre";
    assert_true(over(&w, "learning_rate", 1, none));
    assert_true(w.chart.log_x);
    assert_int_equal(w.chart.ticks, 3);
    assert_near("tick", 1, w.chart.tick[1], 0.004, 1e-12);
    assert_near("first", 0, chart_across(&w.chart, 0.001), 0.03 / 1.06, 1e-9);
    assert_near("middle", 0, chart_across(&w.chart, 0.004), (0.03 + log10(4)) / 1.06, 1e-9);
    const char *svg = drawing_of_chart(&d, &w.chart, NULL);
    double right = 520 - 18 - 7 * 7, wide = right - 8 - 46; /* the longest name: learned */
    char tick[64];
    snprintf(tick, sizeof tick, "x='%.1f' y='", 46 + wide * 0.03 / 1.06);
    assert_has(svg, tick);
    assert_has(svg, ">0.001</text>");
    assert_has(svg, "data-t=\"none: 31.5 (95 %: ");
    assert_has(svg, ", learning_rate 0.01\"/>");
    drawing_free(&d);
    arena_free(&w.arena);
}

/* Words stand side by side, in the order in which members have them; the data have them as words. In a terminal 55 of
 * 60 columns are the window: pre is 0.03/1.06 * 109 = dot 3, column 5 + 1, and begins one before it; post is dot 106,
 * column 5 + 53, and moved to the left, since it ends with the line. */
static void test_words(void **state) {
    static const char *const rope[] = {"rope", NULL};
    struct drawing_text d;
    struct swept w;
    (void)state;
    begin(&w, given, LABELS);
    w.only[0] = "0.01";
    assert_true(over(&w, "norm", 1, rope));
    assert_false(w.chart.log_x);
    assert_int_equal(w.chart.ticks, 2);
    assert_string_equal(w.chart.word[0], "pre");
    assert_string_equal(w.chart.word[1], "post");
    assert_point(&w.chart.curve[0].point[0], 1, LOPSIDED(61));
    assert_point(&w.chart.curve[1].point[0], 2, LOPSIDED(50, 58));
    csv_chart(drawing_open(&d), &w.chart);
    assert_has(drawing_close(&d), "\nrope base=10000,seed,1,1,post,post,NA,NA,50\n");
    assert_has(d.text, "curve,kind,seed,n,norm_from,norm,low,high,accuracy_in_percent\n");
    drawing_free(&d);
    struct screen s = {.width = 60, .lines = 8};
    s.out = drawing_open(&d);
    screen_chart(&s, &w.chart);
    assert_has(drawing_close(&d), "\n     pre                                                post\n");
    drawing_free(&d);
    arena_free(&w.arena);
}

/* ---- Files */

/* A column each; empty where a model has no such setting. */
static void test_settings_csv(void **state) {
    struct drawing_text d;
    struct table t;
    struct swept w;
    (void)state;
    begin(&w, given, LABELS);
    fill_summary(&t, &w.c, &w.arena);
    table_csv(drawing_open(&d), &t);
    assert_has(drawing_close(&d),
               "name,mixer,encoding,policy,passed,passed_of,weights,learning_rate,base,norm,evaluated_at,");
    assert_has(d.text, "\nnone learning_rate=0.001,attention,none,extend,0,2,,0.001,,pre,in_range,");
    assert_has(d.text, "\nrope+clamp learning_rate=0.01 norm=post,attention,rope,clamp,2,2,,0.01,10000,post,4x,");
    assert_has(d.text, "\nlearned+extend,attention,learned,extend,2,2,,0.004,,pre,4x,");
    drawing_free(&d);
    arena_free(&w.arena);
}

/* An object of their own, numbers as numbers; of each seed, of which one failed. */
static void test_settings_json(void **state) {
    struct table t;
    struct swept w;
    (void)state;
    begin(&w, given, LABELS);
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
    arena_free(&w.arena);
}

/* No setting, no column. */
static void test_nothing_swept(void **state) {
    static const struct given plain[] = {{"none", "", {54, 56}, {28, 32}}, {"rope", " base=7", {54, 56}, {28, 32}}};
    struct table t;
    struct swept w;
    (void)state;
    begin(&w, plain, 2);
    assert_int_equal(w.all.count, 0);
    fill_members(&t, &w.c, true, &w.arena);
    json_t *json = table_json(&t);
    assert_null(json_object_get(json_array_get(json, 0), "settings"));
    json_decref(json);
    arena_free(&w.arena);
}

/* ---- Many models in fewer rows */

/* 12 rows, of which the first of each of 6 models are left, by kind; learned has no options and stays whole. */
static void test_brief(void **state) {
    struct drawing_text d;
    struct table all, brief;
    struct swept w;
    (void)state;
    begin(&w, given, LABELS);
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
    assert_has(drawing_close(&d), "\nnone\n"
                                  "  learning_rate=0.001             0/2 2     55.0 55.0 | 30.0\n"
                                  "  learning_rate=0.01              0/2 2     61.0 61.0 | 31.5\n"
                                  "rope+extend\n"
                                  "  learning_rate=0.001 base=100    0/2 2     91.0 91.0 | 42.0\n"
                                  "  learning_rate=0.01 base=100     1/1 1     99.0 99.0 | 61.0\n"
                                  "  learning_rate=0.01 norm=post    2/2 2     96.0 96.0 | 54.0\n"
                                  "learned+extend                    2/2 2     98.5 98.5 | 72.0\n");
    assert_string_equal(brief.notes,
                        arena_format(&w.arena,
                                     "The first policy of each model: compare.json and --csv have all 12 rows.\n%s",
                                     all.notes));
    assert_lacks(d.text, "clamp");
    drawing_free(&d);
    arena_free(&w.arena);
}

/* A policy that makes no sense for all of a kind, for some of it, for its only model. */
static void test_kinds_left_out(void **state) {
    struct table t;
    struct swept w;
    (void)state;
    begin(&w, given, LABELS);
    for (int k = 0; k < 3 * SEEDS; k++) /* both of none, the first of rope */
        w.c.member[k].result->row[1].applies = false;
    w.c.member[5 * SEEDS].result->row[1].applies = false; /* learned */
    compare_summarise(&w.c);
    fill_summary(&t, &w.c, &w.arena);
    assert_has(t.notes, "No rows, as it makes no sense: clamp for none, some of rope, learned.");
    arena_free(&w.arena);
}

int test_sweep(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),          cmocka_unit_test(test_points),
        cmocka_unit_test(test_seeds),          cmocka_unit_test(test_without),
        cmocka_unit_test(test_chosen),         cmocka_unit_test(test_values),
        cmocka_unit_test(test_axis),           cmocka_unit_test(test_words),
        cmocka_unit_test(test_settings_csv),   cmocka_unit_test(test_settings_json),
        cmocka_unit_test(test_nothing_swept),  cmocka_unit_test(test_brief),
        cmocka_unit_test(test_kinds_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
