/* test_evaluation_file.c -- eval.json: the writer writes and the reader reads a document made by hand; with any change
 * it is refused by name. */
#include "unit/tests.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "evaluate/evaluate.h"
#include "unit/near.h"
#include "unit/opened.h"
#include "unit/signed.h"

static const char document[] =
    "{\"version\": 4, \"task\": \"first\", \"mixer\": \"attention\", \"encoding\": \"rope\", \"seed\": 3, \"steps\": "
    "60, "
    "\"trained_length\": 16, \"trained_words\": [2, 16], \"lengths\": [40, 16], \"lengths_from\": [40, 16], "
    "\"chance\": {\"accuracy\": [0.4, 0.5]}, "
    "\"in_range\": {\"accuracy\": {\"value\": 0.75, \"sum\": 30, \"count\": 40, \"chance\": 0.55}, "
    "\"seen\": 0.125}, "
    "\"policies\": [{\"policy\": \"extend\", \"applicable\": true, "
    "\"accuracy\": {\"value\": [0.25, 0.333333333], \"sum\": [5, 13], \"count\": [20, 39]}}, "
    "{\"policy\": \"wrap\", \"applicable\": false, "
    "\"accuracy\": {\"value\": [null, null], \"sum\": [0, 0], \"count\": [0, 0]}}, "
    "{\"policy\": \"ntk\", \"applicable\": true, "
    "\"accuracy\": {\"value\": [0.0, 1.0], \"sum\": [0, 39], \"count\": [20, 39]}}], "
    "\"training\": {\"accuracy\": {\"value\": 0.875, \"sum\": 7, \"count\": 8}}, \"examples\": 40, "
    "\"weights\": 1234, \"baselines\": [{\"name\": \"without order\", \"accuracy\": {\"in_range\": 0.6, \"at\": [0.5, "
    "null]}}, {\"name\": \"trigram\", \"accuracy\": {\"in_range\": 0.65, \"at\": [0.45, 0.625]}}], "
    "\"files\": \"0123456789abcdef\", \"note\": \"a note\", \"left_out\": 4, \"seconds\": 1.5, "
    "\"tokens_per_second\": 1234567.5, \"steps_to_99\": 40, \"kernels\": \"Haswell\", \"sparse\": \"lazy\"}";

/* Of four examples of a fixed test set: their targets in range are 1, 2, 1, 2, and three and one at the other lengths.
 * Right are 1, 0, 1, 2; under extend 3, 0, 1, 2 and 1, 1, 0, 1; under ntk all of them and none. What they add to the
 * variance of the accuracy is sum (right - accuracy targets)^2 / 3 * 4 / count^2. */
static const char fixed[] =
    "{\"version\": 4, \"task\": \"cloze\", \"mixer\": \"attention\", \"encoding\": \"rope\", \"seed\": 3, \"steps\": "
    "60, "
    "\"trained_length\": 16, \"trained_words\": [8, 16], \"lengths\": [20, 16], \"lengths_from\": [20, 16], "
    "\"chance\": {\"accuracy\": [0.4, 0.5]}, "
    "\"in_range\": {\"accuracy\": {\"value\": 0.666666667, \"sum\": 4, \"count\": 6, \"variance\": 0.0905349794, "
    "\"chance\": 0.4}, \"right\": \"2:kQ==\", \"targets\": \"2:mQ==\"}, "
    "\"policies\": [{\"policy\": \"extend\", \"applicable\": true, \"right\": [\"2:kw==\", \"1:Cw==\"], "
    "\"accuracy\": {\"value\": [0.5, 0.75], \"sum\": [6, 3], \"count\": [12, 4], \"variance\": [0.0462962963, "
    "0.0625]}}, "
    "{\"policy\": \"wrap\", \"applicable\": false, \"right\": [null, null], \"accuracy\": {\"value\": [null, null], "
    "\"sum\": [0, 0], \"count\": [0, 0], \"variance\": [null, null]}}, "
    "{\"policy\": \"ntk\", \"applicable\": true, \"right\": [\"2:/w==\", \"1:AA==\"], "
    "\"accuracy\": {\"value\": [1.0, 0.0], \"sum\": [12, 0], \"count\": [12, 4], \"variance\": [0.0, 0.0]}}], "
    "\"examples\": 4, \"kernels\": \"\"}";

/* Of more examples than are kept one by one: 18 million. */
static const char many[] =
    "{\"version\": 4, \"task\": \"sop\", \"mixer\": \"attention\", \"encoding\": \"rope\", \"seed\": 3, \"steps\": 60, "
    "\"trained_length\": 16, \"trained_words\": [8, 16], \"lengths\": [20], \"lengths_from\": [20], "
    "\"chance\": {\"accuracy\": [0.5]}, \"in_range\": {\"accuracy\": {\"value\": 0.5, \"sum\": 4500000, \"count\": "
    "9000000, "
    "\"variance\": 2.5e-08, \"chance\": 0.5}}, \"policies\": [{\"policy\": \"extend\", \"applicable\": true, "
    "\"accuracy\": {\"value\": [0.5], \"sum\": [4500000], \"count\": [9000000], \"variance\": [2.5e-08]}}], "
    "\"examples\": 9000000, \"kernels\": \"\"}";

/* All metrics, of 20 targets in range and as many at 20 words: five right, of the ten known three, in the eighths one
 * of three four times, one of two, and none of two three times. */
static const char all_metrics[] =
    "{\"version\": 4, \"task\": \"first\", \"mixer\": \"attention\", \"encoding\": \"rope\", \"seed\": 3, \"steps\": "
    "60, "
    "\"trained_length\": 16, \"trained_words\": [2, 16], \"lengths\": [20], \"lengths_from\": [20], "
    "\"chance\": {\"accuracy\": [0.5], \"loss\": [0.7], \"perplexity\": [2.0], \"accuracy_known\": [null], "
    "\"loss_known\": [null], \"accuracy_1of8\": [null], \"accuracy_2of8\": [null], \"accuracy_3of8\": [null], "
    "\"accuracy_4of8\": [null], \"accuracy_5of8\": [null], \"accuracy_6of8\": [null], \"accuracy_7of8\": [null], "
    "\"accuracy_8of8\": [null]}, \"in_range\": {\"accuracy\": {\"value\": 0.25, \"sum\": 5, \"count\": 20, "
    "\"chance\": 0.5}, \"loss\": {\"value\": 1.5, \"sum\": 30, \"count\": 20, \"chance\": 0.7}, "
    "\"perplexity\": {\"value\": 4.48168907, \"sum\": 30, \"count\": 20, \"chance\": 2.0}, "
    "\"accuracy_known\": {\"value\": 0.3, \"sum\": [3, 10], \"count\": 20, \"chance\": null}, "
    "\"loss_known\": {\"value\": 1.2, \"sum\": [12, 10], \"count\": 20, \"chance\": null}, "
    "\"accuracy_1of8\": {\"value\": 0.333333333, \"sum\": [1, 3], \"count\": 20, \"chance\": null}, "
    "\"accuracy_2of8\": {\"value\": 0.333333333, \"sum\": [1, 3], \"count\": 20, \"chance\": null}, "
    "\"accuracy_3of8\": {\"value\": 0.333333333, \"sum\": [1, 3], \"count\": 20, \"chance\": null}, "
    "\"accuracy_4of8\": {\"value\": 0.333333333, \"sum\": [1, 3], \"count\": 20, \"chance\": null}, "
    "\"accuracy_5of8\": {\"value\": 0.5, \"sum\": [1, 2], \"count\": 20, \"chance\": null}, "
    "\"accuracy_6of8\": {\"value\": 0.0, \"sum\": [0, 2], \"count\": 20, \"chance\": null}, "
    "\"accuracy_7of8\": {\"value\": 0.0, \"sum\": [0, 2], \"count\": 20, \"chance\": null}, "
    "\"accuracy_8of8\": {\"value\": 0.0, \"sum\": [0, 2], \"count\": 20, \"chance\": null}}, "
    "\"policies\": [{\"policy\": \"extend\", \"applicable\": true, \"accuracy\": {\"value\": [0.25], \"sum\": [5], "
    "\"count\": [20]}, \"loss\": {\"value\": [1.5], \"sum\": [30], \"count\": [20]}, "
    "\"perplexity\": {\"value\": [4.48168907], \"sum\": [30], \"count\": [20]}, "
    "\"accuracy_known\": {\"value\": [0.3], \"sum\": [[3, 10]], \"count\": [20]}, \"loss_known\": {\"value\": [1.2], "
    "\"sum\": [[12, 10]], \"count\": [20]}, \"accuracy_1of8\": {\"value\": [0.333333333], \"sum\": [[1, 3]], "
    "\"count\": [20]}, \"accuracy_2of8\": {\"value\": [0.333333333], \"sum\": [[1, 3]], \"count\": [20]}, "
    "\"accuracy_3of8\": {\"value\": [0.333333333], \"sum\": [[1, 3]], \"count\": [20]}, "
    "\"accuracy_4of8\": {\"value\": [0.333333333], \"sum\": [[1, 3]], \"count\": [20]}, "
    "\"accuracy_5of8\": {\"value\": [0.5], \"sum\": [[1, 2]], \"count\": [20]}, "
    "\"accuracy_6of8\": {\"value\": [0.0], \"sum\": [[0, 2]], \"count\": [20]}, "
    "\"accuracy_7of8\": {\"value\": [0.0], \"sum\": [[0, 2]], \"count\": [20]}, "
    "\"accuracy_8of8\": {\"value\": [0.0], \"sum\": [[0, 2]], \"count\": [20]}}], \"examples\": 20, "
    "\"kernels\": \"Haswell\"}";

static char folder[PATH_MAX_LENGTH], path[PATH_MAX_LENGTH];
static struct arena arena;

static int make_folder(void **state) {
    struct error e = {0};
    (void)state;
    bool ok = file_path(path, fresh_folder(folder), CHECKPOINT_FILE, &e) && file_write(path, "", 0, &e) &&
              file_path(path, folder, EVALUATION_FILE, &e);
    return ok ? 0 : -1;
}

static int drop_folder(void **state) {
    (void)state;
    remove_folder(folder);
    arena_free(&arena);
    return 0;
}

static void write_text(const char *text) { write_signed(path, text); }

/* ---- What fits */

static void assert_score(const char *what, struct score s, double value, double sum, long count) {
    assert_near(what, 0, s.value[METRIC_ACCURACY], value, 1e-12);
    assert_near(what, 1, s.sum[METRIC_ACCURACY][0], sum, 0);
    assert_int_equal(s.count, count);
}

static void assert_read(const struct evaluation_result *r) {
    assert_string_equal(r->task->name, "first");
    assert_string_equal(r->mixer->name, "attention");
    assert_string_equal(r->encoding->name, "rope");
    assert_int_equal(r->seed, 3);
    assert_int_equal(r->steps, 60);
    assert_int_equal(r->words[IN_RANGE].low, 2);
    assert_int_equal(r->words[IN_RANGE].high, 16);
    assert_int_equal(r->lengths, 2);
    assert_int_equal(r->words[1].low, 40);
    assert_int_equal(r->words[2].high, 16);
    assert_near("chance", 0, r->chance[METRIC_ACCURACY].at[1], 0.4, 1e-12);
    assert_near("chance", 1, r->chance[METRIC_ACCURACY].at[2], 0.5, 1e-12);
    assert_near("chance in range", 0, r->chance[METRIC_ACCURACY].at[IN_RANGE], 0.55, 1e-12);
    assert_int_equal(r->rows, 3);
    assert_score("in range", *r->in_range, 0.75, 30, 40);
    assert_score("on training", r->training, 0.875, 7, 8);
    assert_score("extend at 40", *r->row[0].at[1], 0.25, 5, 20);
    assert_score("ntk at 16", *r->row[2].at[2], 1, 39, 39);
    assert_ptr_equal(r->row[1].policy, &policy_wrap);
    assert_true(r->row[0].applies && !r->row[1].applies && r->row[2].applies);
    assert_int_equal(r->row[1].at[2]->count, 0);
    assert_true(isnan(evaluation_value(r, METRIC_ACCURACY, 1, 2)));
    assert_true(isnan(evaluation_value(r, METRIC_LOSS, 0, 2)) && isnan(evaluation_value(r, METRIC_LOSS, 0, IN_RANGE)));
    assert_near("value", 0, evaluation_value(r, METRIC_ACCURACY, 0, 2), 0.333333333, 1e-12);
    assert_near("value", 1, evaluation_value(r, METRIC_ACCURACY, 1, IN_RANGE), 0.75, 1e-12);
    assert_near("value", 2, evaluation_value(r, METRIC_ACCURACY, 0, 1), 0.25, 1e-12);
    assert_int_equal(r->examples, 40);
    assert_int_equal(r->left_out, 4);
    assert_string_equal(r->files, "0123456789abcdef");
    assert_string_equal(r->note, "a note");
    assert_string_equal(r->kernels, "Haswell");
    assert_string_equal(r->sparse, "lazy");
    assert_near("seconds", 0, r->seconds, 1.5, 0);
    assert_int_equal(r->weights, 1234);
    assert_near("weights", 0, evaluation_value(r, metric_find("weights"), 0, IN_RANGE), 1234, 0);
    assert_near("steps", 0, evaluation_value(r, metric_find("steps_to_99"), 2, IN_RANGE), 40, 0);
    assert_near("speed", 0, evaluation_value(r, metric_find("tokens_per_second"), 0, IN_RANGE), 1234567.5, 0);
    assert_true(isnan(evaluation_value(r, metric_find("steps_to_99"), 0, 2)));
    assert_near("seen", 0, r->seen, 0.125, 0);
    assert_int_equal(r->baselines, 2);
    assert_string_equal(r->baseline[0].name, "without order");
    assert_near("without order", -1, r->baseline[0].of[METRIC_ACCURACY].at[IN_RANGE], 0.6, 0);
    assert_near("without order", 0, r->baseline[0].of[METRIC_ACCURACY].at[1], 0.5, 0);
    assert_true(isnan(r->baseline[0].of[METRIC_ACCURACY].at[2]));
    assert_string_equal(r->baseline[1].name, "trigram");
    assert_near("trigram", 1, r->baseline[1].of[METRIC_ACCURACY].at[2], 0.625, 0);
    assert_int_equal(r->in_range->examples, 0); /* they were drawn for this seed */
    assert_int_equal(r->in_range->right.bits, 0);
    assert_true(isnan(r->in_range->variance[METRIC_ACCURACY]));
}

/* What was read is written as the same document. */
static void assert_written(const struct evaluation_result *r, const char *text) {
    json_t *written = evaluation_json(r, false), *by_hand = json_loads(text, 0, NULL);
    assert_true(json_equal(written, by_hand));
    json_decref(written);
    json_decref(by_hand);
}

static void test_both_ways(void **state) {
    struct evaluation_result r;
    struct error e = {0};
    (void)state;
    write_text(document);
    if (!evaluation_read(&r, folder, &arena, &e))
        fail_msg("%s", e.text);
    assert_read(&r);
    assert_written(&r, document);
    assert_int_equal(unlink(path), 0);
    assert_true(evaluation_write(&r, folder, &e));
    assert_true(evaluation_read(&r, folder, &arena, &e));
    assert_read(&r);
}

/* A run that never got to 99 % says null, which is another thing than no key. */
static void test_never_reached(void **state) {
    struct evaluation_result r;
    struct error e = {0};
    char text[sizeof document + 32];
    (void)state;
    const char *at = strstr(document, "40, \"kernels\"");
    snprintf(text, sizeof text, "%.*snull%s", (int)(at - document), document, at + 2);
    write_text(text);
    assert_true(evaluation_read(&r, folder, &arena, &e));
    assert_true(isinf(r.steps_to_99) && isinf(evaluation_value(&r, metric_find("steps_to_99"), 0, IN_RANGE)));
    assert_written(&r, text);
}

/* What a result may lack. */
static void test_without(void **state) {
    struct evaluation_result r;
    struct error e = {0};
    char text[sizeof document + 32];
    (void)state;
    size_t length = (size_t)(strstr(document, ", \"training\"") - document);
    snprintf(text, sizeof text, "%.*s, \"examples\": 40, \"kernels\": \"\"}", (int)length, document);
    write_text(text);
    if (!evaluation_read(&r, folder, &arena, &e))
        fail_msg("%s", e.text);
    assert_int_equal(r.training.count, 0);
    assert_true(r.seconds < 0 && r.steps_to_99 == 0 && r.tokens_per_second == 0);
    assert_true(isnan(evaluation_value(&r, metric_find("weights"), 0, IN_RANGE)));
    assert_written(&r, text);
    assert_int_equal(r.weights, 0);
    assert_int_equal(r.baselines, 0);
}

static void assert_right(const struct score *s, int targets, const int *right) {
    assert_int_equal(s->examples, 4);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(packed_get(&s->right, i), right[i]);
        assert_int_equal(score_targets(s, i), targets ? targets : 1 + i % 2);
    }
}

static void test_fixed(void **state) {
    struct evaluation_result r;
    struct error e = {0};
    (void)state;
    write_text(fixed);
    if (!evaluation_read(&r, folder, &arena, &e))
        fail_msg("%s", e.text);
    assert_right(r.in_range, 0, (const int[]){1, 0, 1, 2});
    assert_right(r.row[0].at[1], 3, (const int[]){3, 0, 1, 2});
    assert_right(r.row[0].at[2], 1, (const int[]){1, 1, 0, 1});
    assert_right(r.row[2].at[1], 3, (const int[]){3, 3, 3, 3});
    assert_right(r.row[2].at[2], 1, (const int[]){0, 0, 0, 0});
    assert_int_equal(r.row[1].at[1]->examples, 0);
    assert_near("variance", 0, r.in_range->variance[METRIC_ACCURACY], 0.0905349794, 0);
    assert_near("variance", 1, r.row[0].at[2]->variance[METRIC_ACCURACY], 0.0625, 0);
    assert_true(isnan(r.seen));
    assert_written(&r, fixed);
}

/* A hybrid by its one name. */
static void test_joined(void **state) {
    struct evaluation_result r;
    struct error e = {0};
    char text[sizeof document + 32];
    const char *after = strstr(document, "rope") + strlen("rope");
    (void)state;
    snprintf(text, sizeof text, "%.*s+alibi%s", (int)(after - document), document, after);
    write_text(text);
    if (!evaluation_read(&r, folder, &arena, &e))
        fail_msg("%s", e.text);
    assert_string_equal(r.encoding->name, "rope+alibi");
    assert_ptr_equal(encoding_part(r.encoding, 1), encoding_find("alibi"));
    json_t *written = evaluation_json(&r, false);
    assert_string_equal(json_string_value(json_object_get(written, "encoding")), "rope+alibi");
    json_decref(written);
}

static void test_many(void **state) {
    struct evaluation_result r;
    struct error e = {0};
    (void)state;
    write_text(many);
    if (!evaluation_read(&r, folder, &arena, &e))
        fail_msg("%s", e.text);
    assert_int_equal(r.in_range->examples, 9000000);
    assert_int_equal(r.row[0].at[1]->right.bits, 0);
    assert_near("variance", 0, r.row[0].at[1]->variance[METRIC_ACCURACY], 2.5e-8, 0);
    assert_written(&r, many);
}

static void test_all_metrics(void **state) {
    struct evaluation_result r;
    struct error e = {0};
    (void)state;
    write_text(all_metrics);
    if (!evaluation_read(&r, folder, &arena, &e))
        fail_msg("%s", e.text);
    assert_near("perplexity", 0, evaluation_value(&r, metric_find("perplexity"), 0, 1), 4.48168907, 0);
    assert_written(&r, all_metrics);
}

/* Each bit of each byte of a file, each byte taken out, and each put in: nothing of it is taken. */
static void test_every_bit(void **state) {
    const struct node_file file = {"eval.json", "advice", &(struct error){0}};
    struct evaluation_result r;
    struct error e;
    size_t size;
    char *text, *edited;
    (void)state;
    write_text(document);
    text = (char *)file_read(path, 1 << 20, &arena, &size, &e);
    assert_non_null(text);
    edited = arena_alloc(&arena, size + 2, 1);
    memcpy(edited, text, size + 1);
    assert_true(evaluation_read_text(&r, &file, edited, size, &arena));
    for (size_t i = 0; i < size; i++)
        for (int bit = 0; bit <= 9; bit++) {
            size_t with = bit < 8 ? size : bit == 8 ? size - 1 : size + 1;
            memcpy(edited, text, size + 1);
            if (bit < 8)
                edited[i] = (char)(edited[i] ^ 1 << bit);
            else
                memmove(edited + i + (bit == 9), text + i + (bit == 8), size - i);
            edited[with] = 0;
            if (evaluation_read_text(&r, &file, edited, with, &arena))
                fail_msg("byte %zu: change %d is taken", i, bit);
            assert_int_equal(file.e->code, EXIT_DATA);
        }
}

static void refused(enum exit_code code, const char *expected);

/* What an editor saves is refused with what to do; so is a file without a checksum. */
static void test_by_hand(void **state) {
    char expected[3 * PATH_MAX_LENGTH], *text;
    struct error e;
    size_t size;
    (void)state;
    write_text(document);
    text = (char *)file_read(path, 1 << 20, &arena, &size, &e);
    assert_non_null(text);
    strstr(text, "0.875")[2] = '9';
    write_text(text);
    snprintf(expected, sizeof expected,
             "%s: its checksum does not fit, so it was changed or damaged; `poslab eval %s` writes a new one", path,
             folder);
    refused(EXIT_DATA, expected);
    assert_true(file_write(path, document, strlen(document), &e));
    snprintf(expected, sizeof expected,
             "%s: xxh3_128: expected a checksum, found nothing; `poslab eval %s` writes a new one", path, folder);
    refused(EXIT_DATA, expected);
}

/* Nine digits of a sum say less of its exponential: what was written is taken all the same, and not much more. */
static void test_perplexity(void **state) {
    struct evaluation_result r, back;
    struct error e = {0};
    int k = metric_find("perplexity");
    (void)state;
    write_text(document);
    assert_true(evaluation_read(&r, folder, &arena, &e));
    r.rows = 1;
    r.training.count = 0;
    r.baselines = 0;
    r.sums[k] = 1;
    r.chance[k] = (struct levels){{(double)NAN, (double)NAN, (double)NAN}};
    double sum = 1;
    while (sum < 25000) {
        struct score *const score[] = {r.in_range, r.row[0].at[1], r.row[0].at[2]};
        for (int i = 0; i < 3; i++) {
            score[i]->sum[k] = &sum;
            score[i]->value[k] = score_value(score[i], k, 1);
        }
        if (!evaluation_write(&r, folder, &e) || !evaluation_read(&back, folder, &arena, &e))
            fail_msg("%.17g: %s", sum, e.text);
        sum *= 1.0123456789;
    }
    sum = 200;
    r.in_range->sum[k] = &sum;
    r.in_range->value[k] = exp(5) * (1 + 2e-7);
    assert_true(evaluation_write(&r, folder, &e));
    assert_false(evaluation_read(&back, folder, &arena, &e));
    assert_non_null(strstr(e.text, "in_range.perplexity.value: expected 148.413159, as sum and count have it"));
}

/* ---- What does not */

static void refused(enum exit_code code, const char *expected) {
    struct evaluation_result r;
    struct error e = {0};
    if (evaluation_read(&r, folder, &arena, &e))
        fail_msg("taken, though %s", expected);
    if (e.code != code || strcmp(e.text, expected) != 0)
        fail_msg("exit code %d and '%s', not %d and '%s'", e.code, e.text, code, expected);
}

enum { EDITED = sizeof all_metrics + 256 };

struct edit {
    const char *from, *to, *message;
};

static const struct edit edits[] = {
    {"\"task\": \"first\"", "\"task\": \"fist\"", "task: expected one of `poslab list tasks`, found \"fist\""},
    {"\"mixer\": \"attention\"", "\"mixer\": 7", "mixer: expected one of `poslab list mixers`, found 7"},
    {"\"encoding\": \"rope\", ", "", "encoding: expected one of `poslab list encodings`, found nothing"},
    {"\"rope\"", "\"alibi+rope\"", "encoding: expected one of `poslab list encodings`, found \"alibi+rope\""},
    {"\"rope\"", "\"rope+rope\"", "encoding: expected one of `poslab list encodings`, found \"rope+rope\""},
    {"\"seed\": 3", "\"seed\": -1", "seed: expected a whole number from 0 to 2147483647, found -1"},
    {"\"steps\": 60", "\"steps\": 60.5", "steps: expected a whole number from 0 to 2147483647, found 60.5"},
    {"\"steps\": 60", "\"steps\": 4294967356", "steps: expected a whole number from 0 to 2147483647, found 4294967356"},
    {"\"trained_length\": 16", "\"trained_length\": 17", "trained_length: expected 16, found 17"},
    {"[2, 16]", "[17, 16]", "trained_words[1]: expected a whole number from 17 to 2147483647, found 16"},
    {"[2, 16]", "[2, 9, 16]", "trained_words: expected an array of 2, found [2,9,16]"},
    {"\"lengths\": [40, 16]", "\"lengths\": [40, 40]", "lengths[1]: expected each length once, found 40"},
    {"\"lengths\": [40, 16]", "\"lengths\": [1000001, 16]",
     "lengths[0]: expected a whole number from 1 to 1000000, found 1000001"},
    {"\"lengths\": [40, 16]", "\"lengths\": []", "lengths: expected an array of 1 to 32 lengths, found []"},
    {"\"lengths_from\": [40, 16]", "\"lengths_from\": [40, 17]",
     "lengths_from[1]: expected a whole number from 1 to 16, found 17"},
    {"\"lengths_from\": [40, 16]", "\"lengths_from\": [40]", "lengths_from: expected an array of 2, found [40]"},
    {"[0.4, 0.5]", "[0.4, 1.5]", "chance.accuracy[1]: expected a number from 0 to 1, found 1.5"},
    {"[0.4, 0.5]", "[0.4, null]", "chance.accuracy[1]: expected a number, found null"},
    {"[0.4, 0.5]", "[0.4]", "chance.accuracy: expected an array of 2, found [0.4]"},
    {"{\"accuracy\": [0.4, 0.5]}", "{}", "chance.accuracy: expected an array of 2, found nothing"},
    {"\"value\": 0.75", "\"value\": 0.76",
     "in_range.accuracy.value: expected 0.75, as sum and count have it, found 0.76"},
    {"\"value\": 0.75", "\"value\": -1e300", "in_range.accuracy.value: expected a number from 0 to 1, found -1e300"},
    {"\"value\": 0.75", "\"value\": null",
     "in_range.accuracy.value: expected 0.75, as sum and count have it, found null"},
    {"\"value\": 0.75", "\"value\": \"0.75\"",
     "in_range.accuracy.value: expected a number from 0 to 1, found \"0.75\""},
    {"\"value\": 0.75, \"sum\": 30", "\"value\": null, \"sum\": null",
     "in_range.accuracy.sum: expected a number, found null"},
    {"\"sum\": 30", "\"sum\": [30]", "in_range.accuracy.sum: expected a number from 0 to 40, found [30]"},
    {"\"sum\": 30", "\"sum\": [15, []]", "in_range.accuracy.sum[1]: expected a number from 0 to 40, found []"},
    {"\"sum\": 30", "\"sum\": []", "in_range.accuracy.sum: expected a number, or an array of 1 to 512, found []"},
    {"\"sum\": 30", "\"sums\": 30", "in_range.accuracy.sums: expected no such key, found 30"},
    {"\"count\": 40", "\"count\": 0",
     "in_range.accuracy.count: expected a whole number from 1 to 9007199254740991, found 0"},
    {"\"count\": 40", "\"count\": -40",
     "in_range.accuracy.count: expected a whole number from 1 to 9007199254740991, found -40"},
    {"\"count\": 40", "\"count\": 40.0",
     "in_range.accuracy.count: expected a whole number from 1 to 9007199254740991, found 40.0"},
    {"\"count\": 40", "\"count\": 9007199254740993",
     "in_range.accuracy.count: expected a whole number from 1 to 9007199254740991, found 9007199254740993"},
    {", \"chance\": 0.55", "", "in_range.accuracy.chance: expected a number from 0 to 1, found nothing"},
    {"\"in_range\": {\"accuracy\": {", "\"in_range\": {\"accuracy\": {}, \"bleu\": {",
     "in_range.bleu: expected no such key, found {\"value\":0.75,\"sum\":30,\"count\":40,\"chanc"},
    {"\"in_range\": {\"accuracy\": {\"value\"", "\"inrange\": {\"accuracy\": {\"value\"",
     "inrange: expected no such key, found {\"accuracy\":{\"value\":0.75,\"sum\":30,\"coun"},
    {"\"policy\": \"wrap\"", "\"policy\": \"extend\"",
     "policies[1].policy: expected each policy once, found \"extend\""},
    {"\"policy\": \"wrap\"", "\"policy\": \"bend\"",
     "policies[1].policy: expected one of `poslab list policies`, found \"bend\""},
    {"\"applicable\": false", "\"applicable\": 0", "policies[1].applicable: expected true or false, found 0"},
    {"\"applicable\": false", "\"applicable\": true",
     "policies[1].accuracy.count[0]: expected 20 targets, as many as other "
     "numbers of this column have, found 0"},
    {"[null, null]", "[0.5, null]",
     "policies[1].accuracy.value[0]: expected null, as sum and count have it, found 0.5"},
    {"[0, 0], \"count\": [0, 0]", "[0, 1], \"count\": [0, 0]",
     "policies[1].accuracy.sum[1]: expected a number from 0 to 0, found 1"},
    {"\"count\": [0, 0]", "\"count\": [0, 9]",
     "policies[1].accuracy.count[1]: expected 0, since the policy is not applicable, found 9"},
    {"[0, 39], \"count\": [20, 39]", "[0, 39], \"count\": [20, 40]",
     "policies[2].accuracy.count[1]: expected 39 targets, as many as other numbers of this column have, found 40"},
    {"[0, 39], \"count\": [20, 39]", "[0, 38], \"count\": [20, 39]",
     "policies[2].accuracy.value[1]: expected 0.974358974, as sum and count have it, found 1.0"},
    {"[0.25, 0.333333333]", "[0.25]", "policies[0].accuracy.value: expected an array of 2, found [0.25]"},
    {"[0.25, 0.333333333]", "[0.25, 0.3333]",
     "policies[0].accuracy.value[1]: expected 0.333333333, as sum and count have it, found 0.3333"},
    {"\"sum\": 7", "\"sum\": 8", "training.accuracy.value: expected 1, as sum and count have it, found 0.875"},
    {"\"examples\": 40, ", "", "examples: expected a whole number from 1 to 2147483647, found nothing"},
    {"\"a note\"", "\"a\\nnote\"", "note: expected a text of printable characters, found \"a\\nnote\""},
    {"\"a note\"", "\"\\u202enote\"",
     "note: expected a text of printable characters, found \"\\u202Enote\""}, /* it would be read backwards */
    {"\"Haswell\"", "\"\\u009b2J\"", "kernels: expected a text of printable characters, found \"\\u009B2J\""},
    {"\"name\": \"trigram\"", "\"name\": \"chance\"",
     "baselines[1].name: expected the name of a baseline other than chance, found \"chance\""},
    {"\"0123456789abcdef\"", "\"0123456789abcde\"", "files: expected 16 hexadecimal digits, found \"0123456789abcde\""},
    {"\"0123456789abcdef\"", "\"0123456789abcdeF\"",
     "files: expected 16 hexadecimal digits, found \"0123456789abcdeF\""},
    {"\"value\": 0.75, \"sum\": 30", "\"value\": 5.0, \"sum\": 200",
     "in_range.accuracy.value: expected a number from 0 to 1, found 5.0"},
    {"\"sum\": 30", "\"sum\": 200", "in_range.accuracy.sum: expected a number from 0 to 40, found 200"},
    {"\"sum\": 30", "\"sum\": -30", "in_range.accuracy.sum: expected a number from 0 to 40, found -30"},
    {"\"value\": 0.75, \"sum\": 30", "\"value\": 0.7625, \"sum\": 30.5",
     "in_range.accuracy.sum: expected a whole number, found 30.5"},
    {"\"examples\": 40", "\"examples\": 0", "examples: expected a whole number from 1 to 2147483647, found 0"},
    {"\"0123456789abcdef\"", "\"0123456789abcdef0\"",
     "files: expected a text of at most 16 bytes, found \"0123456789abcdef0\""},
    {"\"left_out\": 4", "\"left_out\": null", "left_out: expected a whole number from 1 to 2147483647, found null"},
    {"\"seconds\": 1.5", "\"seconds\": -1.5", "seconds: expected a number from 0 to 1e+12, found -1.5"},
    {"\"seconds\": 1.5", "\"seconds\": null", "seconds: expected a number, found null"},
    {"1234567.5", "0.0", "tokens_per_second: expected a number above 0, found 0.0"},
    {"1234567.5", "null", "tokens_per_second: expected a number above 0, found null"},
    {"\"steps_to_99\": 40", "\"steps_to_99\": 61", "steps_to_99: expected a whole number from 1 to 60, found 61"},
    {"\"steps_to_99\": 40", "\"steps_to_99\": 0", "steps_to_99: expected a whole number from 1 to 60, found 0"},
    {"\"seen\": 0.125", "\"weights\": {\"value\": 1, \"sum\": 1, \"count\": 40, \"chance\": 1}",
     "in_range.weights: expected no such key, found {\"value\":1,\"sum\":1,\"count\":40,\"chance\":1"},
    {"\"lazy\"", "\"auto\"", "sparse: expected dense or lazy, found \"auto\""},
    {"\"lazy\"", "null", "sparse: expected dense or lazy, found null"},
    {", \"kernels\": \"Haswell\"", "", "kernels: expected a text of at most 127 bytes, found nothing"},
    {"\"seen\": 0.125", "\"seen\": 1.25", "in_range.seen: expected a number from 0 to 1, found 1.25"},
    {"\"seen\": 0.125", "\"seen\": null", "in_range.seen: expected a number, found null"},
    {"\"seen\": 0.125", "\"right\": \"1:AAAAAAA=\"",
     "in_range.right: expected no such key, found \"1:AAAAAAA=\""}, /* other seeds have other examples */
    {"\"value\": 0.875, \"sum\"", "\"value\": 0.875, \"variance\": 0.1, \"sum\"",
     "training.accuracy.variance: expected no such key, found 0.1"},
    {"\"weights\": 1234", "\"weights\": 1000000000000000000",
     "weights: expected a whole number from 1 to 9007199254740991, found 1000000000000000000"},
    {"\"weights\": 1234", "\"weights\": 0", "weights: expected a whole number from 1 to 9007199254740991, found 0"},
    {"\"weights\": 1234", "\"weights\": 1234.0",
     "weights: expected a whole number from 1 to 9007199254740991, found 1234.0"},
    {"\"name\": \"trigram\"", "\"name\": \"without order\"",
     "baselines[1].name: expected each baseline once, found \"without order\""},
    {"\"name\": \"trigram\"", "\"name\": \"a word of more than 31 bytes in all\"",
     "baselines[1].name: expected a text of at most 31 bytes, found \"a word of more than 31 bytes in all\""},
    {"\"name\": \"trigram\"", "\"name\": \"\\u001b[31mtrigram\"",
     "baselines[1].name: expected a text of printable characters, found \"\\u001B[31mtrigram\""},
    {"\"name\": \"trigram\"", "\"name\": \"\"",
     "baselines[1].name: expected the name of a baseline other than chance, found \"\""},
    {"\"name\": \"trigram\"", "\"names\": \"trigram\"", "baselines[1].names: expected no such key, found \"trigram\""},
    {"\"in_range\": 0.65", "\"in_range\": 6.5",
     "baselines[1].accuracy.in_range: expected a number from 0 to 1, found 6.5"},
    {"\"in_range\": 0.65, ", "", "baselines[1].accuracy.in_range: expected a number from 0 to 1, found nothing"},
    {"[0.45, 0.625]", "[0.45]", "baselines[1].accuracy.at: expected an array of 2, found [0.45]"},
    {"[0.45, 0.625]", "[0.45, \"0.625\"]",
     "baselines[1].accuracy.at[1]: expected a number from 0 to 1, found \"0.625\""},
    {"\"trigram\", \"accuracy\"", "\"trigram\", \"bleu\"",
     "baselines[1].bleu: expected no such key, found {\"in_range\":0.65,\"at\":[0.45,0.625]}"},
    {", {\"name\": \"trigram\", \"accuracy\": {\"in_range\": 0.65, \"at\": [0.45, 0.625]}}]",
     ", {\"name\": \"trigram\"}]", "baselines[1].accuracy: expected an object, found nothing"},
    {"[{\"name\": \"without order\", \"accuracy\": {\"in_range\": 0.6, \"at\": [0.5, null]}}, {\"name\": \"trigram\", "
     "\"accuracy\": {\"in_range\": 0.65, \"at\": [0.45, 0.625]}}]",
     "[]", "baselines: expected an array of 1 to 4 baselines, found []"},
    {"\"version\": 4", "\"version\": \"3\"", "version: expected a whole number from 1 to 2147483647, found \"3\""},
    {"\"version\": 4", "\"version\": 4, \"Version\": 3", "Version: expected no such key, found 3"},
    {"\"seed\": 3", "\"seed\": 3, \"\\u001b\": 2", "\\x1b: expected no such key, found 2"},
    /* what the parser says */
    {"\"seed\": 3", "\"seed\": 3, \"seed\": 3",
     "line 1, column 91: cannot be read as JSON: duplicate object key near '\"seed\"'"},
    {"\"seed\": 3", "\"seed\": 3,\n\"steps\" 4", "line 2, column 9: cannot be read as JSON: ':' expected near '4'"},
};

/* The same for the document of a fixed test set. */
static const struct edit edits_of_fixed[] = {
    {"\"right\": \"2:kQ==\", ", "",
     "in_range.right: expected 4 numbers, their bits in base64 as in \"1:...\", found nothing"},
    {"2:kQ==", "kQ==", "in_range.right: expected 4 numbers, their bits in base64 as in \"1:...\", found \"kQ==\""},
    {"2:kQ==", "2:kR==", "in_range.right: expected 4 numbers, their bits in base64 as in \"1:...\", found \"2:kR==\""},
    {"2:kQ==", "2:kQE=", "in_range.right: expected 4 numbers, their bits in base64 as in \"1:...\", found \"2:kQE=\""},
    {"2:kQ==", "2:Ug==", "in_range.right: expected at most 1 right targets in example 0, found \"2:Ug==\""},
    {"2:kQ==", "2:UQ==",
     "in_range.right: expected 4 right targets in all, as the sum of accuracy has it, found "
     "\"2:UQ==\""},
    {"2:kQ==", "2:SQ==",
     "in_range.accuracy.variance: expected 0.0411522634, as the right targets have it, found 0.0905349794"},
    {"2:mQ==", "2:mg==", "in_range.targets: expected 6 targets in all, as count has it, found \"2:mg==\""},
    {"2:mQ==", "2:====",
     "in_range.targets: expected 4 numbers, their bits in base64 as in \"1:...\", found \"2:====\""},
    {"\"value\": 0.666666667, \"sum\": 4, \"count\": 6", "\"value\": 0.5, \"sum\": 2000001, \"count\": 4000002",
     "in_range.accuracy.count: expected 4000000 targets at most, found 4000002"},
    {", \"targets\": \"2:mQ==\"", "", "in_range.accuracy.count: expected a multiple of 4 examples, found 6"},
    {"\"variance\": 0.0905349794", "\"variance\": 0.0905349",
     "in_range.accuracy.variance: expected 0.0905349794, as the right targets have it, found 0.0905349"},
    {"\"variance\": 0.0905349794", "\"variance\": null",
     "in_range.accuracy.variance: expected 0.0905349794, as the right targets have it, found null"},
    {"\"variance\": 0.0905349794, ", "", "in_range.accuracy.variance: expected a number from 0 to 1, found nothing"},
    {"[0.0462962963, 0.0625]", "[-0.0462962963, 0.0625]",
     "policies[0].accuracy.variance[0]: expected a number from 0 to 1, found -0.0462962963"},
    {"[0.0462962963, 0.0625]", "[0.0462962963, 0.0626]",
     "policies[0].accuracy.variance[1]: expected 0.0625, as the right targets have it, found 0.0626"},
    {"[\"2:kw==\", \"1:Cw==\"]", "[\"2:kw==\"]", "policies[0].right: expected an array of 2, found [\"2:kw==\"]"},
    {"1:Cw==", "1:Dw==",
     "policies[0].right[1]: expected 3 right targets in all, as the sum of accuracy has it, found \"1:Dw==\""},
    {"1:Cw==", "1:Gw==",
     "policies[0].right[1]: expected 4 numbers, their bits in base64 as in \"1:...\", found \"1:Gw==\""},
    {"[\"2:kw==\", \"1:Cw==\"]", "[\"2:kw==\", null]",
     "policies[0].right[1]: expected 4 numbers, their bits in base64 as in \"1:...\", found null"},
    {"\"right\": [null, null]", "\"right\": [null, \"1:AA==\"]",
     "policies[1].right[1]: expected null, since the policy is not applicable, found \"1:AA==\""},
    {"\"right\": [null, null]", "\"targets\": [null, null]",
     "policies[1].targets: expected no such key, found [null,null]"},
    {"\"variance\": [null, null]", "\"variance\": [null, 1]",
     "policies[1].accuracy.variance[1]: expected a number from 0 to 0, found 1"},
    {"\"examples\": 4, ", "", "examples: expected a whole number from 1 to 2147483647, found nothing"},
    {"\"examples\": 4", "\"examples\": 3",
     "in_range.targets: expected 3 numbers, their bits in base64 as in \"1:...\", found \"2:mQ==\""},
    {"\"task\": \"cloze\"", "\"task\": \"first\"", "in_range.right: expected no such key, found \"2:kQ==\""},
    {"\"task\": \"cloze\"", "\"task\": \"tsv\"",
     "examples: expected no such key, since task tsv has a dataset, found 4"},
};

/* Metrics that do not agree with each other. */
static const struct edit edits_of_metrics[] = {
    {"\"perplexity\": {\"value\": 4.48168907, \"sum\": 30", "\"perplexity\": {\"value\": 2.71828183, \"sum\": 20",
     "in_range.perplexity.sum: expected 30, as loss has it, found 20"},
    {"\"perplexity\": {\"value\": [4.48168907], \"sum\": [30]",
     "\"perplexity\": {\"value\": [4.48168917], \"sum\": [30.0000005]",
     "policies[0].perplexity.sum[0]: expected 30, as loss has it, found 30.0000005"},
    {"\"perplexity\": {\"value\": [4.48168907], \"sum\": [30]", "\"perplexity\": {\"value\": [null], \"sum\": [null]",
     "policies[0].perplexity.sum[0]: expected 30, as loss has it, found null"},
    {"\"loss\": {\"value\": [1.5], \"sum\": [30]", "\"loss\": {\"value\": [1e300], \"sum\": [2e301]",
     "policies[0].loss.sum[0]: expected a number from 0 to 2e+40, found 2e301"},
    {"\"perplexity\": [2.0]", "\"perplexity\": [1e300]",
     "chance.perplexity[0]: expected a number from 1 to 1e+39, found 1e300"},
    {"\"loss\": {\"value\": 1.5, \"sum\": 30", "\"loss\": {\"value\": 0.0, \"sum\": -1e-9",
     "in_range.loss.sum: expected a number from 0 to 2e+40, found -1e-9"},
    {"\"loss_known\": {\"value\": [1.2], \"sum\": [[12, 10]]",
     "\"loss_known\": {\"value\": [1.2], \"sum\": [[10.8, 9]]",
     "policies[0].loss_known.sum[0]: expected 10 targets, as accuracy_known has them, found [10.8,9]"},
    {"\"accuracy_known\": {\"value\": 0.3, \"sum\": [3, 10]", "\"accuracy_known\": {\"value\": 0.6, \"sum\": [6, 10]",
     "in_range.accuracy_known.sum: expected 5 at most, as accuracy has it, found [6,10]"},
    {"\"accuracy_known\": {\"value\": 0.3, \"sum\": [3, 10]", "\"accuracy_known\": {\"value\": 0.3, \"sum\": [6.3, 21]",
     "in_range.accuracy_known.sum[1]: expected a number from 0 to 20, found 21"},
    {"\"accuracy_known\": {\"value\": 0.3, \"sum\": [3, 10]", "\"accuracy_known\": {\"value\": 0.3, \"sum\": [3, 2]",
     "in_range.accuracy_known.sum[0]: expected a number from 0 to 2, found 3"},
    {"\"accuracy_known\": {\"value\": 0.3, \"sum\": [3, 10]", "\"accuracy_known\": {\"value\": 0.3, \"sum\": [3]",
     "in_range.accuracy_known.sum: expected a number from 0 to 20, found [3]"},
    {"\"accuracy_8of8\": {\"value\": 0.0, \"sum\": [0, 2]", "\"accuracy_8of8\": {\"value\": 0.5, \"sum\": [1, 2]",
     "in_range.accuracy_8of8.sum: expected all eighths together to have 5 right of 20, found [1,2]"},
    {"\"accuracy_1of8\": {\"value\": [0.333333333], \"sum\": [[1, 3]]",
     "\"accuracy_1of8\": {\"value\": [0.25], \"sum\": [[1, 4]]",
     "policies[0].accuracy_8of8.sum[0]: expected all eighths together to have 5 right of 20, found [0,2]"},
};

/* A document with one thing changed. */
static void edit_text(char text[EDITED], const char *from, const struct edit *edit) {
    const char *at = strstr(from, edit->from);
    if (!at || !(strcmp(edit->from, "\"count\": 40") == 0 || !strstr(at + 1, edit->from)))
        fail_msg("'%s' must stand in the document once", edit->from);
    snprintf(text, EDITED, "%.*s%s%s", (int)(at - from), from, edit->to, at + strlen(edit->from));
}

static void write_edited(const char *from, const struct edit *edit) {
    char text[EDITED];
    edit_text(text, from, edit);
    write_text(text);
}

/* Without a checksum, as a poslab before version 4 wrote it. */
static void write_without(const char *from, const struct edit *edit) {
    struct error e;
    char text[EDITED];
    edit_text(text, from, edit);
    assert_true(file_write(path, text, strlen(text), &e));
}

static void refused_each(const char *from, const struct edit *edit, size_t count) {
    char expected[3 * PATH_MAX_LENGTH];
    for (size_t i = 0; i < count; i++) {
        write_edited(from, &edit[i]);
        snprintf(expected, sizeof expected, "%s: %s; `poslab eval %s` writes a new one", path, edit[i].message, folder);
        refused(EXIT_DATA, expected);
    }
}

static void test_refused(void **state) {
    (void)state;
    refused_each(document, edits, sizeof edits / sizeof *edits);
    refused_each(all_metrics, edits_of_metrics, sizeof edits_of_metrics / sizeof *edits_of_metrics);
}

static void test_fixed_refused(void **state) {
    static const struct edit kept[] = {
        {"\"chance\": 0.5}}", "\"chance\": 0.5}, \"right\": \"1:AA==\"}",
         "in_range.right: expected no such key, since there are too many examples, found \"1:AA==\""},
        {"\"applicable\": true", "\"applicable\": true, \"right\": [\"1:AA==\"]",
         "policies[0].right: expected no such key, since there are too many examples, found [\"1:AA==\"]"},
    };
    (void)state;
    refused_each(fixed, edits_of_fixed, sizeof edits_of_fixed / sizeof *edits_of_fixed);
    refused_each(many, kept, sizeof kept / sizeof *kept);
}

/* A file of another version is told from one that does not fit, and nothing else in it is looked at. */
static void test_versions(void **state) {
    char expected[3 * PATH_MAX_LENGTH];
    (void)state;
    write_edited(document, &(struct edit){"\"version\": 4, \"task\"", "\"version\": 5, \"taste\"", ""});
    snprintf(expected, sizeof expected, "%s was written by a newer poslab (version 5; this one reads 4)", path);
    refused(EXIT_DATA, expected);
    for (int version = 1; version < EVALUATION_VERSION; version++) {
        char said[32] = ""; /* version 1 did not say it */
        if (version > 1)
            snprintf(said, sizeof said, "\"version\": %d, ", version);
        write_without(document, &(struct edit){"\"version\": 4, ", said, ""});
        snprintf(expected, sizeof expected,
                 "%s was written by an older poslab (version %d; this one reads 4); `poslab eval %s` writes a new one",
                 path, version, folder);
        refused(EXIT_DATA, expected);
    }
}

static void test_no_document(void **state) {
    char expected[3 * PATH_MAX_LENGTH];
    (void)state;
    write_text("[1]");
    snprintf(expected, sizeof expected, "%s: expected an object, found [1]; `poslab eval %s` writes a new one", path,
             folder);
    refused(EXIT_DATA, expected);
    char half[sizeof document / 2] = "";
    memcpy(half, document, sizeof half - 1);
    write_text(half);
    struct evaluation_result r;
    struct error e = {0};
    assert_false(evaluation_read(&r, folder, &arena, &e));
    assert_int_equal(e.code, EXIT_DATA);
    assert_non_null(strstr(e.text, ": line 1, column "));
}

/* Without a checkpoint there is nothing to make it anew from. */
static void test_no_checkpoint(void **state) {
    char expected[4 * PATH_MAX_LENGTH], checkpoint[PATH_MAX_LENGTH];
    struct error e;
    (void)state;
    write_text("[1]");
    assert_true(file_path(checkpoint, folder, CHECKPOINT_FILE, &e) && remove(checkpoint) == 0);
    snprintf(
        expected, sizeof expected,
        "%s: expected an object, found [1]; no checkpoint was kept to make a new one: rename it, then `poslab train "
        "--run %s --resume` trains the model again",
        path, folder);
    refused(EXIT_DATA, expected);
    assert_true(file_write(checkpoint, "", 0, &e));
}

static void test_unreadable(void **state) {
    enum { MOST = 1 << 26 };
    char expected[3 * PATH_MAX_LENGTH];
    (void)state;
    assert_int_equal(truncate(path, MOST + 1), 0);
    snprintf(expected, sizeof expected, "%s has %d bytes; at most %d are read", path, MOST + 1, MOST);
    refused(EXIT_DATA, expected);
    assert_int_equal(unlink(path), 0);
    snprintf(expected, sizeof expected, "cannot open %s: No such file or directory", path);
    refused(EXIT_IO, expected);
    struct error e = {0};
    assert_true(file_make_folder(path, &e));
    snprintf(expected, sizeof expected, "cannot read %s: it is a folder, not a file", path);
    refused(EXIT_IO, expected);
    assert_int_equal(rmdir(path), 0);
}

int test_evaluation_file(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_both_ways),  cmocka_unit_test(test_without),     cmocka_unit_test(test_never_reached),
        cmocka_unit_test(test_fixed),      cmocka_unit_test(test_many),        cmocka_unit_test(test_joined),
        cmocka_unit_test(test_perplexity), cmocka_unit_test(test_refused),     cmocka_unit_test(test_fixed_refused),
        cmocka_unit_test(test_versions),   cmocka_unit_test(test_no_document), cmocka_unit_test(test_no_checkpoint),
        cmocka_unit_test(test_unreadable), cmocka_unit_test(test_all_metrics), cmocka_unit_test(test_every_bit),
        cmocka_unit_test(test_by_hand),
    };
    return cmocka_run_group_tests_name("evaluation_file", tests, make_folder, drop_folder);
}
