/* test_evaluation_refused.c -- eval.json: a document with any one value changed is refused by the name of its key, with
 * what was expected there and what was found. Each kind of expectation is spelled out once. */
#include <stdio.h>
#include <string.h>

#include "evaluate/evaluate.h"
#include "unit/evaluations.h"
#include "unit/opened.h"
#include "unit/signed.h"
#include "unit/tests.h"

struct edit {
    const char *from, *to, *says; /* how the message begins, after the name of the file */
};

static const struct edit edits[] = {
    {"\"task\": \"first\"", "\"task\": \"fist\"", "task: expected one of `poslab help tasks`, found \"fist\""},
    {"\"mixer\": \"attention\"", "\"mixer\": 7", "mixer: expected one of `poslab help mixers`, found 7"},
    {"\"encoding\": \"rope\", ", "", "encoding: expected one of `poslab help encodings`, found nothing"},
    {"\"rope\"", "\"alibi+rope\"", "encoding:"},
    {"\"seed\": 3", "\"seed\": -1", "seed: expected a whole number from 0 to 2147483647, found -1"},
    {"\"steps\": 60", "\"steps\": 60.5", "steps:"},
    {"\"steps\": 60", "\"steps\": 4294967356", "steps:"},
    {"[2, 16]", "[17, 16]", "trained_words[0]: expected a whole number from 1 to 16, found 17"},
    {"[2, 16]", "[2, 9, 16]", "trained_words: expected an array of 2, found [2,9,16]"},
    {"\"lengths\": [40, 16]", "\"lengths\": [1000001, 16]", "lengths[0]: expected a whole number from 1 to 1000000"},
    {"\"lengths\": [40, 16]", "\"lengths\": []", "lengths: expected an array of 1 to 32 lengths, found []"},
    {"\"lengths_from\": [40, 16]", "\"lengths_from\": [40, 17]",
     "lengths_from[1]: expected a whole number from 1 to 16"},
    {"\"lengths_from\": [40, 16]", "\"lengths_from\": [40]", "lengths_from:"},
    {"[0.4, 0.5]", "[0.4, 1.5]", "chance.accuracy.at[1]: expected a number from 0 to 1, found 1.5"},
    {"[0.4, 0.5]", "[0.4]", "chance.accuracy.at:"},
    {"\"in_range\": 0.55, ", "", "chance.accuracy.in_range:"},
    {"{\"accuracy\": {\"in_range\": 0.55, \"at\": [0.4, 0.5]}}", "{}", "chance.accuracy:"},
    {"\"count\": 40", "\"count\": -1", "in_range.count: expected a whole number from 0 to 9007199254740991, found -1"},
    {"\"count\": 40", "\"count\": 40.5", "in_range.count:"},
    {"\"count\": 40", "\"count\": 9007199254740992", "in_range.count:"},
    {"\"count\": 40, ", "", "in_range.count:"},
    {"\"sum\": 30", "\"sum\": -30", "in_range.accuracy.sum: expected a number from 0 to 1e+55, found -30"},
    {"\"sum\": 30", "\"sum\": 1e300", "in_range.accuracy.sum:"},
    {"\"sum\": 30", "\"sum\": \"30\"", "in_range.accuracy.sum:"},
    {"\"sum\": 30", "\"sum\": [30]", "in_range.accuracy.sum:"},
    {"\"sum\": 30", "\"sum\": [15, []]", "in_range.accuracy.sum[1]:"},
    {"\"sum\": 30", "\"sum\": []", "in_range.accuracy.sum: expected a number, or an array of 1 to 512, found []"},
    {"\"sum\": 30", "\"sums\": 30", "in_range.accuracy.sums: expected no such key, found 30"},
    {"\"sum\": 30", "\"value\": 0.75, \"sum\": 30", "in_range.accuracy.value:"},
    {"\"count\": 40, \"accuracy\"", "\"count\": 40, \"bleu\"", "in_range.bleu:"},
    {"\"in_range\": {\"count\"", "\"inrange\": {\"count\"", "inrange:"},
    {"[20, 39], \"accuracy\": {\"sum\": [5, 13]}", "[20], \"accuracy\": {\"sum\": [5, 13]}", "policies[0].count:"},
    {"[5, 13]", "[5]", "policies[0].accuracy.sum:"},
    {"[5, 13]", "[5, [13]]", "policies[0].accuracy.sum[1]:"},
    {"\"policy\": \"wrap\"", "\"policy\": \"bend\"",
     "policies[1].policy: expected one of `poslab help policies`, found \"bend\""},
    {"\"applicable\": false", "\"applicable\": 0", "policies[1].applicable: expected true or false, found 0"},
    {"\"sum\": 7", "\"sum\": -7", "training.accuracy.sum:"},
    {"\"sum\": 7", "\"sum\": 7, \"variance\": 0.1", "training.accuracy.variance:"},
    {"\"examples\": 40, ", "", "examples: expected a whole number from 1 to 2147483647"},
    {"\"a note\"", "\"a\\nnote\"", "note: expected a text of printable characters, found \"a\\nnote\""},
    {"\"Haswell\"", "\"\\u009b2J\"", "kernels:"},
    {"\"0123456789abcdef\"", "\"0123456789abcde\"", "files: expected 16 hexadecimal digits, found \"0123456789abcde\""},
    {"\"0123456789abcdef\"", "\"0123456789abcdef0\"",
     "files: expected a text of at most 16 bytes, found \"0123456789abcdef0\""},
    {"\"left_out\": 4", "\"left_out\": null", "left_out:"},
    {"\"seconds\": 1.5", "\"seconds\": -1.5", "seconds: expected a number from 0 to 1e+12"},
    {"\"seconds\": 1.5", "\"seconds\": null", "seconds:"},
    {"1234567.5", "0.0", "tokens_per_second: expected a number above 0, found 0.0"},
    {"1234567.5", "null", "tokens_per_second:"},
    {"\"steps_to_99\": 40", "\"steps_to_99\": 0", "steps_to_99:"},
    {"\"weights\": 1234", "\"weights\": 0", "weights:"},
    {"\"examples\": 40", "\"examples\": 0", "examples:"},
    {"\"seen\": 0.125", "\"weights\": {\"sum\": 1}", "in_range.weights:"},
    {"\"lazy\"", "\"auto\"", "sparse: expected dense or lazy, found \"auto\""},
    {"\"lazy\"", "null", "sparse:"},
    {", \"kernels\": \"Haswell\"", "", "kernels:"},
    {"\"seen\": 0.125", "\"seen\": 1.25", "in_range.seen:"},
    {"\"seen\": 0.125", "\"seen\": null", "in_range.seen:"},
    {"\"seen\": 0.125", "\"right\": \"1:AAAAAAA=\"", "in_range.right:"},
    {"\"weights\": 1234", "\"weights\": 1000000000000000000", "weights:"},
    {"\"name\": \"bigram\"", "\"name\": \"a word of more than 31 bytes in all\"", "baselines[1].name:"},
    {"\"name\": \"bigram\"", "\"name\": \"\\u001b[31mbigram\"", "baselines[1].name:"},
    {"\"name\": \"bigram\"", "\"names\": \"bigram\"", "baselines[1].names:"},
    {"\"in_range\": 0.65", "\"in_range\": 6.5", "baselines[1].accuracy.in_range:"},
    {"[0.45, 0.625]", "[0.45]", "baselines[1].accuracy.at:"},
    {"[0.45, 0.625]", "[0.45, \"0.625\"]", "baselines[1].accuracy.at[1]:"},
    {"\"bigram\", \"accuracy\"", "\"bigram\", \"bleu\"", "baselines[1].bleu:"},
    {", {\"name\": \"bigram\", \"accuracy\": {\"in_range\": 0.65, \"at\": [0.45, 0.625]}}]",
     ", {\"name\": \"bigram\"}]", "baselines[1].accuracy: expected an object, found nothing"},
    {"[{\"name\": \"without order\", \"accuracy\": {\"in_range\": 0.6, \"at\": [0.5, null]}}, {\"name\": \"bigram\", "
     "\"accuracy\": {\"in_range\": 0.65, \"at\": [0.45, 0.625]}}]",
     "[]", "baselines: expected an array of 1 to 4 baselines, found []"},
    {"\"version\": 5", "\"version\": \"3\"", "version:"},
    {"\"version\": 5", "\"version\": 5, \"Version\": 3", "Version:"},
    {"\"seed\": 3", "\"seed\": 3, \"\\u001b\": 2", "\\x1b:"},
    {"\"seed\": 3", "\"seed\": 3, \"seed\": 3",
     "line 1, column 91: cannot be read as JSON: duplicate object key near '\"seed\"'"},
    {"\"seed\": 3", "\"seed\": 3,\n\"steps\" 4", "line 2, column 9: cannot be read as JSON: ':' expected near '4'"},
};

/* The same for the document of a fixed test set. */
static const struct edit edits_of_fixed[] = {
    {"2:kQ==", "kQ==", "in_range.right: expected 4 numbers, their bits in base64 as in \"1:...\", found \"kQ==\""},
    {"2:mQ==", "2:====", "in_range.targets:"},
    {"\"texts\": 4", "\"texts\": 7", "in_range.texts: expected a whole number from 1 to 6, found 7"},
    {"\"texts\": [0, 0]", "\"texts\": [1, 0]", "policies[1].texts[0]:"},
    {", \"variance\": 0.0905349794", "", "in_range.accuracy.variance:"},
    {"[0.0462962963, 0.0625]", "[-0.0462962963, 0.0625]", "policies[0].accuracy.variance[0]:"},
    {"[0.0462962963, 0.0625]", "[0.0625]", "policies[0].accuracy.variance:"},
    {"[\"2:kw==\", \"1:Cw==\"]", "[\"2:kw==\"]", "policies[0].right:"},
    {"1:Cw==", "1:Gw==", "policies[0].right[1]:"},
    {"\"right\": [null, null]", "\"right\": [null, \"1:AA==\"]",
     "policies[1].right[1]: expected 0 numbers, their bits in base64 as in \"1:...\", found \"1:AA==\""},
    {"\"right\": [null, null]", "\"targets\": [null, null]", "policies[1].targets:"},
    {"\"task\": \"cloze\"", "\"task\": \"tsv\"",
     "examples: expected no such key, since task tsv has a dataset, found 4"},
};

/* The same for the document of all metrics. */
static const struct edit edits_of_metrics[] = {
    {"\"at\": [2.0]", "\"at\": [1e300]", "chance.perplexity.at[0]: expected a number from 1 to 1e+55, found 1e300"},
    {"\"loss\": {\"sum\": 30}", "\"loss\": {\"sum\": -1e-9}", "in_range.loss.sum:"},
    {"\"loss\": {\"sum\": [30]}", "\"loss\": {\"sum\": [2e301]}", "policies[0].loss.sum[0]:"},
    {"\"loss\": {\"sum\": 30}, ", "", "chance.loss: expected no such key, because in_range does not have it, found"},
    {"\"accuracy_known\": {\"sum\": [3, 10]}", "\"accuracy_known\": {\"sum\": 3}",
     "policies[0].accuracy_known.sum[0]: expected a number from 0 to 1e+55, found [3,10]"},
    {"[[12, 10]]", "[[12, 10, 8]]", "policies[0].loss_known.sum[0]: expected an array of 2, found [12,10,8]"},
};

/* A document with one thing changed, each in turn. */
static void refused_each(const char *from, const struct edit *edit, size_t count) {
    struct arena arena = {0};
    const char *path = in_folder("", EVALUATION_FILE);
    for (size_t i = 0; i < count; i++) {
        const char *at = strstr(from, edit[i].from);
        if (!at || strstr(at + 1, edit[i].from))
            fail_msg("'%s' must be in the document once", edit[i].from);
        char text[EVALUATION_MOST];
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - from), from, edit[i].to, at + strlen(edit[i].from));
        struct evaluation_result r;
        struct error e = {0};
        write_signed(path, text);
        if (evaluation_read(&r, test_folder, &arena, &e))
            fail_msg("taken, though %s", edit[i].says);
        const char *said = e.text + strlen(path) + strlen(": ");
        bool begins =
            strncmp(e.text, path, strlen(path)) == 0 && strncmp(said, edit[i].says, strlen(edit[i].says)) == 0;
        if (e.code != EXIT_DATA || !begins)
            fail_msg("exit code %d and '%s', not '%s'", e.code, e.text, edit[i].says);
    }
    arena_free(&arena);
}

TEST(refused) {
    tests_need("texts");
    tests_need("rows");
    refused_each(evaluation_document, edits, sizeof edits / sizeof *edits);
    refused_each(evaluation_fixed, edits_of_fixed, sizeof edits_of_fixed / sizeof *edits_of_fixed);
    refused_each(evaluation_metrics, edits_of_metrics, sizeof edits_of_metrics / sizeof *edits_of_metrics);
}

GROUP(evaluation_refused, folder_setup, folder_teardown)
