/* test_next_word.c -- an evaluation of `next` against an independent forward pass in numpy: next.py, with
 * its own text, vocabulary rule and weights. */
#include <math.h>
#include <string.h>

#include "base/file.h"
#include "evaluate/evaluate.h"
#include "unit/near.h"
#include "unit/opened.h"
#include "unit/tests.h"

enum { UNKNOWN, TARGETS = 11 };

/* The 12 words that are held out have one example of 11. */
static const char text[] = "a g g f a g f v e a e d d g c g c g b a b e a z g b b c f b f b f a d a d g c f "
                           "c f b e w e a d g v g c\n";

/* What next.py prints: loss, whether the answer is the likeliest word, the answer. */
static const struct {
    double loss;
    int correct, answer;
} expected[TARGETS] = {
    {2.543302035, 0, 3}, {3.952354474, 0, 4}, {0.802618570, 1, 7}, {1.097670925, 1, 0},
    {0.979639472, 1, 7}, {1.412243689, 0, 2}, {1.920504678, 0, 5}, {2.805062667, 0, 1},
    {5.198805870, 0, 0}, {5.970294021, 0, 1}, {1.379129123, 0, 6},
};

static void set_weights(const struct params *p) {
    for (const struct tensor *t = p->tensor; t < p->tensor + p->count; t++) {
        bool gain = strstr(t->name, "layernorm") && strstr(t->name, ".weight");
        for (size_t i = 0; i < t->count; i++)
            p->value[t->offset + i] =
                (real)(float)((gain ? 1 : 0) + 0.5 * sin(2.3 * (double)i + (double)strlen(t->name)));
    }
}

static void open_next(struct run *r) {
    struct error e;
    assert_true(file_write(in_folder("", "text.txt"), text, strlen(text), &e));
    open_run(r, (const char *const[]){"task.name=next", in_folder("task.text=", "text.txt"), "task.words=4..11",
                                      "task.held_out=0.25", "model.causal=yes", "model.d_model=8", "model.heads=2",
                                      "model.d_ff=12", "encoding.name=rope", "eval.lengths=11", "eval.examples=7",
                                      "eval.policies=extend", NULL});
    assert_int_equal(r->task.size.longest, TARGETS);
    set_weights(&r->model.params);
}

/* The mean over the targets that count: all, or those with a known answer. */
struct means {
    double loss, accuracy;
};

static struct means mean(bool known) {
    struct means m = {0, 0};
    int count = 0;
    for (int i = 0; i < TARGETS; i++) {
        if (known && expected[i].answer == UNKNOWN)
            continue;
        m.loss += expected[i].loss;
        m.accuracy += expected[i].correct;
        count++;
    }
    return (struct means){m.loss / count, m.accuracy / count};
}

static void assert_metric(const struct evaluation_result *r, const char *name, double value) {
    int k = metric_find(name);
    assert_true(k >= 0);
    assert_near(name, 0, evaluation_value(r, k, 0, 1), value, limit(1e-8, 1e-6));
}

TEST(against_numpy) {
    static struct run r;
    static struct evaluation_result result;
    struct error e;
    open_next(&r);
    if (!evaluate(&r, 1, &result, &r.arena, &e))
        fail_msg("%s", e.text);
    struct means all = mean(false), known = mean(true);
    assert_metric(&result, "accuracy", all.accuracy);
    assert_metric(&result, "loss", all.loss);
    assert_near("perplexity / e^loss", 0, evaluation_value(&result, metric_find("perplexity"), 0, 1) / exp(all.loss), 1,
                limit(1e-8, 1e-6));
    assert_metric(&result, "accuracy_known", known.accuracy);
    assert_metric(&result, "loss_known", known.loss);
    run_free(&r);
}

GROUP(next_word, folder_setup, folder_teardown)
