/* test_many_classes.c -- with many classes the head works in blocks of targets: an evaluation is compared with one
 * that computes the logits of each example at once. Training: test_layer.c. */
#include "law/trained.h"

#include "evaluate/evaluate.h"
#include "evaluate/predict.h"
#include "unit/near.h"

enum { WORDS = 150, SEQUENCES = 2, CLASSES = 9000, D = 8 };

/* 300 targets in blocks of 128: the last is smaller. */
#define MANY_CLASSES                                                                                                   \
    "task.name=reverse", "task.vocabulary=9000", "task.words=150", "model.d_model=8", "model.heads=2", "model.d_ff=0", \
        "train.batch=2", "train.shards=1", "eval.lengths=150", "eval.examples=3"

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

TEST(evaluated) {
    static struct trained t;
    struct evaluation_result result;
    struct arena arena = {0};
    struct error e;
    open_trained(&t, (const char *const[]){MANY_CLASSES, NULL}, 1);
    step(&t);
    assert_true(evaluate_numbers(&t.run, 1, false, &result, &arena, &e));
    const struct score *s = result.row[0].at[1];
    assert_int_equal(s->count, 3 * WORDS);
    assert_near("loss", 0, s->value[metric_find("loss")], loss_one_by_one(&t.run, 3), limit(1e-8, 1e-5));
    arena_free(&arena);
    run_free(&t.run);
}

GROUP(many_classes, NULL, NULL)
