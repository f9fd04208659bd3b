/* test_prediction.c -- a prediction made by hand, of two targets at positions that are not their rows: what is read
 * from it as JSON, as lines for people, and as a score. */
#include "unit/tests.h"

#include <stdlib.h>
#include <string.h>

#include "example/prediction.h"
#include "unit/opened.h"
#include "unit/written.h"

enum { ROWS = 3, TARGETS = 2, HEADS = 2, CLASSES = 3 };

/* Words w2 w3 w1 at positions 0, 4 and 9; the targets are rows 1 and 2. */
static int token[ROWS] = {1, 2, 0}, segment[ROWS], position[ROWS] = {0, 4, 9}, target[TARGETS] = {1, 2},
           best[TARGETS] = {2, 0}, start[2] = {0, ROWS}, target_start[2] = {0, TARGETS};
static real probability[TARGETS * CLASSES] = {0.25, 0.25, 0.5, 0.75, 0.125, 0.125};
static real weight[TARGETS * HEADS * ROWS] = {
    0.25, 0.5, 0.25, 0.75,  0.25, 0, /* the first target's heads: a tie, a row that is not seen */
    0,    0,   1,    0.125, 0.25, 0.625,
};
static const struct batch made_batch = {.sequences = 1,
                                        .rows = ROWS,
                                        .start = start,
                                        .token = token,
                                        .segment = segment,
                                        .position = position,
                                        .targets = TARGETS,
                                        .target_start = target_start,
                                        .target = target};
static const struct prediction made = {
    .batch = &made_batch,
    .classes = CLASSES,
    .heads = HEADS,
    .probability = probability,
    .best = best,
    .weight = weight,
};

static const char *const with_label[LABELLED_COLUMNS] = {"w3 w2", "w2 w3 w1", ""};

static const char as_json[] =
    "{'text_a': 'w2 w3 w1', 'text_b': '', 'label': 'w3 w2', 'correct_answers': 1,"
    " 'words': ['w2', 'w3', 'w1'], 'segments': [0, 0, 0], 'positions': [0, 4, 9], 'targets': ["
    " {'row': 1, 'position': 4, 'segment': 0, 'word': 'w3', 'answer': 'w3', 'probability': 0.5, 'probabilities': ["
    "  {'answer': 'w3', 'probability': 0.5}, {'answer': 'w1', 'probability': 0.25}, {'answer': 'w2', 'probability': "
    "0.25}],"
    "  'attention': ["
    "   {'head': 1, 'words': [{'row': 1, 'segment': 0, 'word': 'w3', 'weight': 0.5}, {'row': 0, 'segment': 0, 'word': "
    "'w2', 'weight': 0.25}]},"
    "   {'head': 2, 'words': [{'row': 0, 'segment': 0, 'word': 'w2', 'weight': 0.75}, {'row': 1, 'segment': 0, 'word': "
    "'w3', 'weight': 0.25}]}]},"
    " {'row': 2, 'position': 9, 'segment': 0, 'word': 'w1', 'answer': 'w1', 'probability': 0.75, 'probabilities': ["
    "  {'answer': 'w1', 'probability': 0.75}, {'answer': 'w2', 'probability': 0.125},"
    "  {'answer': 'w3', 'probability': 0.125}],"
    "  'attention': ["
    "   {'head': 1, 'words': [{'row': 2, 'segment': 0, 'word': 'w1', 'weight': 1.0}]},"
    "   {'head': 2, 'words': [{'row': 2, 'segment': 0, 'word': 'w1', 'weight': 0.625}, {'row': 1, 'segment': 0, "
    "'word': 'w3', 'weight': "
    "0.25}]}]}]}";

#define QUESTION "which word is at this position of the reversed sequence?\n"
static const char as_lines[] = "w3 at position 4: " QUESTION "  ->  w3   (w3 50.0 %, w1 25.0 %, w2 25.0 %)\n"
                               "  head 1 attends to w3 (row 1) 0.50, w2 (row 0) 0.25\n"
                               "  head 2 attends to w2 (row 0) 0.75, w3 (row 1) 0.25\n"
                               "w1 at position 9: " QUESTION "  ->  w1   (w1 75.0 %, w2 12.5 %, w3 12.5 %)\n"
                               "  head 1 attends to w1 (row 2) 1.00\n"
                               "  head 2 attends to w1 (row 2) 0.62, w3 (row 1) 0.25\n";

static struct run run;

static int open_reverse(void **state) {
    open_run(&run, (const char *const[]){"task.name=reverse", "task.vocabulary=3", NULL});
    return 0;
}

static int close_reverse(void **state) {
    run_free(&run);
    return 0;
}

static json_t *json_of(const char *text) {
    char *copy = strdup(text);
    for (char *c = copy; *c; c++)
        *c = *c == '\'' ? '"' : *c;
    json_t *json = json_loads(copy, 0, NULL);
    assert_non_null(json);
    free(copy);
    return json;
}

static json_t *got_json(const char *const text[LABELLED_COLUMNS], int correct) {
    struct json_writer w;
    json_open(&w, true);
    prediction_put(&w, &made, &run.task, text, (struct prediction_most){10, 2}, correct);
    return json_written(&w);
}

static void test_prediction_json(void **state) {
    json_t *expected = json_of(as_json), *got = got_json(with_label, 1);
    if (!json_equal(got, expected))
        fail_msg("%s", json_dumps(got, 0));
    json_decref(got);
    json_object_del(expected, "label");
    json_object_del(expected, "correct_answers");
    got = got_json((const char *const[]){NULL, "w2 w3 w1", ""}, 0);
    assert_true(json_equal(got, expected));
    json_decref(got);
    json_decref(expected);
}

/* A word that a head attends to is of its own passage, whichever the target is of. */
static void test_passages(void **state) {
    json_t *json;
    char *text;
    segment[1] = 1;
    json = got_json(with_label, 1);
    text = json_dumps(json, 0);
    assert_non_null(strstr(text, "{\"row\": 1, \"segment\": 1, \"word\": \"w3\", \"weight\": 0.5}"));
    assert_non_null(strstr(text, "{\"row\": 0, \"segment\": 0, \"word\": \"w2\", \"weight\": 0.25}"));
    segment[1] = 0;
    json_decref(json);
    free(text);
}

static void assert_lines(const char *const text[LABELLED_COLUMNS], int correct, const char *end) {
    char *lines, expected[2 * sizeof as_lines];
    size_t size;
    const struct screen s = {.out = open_memstream(&lines, &size), .width = 80};
    prediction_print(&s, &made, &run.task, text[LABELLED_LABEL], (struct prediction_most){3, 2}, correct);
    fclose(s.out);
    snprintf(expected, sizeof expected, "%s%s", as_lines, end);
    assert_string_equal(lines, expected);
    free(lines);
}

static void test_lines(void **state) {
    assert_lines(with_label, 1, "  1 of 2 right: the label is w3 w2\n");
    assert_lines((const char *const[]){NULL, "", ""}, 0, "");
}

/* The answers are w3 and w1: labels all right, half right in either place, wrong, of unknown words, and too short. */
static void test_score(void **state) {
    struct prediction_score s = {0};
    assert_int_equal(prediction_count(&s, &made, &run.task, "w3 w1"), 2);
    assert_int_equal(prediction_count(&s, &made, &run.task, "w3 w2"), 1);
    assert_int_equal(prediction_count(&s, &made, &run.task, "w2 w1"), 1);
    assert_int_equal(prediction_count(&s, &made, &run.task, "w1 w3"), 0);
    assert_int_equal(s.unknown, 0);
    assert_int_equal(prediction_count(&s, &made, &run.task, "w3 w11"), 1);
    assert_int_equal(prediction_count(&s, &made, &run.task, "w3"), 1);
    assert_int_equal(prediction_count(&s, &made, &run.task, "w11 w1"), 1);
    assert_int_equal(s.labelled, 7);
    assert_int_equal(s.whole, 1);
    assert_int_equal(s.answers, 14);
    assert_int_equal(s.correct, 7);
    assert_int_equal(s.unknown, 3);
}

/* At one target the whole label is the answer, blanks and all. */
static void test_score_of_one(void **state) {
    struct batch batch = *made.batch;
    struct prediction one = made;
    struct prediction_score s = {0};
    batch.targets = 1;
    one.batch = &batch;
    assert_int_equal(prediction_count(&s, &one, &run.task, "w3"), 1);
    assert_int_equal(prediction_count(&s, &one, &run.task, "w3 w1"), 0);
    assert_int_equal(s.whole, 1);
    assert_int_equal(s.unknown, 1);
    s = (struct prediction_score){0};
    prediction_count_one(&s, &run.task, one.best[0], "w3");
    prediction_count_one(&s, &run.task, one.best[0], "w2"); /* wrong, but known */
    prediction_count_one(&s, &run.task, one.best[0], "w99");
    assert_int_equal(s.labelled, 3);
    assert_int_equal(s.correct, 1);
    assert_int_equal(s.unknown, 1);
}

int test_prediction(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_prediction_json), cmocka_unit_test(test_passages),     cmocka_unit_test(test_lines),
        cmocka_unit_test(test_score),           cmocka_unit_test(test_score_of_one),
    };
    return cmocka_run_group_tests_name("prediction", tests, open_reverse, close_reverse);
}
