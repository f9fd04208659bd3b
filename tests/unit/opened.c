/* opened.c -- see opened.h. */
#include "unit/opened.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "train/train.h"
#include "unit/tests.h"

void open_run(struct run *r, const char *const *assignments) {
    struct assignments a = {0};
    struct settings s;
    struct error e;
    for (; *assignments; assignments++)
        assert_true(assignments_override(&a, *assignments, &e));
    if (!settings_resolve(&s, &a, NULL, &e) || !run_build(r, &s, NULL, &e)) {
        tests_lack(e.text);
        fail_msg("%s", e.text);
    }
}

struct stopper {
    int step;
    volatile sig_atomic_t stop;
};

static void stop_after(void *user, const struct train_state *state) {
    struct stopper *s = user;
    s->stop = state->step == s->step;
}

void train_stopped(struct run *r, const char *folder, const char *const *assignments, const int *stops, int threads) {
    struct error warning, e = {0};
    struct train_state state;
    open_run(r, assignments);
    assert_true(train_open(r, folder, &e));
    for (; stops && *stops; stops++) {
        struct stopper s = {.step = *stops};
        struct train_watch watch = {.step = stop_after, .user = &s, .stop = &s.stop, .threads = threads};
        assert_false(train_run(r, folder, watch, &state, &e));
        assert_int_equal(e.code, EXIT_STOPPED);
        run_free(r);
        assert_true(checkpoint_read_folder(r, folder, NULL, NULL, &warning, &e));
        assert_int_equal(r->step, *stops);
    }
    if (!train_run(r, folder, (struct train_watch){.threads = threads}, &state, &e))
        fail_msg("%s", e.text);
}

unsigned char *checkpoint_file(const char *folder, struct arena *arena, size_t *size) {
    char path[PATH_MAX_LENGTH];
    struct error e;
    assert_true(file_path(path, folder, CHECKPOINT_FILE, &e));
    return file_read(path, 1 << 24, arena, size, &e);
}

const char *fresh_folder(char path[PATH_MAX_LENGTH]) {
    const char *base = getenv("TMPDIR"), *here = getenv("PWD");
    assert_non_null(here);
    base = base ? base : "build"; /* error messages add to a relative path */
    int length = snprintf(path, PATH_MAX_LENGTH, "%s%s%s/poslab-test-XXXXXX", *base == '/' ? "" : here,
                          *base == '/' ? "" : "/", base);
    assert_in_range(length, 1, PATH_MAX_LENGTH - 1);
    assert_non_null(mkdtemp(path));
    return path;
}

void remove_folder(const char *path) {
    char file[PATH_MAX_LENGTH];
    struct error e;
    DIR *folder = opendir(path);
    const struct dirent *entry;
    assert_non_null(folder);
    /* cppcheck-suppress readdirCalled ; one thread reads it, and readdir_r is withdrawn */
    while ((entry = readdir(folder)))
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
            file_path(file, path, entry->d_name, &e)) {
            if (file_is_folder(file))
                remove_folder(file);
            else
                unlink(file);
        }
    closedir(folder);
    assert_int_equal(rmdir(path), 0);
}

char test_folder[PATH_MAX_LENGTH];

int folder_setup(void **state) { return !fresh_folder(test_folder); }

int folder_teardown(void **state) {
    remove_folder(test_folder);
    return 0;
}

const char *in_folder(const char *before, const char *name) {
    static char path[8][PATH_MAX_LENGTH + 64];
    static int next;
    next = (next + 1) % 8;
    snprintf(path[next], sizeof *path, "%s%s/%s", before, test_folder, name);
    return path[next];
}
