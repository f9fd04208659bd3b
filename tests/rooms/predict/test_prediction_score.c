/* test_prediction_score.c -- how right answers about labelled texts are. */
#include "unit/tests.h"

#include "predict/predict.h"
#include "unit/opened.h"

static struct run run;

static int open_reverse(void **state) {
    open_run(&run, (const char *const[]){"task.name=reverse", "task.vocabulary=3", NULL});
    return 0;
}

static int close_reverse(void **state) {
    run_free(&run);
    return 0;
}

static int count(struct prediction_score *s, int targets, const char *label) {
    return prediction_count(s, &run.task, (const int[]){2, 0}, targets, label);
}

/* The answers are w3 and w1: labels all right, half right in either place, wrong, of unknown words, and too short. */
TEST(score) {
    struct prediction_score s = {0};
    assert_int_equal(count(&s, 2, "w3 w1"), 2);
    assert_int_equal(count(&s, 2, "w3 w2"), 1);
    assert_int_equal(count(&s, 2, "w2 w1"), 1);
    assert_int_equal(count(&s, 2, "w1 w3"), 0);
    assert_int_equal(s.unknown, 0);
    assert_int_equal(count(&s, 2, "w3 w11"), 1);
    assert_int_equal(count(&s, 2, "w3"), 1);
    assert_int_equal(count(&s, 2, "w11 w1"), 1);
    assert_int_equal(s.labelled, 7);
    assert_int_equal(s.whole, 1);
    assert_int_equal(s.answers, 14);
    assert_int_equal(s.correct, 7);
    assert_int_equal(s.unknown, 3);
}

/* At one target the whole label is the answer, blanks and all. */
TEST(score_of_one) {
    struct prediction_score s = {0};
    assert_int_equal(count(&s, 1, "w3"), 1);
    assert_int_equal(count(&s, 1, "w3 w1"), 0);
    assert_int_equal(s.whole, 1);
    assert_int_equal(s.unknown, 1);
    assert_int_equal(count(&s, 1, "w2"), 0); /* wrong, but known */
    assert_int_equal(s.unknown, 1);
    assert_int_equal(s.labelled, 3);
    assert_int_equal(s.correct, 1);
}

GROUP(prediction_score, open_reverse, close_reverse)
