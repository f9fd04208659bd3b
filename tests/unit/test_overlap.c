/* test_overlap.c -- which evaluation examples were in training, in worlds small enough to be counted by hand. */
#include <math.h>
#include <string.h>

#include "evaluate/overlap.h"
#include "unit/files.h"
#include "unit/near.h"
#include "unit/opened.h"
#include "unit/tests.h"

/* A run as if it had done so many steps. */
static void open_at(struct run *r, int step, const char *const *assignments) {
    open_run(r, assignments);
    r->step = step;
}

/* "X Y" and "Y X" are all that there is at two words. */
TEST(all) {
    static struct run r;
    open_at(&r, 1, (const char *const[]){"task.name=first", "task.words=2..2", "eval.examples=500", NULL});
    assert_int_equal(overlap_drawn(&r), 64);
    assert_near("share", 0, overlap_share(&r), 1, 0);
    run_free(&r);
    open_at(&r, 1, (const char *const[]){"task.name=first", "task.words=2..3", "eval.examples=500", NULL});
    assert_true(overlap_share(&r) < 1); /* 96 of three words are too many for 64 examples */
    run_free(&r);
}

/* Of far more examples too few are the same to be told. */
TEST(few) {
    static struct run r;
    open_at(&r, 800, (const char *const[]){"task.name=first", NULL});
    assert_int_equal(overlap_drawn(&r), 800 * 64);
    assert_true(isnan(overlap_share(&r)));
    run_free(&r);
}

/* Training has one of the two, again and again; of evaluation, half are of each. */
TEST(half) {
    static struct run r;
    open_at(&r, 10,
            (const char *const[]){"task.name=first", "task.words=2..2", "task.examples=1", "eval.examples=500", NULL});
    assert_int_equal(overlap_drawn(&r), 1);
    assert_near("share", 0, overlap_share(&r), 0.5, 0);
    run_free(&r);
}

TEST(untrained) {
    static struct run r;
    open_at(&r, 0, (const char *const[]){"task.name=first", NULL});
    assert_int_equal(overlap_drawn(&r), 0);
    assert_true(isnan(overlap_share(&r)));
    run_free(&r);
}

/* Early stopping: the weights of step 4 saw nothing of the steps after it. */
TEST(best_weights) {
    static struct run r;
    open_at(&r, 10, (const char *const[]){"task.name=first", "train.patience=2", NULL});
    r.early = (struct early){.best_step = 4, .ended = true};
    assert_int_equal(overlap_drawn(&r), 4 * 64);
    run_free(&r);
}

/* Rows of 7 cells with 3 values: the first and the third differ, 3^7 * 2/3 in all, and 64 * 20 are drawn in training.
 * One is missed with (1 - 1/1458)^1280. In 10,000 examples, and four standard deviations. */
TEST(some) {
    double share = 1 - pow(1 - 1.0 / 1458, 1280), spread = sqrt(share * (1 - share) * (1.0 / 10000 + 1.0 / 1458));
    static struct run r;
    double seen[2];
    for (int k = 0; k < 2; k++) {
        open_at(&r, 20,
                (const char *const[]){"task.name=table", "task.columns=7", "task.values=3", "eval.examples=10000",
                                      k ? "eval.seed=2" : "eval.seed=1", NULL});
        seen[k] = overlap_share(&r);
        assert_near("share", k, seen[k], share, 4 * spread);
        run_free(&r);
    }
    assert_true(seen[0] != seen[1]); /* other examples */
}

TEST(most) {
    static struct run r;
    open_at(&r, OVERLAP_MAX / 64 + 1, (const char *const[]){"task.name=first", "task.words=2..2", NULL});
    assert_int_equal(overlap_drawn(&r), OVERLAP_MAX);
    run_free(&r);
}

/* ---- Examples noted in training */

/* What is noted is not drawn again: here all 64 examples of the first step as one of the two; those of the second step
 * are not noted. */
TEST(noted) {
    const struct position_scheme ordered = {POSITIONS_ORDERED, 0};
    struct arena arena = {0};
    struct batch b;
    static struct run r;
    open_at(&r, 1,
            (const char *const[]){"task.name=first", "task.words=2..2", "eval.examples=500", "train.steps=2", NULL});
    batch_build(&b, &r.task, 1, 2, &arena);
    batch_add_training(&b, &r.task, ordered, 1, 0);
    overlap_begin(&r);
    assert_int_equal(r.notes, 2 * 64);
    for (uint64_t i = 0; i < 64; i++)
        overlap_note(&r, &b, 0, i);
    overlap_note(&r, &b, 0, 2 * 64); /* for which there is no room */
    assert_near("noted", 0, overlap_share(&r), 0.5, 0);
    r.step = 2;
    assert_near("drawn", 0, overlap_share(&r), 1, 0);
    run_free(&r);
    arena_free(&arena);
}

/* Training notes what it draws, from the step on that it continues with; after any number of steps the share is the
 * same as without notes. */
static void assert_notes(const int *stops, int from) {
    char folder[PATH_MAX_LENGTH];
    static struct run r;
    train_stopped(&r, fresh_folder(folder),
                  (const char *const[]){"task.name=table", "task.columns=7", "task.values=3", "train.steps=20",
                                        "train.shards=3", "eval.examples=1000", NULL},
                  stops, 2);
    assert_int_equal(r.notes, 20 * 64);
    for (size_t i = 0; i < r.notes; i++)
        assert_int_equal(r.noted[i] != 0, i >= (size_t)from * 64);
    for (r.step = 20; r.step > 0; r.step -= 3) {
        double noted = overlap_share(&r);
        size_t notes = r.notes;
        r.notes = 0;
        assert_near("share", r.step, noted, overlap_share(&r), 0);
        assert_true(noted > 0 && noted < 1);
        r.notes = notes;
    }
    run_free(&r);
    remove_folder(folder);
}

TEST(whole_training) { assert_notes(NULL, 0); }
TEST(continued_training) { assert_notes((const int[]){5, 12, 0}, 12); }

/* Two shards may have the same example: nothing is noted. */
TEST(notes_of_few_examples) {
    char folder[PATH_MAX_LENGTH];
    static struct run r;
    train_stopped(&r, fresh_folder(folder),
                  (const char *const[]){"task.name=first", "task.words=2..2", "task.examples=1", "train.steps=3",
                                        "eval.examples=500", NULL},
                  NULL, 2);
    assert_int_equal(r.notes, 0);
    assert_near("share", 0, overlap_share(&r), 0.5, 0);
    run_free(&r);
    remove_folder(folder);
}

/* ---- Rows of files */

/* Of the test rows of two words one is in training; of three words one is, another but for where its first text ends, a
 * third with its words in another order. A training row that was not yet drawn is not seen. */
TEST(rows) {
    static struct run r;
    write_file(test_folder, "train.tsv",
               (struct bytes)BYTES("label\ttext_a\ttext_b\nyes\ta\tb\nyes\ta b\tc\nno\tb\ta\nno\tc\ta\nyes\ta c\tb\n"));
    write_file(test_folder, "test.tsv",
               (struct bytes)BYTES(
                   "label\ttext_a\ttext_b\nno\ta\tb\nyes\tc\tb\nyes\ta b\tc\nyes\ta\tb c\nno\tb a\tc\nno\ta\tb c d\n"));
    const char *const assignments[] = {"task.name=tsv", in_folder("task.train=", "train.tsv"),
                                       in_folder("task.test=", "test.tsv"), "train.batch=1", NULL};
    open_at(&r, 12, assignments);
    assert_int_equal(overlap_drawn(&r), 5); /* each once */
    assert_near("share", 0, overlap_share(&r), 0.4, 1e-15);
    run_free(&r);
    open_at(&r, 1, assignments);
    assert_int_equal(overlap_drawn(&r), 1);
    assert_false(overlap_share(&r) > 0.2);
    run_free(&r);
    char rows[400] = "label\ttext_a\ttext_b\nyes\ta\tb\n", *at = rows + strlen(rows);
    for (int n = 1; n < 20; n++)
        at = stpcpy(at, "yes\ta\ta\n"); /* these are not in training */
    write_file(test_folder, "test.tsv", (struct bytes){rows, strlen(rows)});
    open_at(&r, 12, assignments);
    assert_near("one of twenty", 0, overlap_share(&r), 0.05, 0);
    run_free(&r);
}

GROUP(overlap, folder_setup, folder_teardown)
