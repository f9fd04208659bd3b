/* test_add.c -- task add by hand: 95 + 7 as a user types it, its positions, its chance, and what it refuses. */
#include <math.h>
#include <string.h>

#include "evaluate/metric.h"
#include "task/kinds.h"
#include "unit/near.h"
#include "unit/opened.h"
#include "unit/refused.h"
#include "unit/tests.h"

enum { ROWS = 64, NUMBERS = 3 };

static struct run r;
static int numbers[5][ROWS];
static struct example out = {numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]};

static void open(const char *option) {
    open_run(&r, (const char *const[]){"task.name=add", option, "model.causal=yes", NULL});
}

static int encode(const char *text, int *targets, struct error *e) {
    return r.task.kind->encode(&r.task, (const char *const[]){text, ""}, &out, targets, e);
}

/* 5 9 + 7 0 = 2 0 1: two digits each, so eight rows; the 1 is an answer and no row. */
/* says help settings: whether digits of equal significance share a position, in both numbers and in the sum */
/* says help glossary: Words that belong together get the same position, as digits of equal significance do */
TEST(by_hand) {
    static const int token[8] = {5, 9, 10, 7, 0, 11, 2, 0}, target[NUMBERS] = {5, 6, 7}, answer[NUMBERS] = {2, 0, 1},
                     position[2][8] = {{0, 1, 2, 3, 4, 5, 6, 7}, {1, 2, 0, 1, 2, 0, 1, 2}};
    static const char *const coupled[] = {"task.coupled=no", "task.coupled=yes"};
    for (int i = 0; i < 2; i++) {
        struct error e;
        int targets;
        open(coupled[i]);
        assert_int_equal(r.model.encoding.rows, i ? 11 : 32);
        assert_int_equal(encode("5 9 + 7 0", &targets, &e), 2);
        assert_int_equal(targets, NUMBERS);
        assert_memory_equal(out.token, token, sizeof token);
        assert_memory_equal(out.position, position[i], sizeof token);
        assert_memory_equal(out.target, target, sizeof target);
        assert_memory_equal(out.answer, answer, sizeof answer);
        run_free(&r);
    }
}

/* Of one digit each, the sum's digit is 0 in 10 of 100 cases and the carry in 55; of two, in 10, 10 and 50.5. Over
 * both, the longer one is drawn three times as often. Binary digits are equally likely, and 1 + 1 alone has a carry. */
TEST(chance) {
    static const struct range one = {1, 1}, two = {2, 2}, both = {1, 2};
    open("task.words=1..2");
    assert_near("chance", 1, r.task.kind->chance(&r.task, one), 65 / 200., 1e-12);
    assert_near("chance", 2, r.task.kind->chance(&r.task, two), 70.5 / 300, 1e-12);
    assert_near("chance", 12, r.task.kind->chance(&r.task, both), (65 + 3 * 70.5) / (200 + 3 * 300), 1e-12);
    run_free(&r);
    open("task.digits=2");
    assert_near("chance", 1, r.task.kind->chance(&r.task, one), 5 / 8., 1e-12);
    assert_near("entropy", 1, metrics[METRIC_LOSS].chance(&r.task, one), -5 / 8. * log(5 / 8.) - 3 / 8. * log(3 / 8.),
                1e-12);
    run_free(&r);
}

TEST(refusals) {
    static const char *const texts[] = {"5 9 7 0", "5 9 + 7", "5 + 9 + 7", "5 9 7 +", "+", "5 9 + 7 0 +", "5 9 7"};
    struct error e;
    int targets;
    open("task.coupled=yes");
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        assert_int_equal(encode(texts[i], &targets, &e), 0);
        assert_int_equal(e.code, EXIT_DATA);
        assert_string_equal(e.text, "task add needs two numbers of as many digits each, as in 0 1 + 1 1");
    }
    assert_refused("5 =", encode("5 =", &targets, &e) > 0, &e, EXIT_DATA, "'=' ");
    run_free(&r);
}

GROUP(add, NULL, NULL)
