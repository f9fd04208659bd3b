/* test_verify.c -- a run of twenty steps with one thing changed in its folder: what `runs --verify` says of it. */
#include "unit/tests.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "inventory/verify.h"
#include "study/member.h"
#include "study/result.h"
#include "unit/opened.h"
#include "unit/refused.h"
#include "unit/signed.h"

static char folder[PATH_MAX_LENGTH];
static struct arena arena;

static const char *const settings[] = {"task.name=first",
                                       "train.steps=20",
                                       "train.warmup=5",
                                       "train.log_every=5",
                                       "train.checkpoint_every=10",
                                       "eval.lengths=1x",
                                       "eval.examples=20",
                                       "encoding.name=rope",
                                       NULL};

static int train_run_of_twenty(void **state) {
    struct assignments a = {0};
    struct settings s;
    struct evaluation_result r = {0};
    struct error e;
    for (int i = 0; settings[i]; i++)
        assert_true(assignments_override(&a, settings[i], &e));
    assert_true(settings_resolve(&s, &a, NULL, &e));
    if (!member_run(&s, fresh_folder(folder), (struct train_watch){.threads = 1}, &r, &arena, &e))
        fail_msg("%s", e.text);
    return 0;
}

static int drop_run(void **state) {
    remove_folder(folder);
    arena_free(&arena);
    return 0;
}

/* One thing that is changed in a file, with a checksum that fits; or, without a `from`, another file that changes
 * places with it (`to`) or takes its own. */
static const struct change {
    const char *file, *from, *to, *other;
    const char *said[4]; /* all problems, in their order, without the folder in front of them */
} changes[] = {
    {"config.ini", "", "", NULL, {0}},
    {"metrics.jsonl", "\"step\": 15", "\"step\": 5", NULL, {"metrics.jsonl: 1 row lost"}},
    {"metrics.jsonl", "\"step\": 15", "\"step\": 15.0", NULL, {"metrics.jsonl: 1 row lost"}},
    {"metrics.jsonl", "\"step\": 15", "\"step\": 15, \"step\": 15", NULL, {"metrics.jsonl: 1 row lost"}},
    {"metrics.jsonl", "\"step\": 20", "\"step\": 25", NULL, {"metrics.jsonl: 1 row lost"}},
    {"metrics.jsonl", "\"step\": 5", "\"step\": 0", NULL, {"metrics.jsonl: 1 row lost"}},
    {"metrics.jsonl",
     "\"seconds\": ",
     "\"seconds\": 1",
     NULL,
     {"metrics.jsonl: it was changed, or is from another run: put the one back that eval.tsv was written with, or "
      "train "
      "again: poslab train %s/config.ini --run ANOTHER_FOLDER"}},
    {"checkpoint.safetensors",
     NULL,
     NULL,
     "checkpoint.previous.safetensors",
     {"eval.tsv: it belongs to a finished run, but the checkpoint is from step 10 of 20"}},
    {"checkpoint.previous.safetensors", NULL, NULL, "checkpoint.safetensors", {0}},
    {"checkpoint.safetensors",
     NULL,
     "swapped",
     "checkpoint.previous.safetensors",
     {"checkpoint.previous.safetensors: it is from step 20; expected 10 at most",
      "eval.tsv: it belongs to a finished run, but the checkpoint is from step 10 of 20"}},
    {"config.ini", "steps = 20", "steps = 2O", NULL, {"config.ini:39: ... train.steps: '2O'"}},
    {"config.ini", "name = rope", "name = alibi", NULL, {"config.ini:13: rope.layout: ... rope ... alibi"}},
    {"config.ini",
     "examples = 20",
     "examples = 21",
     NULL,
     {"checkpoint.safetensors: ... (eval.examples = 20 there, 21 here)",
      "checkpoint.previous.safetensors: ... (eval.examples = 20 there, 21 here)", "eval.tsv: examples: ... --run %s "}},
    {"eval.tsv", "sparse = dense", "sparse = lazy", NULL, {"eval.tsv: sparse: ... --run %s "}},
    {"eval.tsv", "seed = 1", "seed = 2", NULL, {"eval.tsv: seed: ... --run %s "}},
    {"eval.tsv", "version = 5", "version = 4", NULL, {"eval.tsv ... (version 4; this one reads 5) ... --run %s "}},
};

static const char *path_of(const char *name) {
    struct error e;
    char path[PATH_MAX_LENGTH];
    assert_true(file_path(path, folder, name, &e));
    return arena_text(&arena, path);
}

/* The bytes of a file; they end in 0. */
static char *bytes_of(const char *path, size_t *size) {
    struct error e;
    char *bytes = (char *)file_read(path, 1 << 24, &arena, size, &e);
    assert_non_null(bytes);
    return bytes;
}

static void write_bytes(const char *path, const char *bytes, size_t size) {
    struct error e;
    assert_true(file_write(path, bytes, size, &e));
}

static void change_text(const struct change *c, const char *path, char *text) {
    size_t skipped = strlen(c->from);
    char *at = strstr(text, c->from), *sum = strstr(text, "# xxh3_128");
    assert_non_null(at);
    if (sum)
        *sum = 0; /* write_signed makes another */
    write_signed(path, arena_format(&arena, "%.*s%s%s", (int)(at - text), text, c->to, at + skipped));
}

static void assert_said(const struct change *c) {
    struct verification v;
    struct error e;
    int count = 0;
    if (!verify(&v, folder, &e))
        fail_msg("%s", e.text);
    assert_int_equal(v.folders, 1);
    for (; c->said[count]; count++) {
        char said[2 * PATH_MAX_LENGTH] = "", expected[2 * PATH_MAX_LENGTH];
        snprintf(expected, sizeof expected, "%s/", folder);
        const char *at = strstr(c->said[count], "%s");
        text_append(expected, sizeof expected, "%.*s%s%s", at ? (int)(at - c->said[count]) : (int)sizeof said,
                    c->said[count], at ? folder : "", at ? at + 2 : "");
        if (count < v.first->problems)
            snprintf(said, sizeof said, "%s", v.first->problem[count]);
        assert_says(said, expected);
    }
    if (v.problems != count)
        fail_msg("%s: %d problems, not %d: %s", c->file, v.problems, count, v.first->problem[count]);
    verify_free(&v);
}

TEST(changes) {
    for (const struct change *c = changes; c < changes + sizeof changes / sizeof *changes; c++) {
        const char *path = path_of(c->file), *other = c->other ? path_of(c->other) : path;
        size_t size, others;
        char *bytes = bytes_of(path, &size), *from = bytes_of(other, &others);
        if (c->other)
            write_bytes(path, from, others);
        else
            change_text(c, path, bytes_of(path, &others));
        if (c->other && c->to)
            write_bytes(other, bytes, size);
        assert_said(c);
        write_bytes(other, from, c->other ? others : size);
        write_bytes(path, bytes, size);
    }
}

/* Whatever bit of eval.tsv is another, the file is named. */
TEST(every_byte) {
    const char *path = path_of("eval.tsv");
    size_t size;
    char *bytes = bytes_of(path, &size);
    for (size_t i = 0; i < size; i += 7) {
        struct verification v;
        struct error e;
        bytes[i] = (char)(bytes[i] ^ 1 << i % 8);
        write_bytes(path, bytes, size);
        bytes[i] = (char)(bytes[i] ^ 1 << i % 8);
        assert_true(verify(&v, folder, &e));
        assert_int_equal(v.problems, 1);
        assert_memory_equal(v.first->problem[0], path, strlen(path));
        verify_free(&v);
    }
    write_bytes(path, bytes, size);
}

GROUP(verify, train_run_of_twenty, drop_run)
