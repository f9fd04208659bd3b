/* test_places.c -- places that do not run 0, 1, 2, ...: random subsets and even spreads, in
 * training and evaluation, and what they ask of an encoding. */
#include "unit/opened.h"
#include "unit/tests.h"

#include <math.h>
#include <string.h>

#include "train/evaluate.h"

enum { WORDS = 8, ROWS = WORDS + 1, REACH = 12, DRAWS = 6000 };

static struct batch draw(struct run *r, struct placing p, uint32_t seed, uint32_t index) {
    struct batch b;
    batch_build(&b, &r->task, 1, WORDS, &r->arena);
    batch_add_evaluation(&b, &r->task, p, seed, WORDS, index);
    return b;
}

/* Sorted, within reach, every place as often as any other, every pair too. */
static void test_random_places(void **state) {
    static struct run r;
    int count[REACH] = {0}, both[REACH][REACH] = {{0}};
    (void)state;
    open_run(&r, (const char *const[]){NULL});
    for (uint32_t k = 0; k < DRAWS; k++) {
        struct batch b = draw(&r, (struct placing){PLACES_RANDOM, REACH}, 1, k);
        for (int i = 0; i < ROWS; i++) {
            assert_in_range(b.place[i], i ? b.place[i - 1] + 1 : 0, REACH - 1);
            count[b.place[i]]++;
            for (int j = 0; j < i; j++)
                both[b.place[j]][b.place[i]]++;
        }
    }
    double share = (double)ROWS / REACH, pair = share * (ROWS - 1) / (REACH - 1);
    for (int i = 0; i < REACH; i++) {
        assert_true(fabs(count[i] / (double)DRAWS - share) <= 5 * sqrt(share * (1 - share) / DRAWS));
        for (int j = i + 1; j < REACH; j++)
            assert_true(fabs(both[i][j] / (double)DRAWS - pair) <= 5 * sqrt(pair * (1 - pair) / DRAWS));
    }
    run_free(&r);
}

/* All of them where the reach leaves no choice; spread from end to end; the same words. */
static void test_even(void **state) {
    static struct run r;
    static const int spread[ROWS] = {0, 1, 3, 4, 6, 7, 8, 10, 11}; /* k * 11 / 8, rounded */
    (void)state;
    open_run(&r, (const char *const[]){NULL});
    struct batch ordered = draw(&r, (struct placing){PLACES_ORDERED, 0}, 1, 7);
    struct batch even = draw(&r, (struct placing){PLACES_EVEN, REACH}, 1, 7);
    struct batch random = draw(&r, (struct placing){PLACES_RANDOM, REACH}, 1, 7);
    struct batch full = draw(&r, (struct placing){PLACES_RANDOM, ROWS}, 1, 7);
    assert_memory_equal(full.place, ordered.place, sizeof spread);
    for (int i = 0; i < ROWS; i++) {
        assert_int_equal(ordered.place[i], i);
        assert_int_equal(even.place[i], spread[i]);
    }
    assert_int_equal(even.place[ROWS - 1], REACH - 1);
    assert_memory_equal(even.token, ordered.token, sizeof spread);
    assert_memory_equal(random.token, ordered.token, sizeof spread); /* places move no other numbers */
    run_free(&r);
}

/* Equal seeds give equal places; seeds, indices, training and evaluation differ. */
static void test_streams(void **state) {
    static struct run r;
    struct placing p = {PLACES_RANDOM, 512};
    struct batch trained;
    (void)state;
    open_run(&r, (const char *const[]){NULL});
    struct batch one = draw(&r, p, 1, 3), same = draw(&r, p, 1, 3), other = draw(&r, p, 2, 3), next = draw(&r, p, 1, 4);
    assert_memory_equal(one.place, same.place, ROWS * sizeof *one.place);
    assert_memory_not_equal(one.place, other.place, ROWS * sizeof *one.place);
    assert_memory_not_equal(one.place, next.place, ROWS * sizeof *one.place);
    batch_build(&trained, &r.task, 1, 16, &r.arena);
    batch_add_training(&trained, &r.task, p, 1, 3);
    assert_memory_not_equal(one.place, trained.place, 5 * sizeof *one.place);
    run_free(&r);
}

/* Random places in training make a table of `reach` rows, and nothing lies beyond it. */
static void test_trained_places(void **state) {
    static struct run r;
    static struct evaluation_result result;
    struct error e;
    (void)state;
    open_run(&r, (const char *const[]){"train.places=random", "train.reach=300", "eval.examples=40", NULL});
    assert_int_equal(r.model.encoding.rows, 300);
    assert_int_equal(r.longest, 17);
    assert_true(evaluate(&r, 1, &result, &e));
    evaluation_free(&result);
    assert_int_equal(result.rows, 1); /* no policy has a say */
    run_free(&r);
    open_run(&r, (const char *const[]){"eval.places=even", "eval.examples=40", "eval.lengths=1x", NULL});
    assert_true(evaluate(&r, 1, &result, &e));
    assert_true(result.rows > 1); /* trained on 17 places, evaluated at up to 511 */
    evaluation_free(&result);
    run_free(&r);
}

/* A copy whose places start again has half as many of them as rows. */
static void test_restart(void **state) {
    static struct run r;
    (void)state;
    open_run(&r, (const char *const[]){"task.name=copy", "task.places=restart", "model.causal=yes", NULL});
    assert_int_equal(r.longest, 32);
    assert_int_equal(r.model.encoding.rows, 16);
    run_free(&r);
}

static void refuse(const char *first, const char *second, const char *text) {
    static struct run r;
    struct assignments a = {0};
    struct settings s;
    struct error e = {0};
    assert_true(assignments_override(&a, first, &e) && assignments_override(&a, second, &e));
    bool ok = settings_resolve(&s, &a, NULL, &e) && run_build(&r, &s, NULL, &e);
    if (ok) {
        ok = evaluation_check(&r, &e);
        run_free(&r);
    }
    assert_false(ok);
    assert_int_equal(e.code, EXIT_USAGE);
    if (!strstr(e.text, text))
        fail_msg("'%s' does not say '%s'", e.text, text);
}

static void test_refusals(void **state) {
    (void)state;
    refuse("train.places=random", "train.reach=16", "train.reach = 16: sequences of 16 words have 17 places");
    refuse("train.places=random", "train.reach=100", "train.reach = 100: sequences of 128 words have 129 places");
    refuse("eval.places=even", "train.reach=20", "train.reach = 20: sequences of 24 words have 25 places");
    refuse("model.causal=yes", "task.name=order", "asks at the first row");
    refuse("task.name=copy", "encoding.name=learned", "a model that looks ahead would read off");
    refuse("task.name=copy", "model.mixer=lstm", "a model that looks ahead would read off");
    refuse("model.mixer=gru", "recurrent.bidirectional=no", "task.cls = last");
}

int test_places(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_places),  cmocka_unit_test(test_even),    cmocka_unit_test(test_streams),
        cmocka_unit_test(test_trained_places), cmocka_unit_test(test_restart), cmocka_unit_test(test_refusals),

    };
    return cmocka_run_group_tests_name("places", tests, NULL, NULL);
}
