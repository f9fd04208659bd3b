/* test_recipe.c -- settings that depend on the number of examples: steps from epochs, the validation share and its
 * frequency, and class weights; and the weighted loss by hand. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "maths/loss.h"
#include "run/training_set.h"
#include "task/kinds.h"
#include "train/step.h"
#include "unit/files.h"
#include "unit/near.h"
#include "unit/opened.h"
#include "unit/tests.h"

/* Rows told apart by their first word, w0, w1, ...: the first `rare` are rare ones. */
static void write_rows(const char *name, int rows, int rare) {
    char *text = malloc(64 + 32 * (size_t)rows), *at = stpcpy(text, "label\ttext_a\n");
    for (int n = 0; n < rows; n++)
        at += sprintf(at, "%s\tw%d x\n", n < rare ? "rare" : "usual", n);
    write_file(test_folder, name, (struct bytes){text, (size_t)(at - text)});
    free(text);
}

/* A run on rows.tsv, with options that end in NULL. */
static void open_on_rows(struct run *r, const char *const *more) {
    const char *options[16] = {"task.name=tsv", in_folder("task.train=", "rows.tsv"),
                               in_folder("task.test=", "rows.tsv"), "model.d_model=8", "eval.lengths=1x"};
    for (int i = 5; *more; i++)
        options[i] = *more++;
    open_run(r, options);
}
#define MORE(...) ((const char *const[]){__VA_ARGS__, NULL})

/* ---- Epochs */

TEST(epochs) {
    static const struct {
        int rows, steps;
        const char *batch, *epochs, *more;
    } cases[] = {
        {10, 8, "train.batch=4", "train.epochs=3", NULL}, /* 30 / 4 = 7.5 */
        {10, 6, "train.batch=5", "train.epochs=3", NULL},
        {10, 11, "train.batch=1", "train.epochs=1.1", NULL},
        {10, 1, "train.batch=64", "train.epochs=0.5", NULL},
        {10, 5, "train.batch=4", "train.epochs=3", "task.examples=6"},  /* 18 / 4 */
        {10, 9, "train.batch=4", "train.epochs=4", "train.patience=1"}, /* 9 rows are left: 36 / 4 */
    };
    static struct run r;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        write_rows("rows.tsv", cases[i].rows, 5);
        open_on_rows(&r, MORE(cases[i].batch, cases[i].epochs, cases[i].more));
        assert_int_equal(r.settings.train.steps, cases[i].steps);
        run_free(&r);
    }
    open_run(&r, MORE("task.name=first", "task.examples=24", "train.epochs=8"));
    assert_int_equal(r.settings.train.steps, 3); /* 192 / 64 */
    run_free(&r);
    open_run(&r, MORE("task.name=first", "task.examples=1000000", "train.batch=1", "train.epochs=1000"));
    assert_int_equal(r.settings.train.steps, 1000000000); /* as many as there may be */
    run_free(&r);
}

/* The rate grows over a tenth of the steps at most: of 40 over 4. */
/* says help train: With epochs the warm-up is at most a tenth of the steps */
TEST(warmup) {
    static struct run r;
    open_run(&r, MORE("task.name=first", "task.examples=64", "train.epochs=40", "train.learning_rate=1"));
    assert_near("rate", 0, optimiser_rate(&r.settings.train, 0), 0.25, 1e-12);
    assert_near("rate", 3, optimiser_rate(&r.settings.train, 3), 1, 1e-12);
    assert_near("rate", 39, optimiser_rate(&r.settings.train, 39), 1.0 / 36, 1e-12);
    run_free(&r);
}

/* ---- The share that validates */

static int row_of(const struct batch *b, const struct task_built *t) {
    char buffer[TASK_WORD_MAX];
    return atoi(t->kind->word(t, b->token[b->start[0] + 1], buffer) + 1);
}

/* Every row is trained on or validates, once a round; which do is the same for all seeds. */
static void check_share(int rows, const char *share, int aside) {
    static struct run r;
    static bool validates[2][400];
    const struct position_scheme ordered = {POSITIONS_ORDERED, 0};
    struct batch b;
    write_rows("rows.tsv", rows, rows / 2);
    for (int seed = 1; seed <= 2; seed++) {
        bool *own = memset(validates[seed - 1], 0, sizeof *validates), trained[400] = {0};
        open_on_rows(&r, MORE("train.patience=1", share));
        batch_build(&b, &r.task, 1, 2, &r.arena);
        assert_int_equal(batch_count_validation(&r.task), aside);
        assert_int_equal(batch_count_training(&r.task), rows - aside);
        for (int i = 0; i < aside; i++) {
            batch_clear(&b);
            batch_add_validation(&b, &r.task, ordered, (uint32_t)seed, i);
            assert_false(own[row_of(&b, &r.task)]);
            own[row_of(&b, &r.task)] = true;
        }
        for (int i = 0; i < rows - aside; i++) {
            batch_clear(&b);
            batch_add_training(&b, &r.task, ordered, (uint32_t)seed, (uint64_t)i);
            int row = row_of(&b, &r.task);
            assert_false(own[row] || trained[row]);
            trained[row] = true;
        }
        run_free(&r);
    }
    assert_memory_equal(validates[0], validates[1], sizeof *validates);
}

/* says help train: A share of the rows of a file, or of a text, is set aside for validation (train.validation */
TEST(share) {
    check_share(10, "train.validation=0.1", 1);
    check_share(10, "train.validation=0.9", 9);
    check_share(399, "train.validation=0.25", 99);
}

/* Of a text the end of what is for training: word number n is w<n>. */
TEST(share_of_text) {
    static struct run r;
    char text[8000] = "", *at = text;
    char buffer[TASK_WORD_MAX];
    struct batch b;
    int seen[2] = {0, 10000};
    for (int n = 0; n < 1000; n++)
        at += sprintf(at, "w%d ", n);
    write_file(test_folder, "x.txt", (struct bytes){text, (size_t)(at - text)});
    open_run(&r, MORE("task.name=next", in_folder("task.text=", "x.txt"), "task.min_count=1", "task.words=4",
                      "model.causal=yes", "train.patience=1", "train.validation=0.2"));
    int first = r.task.size.text - (int)(0.2 * r.task.size.text);
    batch_build(&b, &r.task, 1, 4, &r.arena);
    for (int i = 0; i < 2000; i++)
        for (int validation = 0; validation < 2; validation++) {
            batch_clear(&b);
            if (validation)
                batch_add_validation(&b, &r.task, r.scheme, 1, i);
            else
                batch_add_training(&b, &r.task, r.scheme, 1, (uint64_t)i);
            int low = atoi(r.task.kind->word(&r.task, b.token[0], buffer) + 1),
                high = atoi(r.task.kind->answer(&r.task, b.answer[3], buffer) + 1);
            assert_int_equal(high, low + 4);
            seen[0] = !validation && high > seen[0] ? high : seen[0];
            seen[1] = validation && low < seen[1] ? low : seen[1];
        }
    assert_int_equal(seen[0], first - 1);
    assert_int_equal(seen[1], first);
    run_free(&r);
}

/* About 20 in a run; where 256 examples would take more than a tenth of the time, fewer. A step costs two passes of its
 * batch or more, so that of 2 * 64 * k / 10 >= 256 follows k >= 20. */
/* says help train: With train.patience=N the model is validated every train.validate_every steps (by default about */
/* says help train: times in a run, and for at most a tenth of the training time */
TEST(validate_every) {
    static const struct {
        const char *steps, *batch, *given;
        int every, examples;
    } cases[] = {
        {"train.steps=800", "train.batch=64", NULL, 40, 512},
        {"train.steps=801", "train.batch=64", NULL, 41, 524},
        {"train.steps=100", "train.batch=64", NULL, 20, 256},
        {"train.steps=5", "train.batch=64", NULL, 5, 256},
        {"train.steps=100000", "train.batch=64", NULL, 5000, 10000},
        {"train.steps=800", "train.batch=64", "train.validate_every=1", 1, 256},
    };
    static struct run r;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        open_run(&r, MORE("task.name=first", "train.warmup=0", "train.patience=2", cases[i].steps, cases[i].batch,
                          cases[i].given));
        assert_int_equal(r.settings.train.validate_every, cases[i].every);
        assert_int_equal(training_set_validation(&r.settings.train, &r.task), cases[i].examples);
        run_free(&r);
    }
    write_rows("rows.tsv", 100, 50); /* 10 rows validate: 2 * 4 * k / 10 >= 10 */
    open_on_rows(&r, MORE("train.patience=2", "train.batch=4", "train.steps=60"));
    assert_int_equal(r.settings.train.validate_every, 13);
    assert_int_equal(training_set_validation(&r.settings.train, &r.task), 10);
    run_free(&r);
}

TEST(told) {
    static struct run r;
    char text[TRAINING_SET_TEXT];
    write_rows("rows.tsv", 100, 50);
    open_on_rows(&r, MORE("train.steps=60", "train.batch=4"));
    assert_string_equal(training_set_tell(text, &r.settings.train, &r.task),
                        "60 steps = 2.4 passes over 100 examples\n");
    run_free(&r);
    open_on_rows(&r, MORE("train.steps=1", "train.batch=100"));
    assert_string_equal(training_set_tell(text, &r.settings.train, &r.task), "1 step = 1 pass over 100 examples\n");
    run_free(&r);
    open_run(&r, MORE("task.name=first", "train.steps=60"));
    assert_string_equal(training_set_tell(text, &r.settings.train, &r.task), "");
    run_free(&r);
}

/* ---- Class weights */

/* Rows of softmax 1/4, 3/4 and 1/2, 1/2; answers 1 and 0 of weight 1/2 and 3. */
TEST(weighted_loss) {
    real logits[] = {0, (real)log(3), 2, 2};
    static const int answer[] = {1, 0};
    static const real weight[] = {3, (real)0.5};
    static const double expected[] = {0.0625, -0.0625, -0.75, 0.75};
    int correct;
    double loss = loss_cross_entropy(logits, answer, weight, 2, 2, (real)0.5, &correct);
    assert_near("loss", 0, loss, 0.5 * log(4.0 / 3) + 3 * log(2), limit(1e-14, 1e-6));
    assert_int_equal(correct, 1); /* of the examples, not of their weight */
    for (int i = 0; i < 4; i++)
        assert_near("dlogits", i, (double)logits[i], expected[i], limit(1e-14, 1e-7));
}

/* The gradient of the head's first bias: the weighted mean of what each target gives, by the weights before the step.
 */
static double bias_gradient(const struct stepper *s, const real *head, const real *bias, const real *weight) {
    const int d = s->run->settings.model.d_model;
    double sum = 0, weights = 0;
    for (int k = 0; k < s->shards; k++)
        for (int i = 0; i < s->shard[k].batch.targets; i++) {
            const real *x = s->shard[k].work.value.final + (size_t)i * d;
            double z[2] = {(double)bias[0], (double)bias[1]};
            for (int j = 0; j < 2 * d; j++)
                z[j / d] += (double)head[j] * (double)x[j % d];
            int answer = s->shard[k].batch.answer[i];
            sum += (double)weight[answer] * (1 / (1 + exp(z[1] - z[0])) - (answer == 0));
            weights += (double)weight[answer];
        }
    return sum / weights;
}

/* 3 of 10 rows are rare ones: 10 / (2 * 3) and 10 / (2 * 7). The loss is a mean by weight: of 4 rows the weights are
 * never 4. */
TEST(balanced) {
    static struct run r;
    struct stepper s;
    struct error e;
    double sum = 0, weights = 0;
    write_rows("rows.tsv", 10, 3);
    open_on_rows(&r, MORE("train.class_weights=balanced", "train.batch=4", "train.shards=3"));
    const real *weight = training_set_class_weights(&r, &r.arena);
    char buffer[TASK_WORD_MAX];
    for (int c = 0; c < 2; c++) {
        bool rare = strcmp(r.task.kind->answer(&r.task, c, buffer), "rare") == 0;
        assert_near("weight", c, (double)weight[c], rare ? 10.0 / 6 : 10.0 / 14, 1e-6);
    }
    const struct model *m = &r.model;
    size_t size = (size_t)2 * r.settings.model.d_model;
    real *before = arena_alloc(&r.arena, size + 2, sizeof *before);
    memcpy(before, m->params.value + m->head.weight, size * sizeof *before);
    memcpy(before + size, m->params.value + m->head.bias, 2 * sizeof *before);
    assert_true(stepper_build(&s, &r, 2, &e) && stepper_step(&s, &e));
    assert_near("gradient", 0, (double)s.shard[0].grad[m->head.bias], bias_gradient(&s, before, before + size, weight),
                1e-6);
    for (int k = 0; k < s.shards; k++) {
        sum += s.shard[k].loss;
        for (int i = 0; i < s.shard[k].batch.targets; i++)
            weights += (double)weight[s.shard[k].batch.answer[i]];
    }
    assert_near("weight of the batch", 0, s.weight, weights, 1e-6);
    assert_near("loss", 0, s.loss, sum / weights, 1e-6);
    run_free(&r);
}

/* The only row of a label is used for validation: among the other 9, two labels have half the weight each, and that one
 * has none. */
TEST(balanced_absent) {
    static const double weights[] = {9.0 / (2 * 7), 0, 9.0 / (2 * 2)};
    static const char *const names[] = {"usual", "once", "rare"};
    static struct run r;
    struct batch b;
    char text[400] = "label\ttext_a\n", *at = text + strlen(text), buffer[TASK_WORD_MAX];
    write_rows("rows.tsv", 10, 3);
    open_on_rows(&r, MORE("train.patience=1"));
    batch_build(&b, &r.task, 1, 2, &r.arena);
    batch_add_validation(&b, &r.task, r.scheme, 1, 0);
    int aside = row_of(&b, &r.task);
    run_free(&r);
    for (int n = 0, rare = 2; n < 10; n++)
        at += sprintf(at, "%s\tw%d x\n", names[n == aside ? 1 : rare-- > 0 ? 2 : 0], n);
    write_file(test_folder, "rows.tsv", (struct bytes){text, (size_t)(at - text)});
    open_on_rows(&r, MORE("train.patience=1", "train.class_weights=balanced"));
    const real *weight = training_set_class_weights(&r, &r.arena);
    for (int c = 0; c < 3; c++)
        for (int i = 0; i < 3; i++)
            if (strcmp(r.task.kind->answer(&r.task, c, buffer), names[i]) == 0)
                assert_near(names[i], 0, (double)weight[c], weights[i], 1e-6);
    run_free(&r);
}

/* Where all labels are as frequent, nothing changes but rounding. */
TEST(balanced_already) {
    static struct run plain, balanced;
    struct stepper a = {0}, b = {0};
    struct error e;
    write_rows("rows.tsv", 20, 10);
    open_on_rows(&plain, MORE("train.batch=8"));
    open_on_rows(&balanced, MORE("train.batch=8", "train.class_weights=balanced"));
    assert_true(stepper_build(&a, &plain, 1, &e) && stepper_build(&b, &balanced, 1, &e));
    for (int i = 0; i < 5; i++) {
        assert_true(stepper_step(&a, &e) && stepper_step(&b, &e));
        assert_near("loss", i, a.loss, b.loss, limit(1e-12, 1e-5));
    }
    run_free(&plain);
    run_free(&balanced);
}

/* ---- What a baseline learns from */

/* As many examples as a model would see, 200,000 at most; of a fixed set all, however long a model is trained. */
TEST(drawn) {
    static const struct {
        const char *steps, *more;
        int drawn;
    } cases[] = {{"train.steps=28571", "train.batch=7", 199997},
                 {"train.steps=100000", "train.batch=2", 200000},
                 {"train.steps=199999", "train.batch=1", 199999},
                 {"train.steps=200001", "train.batch=1", 200000},
                 {"train.steps=200001", "task.examples=300", 300}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static struct run r;
        open_run(&r, (const char *const[]){"task.name=first", cases[i].steps, cases[i].more, NULL});
        assert_int_equal(training_set_drawn(&r), cases[i].drawn);
        run_free(&r);
    }
}

/* ---- What is refused */

TEST(refused) {
    tests_need("rows");
    tests_need("texts");
    static const struct {
        const char *options[4], *says;
    } cases[] = {
        {{"task.name=order", "train.epochs=2"}, "train.epochs = 2: task order "},
        {{"task.name=order", "train.class_weights=balanced"}, "train.class_weights = balanced: task order "},
        {{"task.name=cloze", "task.examples=50", "train.class_weights=balanced"},
         "train.class_weights = balanced: task cloze "},
        {{"task.name=cloze", "train.patience=1", "train.validation=0.001"}, "train.validation = 0.001 ... 28 of ... 32"},
        {{"task.name=first", "task.examples=1000001", "train.batch=1", "train.epochs=1000"},
         "train.epochs = 1000 of 1000001 examples is more than 1000000000 steps"},
        {{"task.name=order", "train.epochs=2", "train.steps=5"}, "train.steps and train.epochs "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static struct run r;
        struct assignments a = {0};
        struct settings s;
        struct error e = {0};
        for (int k = 0; k < 4 && cases[i].options[k]; k++)
            assert_true(assignments_override(&a, cases[i].options[k], &e));
        assert_refused(cases[i].says, settings_resolve(&s, &a, NULL, &e) && run_build(&r, &s, NULL, &e), &e, EXIT_USAGE,
                       cases[i].says);
    }
}

GROUP(recipe, folder_setup, folder_teardown)
