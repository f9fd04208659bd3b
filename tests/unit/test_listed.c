/* test_listed.c -- what a listing has at its limit, and with one more: all of it, then a sentence or a choice. */
#include "plot/chart_rows.h"
#include "result/answer.h"
#include "result/comparison_document.h"
#include "unit/drawing.h"
#include "unit/made_comparison.h"

/* All tables of so many models; the last `failed` of their seeds have no result, and so many pairs are drawn. */
static const char *tables_of(struct drawing_text *d, int models, int failed, int pairs) {
    struct screen s = {.out = drawing_open(d), .width = 200, .height = 0, .utf8 = true};
    struct comparison_tables of;
    struct error e;
    build(alike(models), 2);
    assert_true(task_build(&c.task, c.settings.task, c.settings.task_options, &(struct task_input){0}, &arena, &e));
    for (struct member *m = c.member + c.members - failed; m < c.member + c.members; m++) {
        m->status = STATUS_FAILED;
        m->failure = "killed";
        m->result = NULL;
    }
    compare_summarise(&c);
    comparison_fill(&of, &c, &arena);
    assert_true(of.pairs.rows >= pairs);
    of.pairs.rows = pairs;
    comparison_terminal(&s, &c, &of, 1U << METRIC_ACCURACY, &arena);
    return drawing_close(d);
}

TEST_WITH(tables, NULL, drop) {
    static const struct {
        int models, failed, pairs;
        const char *has, *lacks;
    } rows[] = {
        {100, 0, 0, "\nlearned 99 ", "The first policy of each model"},
        {101, 0, 0, "101 rows: too many for a terminal.", "\nlearned 99 "},
        {24, 0, 0, "\nlearned 23: ", NULL},
        {25, 0, 0, "\nlearned 24 ", "\nlearned 24: "},
        {26, 0, 24, "Differences from learned 0", "Differences between"},
        {26, 0, 25, "Differences between 25 pairs of rows", "Differences from"},
        {30, 24, 0, "learned 29, seed 2: no result: killed", " models; compare.json"},
        {30, 25, 0, "25 models; compare.json and the report", "learned 29, seed 2: no result"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct drawing_text d;
        const char *text = tables_of(&d, rows[i].models, rows[i].failed, rows[i].pairs);
        about(rows[i].has);
        assert_has(text, rows[i].has);
        if (rows[i].lacks)
            assert_lacks(text, rows[i].lacks);
        drawing_free(&d);
        arena_free(&arena);
    }
    about(NULL);
}

/* Ten curves are all drawn; of more, the best of each encoding, or the first policy of each model. */
TEST_WITH(curves, NULL, drop) {
    static const struct {
        int models, policies, all, first;
    } rows[] = {{10, 1, 10, 10}, {11, 1, 1, 1}, {5, 2, 10, 5}, {6, 2, 6, 6}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct given *model = arena_alloc(&arena, 12, sizeof *model);
        struct fill_rows all, first;
        struct error e;
        for (int k = 0; k < rows[i].models; k++)
            model[k] = (struct given){arena_format(&arena, "learned %d", k), ALL(100), {NEAR(75)}};
        for (int k = 0; k < rows[i].models && rows[i].policies > 1; k++)
            model[k].at_64[1][0] = model[k].at_64[1][1] = 90;
        build(model, 2);
        compare_summarise(&c);
        assert_true(fill_choose(&all, &c, (const char *const[]){NULL}, &e));
        first_policy_rows(&first, &c);
        assert_int_equal(all.count, rows[i].all);
        assert_int_equal(first.count, rows[i].first);
        arena_free(&arena);
    }
}

/* The first screen has a line more, with the policy that is better than that of the column, of two models at most. */
TEST_WITH(better, NULL, drop) {
    for (int models = 1; models <= 3; models++) {
        struct given model[8] = {{0}};
        struct drawing_text d;
        for (int k = 0; k < 7; k++)
            model[k] =
                k < models
                    ? (struct given){arena_format(&arena, "alibi %d", k), ALL(100), {NEAR(40), NEAR(60), NEAR(90)}}
                    : (struct given){arena_format(&arena, "learned %d", k), ALL(100), {NEAR(60), NEAR(98)}};
        build(model, SEEDS);
        compare_summarise(&c);
        struct screen s = {.out = drawing_open(&d), .width = 120, .height = 60, .utf8 = true};
        answer_terminal(&s, &c, 1U << METRIC_ACCURACY, 1, &arena);
        const char *text = drawing_close(&d);
        if (drawing_count(text, "\n  + clamp") != (models < 2 ? models : 2))
            fail_msg("%d models: %s", models, text);
        drawing_free(&d);
        arena_free(&arena);
    }
}

GROUP(listed, NULL, NULL)
