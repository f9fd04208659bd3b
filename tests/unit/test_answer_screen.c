/* test_answer_screen.c -- the first screen of a comparison as a terminal has it, whole, short and narrow; and the same
 * sentences in JSON. */
#include "base/utf8.h"
#include "result/answer.h"
#include "result/comparison_document.h"
#include "result/comparison_notes.h"
#include "unit/drawing.h"
#include "unit/golden.h"
#include "unit/lopsided.h"
#include "unit/made_comparison.h"

/* The screen of a comparison, drawn for a terminal of that size. */
static const char *screen_of(struct drawing_text *d, int width, int height) {
    struct screen s = {.out = drawing_open(d), .width = width, .height = height, .utf8 = true};
    answer_terminal(&s, &c, 1U << METRIC_ACCURACY, 1, &arena);
    return drawing_close(d);
}

static void assert_lines(const char *all, int width, int most) {
    const char *text = all;
    int lines = 0;
    for (const char *stop; (stop = strchr(text, '\n')); text = stop + 1, lines++) {
        char line[400];
        snprintf(line, sizeof line, "%.*s", (int)(stop - text), text);
        if (utf8_columns(line) > width || (stop > text && stop[-1] == ' '))
            fail_msg("at %d columns: '%s'", width, line);
    }
    if (lines > most)
        fail_msg("%d lines, not %d, at %d columns:\n%s", lines, most, width, all);
}

/* All of it: a row a model, means that end and intervals that begin at one column, ends rounded outwards, sentences,
 * legend. The ends of intervals are those of seeds_summary. */
TEST_WITH(screen, NULL, drop) {
    static const struct given three[MODELS] = {NONE,
                                               {"learned", ALL(100), {NEAR(75), NEAR(96)}},
                                               {"rope", ALL(100), {NEAR(60), NEAR(98), NEAR(90)}},
                                               {"alibi", NEAR(98), {NEAR(40), NEAR(60), NEAR(90)}}};
    struct drawing_text d;
    build(three, SEEDS);
    compare_summarise(&c);
    assert_golden("answer-screen.txt", screen_of(&d, 160, 24));
    drawing_free(&d);
    build(three, 1);
    compare_summarise(&c);
    assert_has(screen_of(&d, 80, 24), "\nOne seed: no intervals, no tests. More: --full\n");
    drawing_free(&d);
}

/* Several seeds with equal results are not said to be one seed. */
TEST_WITH(same_ends, NULL, drop) {
    static const struct given two[MODELS] = {{"learned", ALL(100), {ALL(100)}}, {"rope", ALL(100), {ALL(100)}}};
    struct drawing_text d;
    build(two, 3);
    compare_summarise(&c);
    assert_has(screen_of(&d, 80, 24),
               "\nMean of 3 seeds; intervals that round to the mean are not shown. More: --full\n");
    drawing_free(&d);
}

/* Seeds that differ by a tenth of a point resolve less than a point, which is rounded up to one: it is no points. */
TEST_WITH(one_point, NULL, drop) {
    static const struct given two[MODELS] = {{"none", ALL(50), {ALL(50)}},
                                             {"learned", ALL(100), {{75, 75.1, 74.9, 75.1, 74.9}}},
                                             {"rope", ALL(100), {{90, 90.1, 89.9, 90.1, 89.9}}}};
    struct drawing_text d;
    build(two, SEEDS);
    for (int i = 0; i < c.members; i++)
        c.member[i].result->examples = 1 << 30; /* their number does not blur it */
    compare_summarise(&c);
    assert_has(screen_of(&d, 80, 24), ", resolving 1 point. More: --full\n");
    drawing_free(&d);
}

/* So many models of a list, each squeezed 10 points better; the later the better. */
static void build_many(bool typed) {
    static const char *const names[MODELS - 1] = {"learned", "sinusoidal", "index", "ratio", "t5", "alibi", "rope"};
    struct given model[MODELS + 1] = {NONE};
    for (int i = 0; i < MODELS - 1; i++) {
        const double at = 60 + 3 * i;
        model[i + 1] = (struct given){names[i], ALL(100), {NEAR(at), NEAR(at + 10)}};
    }
    build(model, SEEDS);
    snprintf(c.compare.members, sizeof c.compare.members, "%s", typed ? "none, learned" : "all");
    compare_summarise(&c);
}

static bool shows(const char *screen, const char *name) {
    return strstr(screen, arena_format(&arena, "\n%s  ", name)) != NULL;
}

/* Where it is too high, models that were not typed go, the lowest first and never the control: each that is shown is
 * better than each that is not, and sentences name only the former. How many went is said. */
/* says help compare: or of a grid) are left out, those that are worst at the longest length first */
TEST_WITH(height, NULL, drop) {
    bool few = false, all = false;
    for (int height = 12; height < 30; height++) {
        struct drawing_text d;
        int hidden = 0;
        build_many(false);
        const char *screen = screen_of(&d, 80, height), *said = strstr(screen, "\n1 ");
        assert_true(shows(screen, "none"));
        for (int i = 1; i < c.labels; i++) {
            const char *label = c.series[i].first->label;
            hidden += !shows(screen, label);
            assert_int_equal(shows(screen, label), i > hidden);
            if (!shows(screen, label) && strstr(said, arena_format(&arena, " %s", label)))
                fail_msg("%s is not shown and named:\n%s", label, screen);
        }
        if (hidden < c.labels - 1)
            assert_lines(screen, 80, height - 2);
        if (hidden)
            assert_has(screen, arena_format(&arena, " %d more: --full\n", hidden));
        else
            assert_lacks(screen, " more: ");
        few = few || hidden > 3;
        all = all || !hidden;
        drawing_free(&d);
        arena_free(&arena);
    }
    assert_true(few && all);
}

/* What was typed stays, however high that is; baselines but chance may go. */
TEST_WITH(typed_ones, NULL, drop) {
    struct drawing_text d;
    build_many(true);
    c.baseline[c.baselines++] = (struct baseline_levels){"blind to segments", {{{.75, .75, .75, .75}}}};
    const char *screen = screen_of(&d, 80, 12);
    for (int i = 0; i < c.labels; i++)
        assert_true(shows(screen, c.series[i].first->label));
    assert_true(shows(screen, "chance"));
    assert_false(shows(screen, "blind to segments"));
    drawing_free(&d);
    assert_true(shows(screen_of(&d, 80, 60), "blind to segments"));
    drawing_free(&d);
}

/* A list of more than 50 was written by a program. */
TEST_WITH(typed_by_a_program, NULL, drop) {
    for (int models = 50; models <= 51; models++) {
        struct drawing_text d;
        build(alike(models), 2);
        snprintf(c.compare.members, sizeof c.compare.members, "none, learned");
        compare_summarise(&c);
        assert_int_equal(strstr(screen_of(&d, 80, 24), " more: --full\n") != NULL, models == 51);
        drawing_free(&d);
        arena_free(&arena);
    }
}

/* At every width no line is wider than the screen, and lengths go before intervals do. */
TEST_WITH(width, NULL, drop) {
    for (int width = 40; width <= 100; width++) {
        struct drawing_text d;
        build_many(true);
        assert_lines(screen_of(&d, width, 60), width, 60);
        if (width >= 60)
            assert_has(d.text, "75 [73-77]");
        drawing_free(&d);
        arena_free(&arena);
    }
}

/* Heads are short below 60 columns. Of models for which another policy is better two have a row for it. */
/* says help compare: accuracy in range (at the trained lengths) and beyond, with 95 % intervals */
/* says help compare: the longest length again under one extrapolation policy */
/* says help glossary: Evaluated at lengths that are longer than all of training */
/* says help glossary: Longer texts than in training, and nothing is done about it: the policy extend */
/* says help glossary: The next column has the longest length again, under one policy that is the same for all models */
/* says README.md: The last column, dashed in the picture, is a *policy* for positions beyond training */
/* says README.md: and measures each encoding on texts longer than any in training */
TEST_WITH(heads_and_rows, NULL, drop) {
    struct given model[] = {{"learned", ALL(100), {NEAR(60), NEAR(70), NEAR(95)}},
                            {"rope", ALL(100), {NEAR(60), NEAR(70), NEAR(95)}},
                            {"alibi", ALL(100), {NEAR(60), NEAR(70), NEAR(95)}},
                            {0}};
    struct drawing_text d;
    build(model, SEEDS);
    compare_summarise(&c);
    for (int width = 59; width <= 60; width++) {
        const char *screen = screen_of(&d, width, 60), *row = screen;
        int rows = 0;
        assert_int_equal(strstr(screen, "right answers, %") != NULL, width == 60);
        while ((row = strstr(row, "\n  + clamp")) != NULL) {
            row++;
            rows++;
        }
        assert_int_equal(rows, 2);
        drawing_free(&d);
    }
}

/* A model of which no seed has a result keeps its row and says why. */
TEST_WITH(missing, NULL, drop) {
    static const char *const said[] = {
        NULL, "No result: learned seed 1 (killed by signal 9); means leave it out.",
        "No result: learned seed 1 (killed by signal 9) and 1 more; means leave them out.",
        "No result: learned seed 1 (killed by signal 9) and 4 more; means leave them out."};
    static const struct given model[] = {{"learned", ALL(100), {NEAR(60)}}, {"rope", ALL(100), {NEAR(60)}}, {0}};
    static const int of[] = {0, 1, 2, 5};
    for (int n = 0; n < 4; n++) {
        struct drawing_text d;
        build(model, SEEDS);
        for (int k = 0; k < of[n]; k++) {
            c.member[k].status = STATUS_FAILED;
            c.member[k].failure = "killed by signal 9";
        }
        compare_summarise(&c);
        screen_of(&d, 200, 40);
        if (n)
            assert_has(d.text, said[n]);
        else
            assert_lacks(d.text, "No result");
        assert_int_equal(strstr(d.text, "\nlearned           no result: killed by signal 9\n") != NULL, of[n] == SEEDS);
        drawing_free(&d);
        arena_free(&arena);
    }
}

/* A control to which no evaluated policy applies has its number in range all the same. */
TEST_WITH(no_policy_applies, NULL, drop) {
    static const struct given model[] = {{"none", NEAR(60), {{0}, NEAR(60)}}, {"rope", ALL(100), {{0}, NEAR(60)}}, {0}};
    struct drawing_text d;
    build(model, SEEDS);
    for (int i = 0; i < SEEDS; i++) {
        struct evaluation_row *row = c.member[i].result->row;
        row->applies = false;
        set_value(row->at[LENGTHS], (double)NAN);
    }
    compare_summarise(&c);
    assert_has(screen_of(&d, 120, 24), "\n1 At trained lengths none (no positions) gets 60 %; rope reaches 100 %.\n");
    drawing_free(&d);
}

/* What a reader should know of examples and kernels: each a line of its own. */
TEST_WITH(notes, NULL, drop) {
    struct drawing_text d;
    lopsided_build(&c, &arena);
    c.left_out = 7;
    c.member[3].result->seen = 0.25;
    snprintf(c.note, sizeof c.note, "1500 training rows of 3..10 words.");
    snprintf(c.kernels, sizeof c.kernels, "%s", KERNELS_MIXED);
    assert_has(screen_of(&d, 1000, 40),
               arena_format(&arena,
                            "\nNot evaluated: 7 examples of the test file, whose lengths are not in eval.lengths.\n"
                            "Of the examples in range, 25 %% were also in training, so a model may have memorised "
                            "them.\n1500 training rows of 3..10 words.\n%s\n",
                            fill_kernels(c.kernels)));
    drawing_free(&d);
    assert_golden("answer-screen-notes.txt", screen_of(&d, 80, 40));
    drawing_free(&d);
}

/* The same sentences in JSON, and the statements behind them. */
TEST_WITH(same_in_json, NULL, drop) {
    struct comparison_tables tables;
    struct drawing_text d;
    lopsided_build(&c, &arena);
    comparison_fill(&tables, &c, &arena);
    json_t *json = comparison_json(&c, &tables), *findings = json_object_get(json, "findings"), *finding;
    const char *screen = screen_of(&d, 1000, 30);
    size_t i;
    assert_int_equal(json_array_size(findings), 3);
    json_array_foreach(findings, i, finding)
        assert_has(screen, arena_format(&arena, "\n%d %s\n", (int)i + 1, json_string_value(finding)));
    char *text = json_dumps(json_object_get(json, "statements"), JSON_COMPACT);
    assert_string_equal(text,
                        "[{\"kind\":\"guesses\",\"models\":[\"none\"],\"tests\":null},"
                        "{\"kind\":\"learned\",\"models\":[\"learned\"],\"tests\":null},"
                        "{\"kind\":\"learned_in_part\",\"models\":[\"rope base=100\"],\"tests\":null},"
                        "{\"kind\":\"falls\",\"models\":[\"rope base=100\"],\"tests\":2},"
                        "{\"kind\":\"open\",\"models\":[\"learned\"],\"tests\":2},"
                        "{\"kind\":\"helps\",\"models\":[\"rope base=100\"],\"policy\":\"interpolate\",\"tests\":2}]");
    free(text);
    json_decref(json);
    drawing_free(&d);
}

GROUP(answer_screen, NULL, NULL)
