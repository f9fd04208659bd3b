/* opened.c -- see opened.h. */
#include "unit/opened.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/path.h"
#include "unit/tests.h"

void open_run(struct run *r, const char *const *assignments) {
    struct assignments a = {0};
    struct settings s;
    struct error e;
    for (; *assignments; assignments++)
        assert_true(assignments_override(&a, *assignments, &e));
    if (!settings_resolve(&s, &a, NULL, &e) || !run_build(r, &s, NULL, &e))
        fail_msg("%s", e.text);
}

const char *fresh_folder(char path[PATH_MAX_LENGTH]) {
    const char *base = getenv("TMPDIR");
    char name[PATH_MAX_LENGTH];
    struct error e;
    snprintf(name, sizeof name, "%s/poslab-test-XXXXXX", base ? base : "build");
    assert_non_null(mkdtemp(name));
    assert_true(path_absolute(path, name, &e)); /* error messages add to a relative path */
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
