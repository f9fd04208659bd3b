/* test_evaluation_file.c -- eval.json: a document written by hand is what the writer writes and the reader reads, and
 * with anything in it changed it is refused by name. */
#include "unit/tests.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "train/evaluate.h"
#include "unit/near.h"
#include "unit/opened.h"

static const char document[] =
    "{\"version\": 2, \"task\": \"first\", \"mixer\": \"attention\", \"encoding\": \"rope\", \"seed\": 3, \"steps\": "
    "60, "
    "\"trained_length\": 16, \"trained_words\": [2, 16], \"lengths\": [40, 16], \"lengths_from\": [40, 16], "
    "\"chance\": {\"accuracy\": [0.4, 0.5]}, "
    "\"in_range\": {\"accuracy\": {\"value\": 0.75, \"sum\": 30, \"count\": 40, \"chance\": 0.55}}, "
    "\"policies\": [{\"policy\": \"extend\", \"applicable\": true, "
    "\"accuracy\": {\"value\": [0.25, 0.333333333], \"sum\": [5, 13], \"count\": [20, 39]}}, "
    "{\"policy\": \"wrap\", \"applicable\": false, "
    "\"accuracy\": {\"value\": [null, null], \"sum\": [0, 0], \"count\": [0, 0]}}, "
    "{\"policy\": \"ntk\", \"applicable\": true, "
    "\"accuracy\": {\"value\": [0.0, 1.0], \"sum\": [0, 39], \"count\": [20, 39]}}], "
    "\"training\": {\"accuracy\": {\"value\": 0.875, \"sum\": 7, \"count\": 8}}, \"examples\": 40, "
    "\"files\": \"0123456789abcdef\", \"note\": \"a note\", \"left_out\": 4, \"seconds\": 1.5, \"kernels\": "
    "\"Haswell\"}";

static char folder[PATH_MAX_LENGTH], path[PATH_MAX_LENGTH];
static struct arena arena;

static int make_folder(void **state) {
    struct error e = {0};
    (void)state;
    return file_path(path, fresh_folder(folder), EVALUATION_FILE, &e) ? 0 : -1;
}

static int drop_folder(void **state) {
    (void)state;
    remove_folder(folder);
    arena_free(&arena);
    return 0;
}

static void write_text(const char *text, size_t size) {
    struct error e = {0};
    assert_true(file_write(path, NULL, text, size, &e));
}

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
    assert_int_equal(r->trained.low, 2);
    assert_int_equal(r->trained.high, 16);
    assert_int_equal(r->lengths, 2);
    assert_int_equal(r->words[0].low, 40);
    assert_int_equal(r->words[1].high, 16);
    assert_near("chance", 0, r->chance[METRIC_ACCURACY].at[0], 0.4, 1e-12);
    assert_near("chance", 1, r->chance[METRIC_ACCURACY].at[1], 0.5, 1e-12);
    assert_near("chance in range", 0, r->chance[METRIC_ACCURACY].in_range, 0.55, 1e-12);
    assert_int_equal(r->rows, 3);
    assert_score("in range", r->in_range, 0.75, 30, 40);
    assert_score("on training", r->training, 0.875, 7, 8);
    assert_score("extend at 40", r->row[0].at[0], 0.25, 5, 20);
    assert_score("ntk at 16", r->row[2].at[1], 1, 39, 39);
    assert_ptr_equal(r->row[1].policy, &policy_wrap);
    assert_true(r->row[0].applies && !r->row[1].applies && r->row[2].applies);
    assert_int_equal(r->row[1].at[1].count, 0);
    assert_true(isnan(evaluation_value(r, METRIC_ACCURACY, 1, 1)));
    assert_true(isnan(evaluation_value(r, METRIC_LOSS, 0, 1)) && isnan(evaluation_value(r, METRIC_LOSS, 0, -1)));
    assert_near("value", 0, evaluation_value(r, METRIC_ACCURACY, 0, 1), 0.333333333, 1e-12);
    assert_near("value", 1, evaluation_value(r, METRIC_ACCURACY, 1, -1), 0.75, 1e-12);
    assert_near("value", 2, evaluation_value(r, METRIC_ACCURACY, 0, 0), 0.25, 1e-12);
    assert_int_equal(r->examples, 40);
    assert_int_equal(r->left_out, 4);
    assert_string_equal(r->files, "0123456789abcdef");
    assert_string_equal(r->note, "a note");
    assert_string_equal(r->kernels, "Haswell");
    assert_near("seconds", 0, r->seconds, 1.5, 0);
}

static void test_both_ways(void **state) {
    struct evaluation_result r;
    struct error e = {0};
    (void)state;
    write_text(document, strlen(document));
    if (!evaluation_read(&r, folder, &arena, &e))
        fail_msg("%s", e.text);
    assert_read(&r);
    json_t *written = evaluation_json(&r), *by_hand = json_loads(document, 0, NULL);
    assert_true(json_equal(written, by_hand));
    json_decref(written);
    json_decref(by_hand);
    assert_int_equal(unlink(path), 0);
    assert_true(evaluation_write(&r, folder, &e));
    assert_true(evaluation_read(&r, folder, &arena, &e));
    assert_read(&r);
}

/* What a result may lack. */
static void test_without(void **state) {
    struct evaluation_result r;
    struct error e = {0};
    char text[sizeof document + 32];
    (void)state;
    size_t length = (size_t)(strstr(document, ", \"training\"") - document);
    snprintf(text, sizeof text, "%.*s, \"kernels\": \"\"}", (int)length, document);
    write_text(text, strlen(text));
    if (!evaluation_read(&r, folder, &arena, &e))
        fail_msg("%s", e.text);
    assert_int_equal(r.training.count, 0);
    assert_true(r.seconds < 0);
    json_t *written = evaluation_json(&r), *by_hand = json_loads(text, 0, NULL);
    assert_true(json_equal(written, by_hand));
    json_decref(written);
    json_decref(by_hand);
}

/* Nine digits of a sum say less of its exponential: what was written is taken all the same, and not much more. */
static void test_perplexity(void **state) {
    struct evaluation_result r, back;
    struct error e = {0};
    int k = metric_find("perplexity");
    (void)state;
    write_text(document, strlen(document));
    assert_true(evaluation_read(&r, folder, &arena, &e));
    r.rows = 1;
    r.training.count = 0;
    r.sums[k] = 1;
    r.chance[k] = (struct levels){(double)NAN, {(double)NAN, (double)NAN}};
    for (double sum = 1; sum < 25000; sum *= 1.0123456789) {
        struct score *const score[] = {&r.in_range, &r.row[0].at[0], &r.row[0].at[1]};
        for (int i = 0; i < 3; i++) {
            score[i]->sum[k] = &sum;
            score[i]->value[k] = score_value(score[i], k, 1);
        }
        if (!evaluation_write(&r, folder, &e) || !evaluation_read(&back, folder, &arena, &e))
            fail_msg("%.17g: %s", sum, e.text);
    }
    double sum = 200;
    r.in_range.sum[k] = &sum;
    r.in_range.value[k] = exp(5) * (1 + 2e-7);
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

struct edit {
    const char *from, *to, *message;
};

static const struct edit edits[] = {
    {"\"task\": \"first\"", "\"task\": \"fist\"", "task: expected one of `poslab list tasks`, found \"fist\""},
    {"\"mixer\": \"attention\"", "\"mixer\": 7", "mixer: expected one of `poslab list mixers`, found 7"},
    {"\"encoding\": \"rope\", ", "", "encoding: expected one of `poslab list encodings`, found nothing"},
    {"\"seed\": 3", "\"seed\": -1", "seed: expected a whole number from 0 to 2147483647, found -1"},
    {"\"steps\": 60", "\"steps\": 60.5", "steps: expected a whole number from 0 to 2147483647, found 60.5"},
    {"\"steps\": 60", "\"steps\": 4294967356", "steps: expected a whole number from 0 to 2147483647, found 4294967356"},
    {"\"trained_length\": 16", "\"trained_length\": 17",
     "trained_length: expected a whole number from 16 to 16, found 17"},
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
    {"\"sum\": 30", "\"sum\": [30]", "in_range.accuracy.sum: expected a number, found [30]"},
    {"\"sum\": 30", "\"sum\": [15, []]", "in_range.accuracy.sum[1]: expected a number, found []"},
    {"\"sum\": 30", "\"sum\": []", "in_range.accuracy.sum: expected a number, or an array of 1 to 512, found []"},
    {"\"sum\": 30", "\"sums\": 30", "in_range.accuracy.sums: expected no such key, found 30"},
    {"\"count\": 40", "\"count\": 0", "in_range.accuracy.count: expected a count of 1 or more, found 0"},
    {"\"count\": 40", "\"count\": -40", "in_range.accuracy.count: expected a count of 1 or more, found -40"},
    {"\"count\": 40", "\"count\": 40.0", "in_range.accuracy.count: expected a count of 1 or more, found 40.0"},
    {"\"count\": 40", "\"count\": 9007199254740993",
     "in_range.accuracy.count: expected a count of 1 or more, found 9007199254740993"},
    {", \"chance\": 0.55", "", "in_range.accuracy.chance: expected a number from 0 to 1, found nothing"},
    {"\"in_range\": {\"accuracy\": {", "\"in_range\": {\"accuracy\": {}, \"bleu\": {",
     "in_range.bleu: expected no such key, found {\"value\":0.75,\"sum\":30,\"count\":40,\"chanc"},
    {"\"in_range\"", "\"inrange\"",
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
    {"\"examples\": 40", "\"examples\": 0", "examples: expected a whole number from 1 to 2147483647, found 0"},
    {"\"0123456789abcdef\"", "\"0123456789abcdef0\"",
     "files: expected a text of at most 16 bytes, found \"0123456789abcdef0\""},
    {"\"left_out\": 4", "\"left_out\": null", "left_out: expected a whole number from 1 to 2147483647, found null"},
    {"\"seconds\": 1.5", "\"seconds\": -1.5", "seconds: expected a number from 0 to 1e+12, found -1.5"},
    {"\"seconds\": 1.5", "\"seconds\": null", "seconds: expected a number, found null"},
    {", \"kernels\": \"Haswell\"", "", "kernels: expected a text of at most 31 bytes, found nothing"},
    {"\"version\": 2", "\"version\": \"2\"", "version: expected a whole number from 1 to 2147483647, found \"2\""},
    {"\"version\": 2", "\"version\": 2, \"Version\": 2", "Version: expected no such key, found 2"},
    {"\"seed\": 3", "\"seed\": 3, \"\\u001b\": 2", "\\x1b: expected no such key, found 2"},
    /* what the parser says */
    {"\"seed\": 3", "\"seed\": 3, \"seed\": 3",
     "line 1, column 91: cannot be read as JSON: duplicate object key near '\"seed\"'"},
    {"\"seed\": 3", "\"seed\": 3,\n\"steps\" 4", "line 2, column 9: cannot be read as JSON: ':' expected near '4'"},
};

/* The document with one thing changed. */
static void write_edited(const struct edit *edit) {
    char text[2 * sizeof document];
    const char *at = strstr(document, edit->from);
    if (!at || !(strcmp(edit->from, "\"count\": 40") == 0 || !strstr(at + 1, edit->from)))
        fail_msg("'%s' must stand in the document once", edit->from);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - document), document, edit->to, at + strlen(edit->from));
    write_text(text, strlen(text));
}

static void test_refused(void **state) {
    char expected[3 * PATH_MAX_LENGTH];
    (void)state;
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        write_edited(&edits[i]);
        snprintf(expected, sizeof expected, "%s: %s; `poslab eval %s` makes it anew", path, edits[i].message, folder);
        refused(EXIT_DATA, expected);
    }
}

/* A file of another version is told from one that does not fit, and nothing else in it is looked at. */
static void test_versions(void **state) {
    char expected[3 * PATH_MAX_LENGTH];
    (void)state;
    write_edited(&(struct edit){"\"version\": 2, \"task\"", "\"version\": 3, \"taste\"", ""});
    snprintf(expected, sizeof expected, "%s was written by a newer poslab (version 3; this one reads 2)", path);
    refused(EXIT_DATA, expected);
    write_edited(&(struct edit){"\"version\": 2, ", "", ""});
    snprintf(expected, sizeof expected,
             "%s was written by an older poslab (version 1; this one reads 2); `poslab eval %s` makes it anew", path,
             folder);
    refused(EXIT_DATA, expected);
}

static void test_no_document(void **state) {
    char expected[3 * PATH_MAX_LENGTH];
    (void)state;
    write_text("[1]", 3);
    snprintf(expected, sizeof expected, "%s: expected an object, found [1]; `poslab eval %s` makes it anew", path,
             folder);
    refused(EXIT_DATA, expected);
    write_text(document, sizeof document / 2);
    struct evaluation_result r;
    struct error e = {0};
    assert_false(evaluation_read(&r, folder, &arena, &e));
    assert_int_equal(e.code, EXIT_DATA);
    assert_non_null(strstr(e.text, ": line 1, column "));
}

static void test_unreadable(void **state) {
    static char large[(1 << 24) + 1];
    char expected[3 * PATH_MAX_LENGTH];
    (void)state;
    memset(large, ' ', sizeof large);
    write_text(large, sizeof large);
    snprintf(expected, sizeof expected, "%s has 16777217 bytes; at most 16777216 are read", path);
    refused(EXIT_DATA, expected);
    assert_int_equal(unlink(path), 0);
    snprintf(expected, sizeof expected, "cannot open %s: No such file or directory", path);
    refused(EXIT_IO, expected);
    struct error e = {0};
    assert_true(file_make_folder(path, &e));
    snprintf(expected, sizeof expected, "cannot read %s: it is not a file", path);
    refused(EXIT_IO, expected);
    assert_int_equal(rmdir(path), 0);
}

int test_evaluation_file(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_both_ways),  cmocka_unit_test(test_without),  cmocka_unit_test(test_perplexity),
        cmocka_unit_test(test_refused),    cmocka_unit_test(test_versions), cmocka_unit_test(test_no_document),
        cmocka_unit_test(test_unreadable),
    };
    return cmocka_run_group_tests_name("evaluation_file", tests, make_folder, drop_folder);
}
