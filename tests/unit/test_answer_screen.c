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

/* All of it: names of rows, means that end and intervals that begin at one column, sentences, legend. The ends of
 * intervals are those of seeds_summary. */
TEST_WITH(screen, NULL, drop) {
    static const struct given two[MODELS] = {
        NONE, {"learned", ALL(100), {NEAR(75), NEAR(96)}}, {"rope", ALL(100), {NEAR(60), NEAR(98), NEAR(90)}}};
    struct drawing_text d;
    build(two, SEEDS);
    compare_summarise(&c);
    assert_golden("answer-screen.txt", screen_of(&d, 160, 24));
    drawing_free(&d);
    build(two, 1);
    compare_summarise(&c);
    assert_has(screen_of(&d, 80, 24), "\n3 At 64 words (4x) they fall to 60..75 %.\n"
                                      "One seed: no intervals. All lengths, tests, seeds: --full\n");
    drawing_free(&d);
}

/* At 80 by 24 room is left for the next command and the prompt: what is open goes first, then the models that end
 * lowest, but never the first. */
TEST_WITH(height, NULL, drop) {
    struct given model[MODELS + 1] = {NONE};
    static const char *const names[] = {"learned", "sinusoidal", "index", "ratio", "t5", "alibi", "rope"};
    struct drawing_text d;
    lopsided_build(&c, &arena); /* four rows stay, and that a seed has no result takes a line */
    assert_lines(screen_of(&d, 80, 24), 80, 22);
    assert_has(d.text, "\nNo result: learned seed 1 (killed by signal 9); means leave it out.\n1 ");
    assert_has(d.text, "\n5 + interpolate");
    assert_lacks(d.text, "\n6 Open: ");
    drawing_free(&d);
    assert_lines(screen_of(&d, 80, 27), 80, 24);
    assert_has(d.text, "\n6 Open: ");
    drawing_free(&d);
    for (int i = 0; i < MODELS - 1; i++) { /* each squeezed 10 points better; the later the better */
        const double at = 60 + 3 * i;
        model[i + 1] = (struct given){names[i], ALL(100), {NEAR(at), NEAR(at + 10)}};
    }
    build(model, SEEDS);
    compare_summarise(&c);
    for (int width = 80; width <= 120; width += 20) {
        assert_lines(screen_of(&d, width, 24), width, 22);
        assert_has(d.text, "\nnone  ");
        assert_has(d.text, "\nrope  ");
        assert_lacks(d.text, "\nlearned  ");
        int left_out = 0;
        for (int i = 0; i < MODELS - 1; i++) {
            bool shown = strstr(d.text, arena_format(&arena, "\n%s  ", names[i]));
            left_out += !shown;
            assert_int_equal(shown, left_out <= i); /* none below one that is shown */
        }
        assert_has(d.text, arena_format(&arena,
                                        "\n"
                                        "Not shown: %d model%s lower at the longest length.",
                                        left_out, left_out == 1 ? " that is" : "s that are"));
        drawing_free(&d);
    }
    assert_lines(screen_of(&d, 80, 100), 80, 97);
    assert_has(d.text, "\nlearned  ");
    assert_lacks(d.text, "Not shown");
    drawing_free(&d);
}

/* Models without a result, in each number: who is named and how many more there are. */
TEST_WITH(missing, NULL, drop) {
    static const char *const said[] = {
        NULL, "No result: learned seed 1 (killed by signal 9); means leave it out.",
        "No result: learned seed 1 (killed by signal 9) and 1 more; means leave them out.",
        "No result: learned seed 1 (killed by signal 9) and 2 more; means leave them out."};
    static const struct given model[] = {{"learned", ALL(100), {NEAR(60)}}, {"rope", ALL(100), {NEAR(60)}}, {0}};
    build(model, SEEDS);
    compare_summarise(&c);
    c.member[0].failure = "killed by signal 9";
    for (int n = 0; n < 4; n++) {
        struct drawing_text d;
        for (int k = 0; k < n; k++) /* the first, and others of another model */
            c.member[k ? SEEDS + k : 0].status = STATUS_FAILED;
        screen_of(&d, 200, 40);
        if (n)
            assert_has(d.text, said[n]);
        else
            assert_lacks(d.text, "No result");
        drawing_free(&d);
    }
}

/* Models lower than those that are shown, in each number. */
TEST_WITH(not_shown, NULL, drop) {
    static const char *const names[] = {"learned", "sinusoidal", "index", "ratio", "t5", "alibi"};
    struct given model[MODELS] = {NONE};
    bool one = false, several = false;
    for (int i = 0; i < 6; i++)
        model[i + 1] = (struct given){names[i], ALL(100), {NEAR(60 + 3 * i), NEAR(70 + 3 * i)}};
    build(model, SEEDS);
    compare_summarise(&c);
    for (int height = 18; height < 40; height++) {
        struct drawing_text d;
        int left_out = 0;
        screen_of(&d, 120, height);
        for (int i = 0; i < 6; i++)
            left_out += !strstr(d.text, arena_format(&arena, "\n%s  ", names[i]));
        if (left_out)
            assert_has(d.text, arena_format(&arena, "Not shown: %d model%s lower", left_out,
                                            left_out == 1 ? " that is" : "s that are"));
        else
            assert_lacks(d.text, "Not shown");
        one |= left_out == 1;
        several |= left_out > 1;
        drawing_free(&d);
    }
    assert_true(one && several);
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

/* The same sentences in JSON. */
TEST_WITH(same_in_json, NULL, drop) {
    struct comparison_tables tables;
    struct drawing_text d;
    lopsided_build(&c, &arena);
    comparison_fill(&tables, &c, &arena);
    json_t *json = comparison_json(&c, &tables), *findings = json_object_get(json, "findings"), *finding;
    const char *screen = screen_of(&d, 1000, 30);
    size_t i;
    assert_int_equal(json_array_size(findings), 6);
    json_array_foreach(findings, i, finding)
        assert_has(screen, arena_format(&arena, "\n%d %s\n", (int)i + 1, json_string_value(finding)));
    json_decref(json);
    drawing_free(&d);
}

GROUP(answer_screen, NULL, NULL)
