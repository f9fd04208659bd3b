/* test_member_baselines.c -- what baselines learn: everything that words say and nothing else; each text alone;
 * and the same bits again. */
#include "baseline/baseline.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/elementary.h"
#include "baseline/features.h"
#include "evaluate/confusion.h"
#include "evaluate/evaluate.h"
#include "train/train.h"
#include "unit/files.h"
#include "unit/near.h"
#include "unit/opened.h"
#include "unit/tests.h"

enum { ROWS = 1500 }; /* several chunks of a pass */

/* Row n of a file: label and texts. */
typedef int row_of(char *to, struct random *r);

/* One of eight words says the label, the others are about anything. */
static int words_row(char *to, struct random *r) {
    int label = (int)random_below(r, 2), place = (int)random_below(r, 4), used = sprintf(to, "%s\t", label ? "b" : "a");
    for (int k = 0; k < 4; k++)
        used += sprintf(to + used, k == place ? "%c%d " : "%c%c ", k == place ? 'p' + label : 'x',
                        k == place ? (int)random_below(r, 4) : 'a' + (int)random_below(r, 6));
    return used + sprintf(to + used, "\n");
}

/* In each row the same three words twice, in one order or in the other. */
static int order_row(char *to, struct random *r) {
    int label = (int)random_below(r, 2), others = 1 + (int)random_below(r, 3), used;
    used = sprintf(to, label ? "swapped\tred old" : "straight\told red");
    for (int k = 0; k < others; k++)
        used += sprintf(to + used, " house");
    return used + sprintf(to + used, "\n");
}

/* The label says whether `yes` is in the first text or in the second. */
static int texts_row(char *to, struct random *r) {
    int label = (int)random_below(r, 2);
    return sprintf(to, label ? "second\tno\tyes\n" : "first\tyes\tno\n");
}

/* The words say nothing. */
static int noise_row(char *to, struct random *r) {
    return sprintf(to, "%s\tw%d w%d\n", random_below(r, 3) ? "a" : "b", (int)random_below(r, 5),
                   (int)random_below(r, 5));
}

/* The same with words that are repeated many times. */
static int repeated_row(char *to, struct random *r) {
    int word = (int)random_below(r, 5), used = sprintf(to, random_below(r, 3) ? "a\t" : "b\t");
    for (int k = 0; k < 20; k++)
        used += sprintf(to + used, "w%d ", word);
    return used + sprintf(to + used, "\n");
}

/* One of two words says the label, the other is in this row alone. */
static int rare_row(char *to, struct random *r) {
    static int number;
    int label = (int)random_below(r, 2);
    return sprintf(to, "%s\t%s u%d\n", label ? "b" : "a", label ? "blue" : "red", number++);
}

static void write_rows(const char *name, row_of *row, bool texts, uint64_t stream) {
    static char text[80 * ROWS];
    struct random r = random_open(5, RANDOM_TRAIN, stream);
    int used = sprintf(text, texts ? "label\ttext_a\ttext_b\n" : "label\ttext_a\n");
    for (int n = 0; n < ROWS; n++)
        used += row(text + used, &r);
    write_file(test_folder, name, (struct bytes){text, (size_t)used});
}

static void open_rows(struct run *r, row_of *row, bool texts, const char *baseline) {
    char name[64];
    write_rows("train.tsv", row, texts, 1);
    write_rows("test.tsv", row, texts, 2);
    snprintf(name, sizeof name, "model.baseline=%s", baseline);
    open_run(r, (const char *const[]){"task.name=tsv", in_folder("task.train=", "train.tsv"),
                                      in_folder("task.test=", "test.tsv"), name, "eval.lengths=1x", NULL});
}

/* Answers by label are the targets, and the right ones among them the accuracy's, whoever counted them. */
static void check_counts(const struct evaluation_result *r) {
    const double *count = r->in_range->sum[METRIC_MACRO_F1];
    const struct confusion m = confusion_of(count, r->sums[METRIC_MACRO_F1]);
    double all = 0, right = 0;
    for (int k = 0; k < m.classes; k++) {
        all += confusion_class_of(&m, k).there;
        right += confusion_class_of(&m, k).right;
    }
    assert_near("targets", 0, all, (double)r->in_range->count, 0);
    assert_near("right", 0, right, *r->in_range->sum[METRIC_ACCURACY], 0);
}

static long weights; /* of the last baseline */

/* Its accuracy in range. */
static double accuracy_of(row_of *row, bool texts, const char *baseline, double *loss) {
    static struct run r;
    static struct evaluation_result result;
    struct error e;
    open_rows(&r, row, texts, baseline);
    assert_true(baseline_train(&r, &e));
    assert_int_equal(r.step, r.settings.train.steps);
    assert_true(evaluate(&r, 2, &result, &r.arena, &e));
    assert_int_equal(result.in_range->count, ROWS);
    assert_int_equal(result.training.count, 0); /* what it makes of the rows it learned from says nothing */
    check_counts(&result);
    double accuracy = result.in_range->value[METRIC_ACCURACY];
    weights = result.weights;
    if (loss)
        *loss = result.in_range->value[METRIC_LOSS];
    run_free(&r);
    return accuracy;
}

TEST(bag) {
    double loss;
    assert_near("words that say it", 0, accuracy_of(words_row, false, "bag", &loss), 1, 0);
    assert_true(loss < 0.05);
    assert_near("texts apart", 0, accuracy_of(texts_row, true, "bag", NULL), 1, 0);
    assert_int_equal(weights, (2 * 2 + 2) * 2); /* for each of two labels: two words in two texts, [CLS] and a bias */
    double chance = accuracy_of(noise_row, false, "most_frequent", NULL);
    assert_true(chance > 0.6 && chance < 0.73);
    assert_true(fabs(accuracy_of(noise_row, false, "bag", NULL) - chance) < 0.05);
    accuracy_of(repeated_row, false, "bag", &loss);
    assert_near("nats", 0, loss, log(3) - 2. / 3 * log(2), 0.05); /* repeated words do not make steps longer */
}

/* Words alone say nothing about order. */
/* Words that are too rare go where there would be too many weights, and only there. */
TEST(too_many_weights) {
    assert_near("what is left says it", 0, accuracy_of(rare_row, false, "bag", NULL), 1, 0);
#ifdef SMALL_CAPS
    assert_int_equal(weights, (2 + 2) * 2); /* for each of two labels: two words, [CLS] and a bias */
#else
    assert_int_equal(weights, (2 + ROWS + 2) * 2);
#endif
}

TEST(order) { assert_true(fabs(accuracy_of(order_row, false, "bag", NULL) - 0.5) < 0.1); }

/* Shares of the training rows, each counted once more. */
static void check_most_frequent(struct bytes rows, double accuracy, double loss, double macro_f1) {
    static struct run r;
    static struct evaluation_result result;
    struct error e;
    write_file(test_folder, "train.tsv", rows);
    write_file(test_folder, "test.tsv", (struct bytes)BYTES("label\ttext_a\nb\tx\nb\ty\na\ty\nc\tx\n"));
    open_run(&r, (const char *const[]){"task.name=tsv", in_folder("task.train=", "train.tsv"),
                                       in_folder("task.test=", "test.tsv"), "model.baseline=most_frequent",
                                       "eval.lengths=1x", NULL});
    assert_true(baseline_train(&r, &e));
    assert_true(evaluate(&r, 1, &result, &r.arena, &e));
    assert_near("accuracy", 0, result.in_range->value[METRIC_ACCURACY], accuracy, 1e-9);
    assert_near("loss", 0, result.in_range->value[METRIC_LOSS], loss, 1e-9);
    assert_near("macro-F1", 0, result.in_range->value[METRIC_MACRO_F1], macro_f1, 1e-9);
    assert_int_equal(result.weights, 3);
    run_free(&r);
}

/* If two labels are equally frequent, neither counts as the answer. */
TEST(most_frequent) {
    check_most_frequent((struct bytes)BYTES("label\ttext_a\na\tx\nb\tx\nb\ty\nb\ty\nc\tx\n"), 0.5,
                        -(2 * log(4. / 8) + log(2. / 8) + log(2. / 8)) / 4, 4. / 6 / 3);
    check_most_frequent((struct bytes)BYTES("label\ttext_a\na\tx\nb\tx\na\ty\nb\ty\nc\tx\n"), 0,
                        -(3 * log(3. / 8) + log(2. / 8)) / 4, 0);
}

/* Three examples with the words 1 2 3, 2 3 and 3; words that occur once are dropped. */
TEST(prune) {
    static const struct task_built t = {.size = {.vocabulary = 9, .segments = 1}};
    static const uint32_t expected[] = {0, 1, 0, 1, 1};
    static const size_t starts[] = {0, 2, 4, 5};
    int token[] = {1, 2, 3}, segment[3] = {0};
    struct batch b = {.token = token, .segment = segment};
    struct features f;
    struct arena arena = {0};
    uint32_t list[6];
    size_t start[4] = {0}, used = 0;
    features_open(&f, &t, &arena);
    for (int n = 0; n < 3; n++) {
        for (int row = n; row < 3; row++)
            list[used++] = features_learn(&f, &b, row);
        start[n + 1] = used;
    }
    features_prune(&f, list, start, 3, 2);
    assert_int_equal(f.count, 2);
    assert_memory_equal(start, starts, sizeof starts);
    assert_memory_equal(list, expected, sizeof expected);
    assert_int_equal(features_find(&f, &b, 0), FEATURES_NONE);
    assert_int_equal(features_find(&f, &b, 1), 0);
    assert_int_equal(features_find(&f, &b, 2), 1);
    arena_free(&arena);
}

/* Features that a file cannot have: word 12 of 9; a word twice; a pair of words. */
TEST(damaged_features) {
    static const struct task_built t = {.size = {.vocabulary = 9, .segments = 1}};
    static const int32_t wrong[] = {0, 12, -1}, twice[] = {0, 2, -1, 0, 2, -1}, pair[] = {0, 2, 5};
    struct safetensors_entry entry = {.name = "words", .shape = {1, 3}, .data = (const unsigned char *)wrong};
    struct arena arena = {0};
    struct features f;
    struct error e;
    features_open(&f, &t, &arena);
    assert_false(features_read(&f, &entry, &e));
    assert_string_equal(e.text, "tensor words: row 0 is (0, 12, -1), which is not a word of the task or occurs twice");
    entry.shape[0] = 2;
    entry.data = (const unsigned char *)twice;
    assert_false(features_read(&f, &entry, &e));
    assert_string_equal(e.text, "tensor words: row 1 is (0, 2, -1), which is not a word of the task or occurs twice");
    features_open(&f, &t, &arena);
    entry.shape[0] = 1;
    entry.data = (const unsigned char *)pair;
    assert_false(features_read(&f, &entry, &e));
    assert_string_equal(e.text, "tensor words: row 0 is (0, 2, 5), which is not a word of the task or occurs twice");
    arena_free(&arena);
}

/* The same settings give the same bits with any number of threads; another seed others. */
TEST(repeats) {
    double first = 0, loss[3];
    for (int i = 0; i < 3; i++) {
        static struct run r;
        static struct evaluation_result result;
        struct error e;
        open_rows(&r, noise_row, false, "bag");
        r.settings.train.seed = i < 2 ? 1 : 2;
        assert_true(baseline_train(&r, &e));
        assert_true(evaluate(&r, 1 + 2 * i, &result, &r.arena, &e));
        loss[i] = result.in_range->value[METRIC_LOSS];
        run_free(&r);
    }
    first = loss[0];
    assert_memory_equal(&first, &loss[1], sizeof first);
    assert_true(loss[2] != loss[0]);
    assert_near("another seed", 0, loss[2], loss[0], 0.02);
}

/* A signal ends it before the next example, here before the first. */
TEST(stopped) {
    static const volatile sig_atomic_t stop = 1;
    static struct run r;
    struct error e;
    real logits[2] = {1, 1};
    open_rows(&r, noise_row, false, "most_frequent");
    r.stop = &stop;
    assert_false(baseline_train(&r, &e));
    assert_int_equal(e.code, EXIT_STOPPED);
    run_learner(&r)->logits(&r, NULL, 0, logits);
    assert_true(logits[0] == 0 && logits[1] == 0); /* log(0 + 1) */
    run_free(&r);
}

/* Each says of itself for which task it makes sense: those of core not where every word is a target. */
TEST(fits) {
    static struct run r;
    struct error e;
    for (const struct baseline *const *b = baseline_kinds; ABOUT(*b); b++) {
        assert_ptr_equal(baseline_find((*b)->name), *b);
        assert_true(*(*b)->summary);
    }
    open_run(&r, (const char *const[]){"task.name=first", NULL});
    assert_true(baseline_bag.fits(&r.task, &e));
    run_free(&r);
    assert_null(baseline_find("bagg"));
}

GROUP(member_baselines, folder_setup, folder_teardown)
