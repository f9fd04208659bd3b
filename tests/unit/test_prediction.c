/* test_prediction.c -- a prediction made by hand, of two targets at positions that are not their rows: what is read
 * from it as JSON and as lines for people. */
#include "unit/tests.h"

#include <stdlib.h>
#include <string.h>

#include "example/prediction.h"
#include "unit/golden.h"
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

static struct run run;

static int open_reverse(void **state) {
    open_run(&run, (const char *const[]){"task.name=reverse", "task.vocabulary=3", NULL});
    return 0;
}

static int close_reverse(void **state) {
    run_free(&run);
    return 0;
}

static json_t *got_json(const char *const text[LABELLED_COLUMNS], int correct) {
    struct json_writer w;
    json_open(&w, true);
    prediction_put(&w, &made, &run.task, text, (struct prediction_most){10, 2}, correct);
    return json_written(&w);
}

static void assert_json(const char *name, const char *const text[LABELLED_COLUMNS], int correct) {
    json_t *got = got_json(text, correct);
    char *dumped = json_dumps(got, JSON_INDENT(1));
    assert_golden(name, dumped);
    free(dumped);
    json_decref(got);
}

TEST(prediction_json) {
    assert_json("prediction.json", with_label, 1);
    assert_json("prediction-without-label.json", (const char *const[]){NULL, "w2 w3 w1", ""}, 0);
}

/* A word that a head attends to is of its own passage, whichever the target is of. */
TEST(passages) {
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

static void assert_lines(const char *name, const char *label, int correct) {
    char *lines;
    size_t size;
    const struct screen s = {.out = open_memstream(&lines, &size), .width = 80};
    prediction_print(&s, &made, &run.task, label, (struct prediction_most){3, 2}, correct);
    fclose(s.out);
    assert_golden(name, lines);
    free(lines);
}

TEST(lines) {
    assert_lines("prediction.txt", with_label[LABELLED_LABEL], 1);
    assert_lines("prediction-without-label.txt", NULL, 0);
}

GROUP(prediction, open_reverse, close_reverse)
