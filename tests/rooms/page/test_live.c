/* test_live.c -- the engine of the live page as its messages have it: what it says about a new model and its progress,
 * that nothing changes after an error, and that a model that is too large is refused before it is allocated.
 * live.bats compares its numbers with the program's. */
#include "encoding/encoding.h"
#include "live_said.h"
#include "model/mixer.h"
#include "unit/near.h"

#include "law/trained.h"
#include "page/live/messages.h"
#include "result/glossary.h"

#define OPEN "do = open; train.steps = 20; train.warmup = 5; eval.examples = 40"

static struct live *opened(void) {
    struct live *l = live_new();
    json_decref(live_did(l, OPEN));
    return l;
}

static int step_of(struct live *l) { return l->run->step; }

static void assert_json(const json_t *found, const char *expected) {
    char *text = json_dumps(found, JSON_COMPACT | JSON_ENCODE_ANY);
    assert_string_equal(text, expected);
    free(text);
}

static int policies_of(const struct live *l) {
    int count = 0;
    while (l->run->model.encoding.policies[count])
        count++;
    return count;
}

/* ---- open */

TEST(open) {
    struct live *l = live_new();
    json_t *a = live_did(l, OPEN);
    assert_json(json_object_get(a, "trained"), "{\"low\":4,\"high\":16}");
    for (int i = 0; i < policies_of(l); i++)
        assert_string_equal(json_string_value(json_array_get(json_object_get(a, "policies"), (size_t)i)),
                            l->run->model.encoding.policies[i]->name);
    assert_int_equal(json_array_size(json_object_get(a, "policies")), policies_of(l));
    assert_int_equal(said_number(a, "step"), 0);
    assert_int_equal(said_number(a, "steps"), 20);
    assert_int_equal(said_number(a, "heads"), l->run->model.config.heads);
    assert_int_equal(said_number(a, "texts"), 2);
    assert_string_equal(json_string_value(json_array_get(json_object_get(a, "words"), 3)), "w1");
    json_decref(a);
    live_free(l);
}

/* A question has the value of the option that it names, as it is or was set; one that says what a value means keeps it.
 */
TEST(question) {
    static const char *const asked[][2] = {
        {"do = open; task.name = shift", "which word is 2 positions before this one?"},
        {"do = open; task.name = shift; task.distance = 3", "which word is 3 positions before this one?"},
        {"do = open; task.name = grid; task.question = higher",
         "is A further left than B (task.question = left), or higher up (higher)?"},
        {"do = open", "in passage B, does X come before Y?"}};
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        struct live *l = live_new();
        json_t *a = live_did(l, asked[i][0]);
        assert_string_equal(said_text(a, "question"), asked[i][1]);
        json_decref(a);
        live_free(l);
    }
}

/* Of a large vocabulary the page offers the first 1000. */
TEST(many_words) {
    struct live *l = live_new();
    json_t *a = live_did(l, "do = open; task.name = query; task.vocabulary = 1500");
    const json_t *words = json_object_get(a, "words");
    assert_int_equal(json_array_size(words), 1000);
    assert_string_equal(json_string_value(json_array_get(words, 999)),
                        l->run->task.kind->word(&l->run->task, 999, (char[TASK_WORD_MAX]){0}));
    json_decref(a);
    live_free(l);
}

/* The texts of the example can be asked about; one text where the task has one. */
TEST(example) {
    struct live *l = live_new();
    json_t *a = live_did(l, "do = open; task.name = reverse; train.steps = 60");
    const json_t *example = json_object_get(a, "example");
    assert_int_equal(said_number(a, "texts"), 1);
    assert_int_equal(json_array_size(example), 1);
    json_decref(a);
    live_free(l);
}

/* Whatever is asked for, products are portable: another processor must give the same. */
TEST(products_portable) {
    struct live *l = live_new();
    json_decref(live_did(l, "do = open; train.products = blas; model.causal = no"));
    assert_int_equal(l->run->model.products, PRODUCTS_PORTABLE);
    assert_int_equal(l->run->settings.train.products, PRODUCTS_PORTABLE);
    live_free(l);
}

/* The examples are the first that `evaluate` counts, under the same policy; of several targets the last is asked. */
TEST(sample) {
    struct live *l = opened();
    json_decref(live_did(l, "do = train"));
    for (int k = 0; k < 2; k++) {
        const json_t *one;
        size_t i, right = 0;
        json_t *a = live_did(l, k ? "do = sample; length = 32; count = 30; policy = clamp"
                                  : "do = sample; length = 32; count = 30");
        json_t *b = live_did(l, k ? "do = evaluate; lengths = 32; examples = 30; policies = clamp"
                                  : "do = evaluate; lengths = 32; examples = 30; policies = extend");
        const json_t *rows = json_object_get(b, "rows"), *examples = json_object_get(a, "examples");
        assert_int_equal(json_array_size(examples), 30);
        json_array_foreach(examples, i, one) {
            assert_int_equal(json_array_size(json_object_get(one, "words")), 33);
            assert_int_equal(json_array_size(json_object_get(one, "segments")), 33);
            right += strcmp(said_text(one, "answer"), said_text(one, "given")) == 0;
        }
        assert_true(right > 0 && right < 30);
        assert_near("right", k, (double)right / 30,
                    json_number_value(json_array_get(json_object_get(json_array_get(rows, 0), "accuracy"), 0)), 1e-9);
        json_decref(a);
        json_decref(b);
    }
    live_refuses(l, "do = sample; policy = x", EXIT_USAGE, "policy: ... 'x'");
    json_decref(live_did(l, "do = open; task.name = shift; train.steps = 20"));
    json_t *a = live_did(l, "do = sample; count = 1"), *one = json_array_get(json_object_get(a, "examples"), 0);
    const json_t *words = json_object_get(one, "words");
    int row = (int)said_number(one, "row"); /* the last word, whose answer stands two words before it */
    assert_int_equal(row, json_array_size(words) - 1);
    assert_string_equal(said_text(one, "answer"), json_string_value(json_array_get(words, (size_t)row - 2)));
    assert_true(said_number(one, "targets") > 1);
    json_decref(a);
    live_free(l);
}

/* ---- train */

/* The loss of each of 20 steps, which are fewer than sixty stretches. */
TEST(steps) {
    struct live *l = opened();
    json_t *a = live_did(l, "do = train; steps = 7"), *b = live_did(l, "do = train; steps = 13");
    const json_t *course = json_object_get(b, "course");
    assert_int_equal(said_number(a, "step"), 7);
    assert_int_equal(json_array_size(json_object_get(a, "course")), 7);
    assert_true(json_is_false(json_object_get(a, "done")));
    assert_int_equal(said_number(b, "step"), 20);
    assert_true(json_is_true(json_object_get(b, "done")));
    assert_int_equal(json_array_size(course), 20);
    for (size_t i = 0; i < 20; i++)
        assert_int_equal(json_integer_value(json_array_get(json_array_get(course, i), 0)), i + 1);
    assert_near("loss", 20, json_number_value(json_array_get(json_array_get(course, 19), 1)), l->stepper->loss, 1e-8);
    json_t *c = live_did(l, "do = train"); /* there was no step left */
    assert_true(json_equal(json_object_get(c, "course"), course));
    json_decref(a);
    json_decref(b);
    json_decref(c);
    live_free(l);
}

/* Sixtieths of 100 steps end at steps 2, 4, 5, 7, ...: the last one so far at the step that was reached. */
TEST(course) {
    struct live *l = live_new();
    double sum = 0;
    json_decref(live_did(l, "do = open; train.steps = 100"));
    for (int i = 0; i < 6; i++) {
        json_decref(live_did(l, "do = train; steps = 1"));
        sum += i >= 2 && i < 4 ? l->stepper->loss : 0;
    }
    json_t *a = live_did(l, "do = train; steps = 1"), *course = json_object_get(a, "course");
    static const int step[] = {2, 4, 5, 7};
    assert_int_equal(json_array_size(course), 4);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(json_integer_value(json_array_get(json_array_get(course, i), 0)), step[i]);
    assert_near("mean", 1, json_number_value(json_array_get(json_array_get(course, 1), 1)), sum / 2, 1e-8);
    json_decref(a);
    live_free(l);
}

/* However short the time, there is one step. */
TEST(time) {
    struct live *l = opened();
    json_t *a = live_did(l, "do = train; milliseconds = 0");
    assert_int_equal(said_number(a, "step"), 1);
    json_decref(a);
    live_free(l);
}

/* The steps before are not lost, and the next message tells. */
TEST(diverged) {
    struct live *l = live_new();
    char before[64];
    json_decref(live_did(l, "do = open; train.learning_rate = 1e9; train.warmup = 0; train.clip = 0; "
                            "train.schedule = constant; train.weight_decay = 1000"));
    json_decref(live_did(l, "do = train"));
    int step = step_of(l);
    snprintf(before, sizeof before, "diverged at step %d: ", step + 1);
    json_t *a = live_said(l, "do = train");
    assert_true(step > 0 && step < 800);
    assert_int_equal(said_number(a, "code"), EXIT_DIVERGED);
    assert_ptr_equal(strstr(said_text(a, "error"), before), said_text(a, "error"));
    assert_int_equal(step_of(l), step);
    json_decref(a);
    live_free(l);
}

/* ---- evaluate */

TEST(evaluate) {
    struct live *l = opened();
    json_t *a = live_did(l, "do = evaluate; lengths = 1x 20; examples = 10; policies = clamp, wrap"),
           *b = live_did(l, "do = evaluate");
    const json_t *row = json_array_get(json_object_get(a, "rows"), 1);
    assert_json(json_object_get(a, "lengths"), "[16,20]");
    size_t i;
    json_t *baseline;
    json_array_foreach(json_object_get(a, "baselines"), i,
                       baseline) { /* each says what it means, in words of the glossary */
        assert_string_equal(said_text(baseline, "means"), glossary_find(said_text(baseline, "name"))->meaning);
        json_object_del(baseline, "means");
    }
    assert_json(json_object_get(a, "baselines"),
                "[{\"name\":\"chance\",\"in_range\":0.5,\"at\":[0.5,0.5]},"
                "{\"name\":\"blind to segments\",\"in_range\":0.75,\"at\":[0.75,0.75]},"
                "{\"name\":\"trained positions\",\"in_range\":1.0,\"at\":[1.0,0.89829632800000003]}]");
    assert_string_equal(said_text(row, "policy"), "wrap");
    assert_json(json_object_get(row, "count"), "[10,10]");
    assert_int_equal(said_number(json_object_get(a, "in_range"), "count"), 10);
    assert_json(json_object_get(b, "lengths"), "[16,32,64,128]"); /* its settings are as before */
    assert_int_equal(json_array_size(json_object_get(b, "rows")), policies_of(l));
    assert_int_equal(said_number(json_object_get(b, "in_range"), "count"), 40);
    json_decref(a);
    json_decref(b);
    live_free(l);
}

/* The accuracy of a guess without word order (law/test_blind.c counts it) depends on the length: in range it differs
 * from the first length. */
TEST(chance_by_length) {
    struct live *l = live_new();
    json_decref(live_did(l, "do = open; task.name = shift"));
    json_t *a = live_did(l, "do = evaluate; lengths = 1x 2x; examples = 10");
    const json_t *blind = json_array_get(json_object_get(a, "baselines"), 1), *at = json_object_get(blind, "at");
    assert_string_equal(said_text(blind, "name"), "without order");
    assert_near("without order", 0, said_number(blind, "in_range"), 0.219036509, 1e-9);
    assert_near("without order", 0, json_number_value(json_array_get(at, 0)), 0.19686986, 1e-9);
    assert_near("without order", 0, json_number_value(json_array_get(at, 1)), 0.152522054, 1e-9);
    const json_t *count = json_object_get(json_array_get(json_object_get(a, "rows"), 0), "count");
    for (size_t k = 0; k < 2; k++) { /* of ten texts with 14 and 30 targets, which are not alike */
        json_int_t independent = json_integer_value(json_array_get(count, k));
        assert_true(independent > 10 && independent <= (k ? 300 : 140));
    }
    json_decref(a);
    a = live_did(l, "do = evaluate; lengths = 20; in_range = false; examples = 10"); /* no text was evaluated there */
    assert_json(json_object_get(a, "in_range"), "{\"accuracy\":null,\"loss\":null,\"count\":0}");
    json_decref(a);
    live_free(l);
}

/* What is in range takes a pass of its own, which can be left out; the rest stays as it is. */
TEST(evaluate_lengths_alone) {
    struct live *l = opened();
    json_t *a = live_did(l, "do = evaluate; lengths = 20; in_range = false"),
           *b = live_did(l, "do = evaluate; lengths = 20; in_range = true");
    assert_json(json_object_get(a, "in_range"), "{\"accuracy\":null,\"loss\":null,\"count\":0}");
    assert_int_equal(said_number(json_object_get(b, "in_range"), "count"), 40);
    assert_true(json_equal(json_object_get(a, "rows"), json_object_get(b, "rows")));
    json_decref(a);
    json_decref(b);
    live_free(l);
}

/* A policy that makes no sense for the encoding has a row without numbers. */
TEST(not_applicable) {
    struct live *l = live_new();
    json_decref(live_did(l, "do = open; encoding.name = none"));
    json_t *a = live_did(l, "do = evaluate; lengths = 2x; examples = 10; policies = clamp");
    const json_t *row = json_array_get(json_object_get(a, "rows"), 0);
    assert_json(json_object_get(row, "accuracy"), "[null]");
    assert_json(json_object_get(row, "count"), "[0]");
    json_decref(a);
    live_free(l);
}

/* ---- Refusals */

TEST(refusals) {
    struct live *l = live_new();
    live_refuses(l, "do = train", EXIT_USAGE, "train: there is no model yet; open one first");
    live_refuses(l, "do = dance", EXIT_USAGE, "there is no message 'dance'");
    live_refuses(l, "", EXIT_USAGE, "there is no message ''");
    live_refuses(l, "steps = 3; do = train", EXIT_USAGE, "there is no message ''");
    live_refuses(l, "do = list; do = list", EXIT_USAGE, "unknown key do");
    live_refuses(l, "do = list\xff", EXIT_USAGE, "the message is not a text in UTF-8");
    live_refuses(l, "do = open; steps = 3", EXIT_USAGE, "unknown key steps");
    live_refuses(l, "do = open; train.steps = many", EXIT_USAGE, "the page: train.steps: ... 'many' ... ");
    live_refuses(l, "do = open; embedding.token = v.txt", EXIT_USAGE,
                 "embedding.token: the page reads no files; `poslab train` does");
    live_refuses(l, "do = open; model.baseline = bag; encoding.name = none", EXIT_USAGE, "the page has no baselines");
    live_refuses(l, "do = open; train.stepps = 3", EXIT_USAGE, "the page: train.stepps: ... train.steps?");
    live_free(l);
}

/* After each of them the model is where it was. */
TEST(as_before) {
    struct live *l = opened();
    struct run *r = l->run;
    live_refuses(l, "do = train; steps = 0", EXIT_USAGE, "steps: 0 ... 1..2147483647");
    live_refuses(l, "do = train; milliseconds = -1", EXIT_USAGE, "milliseconds: -1 ... 0..3600000");
    live_refuses(l, "do = evaluate; policies = clmap", EXIT_USAGE, "eval.policies: ... 'clmap' ... clamp?");
    live_refuses(l, "do = evaluate; in_range = 3", EXIT_USAGE, "in_range: '3' ... false|true");
    live_refuses(l, "do = open; train.warmup = 900", EXIT_USAGE, "train.warmup = 900 ... train.steps = 800");
    assert_ptr_equal(l->run, r);
    assert_int_equal(step_of(l), 0);
    json_t *a = live_did(l, "do = evaluate");
    assert_int_equal(said_number(json_object_get(a, "in_range"), "count"), 40);
    json_decref(a);
    live_free(l);
}

/* ---- Size */

TEST(too_large) {
    struct live *l = opened();
    struct run *r = l->run;
    json_t *a = live_said(l, "do = open; model.d_model = 4096");
    assert_true(has_parts(said_text(a, "error"),
                          "the model needs  ... of memory, and this page gives it 256 MB at most; make model.d_model, "
                          "model.d_ff, train.batch, task.words or task.vocabulary smaller"));
    assert_int_equal(said_number(a, "code"), EXIT_USAGE);
    json_decref(a);
    a = live_said(l, "do = evaluate; lengths = 1000000; examples = 1");
    assert_true(
        has_parts(said_text(a, "error"), "the longest length needs  ...  MB at most; make eval.lengths shorter"));
    json_decref(a);
    assert_ptr_equal(l->run, r);
    live_free(l);
}

/* Whether the estimate for a model is enough, and not four times too much, besides what every model takes. */
static void assert_estimate(const struct run *r, double bytes) {
    double estimate = live_memory_training(r), other = 2e5;
    if (!(bytes <= estimate + other && estimate <= 4 * bytes + other))
        fail_msg("%s: estimated %.0f bytes, taken %.0f", r->model.mixer->name, estimate, bytes);
}

static void check_estimate(const struct encoding *encoding, const struct mixer *mixer, const char *more) {
    struct live *l = live_new();
    char message[512];
    snprintf(message, sizeof message, "do = open; encoding.name = %s; model.mixer = %s; %s", encoding->name,
             mixer->name, more);
    json_decref(live_did(l, message));
    assert_estimate(l->run, (double)l->run->arena.bytes);
    live_free(l);
}

TEST_WITH(estimates, NULL, about_told) {
    for (const struct encoding *const *c = encodings; ABOUT(*c); c++)
        for (const struct mixer *const *m = mixers; *m; m++)
            if (*m == &mixer_attention || encoding_is_embedded(*c)) {
                check_estimate(*c, *m, "train.batch = 256");
                check_estimate(*c, *m, "task.name = reverse; task.words = 60; model.heads = 8; model.d_model = 64");
            }
}

GROUP(live, NULL, NULL)
