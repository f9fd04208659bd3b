/* test_many_classes.c -- with many classes the head works in blocks of targets: training and evaluation are compared
 * with a plain head that computes all targets at once. */
#include "law/trained.h"
#include <string.h>

#include "evaluate/evaluate.h"
#include "evaluate/predict.h"
#include "unit/near.h"

enum { WORDS = 150, SEQUENCES = 2, CLASSES = 9000, D = 8 };

/* 300 targets in blocks of 128: the last is smaller. */
#define MANY_CLASSES                                                                                                   \
    "task.name=reverse", "task.vocabulary=9000", "task.words=150", "model.d_model=8", "model.heads=2", "model.d_ff=0", \
        "train.batch=2", "train.shards=1", "eval.lengths=150", "eval.examples=3"

/* p = softmax(W x + b); returns -log p[answer]. */
static double softmax_plain(double p[CLASSES], const real *x, const real *w, const real *b, int answer) {
    double top = -HUGE_VAL, sum = 0;
    for (int c = 0; c < CLASSES; c++) {
        p[c] = (double)b[c];
        for (int i = 0; i < D; i++)
            p[c] += (double)w[c * D + i] * (double)x[i];
        top = fmax(top, p[c]);
    }
    for (int c = 0; c < CLASSES; c++)
        sum += p[c] = exp(p[c] - top);
    for (int c = 0; c < CLASSES; c++)
        p[c] /= sum;
    return -log(p[answer]);
}

/* What a head leaves: dW, db, the gradient of what it reads. */
struct head {
    double weight[CLASSES * D], bias[CLASSES], x[WORDS * SEQUENCES * D], loss;
};

/* The mean loss over all targets, backward. */
static void head_plain(struct head *h, const struct shard *s, const real *w, const real *b) {
    static double p[CLASSES];
    int targets = s->batch.targets;
    *h = (struct head){0};
    for (int k = 0; k < targets; k++) {
        const real *x = s->work.value.final + k * D;
        h->loss += softmax_plain(p, x, w, b, s->batch.answer[k]) / targets;
        p[s->batch.answer[k]] -= 1;
        for (int c = 0; c < CLASSES; c++) {
            h->bias[c] += p[c] / targets;
            for (int i = 0; i < D; i++) {
                h->weight[c * D + i] += p[c] * (double)x[i] / targets;
                h->x[k * D + i] += p[c] * (double)w[c * D + i] / targets;
            }
        }
    }
}

static void assert_all_near(const char *what, const real *got, const double *expected, int count) {
    double largest = 0;
    for (int i = 0; i < count; i++)
        largest = fmax(largest, fabs(expected[i]));
    assert_true(largest > 0);
    for (int i = 0; i < count; i++)
        assert_near(what, i, (double)got[i], expected[i], limit(1e-12, 1e-5) * largest);
}

static void test_trained(void **state) {
    static struct trained t;
    static struct head expected;
    static real before[CLASSES * (D + 1)];
    (void)state;
    open_trained(&t, (const char *const[]){MANY_CLASSES, NULL}, 1);
    const struct model *m = &t.run.model;
    const struct shard *s = &t.stepper.shard[0];
    memcpy(before, m->params.value + m->head.weight, CLASSES * D * sizeof(real));
    memcpy(before + CLASSES * D, m->params.value + m->head.bias, CLASSES * sizeof(real));
    step(&t);
    assert_int_equal(m->size.classes, CLASSES);
    assert_int_equal(s->batch.targets, WORDS * SEQUENCES);
    assert_int_equal(s->work.block, 128);
    head_plain(&expected, s, before, before + CLASSES * D);
    assert_near("loss", 0, t.stepper.loss, expected.loss, limit(1e-12, 1e-5));
    assert_all_near("weight", s->grad + m->head.weight, expected.weight, CLASSES * D);
    assert_all_near("bias", s->grad + m->head.bias, expected.bias, CLASSES);
    assert_all_near("final", s->work.grad.final, expected.x, s->batch.targets * D);
    run_free(&t.run);
}

/* The loss of evaluation's examples, one by one with all their logits at once. */
static double loss_one_by_one(struct run *r, int examples) {
    double loss = 0;
    for (int n = 0; n < examples; n++) {
        struct arena arena = {0};
        struct batch b;
        struct forward_pass way;
        struct error e;
        struct outcome outcome[WORDS];
        batch_build(&b, &r->task, 1, WORDS, &arena);
        batch_add_evaluation(&b, &r->task, r->eval_scheme, batch_seeds_of(&r->settings), WORDS, (uint32_t)n);
        assert_true(forward_pass_run(&way, r, &b, &policy_extend, &arena, &e));
        assert_int_equal(way.work.block, WORDS);
        loss_outcomes(outcome, way.work.value.logits, b.answer, b.targets, CLASSES);
        for (int i = 0; i < b.targets; i++)
            loss += outcome[i].loss / (WORDS * examples);
        arena_free(&arena);
    }
    return loss;
}

static void test_evaluated(void **state) {
    static struct trained t;
    struct evaluation_result result;
    struct arena arena = {0};
    struct error e;
    (void)state;
    open_trained(&t, (const char *const[]){MANY_CLASSES, NULL}, 1);
    step(&t);
    assert_true(evaluate_numbers(&t.run, 1, false, &result, &arena, &e));
    const struct score *s = result.row[0].at[1];
    assert_int_equal(s->count, 3 * WORDS);
    assert_near("loss", 0, s->value[metric_find("loss")], loss_one_by_one(&t.run, 3), limit(1e-8, 1e-5));
    arena_free(&arena);
    run_free(&t.run);
}

int test_many_classes(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_trained), cmocka_unit_test(test_evaluated)};
    return cmocka_run_group_tests_name("many_classes", tests, NULL, NULL);
}
