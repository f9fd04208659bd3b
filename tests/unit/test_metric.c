/* test_metric.c -- sums of metrics, computed by hand from given probabilities, and which tasks have them. */
#include <math.h>

#include "train/metric.h"
#include "unit/near.h"
#include "unit/opened.h"
#include "unit/tests.h"

/* So many copies of two sequences, of 8 rows and of 4, with targets at rows 0, 3, 7 and 1, 3: eighths 1, 4, 8 and 3,
 * 7. */
enum { CLASSES = 3, TARGETS = 5, ROWS = 12, COPIES = 60 };

/* Probabilities of [UNK] and two words at each target. */
static const struct {
    double p[CLASSES];
    int answer;
} given[TARGETS] = {
    {{.25, .5, .25}, 1},       /* right, log 2 */
    {{.5, .375, .125}, 0},     /* right, log 2 */
    {{.5, .25, .25}, 2},       /* wrong, log 4 */
    {{.125, .4375, .4375}, 1}, /* a tie, which is wrong; log 16/7 */
    {{.125, .75, .125}, 0},    /* wrong, log 8 */
};

struct filled {
    int start[2 * COPIES + 1], target_start[2 * COPIES + 1], target[COPIES * TARGETS], answer[COPIES * TARGETS];
    real logits[COPIES * TARGETS * CLASSES];
    struct outcome outcome[COPIES * TARGETS];
    struct batch batch;
};

static void fill(struct filled *f) {
    static const int row[TARGETS] = {0, 3, 7, 9, 11};
    for (int i = 0; i < COPIES * TARGETS; i++) {
        f->target[i] = ROWS * (i / TARGETS) + row[i % TARGETS];
        f->answer[i] = given[i % TARGETS].answer;
        for (int c = 0; c < CLASSES; c++)
            f->logits[i * CLASSES + c] = (real)(log(given[i % TARGETS].p[c]) + 3);
    }
    for (int s = 0; s <= 2 * COPIES; s++) {
        f->start[s] = ROWS * (s / 2) + (s % 2 ? 8 : 0);
        f->target_start[s] = TARGETS * (s / 2) + (s % 2 ? 3 : 0);
    }
    f->batch = (struct batch){.sequences = 2 * COPIES,
                              .rows = COPIES * ROWS,
                              .start = f->start,
                              .targets = COPIES * TARGETS,
                              .target_start = f->target_start,
                              .target = f->target,
                              .answer = f->answer};
}

static int count_targets(const struct task_built *t, int length) { return length; }

/* Of a metric by name, over all targets; NAN where it has no number. *counted of the targets are in it. */
static double value_of(const struct task_built *t, const char *name, int *counted) {
    static struct filled f;
    double sum[2 * METRICS_MAX] = {0}, *at = sum;
    int sums[METRICS_MAX] = {0}, wanted = metric_find(name);
    assert_true(wanted >= 0);
    fill(&f);
    for (int k = 0; k < metric_count; k++)
        sums[k] = metrics[k].sums(t);
    loss_outcomes(f.outcome, f.logits, f.answer, COPIES * TARGETS, CLASSES);
    metrics_add(sum, sums, t, &f.batch, 0, COPIES * TARGETS, f.outcome);
    for (int k = 0; k < wanted; k++)
        at += sums[k];
    *counted = sums[wanted] > 1 ? (int)at[1] : COPIES * TARGETS;
    return sums[wanted] ? metrics[wanted].value(at, sums[wanted], COPIES * TARGETS) : (double)NAN;
}

static void test_by_hand(void **state) {
    const struct task kind = {.name = "made", .answers_words = true, .targets = count_targets};
    const struct task_built t = {.kind = &kind, .size = {.classes = CLASSES, .trained = {4, 8}}};
    const double all = (log(2) + log(2) + log(4) + log(16. / 7) + log(8)) / 5;
    const struct {
        const char *name;
        double value;
        int targets; /* of one copy */
    } expected[] = {
        {"accuracy", 2. / 5, 5},
        {"loss", all, 5},
        {"perplexity", exp(all), 5},
        {"accuracy_known", 1. / 3, 3},
        {"loss_known", (log(2) + log(4) + log(16. / 7)) / 3, 3},
        {"accuracy_1of8", 1, 1},
        {"accuracy_3of8", 0, 1},
        {"accuracy_4of8", 1, 1},
        {"accuracy_7of8", 0, 1},
        {"accuracy_8of8", 0, 1},
    };
    int counted;
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        assert_near(expected[i].name, 0, value_of(&t, expected[i].name, &counted), expected[i].value,
                    limit(1e-12, 1e-6));
        assert_int_equal(counted, COPIES * expected[i].targets);
    }
    assert_true(isnan(value_of(&t, "accuracy_2of8", &counted))); /* no target there */
}

/* A loss so large that its exponential is no number any more. */
static void test_no_perplexity(void **state) {
    const struct metric *m = &metrics[metric_find("perplexity")];
    assert_near("perplexity", 0, m->value((const double[]){1400}, 1, 2) / exp(700), 1, 1e-12);
    assert_true(isnan(m->value((const double[]){1420}, 1, 2)));
    assert_true(isnan(m->value((const double[]){(double)NAN}, 1, 2)));
}

static bool has(const char *metric, const char *const *assignments) {
    static struct run r;
    open_run(&r, assignments);
    bool found = metrics[metric_find(metric)].sums(&r.task) > 0;
    run_free(&r);
    return found;
}

static void test_which_tasks(void **state) {
    const char *const order[] = {"task.name=order", NULL}, *const query[] = {"task.name=query", NULL},
                      *const shift[] = {"task.name=shift", NULL}, *const sop[] = {"task.name=sop", NULL},
                      *const cloze[] = {"task.name=cloze", NULL},
                      *const next[] = {"task.name=next", "model.causal=yes", NULL};
    const char *const *const all[] = {order, query, shift, sop, cloze, next};
    const bool words[] = {false, false, false, false, true, true}, spread[] = {false, false, true, false, true, true};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        assert_true(has("accuracy", all[i]) && has("loss", all[i]));
        assert_int_equal(has("perplexity", all[i]), words[i]);
        assert_int_equal(has("accuracy_known", all[i]), words[i]);
        assert_int_equal(has("loss_known", all[i]), words[i]);
        assert_int_equal(has("accuracy_1of8", all[i]), spread[i]); /* two targets, both in front, are not spread */
    }
}

int test_metric(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_no_perplexity),
        cmocka_unit_test(test_which_tasks),
    };
    return cmocka_run_group_tests_name("metric", tests, NULL, NULL);
}
