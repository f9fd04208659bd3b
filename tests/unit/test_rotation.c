/* test_rotation.c -- which of a folder's two checkpoints is read, and the message and renamed file if the newest is
 * damaged or missing. */
#include "unit/opened.h"
#include "unit/tests.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "run/run.h"

static const char *const quick[] = {"task.name=first", "train.steps=24", "train.warmup=4", NULL};
static const struct assignments nothing;
static const char *at(const char *name) { return in_folder("", name); }

/* Checkpoints of step 7 and, before it, step 4. */
static int make(void **state) {
    static struct run r;
    struct error e;
    folder_setup(state);
    open_run(&r, quick);
    for (r.step = 4; r.step <= 7; r.step += 3)
        assert_true(checkpoint_write(&r, test_folder, &e));
    run_free(&r);
    return 0;
}

static void damage(const char *name) {
    FILE *f = fopen(at(name), "r+b");
    assert_non_null(f);
    assert_int_equal(fseek(f, -1000, SEEK_END), 0);
    assert_int_equal(fwrite("\xEE\xEE\xEE\xEE", 1, 4, f), 4);
    assert_int_equal(fclose(f), 0);
}

/* Reads the folder, to be trained further where `changes` is NULL; the step must be this, and the warning end so. */
static void assert_reads(const struct assignments *changes, int step, const char *warned) {
    static struct run r;
    struct error warning = {0}, e = {0};
    if (!checkpoint_read_folder(&r, test_folder, changes, NULL, &warning, &e))
        fail_msg("%s", e.text);
    assert_int_equal(r.step, step);
    run_free(&r);
    size_t length = strlen(warning.text), end = strlen(warned);
    assert_true(*warned ? length > end : length == 0);
    assert_string_equal(warning.text + length - end, warned);
}

static void assert_fails(const struct assignments *changes, struct error *warning, int code, const char *text) {
    static struct run r;
    struct error e = {0};
    assert_false(checkpoint_read_folder(&r, test_folder, changes, NULL, warning, &e));
    assert_int_equal(e.code, code);
    if (!strstr(e.text, text))
        fail_msg("expected: %s\nfound: %s", text, e.text);
}

#define BEFORE "/" CHECKPOINT_PREVIOUS ", step 4"

TEST_WITH(whole, make, folder_teardown) {
    assert_reads(NULL, 7, "");
    assert_reads(&nothing, 7, "");
    damage(CHECKPOINT_PREVIOUS);
    assert_reads(NULL, 7, "");
}

TEST_WITH(damaged, make, folder_teardown) {
    damage(CHECKPOINT_FILE);
    assert_reads(&nothing, 4, BEFORE);
    assert_true(file_exists(at(CHECKPOINT_FILE)) && file_missing(at("checkpoint.damaged-1.safetensors")));
    assert_fails(&nothing, NULL, EXIT_DATA, "damaged");
    assert_reads(NULL, 4, BEFORE "; the damaged file is now checkpoint.damaged-1.safetensors");
    assert_true(file_missing(at(CHECKPOINT_FILE)) && file_exists(at("checkpoint.damaged-1.safetensors")));
    assert_reads(NULL, 4, BEFORE);
    assert_fails(&nothing, NULL, EXIT_DATA, "has no " CHECKPOINT_FILE);
}

static const char *at_neither(void) {
    static char text[2 * PATH_MAX_LENGTH];
    snprintf(text, sizeof text, "; no other checkpoint can be read: rename %s, and train again", test_folder);
    return text;
}

/* A newest that is damaged, without one before it. */
TEST_WITH(single_damaged, make, folder_teardown) {
    struct error warning;
    damage(CHECKPOINT_FILE);
    assert_int_equal(unlink(at(CHECKPOINT_PREVIOUS)), 0);
    assert_fails(NULL, &warning, EXIT_DATA, "/" CHECKPOINT_FILE ": ");
    assert_fails(&nothing, &warning, EXIT_DATA, at_neither());
    assert_true(file_exists(at(CHECKPOINT_FILE)));
}

TEST_WITH(both_damaged, make, folder_teardown) {
    struct error warning;
    damage(CHECKPOINT_FILE);
    damage(CHECKPOINT_PREVIOUS);
    assert_fails(NULL, &warning, EXIT_DATA, "/" CHECKPOINT_FILE ": ");
    assert_fails(NULL, &warning, EXIT_DATA, at_neither());
    assert_string_equal(warning.text, "");
    assert_true(file_exists(at(CHECKPOINT_FILE)));
    assert_int_equal(unlink(at(CHECKPOINT_FILE)), 0);
    assert_fails(NULL, &warning, EXIT_DATA, "/" CHECKPOINT_PREVIOUS ": ");
    assert_fails(NULL, &warning, EXIT_DATA, at_neither());
    assert_int_equal(unlink(at(CHECKPOINT_PREVIOUS)), 0);
    assert_fails(NULL, &warning, EXIT_DATA, "has no " CHECKPOINT_FILE);
}

/* A newest that cannot be opened or read, here a folder or a link to nowhere, is no reason to read the one before. */
TEST_WITH(unreadable, make, folder_teardown) {
    struct error warning, e;
    assert_int_equal(unlink(at(CHECKPOINT_FILE)), 0);
    assert_int_equal(symlink("nowhere", at(CHECKPOINT_FILE)), 0);
    assert_fails(NULL, &warning, EXIT_IO, "cannot open ");
    assert_fails(&nothing, &warning, EXIT_IO, "cannot open ");
    assert_int_equal(unlink(at(CHECKPOINT_FILE)), 0);
    assert_true(file_make_folder(at(CHECKPOINT_FILE), &e));
    assert_fails(NULL, &warning, EXIT_IO, "/" CHECKPOINT_FILE ": ");
    assert_true(file_is_folder(at(CHECKPOINT_FILE)));
}

GROUP(rotation, NULL, NULL)
