/* test_kept_targets.c -- which targets of a text count, where only some do. */
#include "run/batches.h"
#include "unit/opened.h"
#include "unit/tests.h"

/* Of all starts each target is kept as often as any other, and neighbours are as far apart as they can be. */
TEST(spread_evenly) {
    for (int all = 1; all <= 64; all++)
        for (int kept = 1; kept <= all; kept++) {
            int count[64] = {0};
            for (int start = 0; start < all; start++)
                for (int i = 0, before = -1; i < kept; i++) {
                    int at = batch_kept((struct batch_kept){all, kept, start}, i);
                    assert_true(at >= 0 && at < all &&
                                (i == 0 || at - before == all / kept || at - before == (all + kept - 1) / kept));
                    count[before = at]++;
                }
            for (int i = 0; i < all; i++)
                assert_int_equal(count[i], kept);
        }
}

/* What is kept of a text has its own answers, which do not depend on the texts before it; other texts have other
 * starts. */
TEST(thinned_batches) {
    enum { WORDS = 40, TEXTS = 50, KEPT = 7, LAST = 64 };
    static struct run r;
    const struct batch_seeds seeds = {5, 4};
    struct batch all, some;
    int starts[LAST] = {0}, different = 0;
    open_run(&r, (const char *const[]){"task.name=shift", NULL});
    batch_build(&all, &r.task, TEXTS, WORDS, &r.arena);
    batch_build(&some, &r.task, TEXTS, WORDS, &r.arena);
    for (uint32_t i = 0; i < TEXTS; i++) {
        batch_add_evaluation(&all, &r.task, r.scheme, seeds, WORDS, i);
        batch_add_evaluation(&some, &r.task, r.scheme, seeds, WORDS, i);
        batch_thin(&some, &r.task, seeds, WORDS, i, KEPT);
    }
    assert_int_equal(some.targets, TEXTS * KEPT);
    assert_int_equal(some.rows, all.rows);
    for (int s = 0; s < TEXTS; s++) {
        assert_int_equal(some.target_start[s + 1], (s + 1) * KEPT);
        for (int k = s * KEPT, at = all.target_start[s]; k < (s + 1) * KEPT; k++, at++) {
            while (at < all.target_start[s + 1] && all.target[at] != some.target[k])
                at++;
            assert_true(at < all.target_start[s + 1]);
            assert_int_equal(some.answer[k], all.answer[at]);
        }
        starts[some.target[s * KEPT] - some.start[s]]++;
    }
    for (int i = 0; i < LAST; i++)
        different += starts[i] > 0;
    assert_int_equal(different, 6); /* 38 targets by sevens: any of the first six */
    run_free(&r);
}

GROUP(kept_targets, NULL, NULL)
