/* test_dataset.c -- rows of a dataset: training uses each once per round, and a list of lengths divides the test file
 * without gap or overlap. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evaluate/evaluate.h"
#include "rows/rows.h"
#include "run/batches.h"
#include "task/kinds.h"
#include "unit/files.h"
#include "unit/near.h"
#include "unit/opened.h"
#include "unit/tests.h"

/* Rows told apart by their first word, w0, w1, ...: row n has lengths[n % count] words. */
static void write_rows(const char *name, int rows, const int *lengths, int count) {
    char *text = malloc(64 + 600 * (size_t)rows), *at = stpcpy(text, "label\ttext_a\n");
    for (int n = 0; n < rows; n++) {
        at += sprintf(at, "%s\tw%d", n % 4 ? "yes" : "no", n);
        for (int k = 1; k < lengths[n % count]; k++)
            at = stpcpy(at, " x");
        at = stpcpy(at, "\n");
    }
    write_file(test_folder, name, (struct bytes){text, (size_t)(at - text)});
    free(text);
}

static void open_rows(struct file_task *o) {
    const struct option options[] = {
        {"task.train", in_folder("", "train.tsv")}, {"task.test", in_folder("", "test.tsv")}, {0}};
    assert_accepted("rows", open_files(o, &task_tsv, options, NULL), &o->error);
}

/* The number in the first word of training example `index`. */
static int row_drawn(const struct file_task *o, struct batch *b, uint32_t seed, uint64_t index) {
    char buffer[TASK_WORD_MAX];
    batch_clear(b);
    batch_add_training(b, &o->task, (struct position_scheme){POSITIONS_ORDERED, 0}, seed, index);
    return atoi(o->task.kind->word(&o->task, b->token[1], buffer) + 1);
}

/* Writes down the order of a round, which must be one of all rows. */
static void draw_round(const struct file_task *o, struct batch *b, uint32_t seed, int round, int rows, int *order) {
    bool *seen = calloc((size_t)rows, sizeof *seen);
    for (int i = 0; i < rows; i++) {
        order[i] = row_drawn(o, b, seed, (uint64_t)round * (uint64_t)rows + (uint64_t)i);
        assert_in_range(order[i], 0, rows - 1);
        assert_false(seen[order[i]]);
        seen[order[i]] = true;
    }
    free(seen);
}

static void check_rounds(int rows) {
    static struct file_task o;
    static const int lengths[] = {3, 1, 7};
    struct batch b;
    int order[4][200];
    write_rows("train.tsv", rows, lengths, 3);
    write_rows("test.tsv", rows, lengths, 3);
    open_rows(&o);
    batch_build(&b, &o.task, 1, 7, &o.arena);
    for (int round = 0; round < 3; round++)
        draw_round(&o, &b, 1, round, rows, order[round]);
    draw_round(&o, &b, 2, 0, rows, order[3]);
    size_t bytes = (size_t)rows * sizeof(int);
    if (rows > 10) {
        assert_memory_not_equal(order[0], order[1], bytes);
        assert_memory_not_equal(order[1], order[2], bytes);
        assert_memory_not_equal(order[0], order[3], bytes);
    }
    arena_free(&o.arena);
}

TEST(rounds) {
    for (int rows = 2; rows <= 200; rows = rows * 3 / 2 + 1)
        check_rounds(rows);
}

/* "low..high" of each length of a list. */
static void check_lengths(const struct file_task *o, const char *list, const char *expected) {
    struct range words[LENGTHS_MAX];
    struct error e = {0};
    char got[200] = "";
    int count = lengths_read(list, &o->task, words, &e);
    for (int i = 0; i < count; i++)
        snprintf(got + strlen(got), sizeof got - strlen(got), "%s%d..%d", i ? " " : "", words[i].low, words[i].high);
    if (strcmp(got, expected) != 0)
        fail_msg("%s\nexpected: %s\ngot: %s %s", list, expected, got, e.text);
}

TEST(lengths) {
    static struct file_task o;
    static const int lengths[] = {2, 4, 9, 10};
    write_rows("train.tsv", 8, (const int[]){4}, 1);
    write_rows("test.tsv", 8, lengths, 4);
    open_rows(&o);
    check_lengths(&o, "1x", "1..4");
    check_lengths(&o, "1x 2x 4x", "1..4 5..8 9..16");
    check_lengths(&o, "4x 1x 2x", "1..4 5..8 9..16");
    check_lengths(&o, "7 3 5 2 100",
                  "1..2 3..3 5..5 6..7 8..100"); /* none has 4 and 5: training has no longer than 4 */
    check_lengths(&o, "16 8", "5..8 9..16");
    check_lengths(&o, "2x 8", "5..8"); /* the same */
    check_lengths(&o, "1 2 3", "1..1 2..2 3..3");
    arena_free(&o.arena);
    const struct option none = {0};
    assert_true(open_files(&o, &task_order, &none, NULL)); /* one that makes its examples */
    check_lengths(&o, "4x 1x 20", "16..16 20..20 64..64");
    arena_free(&o.arena);
}

/* What text holds out has an end, and examples too. */
TEST(held_out_lengths) {
    tests_need("texts");
    static struct file_task o;
    struct range words[LENGTHS_MAX];
    struct error e = {0};
    write_file(test_folder, "x.txt", (struct bytes)BYTES("a b c a b c a b c a b c a b c a b c a b c a "));
    const struct option options[] = {
        {"task.text", in_folder("", "x.txt")}, {"task.held_out", "0.5"}, {"task.words", "4"}, {0}};
    assert_accepted("a text", open_files(&o, task_named("next"), options, NULL), &o.error);
    check_lengths(&o, "1x 9", "4..4 9..9");
    assert_refused("held out", lengths_read("1x 10", &o.task, words, &e) > 0, &e, EXIT_USAGE,
                   "eval.lengths: 10 words; ... next ... 1..9");
    arena_free(&o.arena);
}

/* In range are the test rows that are as long as those of training, and the chance is that of these. */
TEST(chance) {
    static struct run r;
    static struct evaluation_result result;
    struct error e = {0};
    write_rows("train.tsv", 8, (const int[]){4, 5}, 2);
    write_rows("test.tsv", 12, (const int[]){1, 4, 9}, 3); /* labels no, yes, yes, yes, no, ...: one no of length 4 */
    open_run(&r, (const char *const[]){"task.name=tsv", in_folder("task.train=", "train.tsv"),
                                       in_folder("task.test=", "test.tsv"), "model.d_model=8", "eval.lengths=1 1x 2x",
                                       NULL});
    assert_true(evaluate(&r, 1, &result, &r.arena, &e));
    assert_int_equal(result.in_range->count, 4);
    assert_int_equal(result.training.count, 8); /* all of them */
    assert_near("chance in range", 0, result.baseline[CHANCE].of[METRIC_ACCURACY].at[IN_RANGE], 0.75, 1e-12);
    for (int i = 0; i < 3; i++) {
        assert_near("chance", i, result.baseline[CHANCE].of[METRIC_ACCURACY].at[1 + i], 0.75, 1e-12);
        assert_int_equal(result.row[0].at[1 + i]->count, 4);
    }
    run_free(&r);
}

/* Of many training rows 10,000 are evaluated. */
TEST(many_training_rows) {
    static struct run r;
    static struct evaluation_result result;
    struct error e = {0};
    write_rows("train.tsv", 10050, (const int[]){2, 3}, 2);
    write_rows("test.tsv", 8, (const int[]){2, 3}, 2);
    open_run(&r,
             (const char *const[]){"task.name=tsv", in_folder("task.train=", "train.tsv"),
                                   in_folder("task.test=", "test.tsv"), "model.d_model=8", "eval.lengths=1x", NULL});
    assert_true(evaluate(&r, 2, &result, &r.arena, &e));
    assert_int_equal(result.training.count, 10000);
    run_free(&r);
}

GROUP(dataset, folder_setup, folder_teardown)
