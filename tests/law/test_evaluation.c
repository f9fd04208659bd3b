/* test_evaluation.c -- lengths as users write them, and evaluation: counts that match a second count from the examples,
 * for any number of threads, policies and other lengths; and refusals. */
#include "unit/near.h"
#include "unit/opened.h"
#include "unit/tests.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "encoding/encoding.h"
#include "evaluate/evaluate.h"
#include "run/batches.h"
#include "unit/refused.h"
#include "unit/scores.h"

/* ---- lengths */

static struct task_built first_task(void) {
    static const struct task_sizes size = {.shortest = 2, .trained = {2, 16}};
    return (struct task_built){.kind = task_named("first"), .size = size};
}

/* Examples are made at just these lengths. */
TEST(lengths) {
    static const struct {
        const char *text;
        int trained, longest, words[9];
    } rows[] = {
        {"1x 1.5x 2x 40", 16, 0, {16, 24, 32, 40}},
        {" 16x,2 , 1000000", 16, 0, {2, 256, 1000000}},
        {"16 40 1x", 16, 0, {16, 40}}, /* one twice */
        {EVAL_LENGTHS " 16x", 16, 0, {16, 32, 64, 128, 256}},
        {"1.53x 1.54x 0.1x", 16, 0, {2, 24, 25}}, /* 1.6, 24.48 and 24.64, rounded */
        /* by default, those that the task has: up to what is held out, or a million */
        {EVAL_LENGTHS, 10, 79, {10, 20, 40}},
        {EVAL_LENGTHS, 200000, 0, {200000, 400000, 800000}},
        {EVAL_LENGTHS, 1, 0, {1, 2, 4, 8}},
        {"1x 1.5x 2x", 1, 0, {1, 2}} /* 1.5x and 2x of 1 are both 2 */,
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct task_built t = first_task();
        struct error e = {0};
        struct range words[LENGTHS_MAX];
        int count = 0;
        t.size.shortest = rows[i].trained == 1 ? 1 : 2;
        t.size.trained.high = rows[i].trained;
        t.size.longest = rows[i].longest;
        while (rows[i].words[count])
            count++;
        if (lengths_read(rows[i].text, &t, words, &e) != count)
            fail_msg("'%s' %d: %s", rows[i].text, rows[i].trained, e.text);
        for (int k = 0; k < count; k++)
            assert_true(words[k].high == rows[i].words[k] && words[k].low == words[k].high);
    }
}

static void refuse_lengths(const char *text) {
    struct task_built t = first_task();
    struct error e = {0};
    struct range words[LENGTHS_MAX];
    assert_refused(text, lengths_read(text, &t, words, &e) != 0, &e, EXIT_USAGE,
                   strcmp(text, "1000001") == 0 ? "eval.lengths: 1000001 words; ... 2..1000000" : "eval.lengths");
}

TEST(lengths_refused) {
    static const char *const texts[] = {"",       "  ",    "x",    "1.5",    "0",    "-4",   "-1x",
                                        "0x",     "2y",    "1",    "nan",    "nanx", "infx", "1000001",
                                        "1e300x", "0.01x", "40x5", "1x 1.5", "1x 3z"};
    char many[4 * LENGTHS_MAX + 8] = "";
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        refuse_lengths(texts[i]);
    for (int i = 0; i < LENGTHS_MAX; i++)
        text_append(many, sizeof many, "%d ", i + 9);
    struct task_built t = first_task();
    struct error e;
    struct range words[LENGTHS_MAX];
    assert_int_equal(lengths_read(many, &t, words, &e), LENGTHS_MAX);
    text_append(many, sizeof many, "99");
    refuse_lengths(many);
}

/* ---- evaluation */

/* The same with 300 examples. */
static void open_few(struct run *r, const char *const *assignments) {
    const char *all[16] = {"eval.examples=300"};
    for (int i = 1; *assignments; i++)
        all[i] = *assignments++;
    open_run(r, all);
}

static struct arena results; /* of evaluations that outlive their run */

static void evaluate_run(struct evaluation_result *result, const char *const *assignments, int threads) {
    static struct run r;
    struct error e;
    open_few(&r, assignments);
    if (!evaluate(&r, threads, result, &results, &e))
        fail_msg("%s", e.text);
    r.settings.train.steps = 0; /* the steps it was trained for */
    if (!evaluation_match(result, &r.settings, &r.task, "its folder", &e))
        fail_msg("%s", e.text);
    run_free(&r);
}

/* A head of zeros and a bias that says yes: correct are the examples whose answer is yes. */
TEST(counts_can_be_counted_again) {
    static struct run r;
    struct evaluation_result result;
    struct batch b;
    struct error e;
    int yes = 0;
    open_few(&r, (const char *const[]){"eval.lengths=20", "eval.policies=wrap", "eval.seed=5", "train.seed=4", NULL});
    real *head = r.model.params.value + r.model.head.weight, *bias = r.model.params.value + r.model.head.bias;
    memset(head, 0, 2 * (size_t)r.settings.model.d_model * sizeof *head);
    assert_true(evaluate(&r, 1, &result, &r.arena, &e)); /* a dead model: ties are errors */
    assert_int_equal(right_of(*result.row[0].at[1]), 0);
    bias[1] = 1;
    assert_true(evaluate(&r, 1, &result, &r.arena, &e));
    batch_build(&b, &r.task, 300, 20, &r.arena);
    for (uint32_t i = 0; i < 300; i++)
        batch_add_evaluation(&b, &r.task, r.scheme, (struct batch_seeds){5, 4}, 20, i);
    for (int i = 0; i < b.targets; i++)
        yes += b.answer[i];
    assert_int_equal(result.row[0].at[1]->count, 300);
    assert_int_equal(right_of(*result.row[0].at[1]), yes);
    assert_int_equal(result.in_range->count, 300);
    assert_in_range(right_of(*result.in_range), 100, 200);
    run_free(&r);
}

/* ---- what the task is told, and what else a result says */

static long stratum[400];
static int drawn;

static void note_stratum(const struct task_built *t, const struct task_draw *d, struct example *out) {
    stratum[drawn++] = d->stratum;
    task_named("first")->draw(t, d, out);
}

/* Each set of evaluation begins anew with example 0; in training answers are drawn. */
TEST(strata) {
    static struct run r;
    struct evaluation_result result;
    struct task noting = *task_named("first");
    struct error e;
    int at = 0;
    noting.draw = note_stratum;
    open_run(&r, (const char *const[]){"task.name=first", "eval.examples=30", "task.examples=50", "eval.lengths=1x 2x",
                                       NULL});
    r.task.kind = &noting;
    drawn = 0;
    assert_true(evaluate(&r, 1, &result, &r.arena, &e));
    for (int i = 0; i < 30; i++)
        assert_int_equal(stratum[at++], i); /* in range */
    for (int i = 0; i < 50; i++)
        assert_int_equal(stratum[at++], -1); /* training */
    for (int i = 0; i < 60; i++)
        assert_int_equal(stratum[at++], i % 30);
    assert_int_equal(drawn, at);
    run_free(&r);
}

/* 8 tokens, 1 segment and 7 positions of width 8; four projections with bias; three norms; a feed-forward of 16; a head
 * of 2. The table of positions is 56 of them; t5 has 32 biases for each of four heads. */
TEST(weights) {
    static const struct {
        const char *encoding, *more;
        long weights;
    } models[] = {
        {"encoding.name=learned", NULL, 64 + 8 + 56 + 4 * 72 + 3 * 16 + 144 + 136 + 18},
        {"encoding.name=learned", "learned.frozen=yes", 706},
        {"encoding.name=sinusoidal", NULL, 706},
        {"encoding.name=t5", NULL, 706 + 4 * 32},
    };
    struct evaluation_result result;
    static struct run r;
    struct error e;
    for (size_t k = 0; k < sizeof models / sizeof *models; k++) {
        open_run(&r,
                 (const char *const[]){"task.name=first", "task.fillers=5", "task.words=2..6", "model.d_model=8",
                                       "model.d_ff=16", "eval.examples=10", models[k].encoding, models[k].more, NULL});
        assert_true(evaluate(&r, 1, &result, &r.arena, &e));
        assert_int_equal(result.weights, models[k].weights);
        run_free(&r);
    }
}

/* At 16 words nothing, at 32 a tenth more than chance says, which is a half. */
static double a_tenth(const struct task_built *t, struct range words) {
    return t->kind->chance(t, words) + (words.high > 16 ? 0.1 : 1e-10);
}
static double next_to_nothing(const struct task_built *t, struct range words) {
    return t->kind->chance(t, words) + 1e-10;
}

TEST(order_free_guess) {
    static const struct task_blind lists[][2] = {{{0}},
                                                 {{TASK_WITHOUT_ORDER, NULL}, {0}},
                                                 {{TASK_WITHOUT_ORDER, next_to_nothing}, {0}},
                                                 {{TASK_WITHOUT_ORDER, a_tenth}, {0}}};
    static struct run r;
    struct evaluation_result result;
    struct task guessed = *task_named("first");
    struct error e;
    open_run(&r, (const char *const[]){"task.name=first", "eval.examples=10", "eval.lengths=1x 2x", NULL});
    r.task.kind = &guessed;
    for (int k = 0; k < 4; k++) {
        guessed.blind = lists[k];
        assert_true(evaluate(&r, 1, &result, &r.arena, &e));
        assert_int_equal(result.baselines, 1 + (k == 3));
    }
    const struct baseline_levels *b = &result.baseline[1];
    assert_string_equal(b->name, "without order");
    assert_near("in range", 0, b->of[METRIC_ACCURACY].at[IN_RANGE], 0.5, 1e-8);
    assert_near("at", 0, b->of[METRIC_ACCURACY].at[1], 0.5, 1e-8);
    assert_near("at", 1, b->of[METRIC_ACCURACY].at[2], 0.6, 1e-12);
    assert_true(isnan(b->of[METRIC_LOSS].at[2])); /* known of accuracy alone */
    run_free(&r);
}

/* Nothing is evaluated that was trained on, though lengths and seeds are the same. */
TEST(examples_are_not_those_of_training) {
    static struct run r;
    struct batch trained, evaluated;
    int same = 0;
    open_few(&r, (const char *const[]){NULL});
    for (uint32_t i = 0; i < 100; i++) {
        batch_build(&trained, &r.task, 1, 16, &r.arena);
        batch_build(&evaluated, &r.task, 1, 16, &r.arena);
        batch_add_training(&trained, &r.task, r.scheme, 1, i);
        batch_add_evaluation(&evaluated, &r.task, r.scheme, (struct batch_seeds){1, 1}, 0, i);
        same += trained.rows == evaluated.rows &&
                memcmp(trained.token, evaluated.token, (size_t)trained.rows * sizeof *trained.token) == 0;
    }
    assert_int_equal(same, 0);
    run_free(&r);
}

/* A row for each policy that fits, in their order. */
static void assert_rows(const struct evaluation_result *result, const struct encoding *kind) {
    const struct policy *list[ENCODING_POLICIES + 1];
    policy_list(list, kind->acts_on);
    for (int k = 0; k < result->rows; k++)
        assert_ptr_equal(result->row[k].policy, list[k]);
    assert_null(list[result->rows]);
}

/* A number belongs to its policy and length, whatever is evaluated beside it. */
TEST(rows_do_not_meet) {
    struct evaluation_result all, one;
    evaluate_run(&all, (const char *const[]){"eval.lengths=1x 9 3x", "eval.policies=clamp log_length all", NULL}, 2);
    assert_ptr_equal(all.row[--all.rows].policy, &policy_log_length);
    assert_rows(&all, encoding_find("learned"));
    all.rows++;
    for (int k = 0; k < all.rows; k++) {
        char list[64];
        snprintf(list, sizeof list, "eval.policies=%s", all.row[k].policy->name);
        evaluate_run(&one, (const char *const[]){"eval.lengths=3x", list, NULL}, 1);
        assert_int_equal(right_of(*one.in_range), right_of(*all.in_range));
        assert_int_equal(right_of(*one.row[0].at[1]), right_of(*all.row[k].at[3]));
        assert_int_equal(right_of(*all.row[k].at[1]), right_of(*all.row[0].at[1])); /* within the table all are one */
        assert_int_equal(right_of(*all.row[k].at[2]), right_of(*all.row[0].at[2]));
    }
    int differ = 0; /* beyond the table they do not all answer alike, even untrained */
    for (int k = 1; k < all.rows; k++)
        differ += right_of(*all.row[k].at[3]) != right_of(*all.row[0].at[3]);
    assert_true(differ > 0);
}

TEST(threads_change_no_count) {
    struct evaluation_result one, many;
    evaluate_run(&one, (const char *const[]){"encoding.name=sinusoidal", NULL}, 1);
    for (int threads = 2; threads <= 5; threads++) {
        evaluate_run(&many, (const char *const[]){"encoding.name=sinusoidal", NULL}, threads);
        assert_rows(&one, encoding_find("sinusoidal"));
        assert_int_equal(right_of(*one.in_range), right_of(*many.in_range));
        for (int k = 0; k < one.rows; k++)
            assert_same_scores(one.row[k].at, many.row[k].at, evaluation_columns(&one));
    }
}

/* eval.examples counts targets: texts are as few as have so many, but at least a hundred, or as many as targets. In
 * range they are counted by a text of mean length. */
TEST(targets) {
    static const int asked[] = {1, 10, 99, 100, 101, 2000, 10000000};
    _Alignas(16) char options[TASK_OPTIONS_MAX];
    for (const struct task *const *kind = tasks; ABOUT(*kind); kind++) {
        const struct task_built t = {.kind = *kind, .options = options};
        setting_defaults((*kind)->options, options);
        for (int words = 8; words <= 1024; words *= 2)
            for (size_t k = 0; k < sizeof asked / sizeof *asked; k++) {
                int texts = evaluation_texts(&t, asked[k], (struct range){words, words});
                int each = (*kind)->targets(&t, words), least = asked[k] < 100 ? asked[k] : 100;
                assert_true(texts >= least && (long)texts * each >= asked[k]);
                assert_true(texts == least || (long)(texts - 1) * each < asked[k]);
                assert_true(task_has_many_targets(*kind) || texts == asked[k]);
                assert_int_equal(evaluation_texts(&t, asked[k], (struct range){words - 6, words + 3}), texts);
                int kept = evaluation_targets(&t, asked[k], (struct range){words, words});
                assert_true(kept == each || (asked[k] >= 100 && kept < each));
                assert_true((long)texts * kept >= asked[k]);
                assert_true(asked[k] < 100 || (long)texts * (kept - 1) < asked[k]);
                assert_int_equal(evaluation_targets(&t, asked[k], (struct range){words - 6, words}), each);
            }
    }
}

/* Of a hundred texts as many targets count as are asked for, if they have as many; and a model that always says w3 is
 * right where that is the answer. */
TEST(as_many_targets_as_asked) {
    enum { WORDS = 64, TEXTS = 100, SAYS = 3 };
    static struct run r;
    static struct evaluation_result result;
    const struct batch_seeds seeds = {5, 4};
    struct batch b;
    struct error e;
    int right = 0;
    open_few(&r, (const char *const[]){"task.name=shift", "eval.lengths=1x 64", "eval.seed=5", "train.seed=4", NULL});
    real *head = r.model.params.value + r.model.head.weight;
    memset(head, 0, (size_t)r.task.size.classes * (size_t)r.settings.model.d_model * sizeof *head);
    r.model.params.value[r.model.head.bias + SAYS] = 1;
    assert_true(evaluate(&r, 1, &result, &r.arena, &e));
    batch_build(&b, &r.task, TEXTS, WORDS, &r.arena);
    for (uint32_t i = 0; i < TEXTS; i++) {
        batch_add_evaluation(&b, &r.task, r.scheme, seeds, WORDS, i);
        batch_thin(&b, &r.task, seeds, WORDS, i, 3);
    }
    for (int i = 0; i < b.targets; i++)
        right += b.answer[i] == SAYS;
    for (int k = 0; k < result.rows; k++) {
        assert_int_equal(result.row[k].at[1]->count, 300);
        assert_int_equal(result.row[k].at[2]->count, 300);
        assert_int_equal(result.row[k].at[2]->texts, TEXTS);
        assert_int_equal(right_of(*result.row[k].at[2]), right);
    }
    assert_true(result.in_range->count > 300); /* texts of different lengths count with all targets */
    run_free(&r);
}

/* What makes no sense is listed as such, as null in JSON, beside what does. */
TEST(senseless_policy) {
    struct evaluation_result result;
    evaluate_run(&result, (const char *const[]){"encoding.name=none", "eval.policies=clamp extend", NULL}, 1);
    assert_int_equal(result.rows, 2);
    assert_true(isnan(result.row[1].at[1]->value[METRIC_ACCURACY]));
    assert_int_equal(result.row[0].at[1]->count, 300);
    json_t *json = evaluation_json(&result), *rows = json_object_get(json, "policies");
    json_t *extend = json_array_get(rows, 0), *clamp = json_array_get(rows, 1);
    assert_true(json_is_false(json_object_get(clamp, "applicable")));
    assert_true(json_is_null(json_array_get(json_object_get(json_object_get(clamp, "accuracy"), "value"), 0)));
    assert_true(json_is_true(json_object_get(extend, "applicable")));
    assert_true(json_is_real(json_array_get(json_object_get(json_object_get(extend, "accuracy"), "value"), 0)));
    assert_null(json_object_get(json, "seconds"));
    json_decref(json);
}

static void refuse(const char *first, const char *second, bool at_check, const char *says) {
    static struct run r;
    struct evaluation_result result;
    struct error e = {0};
    open_few(&r, (const char *const[]){first, second, NULL});
    assert_int_equal(evaluation_check(&r, &e), !at_check);
    assert_refused(first, evaluate(&r, 1, &result, &r.arena, &e), &e, EXIT_USAGE, says);
    run_free(&r);
}

TEST(refusals) {
    refuse("eval.policies=clamp wrap clamp", "eval.lengths=1x", true, "eval.policies: clamp ");
    refuse("eval.policies=clamp bend", "eval.lengths=1x", true, "'bend'");
    refuse("eval.policies=,", "eval.lengths=1x", true, "eval.policies ");
    refuse("eval.policies=all", "eval.lengths=1x 1y", true, "1y");
    refuse("eval.policies=refuse", "eval.lengths=1x 2x", false, "position 32 ");
}

GROUP(evaluation, NULL, NULL)
