/* test_fixed_test.c -- what an evaluation keeps of examples that are the same for all seeds: the right targets of each
 * and their share of the variance, counted again one example at a time; of others the variance alone, where a text has
 * several targets.
 *
 * The model's head is made to give the same scores whatever the words, so that what is right is known from answers. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evaluate/evaluate.h"
#include "unit/files.h"
#include "unit/near.h"
#include "unit/opened.h"
#include "unit/tests.h"

enum { EXAMPLES = 60, ROWS = 90 };

/* Test rows of 1, 2, 5 and 8 words, in no order; the labels are a, b and c. */
static int make_rows(void **state) {
    char text[64 * ROWS] = "label\ttext_a\n", *at = text + strlen(text);
    folder_setup(state);
    for (int n = 0; n < ROWS; n++) {
        at += sprintf(at, "%c\tw%d", "aabac"[n * 7 % 5], n % 13);
        for (int k = 0; k < n * n % 9; k++)
            at = stpcpy(at, " x");
        at = stpcpy(at, "\n");
    }
    write_file(test_folder, "rows.tsv", (struct bytes){text, (size_t)(at - text)});
    return 0;
}

/* Evaluation examples first, first + 1, ... at a length (0: as in training), one batch. */
static struct batch draw(struct run *r, int length, int longest, int first, int count) {
    struct batch b;
    batch_build(&b, &r->task, count, longest, &r->arena);
    for (int i = first; i < first + count; i++)
        batch_add_evaluation(&b, &r->task, r->scheme, (struct batch_seeds){1, 3}, length, (uint32_t)i);
    return b;
}

/* A run of a task with seed 3 whose logits are fixed numbers, other ones for each class and the largest for the answer
 * that is met most often. */
static void open_constant(struct run *r, const char *task, const char *more, const char *lengths) {
    char name[64];
    snprintf(name, sizeof name, "task.name=%s", task);
    bool rows = strcmp(task, "tsv") == 0;
    open_run(r,
             (const char *const[]){name, "train.seed=3", "eval.examples=60", "eval.policies=clamp extend zero",
                                   "model.d_model=8", more, lengths, rows ? in_folder("task.train=", "rows.tsv") : NULL,
                                   in_folder("task.test=", "rows.tsv"), NULL});
    real *head = r->model.params.value + r->model.head.weight, *bias = r->model.params.value + r->model.head.bias;
    memset(head, 0, (size_t)r->task.size.classes * (size_t)r->settings.model.d_model * sizeof *head);
    for (int c = 0; c < r->task.size.classes; c++)
        bias[c] = (real)(c * 37 % 101) / 500;
    struct batch b = draw(r, 0, 32, 0, EXAMPLES);
    for (int i = 0; i < b.targets; i++)
        bias[b.answer[i]] += (real)0.1;
}

/* What the metrics add up for each example of a batch, one example at a time. */
struct sums {
    double of[ROWS][4 * METRICS_MAX];
    int first[METRICS_MAX]; /* where the numbers of a metric begin */
};

static void add_up(struct sums *s, const struct run *r, const struct batch *b) {
    int classes = r->task.size.classes, most = b->targets, sums[METRICS_MAX], before = 0;
    const real *bias = r->model.params.value + r->model.head.bias;
    real *logits = malloc((size_t)most * (size_t)classes * sizeof *logits);
    struct outcome *outcome = malloc((size_t)most * sizeof *outcome);
    for (int k = 0; k < metric_count; before += sums[k++]) {
        sums[k] = metrics[k].sums(&r->task);
        s->first[k] = before;
    }
    memset(s->of, 0, sizeof s->of);
    for (int i = 0; i < b->sequences; i++) {
        int first = b->target_start[i], targets = b->target_start[i + 1] - first;
        for (int k = 0; k < targets; k++)
            memcpy(logits + (size_t)k * classes, bias, (size_t)classes * sizeof *logits);
        loss_outcomes(outcome, logits, b->answer + first, targets, classes);
        metrics_add(s->of[i], sums, &r->task, b, first, targets, outcome);
    }
    free(outcome);
    free(logits);
}

/* s^2 / n, s over the examples of what each adds to the value: by the mean of its sum, times the slope there. */
static double variance_of(const struct sums *s, const struct batch *b, int metric) {
    double n = b->sequences, total = 0, squares = 0, near[2];
    int at = s->first[metric];
    for (int i = 0; i < b->sequences; i++)
        total += s->of[i][at];
    double mean = total / b->targets;
    for (int i = 0; i < b->sequences; i++) {
        double x = s->of[i][at] - mean * (b->target_start[i + 1] - b->target_start[i]);
        squares += x * x;
    }
    for (int k = 0; k < 2; k++) {
        double sum = total + (k ? 1e-5 : -1e-5) * b->targets;
        near[k] = metrics[metric].value(&sum, 1, b->targets);
    }
    double slope = (near[1] - near[0]) / 2e-5, targets = b->targets / n;
    return slope * slope * squares / (n - 1) / (targets * targets) / n;
}

static void check_variances(const struct run *r, const struct score *s, const struct batch *b,
                            const struct sums *sums) {
    assert_int_equal(s->count, b->targets);
    assert_int_equal(s->texts, task_has_many_targets(r->task.kind) ? b->sequences : 0);
    for (int k = 0; k < metric_count; k++)
        if (metrics[k].sums(&r->task) == 1) {
            double expected = variance_of(sums, b, k);
            assert_near(metrics[k].name, k, s->variance[k], expected, 1e-6 * expected);
        }
}

static void check_score(const struct run *r, const struct score *s, const struct batch *b) {
    static struct sums sums;
    add_up(&sums, r, b);
    check_variances(r, s, b, &sums);
    if (!r->task.kind->fixed_test) {
        assert_int_equal(s->examples, 0);
        assert_int_equal(s->right.bits, 0);
        return;
    }
    assert_int_equal(s->examples, b->sequences);
    assert_int_equal(s->right.count, b->sequences);
    for (int i = 0; i < b->sequences; i++) {
        assert_int_equal(packed_get(&s->right, i), (int)sums.of[i][sums.first[METRIC_ACCURACY]]);
        assert_int_equal(score_targets(s, i), b->target_start[i + 1] - b->target_start[i]);
    }
}

static void check_text(const char *task, const char *more, int threads) {
    static struct run r;
    static struct evaluation_result result;
    struct error e;
    open_constant(&r, task, more, "eval.lengths=1x 2x");
    assert_true(evaluate(&r, threads, &result, &r.arena, &e));
    struct batch in_range = draw(&r, 0, 32, 0, EXAMPLES);
    check_score(&r, result.in_range, &in_range);
    for (int i = 0; i < result.lengths; i++) {
        int words = result.words[1 + i].high;
        struct batch b = draw(&r, words, words, 0, EXAMPLES);
        for (int k = 0; k < result.rows; k++)
            check_score(&r, result.row[k].at[1 + i], &b);
    }
    run_free(&r);
}

TEST(texts_kept) {
    for (int threads = 1; threads <= 3; threads += 2) {
        check_text("next", "model.causal=yes", threads);
        check_text("cloze", "model.causal=no", threads);
        check_text("sop", "model.causal=no", threads);
        check_text("shift", "model.causal=no", threads); /* of each seed its own: variances alone */
    }
}

/* Rows are numbered by length, and a column has those of several lengths. */
TEST(rows_kept) {
    static struct run r;
    static struct evaluation_result result;
    struct error e;
    open_constant(&r, "tsv", "encoding.name=learned", "eval.lengths=2 5 8");
    assert_true(evaluate(&r, 2, &result, &r.arena, &e));
    int first = 0, all = r.task.kind->dataset_count(&r.task, TASK_EVALUATION, 9);
    struct batch in_range = draw(&r, 0, 9, 0, all);
    check_score(&r, result.in_range, &in_range);
    for (int i = 0; i < result.lengths; i++) {
        int next = r.task.kind->dataset_count(&r.task, TASK_EVALUATION, result.words[1 + i].high);
        struct batch b = draw(&r, 0, 9, first, next - first);
        assert_true(next > first + 5);
        check_score(&r, result.row[0].at[1 + i], &b);
        first = next;
    }
    assert_int_equal(first, ROWS);
    assert_true(isnan(result.training.variance[METRIC_ACCURACY]));
    assert_int_equal(result.training.right.bits, 0);
    run_free(&r);
}

/* What is drawn for each seed is not kept, nor what does not apply. */
TEST(not_kept) {
    static struct run r;
    static struct evaluation_result result;
    struct error e;
    open_constant(&r, "first", "encoding.name=learned", "eval.lengths=1x");
    assert_true(evaluate(&r, 1, &result, &r.arena, &e));
    assert_int_equal(result.in_range->examples, 0);
    assert_int_equal(result.in_range->right.bits, 0);
    assert_true(isnan(result.in_range->variance[METRIC_ACCURACY]));
    run_free(&r);
    open_constant(&r, "sop", "encoding.name=none", "eval.lengths=1x");
    assert_true(evaluate(&r, 1, &result, &r.arena, &e));
    assert_false(result.row[1].applies); /* clamp */
    assert_int_equal(result.row[1].at[1]->examples, 0);
    assert_int_equal(result.row[1].at[1]->right.bits, 0);
    assert_int_equal(result.row[0].at[1]->examples, EXAMPLES);
    run_free(&r);
}

/* Beyond 16 million numbers examples are not kept one by one. */
TEST(too_many) {
    static struct score score[3];
    struct score *at[] = {&score[0], &score[1], &score[2]};
    struct evaluation_result r = {.rows = 1, .lengths = 2, .in_range = at[0], .row = {{.at = at}}};
    assert_false(evaluation_keeps_right(&r));
    at[1]->examples = at[2]->examples = 5 << 20;
    r.in_range->examples = 6 << 20;
    assert_true(evaluation_keeps_right(&r));
    r.in_range->examples++;
    assert_false(evaluation_keeps_right(&r));
    r.in_range->examples = at[1]->examples = 2000000000; /* no sum of ints */
    at[2]->examples = 300000000;
    assert_false(evaluation_keeps_right(&r));
}

GROUP(fixed_test, make_rows, folder_teardown)
