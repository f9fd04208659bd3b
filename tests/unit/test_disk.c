/* test_disk.c -- files written completely, rotated and cleaned up; anything but a regular file is refused at once. */
#include "base/file_lock.h"
#include "unit/opened.h"
#include "unit/refused.h"
#include "unit/tests.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

/* A path in the folder; two of them can be used at a time. */
static const char *at(const char *name) {
    static char path[2][PATH_MAX_LENGTH];
    static int next;
    struct error e;
    next = !next;
    assert_true(file_path(path[next], test_folder, name, &e));
    return path[next];
}

static void put(const char *name, const char *text) {
    struct error e = {0};
    if (!file_write(at(name), text, strlen(text), &e))
        fail_msg("%s", e.text);
}

static void assert_holds(const char *name, const char *text) {
    struct arena arena = {0};
    struct error e = {0};
    size_t size;
    assert_true(!*text || !file_read(at(name), strlen(text) - 1, &arena, &size, &e)); /* longer than the limit */
    const unsigned char *bytes = file_read(at(name), strlen(text), &arena, &size, &e);
    assert_non_null(bytes);
    assert_string_equal((const char *)bytes, text);
    assert_int_equal(size, strlen(text));
    arena_free(&arena);
}

static int count_files(void) {
    DIR *d = opendir(test_folder);
    int count = 0;
    assert_non_null(d);
    /* cppcheck-suppress readdirCalled ; one thread reads it, and readdir_r is withdrawn */
    for (const struct dirent *entry; (entry = readdir(d));)
        count += entry->d_name[0] != '.';
    closedir(d);
    return count;
}

static void rotate(const char *text) {
    struct error e = {0};
    char previous[PATH_MAX_LENGTH];
    snprintf(previous, sizeof previous, "%s", at("before"));
    if (!file_rotate(at("now"), previous, text, strlen(text), &e))
        fail_msg("%s", e.text);
}

TEST_WITH(rotate, folder_setup, folder_teardown) {
    rotate("one");
    assert_holds("now", "one");
    assert_true(file_missing(at("before")));
    rotate("two");
    assert_holds("now", "two");
    assert_holds("before", "one");
    assert_int_equal(unlink(at("now")), 0);
    rotate("three"); /* nothing is there to take the place of the one before */
    assert_holds("now", "three");
    assert_holds("before", "one");
    rotate("");
    assert_holds("now", "");
    assert_holds("before", "three");
    assert_int_equal(count_files(), 2);
}

/* The one before is a folder, so the newest cannot get its name: both stay as they are. */
TEST_WITH(rotate_fails, folder_setup, folder_teardown) {
    struct error e = {0};
    char expected[2 * PATH_MAX_LENGTH];
    put("now", "one");
    assert_true(file_make_folder(at("before"), &e));
    char previous[PATH_MAX_LENGTH];
    snprintf(previous, sizeof previous, "%s", at("before"));
    assert_false(file_rotate(at("now"), previous, "two", 3, &e));
    assert_int_equal(e.code, EXIT_IO);
    snprintf(expected, sizeof expected, "cannot rename to %s: Is a directory", previous);
    assert_string_equal(e.text, expected);
    assert_holds("now", "one");
    assert_int_equal(count_files(), 2);
}

TEST_WITH(mode, folder_setup, folder_teardown) {
    static const mode_t closed[] = {022, 077, 0, 027};
    mode_t usual = umask(0);
    struct stat s;
    for (size_t i = 0; i < sizeof closed / sizeof *closed; i++) {
        umask(closed[i]);
        put("file", "x");
        assert_int_equal(umask(closed[i]), closed[i]);
        assert_int_equal(stat(at("file"), &s), 0);
        assert_int_equal(s.st_mode & 0777, 0666 & ~closed[i]);
    }
    umask(usual);
}

/* What cannot be looked at is neither missing nor there. */
TEST_WITH(missing, folder_setup, folder_teardown) {
    char below[PATH_MAX_LENGTH], long_name[400];
    struct error e;
    put("file", "x");
    assert_true(file_exists(at("file")) && !file_missing(at("file")));
    assert_true(!file_exists(at("none")) && file_missing(at("none")));
    assert_true(file_path(below, at("file"), "below", &e) && file_missing(below));
    memset(long_name, 'x', sizeof long_name - 1);
    long_name[sizeof long_name - 1] = 0;
    assert_true(!file_exists(at(long_name)) && !file_missing(at(long_name)));
    assert_int_equal(symlink("none", at("link")), 0);
    assert_true(!file_exists(at("link")) && !file_missing(at("link")));
}

static void make_socket(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int handle = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_true(handle >= 0 && strlen(path) < sizeof address.sun_path);
    memcpy(address.sun_path, path, strlen(path));
    assert_int_equal(bind(handle, (const struct sockaddr *)&address, sizeof address), 0);
    close(handle);
}

static void refuse(const char *name, const char *is) {
    struct arena arena = {0};
    struct error e = {0};
    char expected[2 * PATH_MAX_LENGTH];
    uint64_t bytes;
    size_t size;
    snprintf(expected, sizeof expected, "cannot read %s: ... %s", at(name), is);
    assert_null(file_read(at(name), 1000, &arena, &size, &e));
    assert_int_equal(e.code, EXIT_IO);
    assert_says(e.text, expected);
    assert_null(file_open(at(name), &bytes, &e));
    assert_says(e.text, expected);
    snprintf(expected, sizeof expected, "cannot write %s: ... not a file", at(name));
    assert_false(file_write(at(name), "x", 1, &e));
    assert_int_equal(e.code, EXIT_IO);
    assert_says(e.text, expected);
}

TEST_WITH(no_file, folder_setup, folder_teardown) {
    struct error e;
    struct stat s;
    assert_int_equal(mkfifo(at("fifo"), 0666), 0);
    make_socket(at("socket"));
    assert_int_equal(symlink("/dev/null", at("device")), 0);
    assert_true(file_make_folder(at("folder"), &e));
    alarm(60); /* waiting for a writer is a failure, too */
    refuse("fifo", "not a file");
    alarm(0);
    refuse("socket", "not a file");
    refuse("device", "not a file");
    refuse("folder", "a folder, not a file");
    assert_true(stat(at("fifo"), &s) == 0 && S_ISFIFO(s.st_mode));
    assert_int_equal(count_files(), 4);
}

TEST_WITH(open, folder_setup, folder_teardown) {
    struct error e = {0};
    uint64_t size;
    char text[8] = "";
    put("file", "abc");
    FILE *f = file_open(at("file"), &size, &e);
    assert_non_null(f);
    assert_int_equal(size, 3);
    assert_int_equal(fread(text, 1, sizeof text, f), 3);
    assert_string_equal(text, "abc");
    fclose(f);
    assert_null(file_open(at("none"), &size, &e));
    assert_int_equal(e.code, EXIT_IO);
}

TEST_WITH(lock_cleans, folder_setup, folder_teardown) {
    static const char *const written[] = {"eval.tsv", "config.ini", NULL};
    static const char *const gone[] = {"eval.tsv.box-7.tmpaB3dE6", "config.ini.far.away-31.tmp123456"};
    static const char *const stay[] = {"eval.tsv",
                                       "eval.tsv.tmpaB3dE6",
                                       "eval.tsv.box-7.tmpaB3dE",
                                       "eval.tsv.box-7.tmpaB3dE6f",
                                       "eval.tsvx.box-7.tmpaB3dE6",
                                       "report.html.box-7.tmpaB3dE6",
                                       "xeval.tsv.box-7.tmpaB3dE6"};
    struct error e = {0};
    struct file_lock lock;
    for (int i = 0; i < 2; i++)
        put(gone[i], "x");
    for (int i = 0; i < 7; i++)
        put(stay[i], "x");
    assert_true(file_lock(&lock, test_folder, written, 0, &e));
    file_unlock(&lock);
    for (int i = 0; i < 2; i++)
        assert_true(file_missing(at(gone[i])));
    for (int i = 0; i < 7; i++)
        assert_holds(stay[i], "x");
    assert_int_equal(count_files(), 7);
}

GROUP(disk, NULL, NULL)
