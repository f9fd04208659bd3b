/* test_evaluation_file.c -- eval.tsv: the writer writes and the reader reads tables made by hand; a file that was
 * damaged, edited or written by another version is refused with what to do. Single lines: test_evaluation_refused.c.
 */
#include "unit/tests.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "encoding/encoding.h"
#include "evaluate/evaluate.h"
#include "model/mixer.h"
#include "unit/evaluations.h"
#include "unit/near.h"
#include "unit/opened.h"
#include "unit/refused.h"
#include "unit/signed.h"

static char path[PATH_MAX_LENGTH];
static struct arena arena;

static int make_folder(void **state) {
    struct error e = {0};
    bool ok = folder_setup(state) == 0 && file_path(path, test_folder, CHECKPOINT_FILE, &e) &&
              file_write(path, "", 0, &e) && file_path(path, test_folder, EVALUATION_FILE, &e);
    return ok ? 0 : -1;
}

static int drop_folder(void **state) {
    arena_free(&arena);
    return folder_teardown(state);
}

static const char *table_of(const char *name) { return evaluation_table(name, &arena); }

static void write_text(const char *text) { write_signed(path, text); }

static void read_text(struct evaluation_result *r, const char *text) {
    struct error e;
    write_text(text);
    if (!evaluation_read(r, test_folder, &arena, &e))
        fail_msg("%s", e.text);
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
    assert_int_equal(r->words[IN_RANGE].low, 2);
    assert_int_equal(r->words[IN_RANGE].high, 16);
    assert_int_equal(r->lengths, 2);
    assert_int_equal(r->words[1].low, 40);
    assert_int_equal(r->words[2].high, 16);
    assert_near("chance", 0, r->baseline[CHANCE].of[METRIC_ACCURACY].at[1], 0.4, 1e-12);
    assert_near("chance", 1, r->baseline[CHANCE].of[METRIC_ACCURACY].at[2], 0.5, 1e-12);
    assert_near("chance in range", 0, r->baseline[CHANCE].of[METRIC_ACCURACY].at[IN_RANGE], 0.55, 1e-12);
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
    assert_int_equal(r->baselines, 3);
    assert_string_equal(r->baseline[1].name, "without order");
    assert_near("without order", -1, r->baseline[1].of[METRIC_ACCURACY].at[IN_RANGE], 0.6, 0);
    assert_near("without order", 0, r->baseline[1].of[METRIC_ACCURACY].at[1], 0.5, 0);
    assert_true(isnan(r->baseline[1].of[METRIC_ACCURACY].at[2]));
    assert_string_equal(r->baseline[2].name, "bigram");
    assert_near("bigram", 1, r->baseline[2].of[METRIC_ACCURACY].at[2], 0.625, 0);
    assert_int_equal(r->in_range->examples, 0); /* they were drawn for this seed */
    assert_int_equal(r->in_range->right.bits, 0);
    assert_true(isnan(r->in_range->variance[METRIC_ACCURACY]));
}

/* What was read is written as the same bytes. */
static void assert_written(const struct evaluation_result *r, const char *text) {
    size_t size;
    char *written = evaluation_text(r, &size), *sum = strstr(written, "# xxh3_128");
    if (!strstr(text, "# xxh3_128"))
        *sum = 0;
    assert_string_equal(written, text);
    free(written);
}

/* The table without its checksum, and with one text replaced. */
static const char *changed(const char *from, const char *what, const char *to) {
    const char *at = strstr(from, what), *after = at + strlen(what), *sum = strstr(from, "# xxh3_128");
    assert_non_null(at);
    return arena_format(&arena, "%.*s%s%.*s", (int)(at - from), from, to, (int)(sum - after), after);
}

TEST(both_ways) {
    struct evaluation_result r;
    struct error e = {0};
    read_text(&r, table_of("document"));
    assert_read(&r);
    assert_written(&r, table_of("document"));
    assert_int_equal(unlink(path), 0);
    assert_true(evaluation_write(&r, test_folder, &e));
    assert_true(evaluation_read(&r, test_folder, &arena, &e));
    assert_read(&r);
}

/* A run that never got to 99 % says inf, which is another thing than no line. */
TEST(never_reached) {
    struct evaluation_result r;
    const char *text = changed(table_of("document"), "steps_to_99 = 40", "steps_to_99 = inf");
    read_text(&r, text);
    assert_true(isinf(r.steps_to_99) && isinf(evaluation_value(&r, metric_find("steps_to_99"), 0, IN_RANGE)));
    assert_written(&r, text);
}

/* What a result may lack. */
TEST(without) {
    tests_need("texts");
    struct evaluation_result r;
    read_text(&r, table_of("many"));
    assert_int_equal(r.training.count, 0);
    assert_true(r.seconds < 0 && r.steps_to_99 == 0 && r.tokens_per_second == 0);
    assert_true(isnan(evaluation_value(&r, metric_find("weights"), 0, IN_RANGE)));
    assert_int_equal(r.weights, 0);
    assert_int_equal(r.baselines, 1);
}

/* Numbers of more than nine digits come back as they were. */
TEST(same_bits) {
    struct evaluation_result r, again;
    struct error e = {0};
    read_text(&r, table_of("document"));
    r.seconds = 1.0 / 3;
    r.tokens_per_second = 1e9 + 1.0 / 7;
    r.seen = 0.1 + 0.2;
    *r.row[0].at[1]->sum[METRIC_ACCURACY] = 9007199254740991;
    *r.row[2].at[2]->sum[METRIC_ACCURACY] = 123456.789012345678;
    assert_true(evaluation_write(&r, test_folder, &e) && evaluation_read(&again, test_folder, &arena, &e));
    assert_true(again.seconds == r.seconds && again.tokens_per_second == r.tokens_per_second && again.seen == r.seen);
    assert_true(*again.row[0].at[1]->sum[METRIC_ACCURACY] == 9007199254740991);
    assert_true(*again.row[2].at[2]->sum[METRIC_ACCURACY] == 123456.789012345678);
}

static void assert_right(const struct score *s, int targets, const int *right) {
    assert_int_equal(s->examples, 4);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(packed_get(&s->right, i), right[i]);
        assert_int_equal(score_targets(s, i), targets ? targets : 1 + i % 2);
    }
}

TEST(fixed) {
    tests_need("texts");
    struct evaluation_result r;
    read_text(&r, table_of("fixed"));
    assert_right(r.in_range, 0, (const int[]){1, 0, 1, 2});
    assert_right(r.row[0].at[1], 3, (const int[]){3, 0, 1, 2});
    assert_right(r.row[0].at[2], 1, (const int[]){1, 1, 0, 1});
    assert_right(r.row[2].at[1], 3, (const int[]){3, 3, 3, 3});
    assert_right(r.row[2].at[2], 1, (const int[]){0, 0, 0, 0});
    assert_int_equal(r.row[1].at[1]->examples, 0);
    assert_near("variance", 0, r.in_range->variance[METRIC_ACCURACY], 0.0905349794, 0);
    assert_near("variance", 1, r.row[0].at[2]->variance[METRIC_ACCURACY], 0.0625, 0);
    assert_true(isnan(r.seen));
    assert_written(&r, table_of("fixed"));
}

/* A hybrid by its one name. */
TEST(joined) {
    struct evaluation_result r;
    const char *text = changed(table_of("document"), "rope", "rope+alibi");
    read_text(&r, text);
    assert_string_equal(r.encoding->name, "rope+alibi");
    assert_ptr_equal(encoding_part(r.encoding, 1), encoding_find("alibi"));
    assert_written(&r, text);
}

TEST(many) {
    tests_need("texts");
    struct evaluation_result r;
    read_text(&r, table_of("many"));
    assert_int_equal(r.in_range->examples, 9000000);
    assert_int_equal(r.row[0].at[1]->right.bits, 0);
    assert_near("variance", 0, r.row[0].at[1]->variance[METRIC_ACCURACY], 2.5e-8, 0);
    assert_written(&r, table_of("many"));
}

TEST(all_metrics) {
    struct evaluation_result r;
    read_text(&r, table_of("metrics"));
    assert_near("perplexity", 0, evaluation_value(&r, metric_find("perplexity"), 0, 1), 4.48168907, 0);
    assert_written(&r, table_of("metrics"));
}

TEST(counts) {
    tests_need("rows");
    static const double count[] = {2, 1, 0, 3};
    struct evaluation_result r;
    read_text(&r, table_of("counts"));
    assert_int_equal(r.labels, 2);
    assert_string_equal(r.label[0], "a \"b\"");
    assert_string_equal(r.label[1], "c\n#");
    for (int i = 0; i < 4; i++)
        assert_near("count", i, r.row[0].at[1]->sum[METRIC_MACRO_F1][i], count[i], 0);
    assert_near("macro-F1", 0, r.in_range->value[METRIC_MACRO_F1], 0.828571429, 0); /* (4/5 + 6/7) / 2 */
    assert_int_equal(r.in_range->examples, 6);
    assert_int_equal(r.words[1].low, 1);
    assert_written(&r, table_of("counts"));
    json_t *json = evaluation_json(&r);
    char *printed = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(9));
    assert_non_null(strstr(printed, "\"macro_f1\":{\"value\":[0.828571429],\"sum\":[[\"2 1\",\"0 3\"]],\"count\":[6],"
                                    "\"variance\":[0.0292726031]}"));
    assert_non_null(strstr(printed, "\"labels\":[\"a \\\"b\\\"\",\"c\\n#\"]"));
    json_decref(json);
    free(printed);
}

/* What is printed has each metric's value, count and chance as well. */
TEST(values) {
    tests_need("texts");
    struct evaluation_result r;
    read_text(&r, table_of("document"));
    json_t *json = evaluation_json(&r);
    char *text = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(9));
    assert_non_null(strstr(text, "\"chance\":{\"accuracy\":[0.4,0.5]},\"in_range\":{\"accuracy\":{\"value\":0.75,"
                                 "\"sum\":30,\"count\":40,\"chance\":0.55},\"seen\":0.125}"));
    assert_non_null(strstr(text, "\"accuracy\":{\"value\":[0.25,0.333333333],\"sum\":[5,13],\"count\":[20,39]}"));
    assert_non_null(strstr(text, "\"accuracy\":{\"value\":[null,null],\"sum\":[0,0],\"count\":[0,0]}"));
    json_decref(json);
    free(text);
    read_text(&r, table_of("fixed"));
    json = evaluation_json(&r);
    text = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(9));
    assert_non_null(strstr(text, "{\"value\":0.666666667,\"sum\":4,\"count\":6,\"variance\":0.0905349794,"));
    json_decref(json);
    free(text);
}

/* A count as it is, all else as it would be read from nine digits. */
TEST(rounded) {
    assert_true(metric_rounded(1234567890123) == 1234567890123);
    assert_true(metric_rounded(2.0 / 3) == 0.666666667);
    assert_true(metric_rounded(1234567890.5) == 1234567890);
    assert_true(metric_rounded(123456789012345678e3) == 123456789e12);
    assert_true(isnan(metric_rounded((double)NAN)) && isinf(metric_rounded((double)INFINITY)));
}

/* ---- Files that are not taken, whatever is in them */

/* Each bit of each byte of a file, each byte taken out, and each put in: nothing of it is taken. */
TEST(every_bit) {
    const struct node_file file = {"eval.tsv", "advice", &(struct error){0}};
    struct evaluation_result r;
    struct error e;
    size_t size;
    char *text, *edited;
    write_text(table_of("document"));
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

static void refused(enum exit_code code, const char *expected) {
    struct evaluation_result r;
    struct error e = {0};
    if (evaluation_read(&r, test_folder, &arena, &e))
        fail_msg("taken, though %s", expected);
    assert_int_equal(e.code, code);
    assert_says(e.text, expected);
}

/* What an editor saves is refused with what to do; so is a file without a checksum. */
TEST(by_hand) {
    char expected[3 * PATH_MAX_LENGTH], *text;
    struct error e;
    size_t size;
    write_text(table_of("document"));
    text = (char *)file_read(path, 1 << 20, &arena, &size, &e);
    assert_non_null(text);
    strstr(text, "0.125")[2] = '9';
    write_text(text);
    snprintf(expected, sizeof expected, "%s: its checksum ... --run %s ", path, test_folder);
    refused(EXIT_DATA, expected);
    assert_true(file_write(path, "# version = 5\n", strlen("# version = 5\n"), &e));
    refused(EXIT_DATA, expected);
}

/* A file of another version is told from one that does not fit, and nothing else in it is looked at. */
TEST(versions) {
    char expected[3 * PATH_MAX_LENGTH], text[64];
    for (int version = 0; version <= EVALUATION_VERSION + 1; version++) {
        if (version == EVALUATION_VERSION)
            continue;
        snprintf(text, sizeof text, "# version = %d\n# taste = 1\n", version);
        write_text(text);
        snprintf(expected, sizeof expected, "%s ... (version %d; this one reads 5) ... --run %s ", path, version,
                 test_folder);
        refused(EXIT_DATA, expected);
    }
}

TEST(no_table) {
    char expected[3 * PATH_MAX_LENGTH];
    snprintf(expected, sizeof expected, "%s:1: ... version ... '[1]' ... --run %s ", path, test_folder);
    write_text("[1]");
    refused(EXIT_DATA, expected);
    write_text("");
    snprintf(expected, sizeof expected, "%s:1: ... version ... '' ... --run %s ", path, test_folder);
    refused(EXIT_DATA, expected);
}

/* Without a checkpoint there is nothing to make it anew from. */
TEST(no_checkpoint) {
    char expected[4 * PATH_MAX_LENGTH], checkpoint[PATH_MAX_LENGTH];
    struct error e;
    write_text("[1]");
    assert_true(file_path(checkpoint, test_folder, CHECKPOINT_FILE, &e) && remove(checkpoint) == 0);
    snprintf(expected, sizeof expected, "%s:1: ... version ... '[1]' ... rename it ... --run %s ", path, test_folder);
    refused(EXIT_DATA, expected);
    assert_true(file_write(checkpoint, "", 0, &e));
}

TEST(unreadable) {
    enum { MOST = 1 << 26 };
    char expected[3 * PATH_MAX_LENGTH];
    assert_int_equal(truncate(path, MOST + 1), 0);
    snprintf(expected, sizeof expected, "%s has %d bytes; at most %d are read", path, MOST + 1, MOST);
    refused(EXIT_DATA, expected);
    assert_int_equal(unlink(path), 0);
    snprintf(expected, sizeof expected, "cannot open %s: No such file or directory", path);
    refused(EXIT_IO, expected);
    struct error e = {0};
    assert_true(file_make_folder(path, &e));
    snprintf(expected, sizeof expected, "cannot read %s: ... folder", path);
    refused(EXIT_IO, expected);
    assert_int_equal(rmdir(path), 0);
}

GROUP(evaluation_file, make_folder, drop_folder)
