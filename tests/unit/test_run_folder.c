/* test_run_folder.c -- the status of a run, from which files its folder has; and what counts as there. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_lock.h"
#include "evaluate/evaluate.h"
#include "folder/run_folder.h"
#include "train/train.h"
#include "unit/opened.h"
#include "unit/tests.h"

static const char *in(const char *name) {
    static char path[PATH_MAX_LENGTH];
    struct error e;
    assert_true(file_path(path, test_folder, name, &e));
    return path;
}

/* e: eval.tsv; f: failure.json; F: one that cannot be read; c: config.ini; k: a checkpoint; h: somebody has the lock.
 */
static const struct {
    const char *files;
    enum run_status status, growing;
} rows[] = {{"", STATUS_WAITING, STATUS_WAITING},      {"c", STATUS_STOPPED, STATUS_WAITING},
            {"k", STATUS_STOPPED, STATUS_WAITING},     {"ck", STATUS_STOPPED, STATUS_WAITING},
            {"f", STATUS_FAILED, STATUS_FAILED},       {"cF", STATUS_STOPPED, STATUS_WAITING},
            {"ckf", STATUS_FAILED, STATUS_FAILED},     {"h", STATUS_RUNNING, STATUS_RUNNING},
            {"ckfh", STATUS_RUNNING, STATUS_RUNNING},  {"e", STATUS_FINISHED, STATUS_WAITING},
            {"ecf", STATUS_FINISHED, STATUS_FAILED},   {"ecF", STATUS_FINISHED, STATUS_WAITING},
            {"eckfh", STATUS_FINISHED, STATUS_RUNNING}};

static void make(const char *files) {
    static const char *const names[] = {
        ['e'] = EVALUATION_FILE, ['c'] = "config.ini", ['k'] = CHECKPOINT_FILE, ['F'] = FAILURE_FILE};
    struct error e;
    for (const char *file = files; *file; file++)
        if (*file == 'f')
            assert_true(failure_write(test_folder, EXIT_DIVERGED, 7, "it diverged", &e));
        else if (*file != 'h')
            assert_true(file_write(in(names[(int)*file]), "{", 1, &e));
}

TEST(states) {
    static const char *const written[] = {NULL};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct run_folder f;
        struct file_lock lock;
        struct error e;
        bool held = strchr(rows[i].files, 'h');
        folder_setup(NULL);
        make(rows[i].files);
        assert_true(!held || file_lock(&lock, test_folder, written, 0, &e));
        assert_true(run_folder_read(&f, test_folder, &e));
        if (f.status != rows[i].status)
            fail_msg("\"%s\" is %s", rows[i].files, status_names[f.status]);
        if (f.status == STATUS_FAILED)
            assert_int_equal(f.failure.step, 7);
        assert_true(run_folder_grow(&f, test_folder, &e));
        if (f.status != rows[i].growing)
            fail_msg("\"%s\", growing, is %s", rows[i].files, status_names[f.status]);
        assert_int_equal(*f.unread.text != 0, strchr(rows[i].files, 'F') && !held);
        if (held)
            file_unlock(&lock);
        folder_teardown(NULL);
    }
}

/* A link to nowhere is there, and so is what cannot be inspected; behind a file and in a path that is too long there is
 * nothing. */
TEST_WITH(there, folder_setup, folder_teardown) {
    char below[PATH_MAX_LENGTH], long_name[400];
    struct folder_file f;
    struct run_folder r;
    struct error e = {0};
    make("c");
    assert_int_equal(symlink("nowhere", in("link")), 0);
    assert_true(folder_has(test_folder, "config.ini") && folder_has(test_folder, "link") &&
                !folder_has(test_folder, "none"));
    assert_true(folder_file(&f, test_folder, "config.ini", &e) && f.there && f.bytes == 1 && f.written.tv_sec > 0);
    snprintf(below, sizeof below, "%s", in("config.ini"));
    assert_false(folder_has(below, "config.ini"));
    memset(long_name, 'x', sizeof long_name - 1);
    long_name[sizeof long_name - 1] = 0;
    assert_false(folder_file(&f, test_folder, long_name, &e)); /* the system refuses to look */
    assert_int_equal(e.code, EXIT_IO);
    assert_true(f.there && folder_has(test_folder, long_name));
    snprintf(below, sizeof below, "%s", in(long_name));
    assert_false(run_folder_read(&r, below, &e));
    assert_int_equal(r.status, STATUS_FINISHED); /* nothing is written over it */
}

GROUP(run_folder, NULL, NULL)
