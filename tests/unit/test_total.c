/* test_total.c -- the column of all test rows: computed from the columns by length, it equals the result of all rows
 * together; and when there is none. */
#include <math.h>
#include <stdio.h>

#include "evaluate/confusion.h"
#include "evaluate/evaluate.h"
#include "study/member.h"
#include "study/result.h"
#include "train/train.h"
#include "unit/files.h"
#include "unit/near.h"
#include "unit/opened.h"
#include "unit/tests.h"

/* Training rows of 2 to 4 words; test rows of 1 to 9, some harder than others. No test row has the label of the last
 * training row. */
static void write_rows(void) {
    static char text[20000];
    char *at = text + sprintf(text, "label\ttext_a\n");
    for (int n = 0; n < 60; n++)
        at += sprintf(at, "%c\tw%d w%d%s\n", n == 59 ? 'c' : "aab"[n % 3], n % 3 + n % 4, n % 5, n % 2 ? " x y" : "");
    write_file(test_folder, "train.tsv", (struct bytes){text, (size_t)(at - text)});
    at = text + sprintf(text, "label\ttext_a\n");
    for (int n = 0; n < 90; n++) {
        at += sprintf(at, "%c\tw%d", "abaac"[n % 5] == 'c' ? 'b' : "abaac"[n % 5], n % 3 + n % 4);
        for (int k = 0; k < n % 9; k++)
            at += sprintf(at, " w%d", n * k % 7);
        at += sprintf(at, "\n");
    }
    write_file(test_folder, "test.tsv", (struct bytes){text, (size_t)(at - text)});
}

static void evaluate_rows(struct run *r, struct evaluation_result *result, const char *lengths, const char *more) {
    struct error e;
    open_run(r, (const char *const[]){"task.name=tsv", in_folder("task.train=", "train.tsv"),
                                      in_folder("task.test=", "test.tsv"), "model.baseline=bag", lengths, more, NULL});
    assert_true(baseline_train(r, &e));
    if (!evaluate(r, 2, result, &r->arena, &e))
        fail_msg("%s", e.text);
}

/* s^2 / n of what is right in each row. */
static double variance_of(const struct score *s) {
    double n = s->examples, mean = 0, squares = 0;
    for (int i = 0; i < s->examples; i++)
        mean += packed_get(&s->right, i) / n;
    for (int i = 0; i < s->examples; i++)
        squares += (packed_get(&s->right, i) - mean) * (packed_get(&s->right, i) - mean);
    return squares / (n - 1) / n;
}

static void check_total(const struct evaluation_result *r) {
    const struct score *all = r->row[0].at[1 + r->lengths];
    const struct confusion m = confusion_of(all->sum[METRIC_MACRO_F1], r->sums[METRIC_MACRO_F1]);
    double right = 0, most = fmax(confusion_class_of(&m, 0).there, confusion_class_of(&m, 1).there) / 90;
    assert_true(r->total);
    assert_int_equal(all->count, 90);
    assert_int_equal(all->examples, 90);
    assert_int_equal(r->words[1 + r->lengths].low, 1);
    assert_int_equal(r->words[1 + r->lengths].high, 12);
    for (int i = 0, n = 0; i < r->lengths; n += r->row[0].at[1 + i++]->examples) {
        right += *r->row[0].at[1 + i]->sum[METRIC_ACCURACY];
        for (int k = 0; k < r->row[0].at[1 + i]->examples; k++)
            assert_int_equal(packed_get(&all->right, n + k), packed_get(&r->row[0].at[1 + i]->right, k));
    }
    assert_near("accuracy", 0, all->value[METRIC_ACCURACY], right / 90, 1e-12);
    assert_near("variance", 0, all->variance[METRIC_ACCURACY], variance_of(all), 1e-9 * 0.01); /* nine digits */
    assert_near("macro-F1", 0, all->value[METRIC_MACRO_F1], confusion_macro_f1(&m), 1e-12);
    assert_near("its variance", 0, all->variance[METRIC_MACRO_F1], confusion_variance(&m), 1e-15);
    assert_near("chance", 0, r->baseline[CHANCE].of[METRIC_ACCURACY].at[1 + r->lengths], most, 1e-12);
    assert_near("of macro-F1", 0, r->baseline[CHANCE].of[METRIC_MACRO_F1].at[1 + r->lengths], 2 * most / (1 + most) / 2,
                1e-12);
    assert_near("entropy", 0, r->baseline[CHANCE].of[METRIC_LOSS].at[1 + r->lengths],
                -most * log(most) - (1 - most) * log(1 - most), 1e-9);
}

static bool same(double a, double b) { return a == b || (isnan(a) && isnan(b)); }

/* Who reads the file has the very numbers of who evaluated. */
static void assert_same(const struct evaluation_result *a, const struct evaluation_result *b) {
    for (int k = 0; k < metric_count; k++)
        for (int i = 0; i < evaluation_columns(a); i++) {
            const struct score *x = a->row[0].at[i], *y = b->row[0].at[i];
            bool of_run = metrics[k].of_run;
            if (!same(x->value[k], y->value[k]) || (!of_run && !same(x->variance[k], y->variance[k])))
                fail_msg("%s in column %d: %.17g, in the file %.17g", metrics[k].name, i, x->value[k], y->value[k]);
            if (a->sums[k] && !same(a->baseline[CHANCE].of[k].at[i], b->baseline[CHANCE].of[k].at[i]))
                fail_msg("chance of %s in column %d: %.17g", metrics[k].name, i, a->baseline[CHANCE].of[k].at[i]);
        }
}

/* From the evaluation, and from its file. */
TEST(all_rows) {
    static struct run r;
    static struct evaluation_result result, back;
    struct error e;
    evaluate_rows(&r, &result, "eval.lengths=1x 0.25x 3x 1.5x", NULL);
    assert_int_equal(result.lengths, 4);
    check_total(&result);
    assert_true(evaluation_write(&result, test_folder, &e));
    if (!evaluation_read(&back, test_folder, &r.arena, &e))
        fail_msg("%s", e.text);
    assert_same(&result, &back);
    assert_string_equal(back.label[0], result.label[0]);
    run_free(&r);
}

/* Under each policy as many answers are counted beside their own label as are right; here these are not as many under
 * one as under the next. */
TEST(each_policy) {
    static struct run r;
    static struct evaluation_result result;
    struct error e;
    double right[3];
    open_run(&r, (const char *const[]){"task.name=tsv", in_folder("task.train=", "train.tsv"),
                                       in_folder("task.test=", "test.tsv"), "eval.policies=clamp wrap zero",
                                       "eval.lengths=3x", "learned.std=3", NULL});
    assert_true(evaluate(&r, 2, &result, &r.arena, &e));
    for (int k = 0; k < 3; k++) {
        const struct score *s = result.row[k].at[1];
        const struct confusion m = confusion_of(s->sum[METRIC_MACRO_F1], result.sums[METRIC_MACRO_F1]);
        right[k] = 0;
        for (int i = 0; i < result.labels; i++)
            right[k] += confusion_class_of(&m, i).right;
        assert_near("right", k, right[k], *s->sum[METRIC_ACCURACY], 0);
    }
    assert_true(right[0] != right[1] && right[1] != right[2]);
    run_free(&r);
}

/* Rows that no length takes in, or none but those in range. */
TEST(none) {
    static const char *const lengths[] = {"eval.lengths=1x 1.5x", "eval.lengths=1.5x 3x"};
    static const int left_out[] = {30, 10}; /* rows of 7 to 9 words; rows of one word */
    static struct run r;
    static struct evaluation_result result;
    for (int i = 0; i < 2; i++) {
        evaluate_rows(&r, &result, lengths[i], NULL);
        assert_false(result.total);
        assert_int_equal(result.left_out, left_out[i]);
        assert_int_equal(evaluation_columns(&result), 1 + result.lengths);
        run_free(&r);
    }
}

/* A length with a single row has no variance of its own; the row still counts in that of all. */
TEST(one_row_of_a_length) {
    static const char text[] = "label\ttext_a\na\tw1 w2\nb\tw1 w2 w3\na\tw2 w2\na\tw3 w1 w2 w1\nb\tw1 w2 w1 w2 w1 w2\n";
    static struct run r;
    static struct evaluation_result result;
    write_file(test_folder, "test.tsv", (struct bytes){(char *)text, sizeof text - 1});
    evaluate_rows(&r, &result, "eval.lengths=1x 1.5x", NULL);
    assert_int_equal(result.row[0].at[2]->count, 1);
    assert_int_equal(result.row[0].at[3]->count, 5);
    assert_near("variance", 0, result.row[0].at[3]->variance[METRIC_ACCURACY], variance_of(result.row[0].at[3]), 1e-12);
    write_rows();
    run_free(&r);
}

/* A policy that does not apply has no rows; chance is that of the rows that there are. */
TEST(not_applicable) {
    static struct run r;
    static struct evaluation_result result;
    evaluate_rows(&r, &result, "eval.lengths=1x 0.25x 3x 1.5x", "eval.policies=ntk extend");
    assert_false(result.row[1].applies);
    assert_int_equal(result.row[0].at[5]->count, 90);
    assert_near("chance", 0, result.baseline[CHANCE].of[METRIC_ACCURACY].at[5], 0.6, 1e-12);
    run_free(&r);
}

/* ---- A run of a test file, read back */

/* 3 of 4 rows of two words are a, 4 of 6 rows of four words are b: chance is 75 and 67 %, and 50 % for all ten. */
TEST(read_back) {
    static struct result read;
    static const double chance[] = {0.75, 4 / 6.0, 0.5};
    const char *path = in_folder("", "seed1");
    struct evaluation_result r;
    struct arena arena = {0};
    struct run run;
    struct error e;
    write_file(test_folder, "few.tsv", (struct bytes)BYTES("label\ttext_a\na\tu v\nb\tv w\na\tu x\n"));
    write_file(test_folder, "ten.tsv",
               (struct bytes)BYTES("label\ttext_a\na\tu v\nb\tv w\na\tu x\na\tu u\na\tu v w x\nb\tv v v v\n"
                                   "b\tv v v u\na\tu u u u\nb\tw w v v\nb\tx v v v\n"));
    open_run(&run, (const char *const[]){"task.name=tsv", in_folder("task.train=", "few.tsv"),
                                         in_folder("task.test=", "ten.tsv"), "model.baseline=bag", "eval.lengths=1x 2x",
                                         NULL});
    if (!member_run(&run.settings, path, (struct train_watch){.threads = 1}, &r, &arena, &e) ||
        !result_read(&read, path, &e))
        fail_msg("%s", e.text);
    const struct comparison_result *c = &read.result;
    assert_true(c->total);
    assert_int_equal(c->lengths, 2);
    for (int i = 0; i < 3; i++)
        assert_near("chance", i, c->baseline[CHANCE].of[METRIC_ACCURACY].at[1 + i], chance[i], 1e-9);
    assert_int_equal(c->words[3].low, 1);
    assert_int_equal(c->words[3].high, 4);
    result_free(&read);
    arena_free(&arena);
    run_free(&run);
}

static int begin(void **state) {
    folder_setup(state);
    write_rows();
    return 0;
}

GROUP(total, begin, folder_teardown)
