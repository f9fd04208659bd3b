/* test_fill.c -- the lopsided comparison as a chart: points, chance at each length, intervals, seeds, words; and an
 * encoding as a heat map. */
#include "unit/tests.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "encoding/kinds.h"
#include "plot/chart_rows.h"
#include "plot/fill_extrapolation.h"
#include "plot/fill_learning.h"
#include "result/comparison_notes.h"
#include "study/read_results.h"
#include "study/result.h"
#include "train/train.h"
#include "unit/drawing.h"
#include "unit/golden.h"
#include "unit/lopsided.h"
#include "unit/near.h"
#include "unit/opened.h"
#include "unit/refused.h"
#include "view/pictures.h"

struct filled {
    struct comparison_result c;
    struct fill_rows rows;
    struct chart chart;
    struct arena arena;
};

/* The rows of these names, NULL-ended. */
static void fill(struct filled *f, const char *const *names) {
    struct error e;
    *f = (struct filled){0};
    lopsided_build(&f->c, &f->arena);
    if (!fill_choose(&f->rows, &f->c, names, &e))
        fail_msg("%s", e.text);
    fill_extrapolation(&f->chart, &f->c, &f->rows, METRIC_ACCURACY, &f->arena);
}

static void assert_point(const struct chart_point *p, double from, double x, struct summary s) {
    assert_near("from", 0, p->from, from, 1e-12);
    assert_near("x", 0, p->x, x, 1e-12);
    assert_near("y", 0, p->y, 100 * s.mean, 1e-9);
    assert_near("low", 0, p->low, 100 * s.low, 1e-9);
    assert_near("high", 0, p->high, 100 * s.high, 1e-9);
    assert_int_equal(p->n, s.n);
}

/* learned: seeds 2 and 3 alone; none, whose chance is 55 % in range, from where the axis begins to the end of training,
 * beyond it that of each length; without order: 58 % and 45 %, nothing at 64 words. Training 4..16, the longest 64:
 * 16 / 4^(1/4) = 11.3 begins the axis, so that training has a fifth of it; 45 - 63.5 lies below 0. */
TEST(points) {
    static const char *const names[] = {"learned", "rope base=100", "none", NULL};
    struct filled f;
    fill(&f, names);
    assert_golden_chart("fill-extrapolation.csv", &f.chart);
    assert_point(&f.chart.curve->point[0], 4, 16, LOPSIDED(95, 99));
    assert_point(&f.chart.curve->point[3], 64, 64, LOPSIDED(40, 50));
    assert_point(&f.chart.curve[1].point[3], 64, 64, LOPSIDED(30, 20, 31));
    arena_free(&f.arena);
}

/* The first seed failed. Lengths may be ranges, as of a test file. */
TEST(seeds) {
    static const char *const names[] = {"learned+interpolate", NULL};
    struct filled f;
    fill(&f, names);
    f.c.words[1].low = 17;
    fill_extrapolation(&f.chart, &f.c, &f.rows, METRIC_ACCURACY, &f.arena);
    assert_golden_chart("fill-seeds.csv", &f.chart);
    arena_free(&f.arena);
}

/* An encoding has its look whatever else is in the picture; another policy of it another marker. */
TEST(colours) {
    static const char *const alone[] = {"rope+interpolate base=100", NULL}, *const both[] = {
                                                                                "none", "rope+extend base=100",
                                                                                "rope+interpolate base=100", NULL};
    struct filled f;
    fill(&f, alone);
    assert_int_equal(f.chart.curve[0].sign.colour, encoding_sign(&encoding_rope).colour);
    assert_int_equal(f.chart.curve[0].sign.marker, encoding_sign(&encoding_rope).marker);
    arena_free(&f.arena);
    fill(&f, both);
    assert_int_equal(f.chart.curve[0].sign.colour, encoding_sign(&encoding_none).colour);
    assert_int_equal(f.chart.curve[2].sign.colour, encoding_sign(&encoding_rope).colour);
    assert_int_equal(f.chart.curve[2].sign.marker, (f.chart.curve[1].sign.marker + 1) % SIGN_MARKERS);
    arena_free(&f.arena);
}

/* What a reader sees of it. The window: x from 46 to 520 - 18 - 9 - 7 * 14 - 8 = 387 for 11..64 words; y from 69
 * (title, subtitle, the words above the zone) to 339 for 100..0 %. */
TEST(drawn) {
    static const char *const names[] = {"learned", NULL};
    struct filled f;
    struct drawing_text d;
    fill(&f, names);
    const char *svg = drawing_of_chart(&d, &f.chart, NULL);
    /* 2.3 to 100; seed 2: 70 */
    assert_golden("fill-drawn.svg", svg);
    /* without order: 58, 45 and nothing at 64 words */
    char trained[CHART_X];
    assert_string_equal(chart_trained(&f.chart, 20, trained), "trained: 4..16"); /* the axis begins at 11 */
    drawing_free(&d);
    arena_free(&f.arena);
}

/* A baseline whose level in range is not known yet is drawn at the lengths: while models train also at those of
 * training, else beyond them. */
TEST(baseline_without_range) {
    static const char *const names[] = {"learned", NULL};
    static const int points[2][2] = {{2 + 2, 2}, {2 + 2, 3}}; /* [training][unknown]: in range 2; 24 and 64 words; 16 */
    for (int k = 0; k < 4; k++) {
        bool training = k / 2, unknown = k % 2;
        struct filled f;
        fill(&f, names);
        if (unknown)
            f.c.baseline[CHANCE].of[METRIC_ACCURACY].at[IN_RANGE] = (double)NAN;
        f.rows.training = training;
        fill_extrapolation(&f.chart, &f.c, &f.rows, METRIC_ACCURACY, &f.arena);
        const struct chart_curve *chance = f.chart.baseline;
        assert_int_equal(chance->points, points[training][unknown]);
        if (unknown)
            assert_near("first", k, chance->point[0].x, training ? 16 : 24, 0);
        arena_free(&f.arena);
    }
}

/* Each model as it is and under the policy of the first screen; none has no other. */
TEST(under_policy) {
    static const char *const name[] = {"learned+extend", "learned+interpolate", "rope+extend base=100",
                                       "rope+interpolate base=100", "none"};
    struct filled f = {0};
    lopsided_build(&f.c, &f.arena);
    fill_under_policy(&f.rows, &f.c);
    assert_int_equal(f.rows.count, 5);
    for (int i = 0; i < 5; i++)
        assert_string_equal(f.c.row[f.rows.row[i]].name, name[i]);
    assert_ptr_equal(f.rows.policy, &policy_interpolate);
    fill_extrapolation(&f.chart, &f.c, &f.rows, METRIC_ACCURACY, &f.arena);
    assert_int_equal(chart_panels(&f.chart), 3);
    for (int i = 0; i < 5; i++)
        assert_int_equal(f.chart.curve[i].joins, i == 1 || i == 3);
    assert_true(f.chart.curve[3].sign.dash != f.chart.curve[2].sign.dash);
    assert_int_equal(f.chart.curve[3].sign.colour, f.chart.curve[2].sign.colour);
    assert_non_null(strstr(f.chart.note, "Dashed: with interpolate ("));
    arena_free(&f.arena);
}

TEST(rows_are_chosen) {
    static const char *const typo[] = {"lerned", NULL};
    struct filled f = {0};
    struct error e;
    lopsided_build(&f.c, &f.arena);
    assert_refused("typo", fill_choose(&f.rows, &f.c, typo, &e), &e, EXIT_USAGE, "'lerned' ... learned?");
    first_policy_rows(&f.rows, &f.c);
    assert_int_equal(f.rows.count, 3);
    arena_free(&f.arena);
}

/* ---- While learning */

enum { STEPS = 120, POINTS = 60 };

/* Two seeds of 120 steps each: accuracy at a step is a 1000th of it, and a tenth more for the second seed. */
static void write_log(const char *folder, int seed) {
    char path[PATH_MAX_LENGTH], text[STEPS * 64] = "";
    struct error e;
    for (int step = 1; step <= STEPS; step++)
        text_append(text, sizeof text, "{\"step\": %d, \"accuracy\": %.3f}\n", step, step / 1000.0 + 0.1 * (seed - 1));
    assert_true(file_make_folder(folder, &e) && file_path(path, folder, RUN_LOG_FILE, &e) &&
                file_write(path, text, strlen(text), &e));
}

/* Each point is a 60th of the steps, here two of them, and stands in their middle. */
TEST(learning) {
    char folder[PATH_MAX_LENGTH], member[PATH_MAX_LENGTH];
    struct result *f = calloc(1, sizeof *f);
    struct comparison_result *c = &f->result;
    struct fill_rows rows;
    struct fill_learners learners;
    struct chart chart;
    struct error e;
    lopsided_build(c, &f->arena);
    snprintf(c->folder, sizeof c->folder, "%s", fresh_folder(folder));
    for (int k = 0; k < c->members; k++) { /* the first curve has the most steps; of its seeds only 3 has a log */
        bool is_none = strcmp(c->member[k].label, "none") == 0, learned = k == 2;
        c->member[k].steps = k < 3 ? 2 * STEPS : STEPS;
        if (learned || (is_none && c->member[k].seed < 3)) {
            assert_true(member_folder(member, c, &c->member[k], &e));
            write_log(member, c->member[k].seed);
        }
    }
    c->member[2].status = STATUS_RUNNING;
    first_policy_rows(&rows, c);
    fill_learners(&learners, &f->result, &rows);
    if (!fill_learning(&chart, f, &learners, &f->arena, &e))
        fail_msg("%s", e.text);
    assert_golden_chart("fill-learning.csv", &chart); /* learned has half of its steps so far, four in each point */
    for (int k = 0; k < POINTS; k++) {                /* steps 2k + 1 and 2k + 2, each a line of 64 examples */
        const double x[] = {0.001 * (2 * k + 1.5), 0.001 * (2 * k + 1.5) + 0.1};
        assert_point(&chart.curve[1].point[k], 2 * k + 1, 2 * k + 1,
                     seeds_summary(&(struct seeds){x, 2, 0, 1, 2 * 64, (double)NAN}));
    }
    c->member[4].steps = 400;
    assert_string_equal(fill_subtitle(c, &f->arena),
                        "task order, seeds 1..3, 120 to 400 steps, 7 of 9 models finished");
    remove_folder(folder);
    arena_free(&f->arena);
    free(f);
}

/* ---- A model */

/* Example 2 of attention is number 2 in range of this run's evaluation, which belongs to both of its seeds. */
TEST(attention_example) {
    static struct run r;
    struct heat m;
    struct batch b;
    struct error e;
    struct model_example x;
    const char *text[2];
    char words[512] = "", buffer[TASK_WORD_MAX], most[128];
    int largest = 0;
    open_run(&r, (const char *const[]){"task.name=first", "eval.seed=3", "train.seed=5", NULL});
    batch_build(&b, &r.task, 1, 16, &r.arena);
    batch_add_evaluation(&b, &r.task, r.scheme, (struct batch_seeds){3, 5}, 0, 2);
    for (int i = 0; i < b.rows; i++)
        text_append(words, sizeof words, "%s%s", i ? " " : "", r.task.kind->word(&r.task, b.token[i], buffer));
    assert_int_equal(model_example_texts(text, &r, 2, &r.arena), b.answer[0]);
    assert_true(model_example_open(&x, &r, text, 0, &policy_refuse, &r.arena, &e));
    fill_attention(&m, &x, 1, 4, b.answer[0], &r.arena); /* heads 2, 3 and 4 */
    if (strncmp(m.note, words, strlen(words)) != 0 || m.note[strlen(words)] != '.')
        fail_msg("%s\n%s", m.note, words);
    for (int i = 1; i < 3 * b.rows; i++)
        largest = m.m.value[i] > m.m.value[largest] ? i : largest;
    snprintf(most, sizeof most, " The largest weight, %.0f %%, goes from [CLS] to %s (head %d).",
             100 * m.m.value[largest], r.task.kind->word(&r.task, b.token[largest % b.rows], buffer),
             2 + largest / b.rows);
    assert_string_equal(strstr(m.note, " The largest"), most);
    run_free(&r);
}

GROUP(fill, NULL, NULL)
