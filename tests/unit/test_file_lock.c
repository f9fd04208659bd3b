/* test_file_lock.c -- a folder's lock between processes: one holder at a time though its file comes and goes, and what
 * others see of it. */
#include "base/file_lock.h"
#include "folder/run_progress.h"
#include "unit/opened.h"
#include "unit/tests.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char *const written[] = {"eval.tsv", NULL};
static char path[PATH_MAX_LENGTH], counter[PATH_MAX_LENGTH];

static int make(void **state) {
    struct error e;
    folder_setup(state);
    return file_path(path, test_folder, LOCK_FILE, &e) && file_path(counter, test_folder, "counter", &e) ? 0 : -1;
}

static void lock(struct file_lock *l) {
    struct error e = {0};
    if (!file_lock(l, test_folder, written, 0, &e))
        fail_msg("%s", e.text);
}

static void rest(double milliseconds) {
    const struct timespec pause = {.tv_nsec = (long)(milliseconds * 1e6)};
    nanosleep(&pause, NULL);
}

static struct file_lock_seen look(void) {
    struct file_lock_seen seen;
    struct error e = {0};
    if (!file_lock_look(&seen, test_folder, &e))
        fail_msg("%s", e.text);
    return seen;
}

/* What a child says of the lock, as its exit code. */
enum { FREE = 1, BUSY, OTHER };

static int try_lock(void) {
    struct file_lock l;
    struct error e = {0};
    if (file_lock(&l, test_folder, written, 0, &e)) {
        file_unlock_leave(&l);
        return FREE;
    }
    return e.code == EXIT_BUSY && strstr(e.text, "is in use by another poslab process") ? BUSY : OTHER;
}

static int in_child(int (*what)(void)) {
    int status;
    pid_t child = fork();
    if (child == 0)
        _exit(what());
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

/* A child that holds the lock until it is told to unlock it. */
struct other {
    pid_t process;
    int tell;
};

static struct other start_other(const char *line) {
    int told[2] = {-1, -1}, ready[2] = {-1, -1};
    char byte;
    assert_true(pipe(told) == 0 && pipe(ready) == 0);
    struct other o = {fork(), told[1]};
    if (o.process == 0) {
        struct file_lock l;
        close(told[1]); /* so that it ends with the parent */
        lock(&l);
        file_lock_tell(&l, line);
        bool go = write(ready[1], "", 1) == 1 && read(told[0], &byte, 1) == 1;
        rest(100);
        file_unlock(&l);
        _exit(go ? 0 : 1);
    }
    assert_int_equal(read(ready[0], &byte, 1), 1);
    close(told[0]);
    close(ready[0]);
    close(ready[1]);
    return o;
}

static void end_other(struct other o) {
    int status;
    assert_int_equal(waitpid(o.process, &status, 0), o.process);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    close(o.tell);
}

TEST_WITH(one_holder, make, folder_teardown) {
    struct file_lock l, again;
    struct error e = {0};
    assert_int_equal(in_child(try_lock), FREE);
    lock(&l);
    assert_int_equal(in_child(try_lock), BUSY); /* what a parent holds a child does not */
    assert_false(file_lock(&again, test_folder, written, 0, &e));
    assert_int_equal(e.code, EXIT_BUSY);
    assert_int_equal(in_child(try_lock), BUSY); /* and having been refused it has lost nothing */
    file_unlock(&l);
    assert_true(file_missing(path));
    assert_int_equal(in_child(try_lock), FREE);
    lock(&l);
    file_unlock_leave(&l);
    assert_false(file_missing(path));
}

/* A child made under the lock takes it once the parent has left it, though it knows of it. */
TEST_WITH(child_later, make, folder_teardown) {
    struct file_lock l;
    int left[2], status;
    char byte;
    lock(&l);
    assert_int_equal(pipe(left), 0);
    pid_t child = fork();
    if (child == 0)
        _exit(read(left[0], &byte, 1) == 1 ? try_lock() : OTHER);
    file_unlock_leave(&l);
    assert_int_equal(write(left[1], "", 1), 1);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), FREE);
    close(left[0]);
    close(left[1]);
}

TEST_WITH(look, make, folder_teardown) {
    struct file_lock l;
    struct other o;
    struct file_lock_seen seen = look();
    assert_true(!seen.held && !seen.process && !*seen.line);
    o = start_other("{\"step\": 7}");
    seen = look();
    assert_true(seen.held);
    assert_int_equal(seen.process, o.process);
    assert_string_equal(seen.line, "{\"step\": 7}");
    assert_int_equal(write(o.tell, "", 1), 1);
    end_other(o);
    assert_false(look().held);
    lock(&l);
    assert_string_equal(look().line, "");
    file_lock_tell(&l, "a long line about it");
    file_lock_tell(&l, "short");
    seen = look(); /* of a lock of one's own, which is still held afterwards */
    assert_true(seen.held && seen.process == getpid());
    assert_string_equal(seen.line, "short");
    assert_int_equal(in_child(try_lock), BUSY);
    file_unlock_leave(&l);
    seen = look();
    assert_false(seen.held);
    assert_string_equal(seen.line, "short");
    assert_int_equal(rename(path, counter), 0); /* a symbolic link is not followed */
    assert_int_equal(symlink("counter", path), 0);
    assert_string_equal(look().line, "");
    assert_int_equal(unlink(path) | unlink(counter), 0);
}

/* The file is removed while this process waits for it: what it gets then is the lock of the new one. */
TEST_WITH(wait, make, folder_teardown) {
    struct file_lock l;
    struct error e = {0};
    struct other o = start_other("");
    assert_false(file_lock(&l, test_folder, written, 0.1, &e));
    assert_int_equal(e.code, EXIT_BUSY);
    assert_int_equal(write(o.tell, "", 1), 1);
    assert_true(file_lock(&l, test_folder, written, 60, &e));
    end_other(o);
    assert_false(file_missing(path));
    assert_int_equal(in_child(try_lock), BUSY);
    file_unlock(&l);
}

enum { PROCESSES = 4, TIMES = 200 };

/* Adds to the counter, which loses counts where two do so at once. */
static bool count_up(void) {
    int count = 0;
    FILE *f = fopen(counter, "r+");
    bool ok = f && fscanf(f, "%d", &count) == 1;
    if (ok) {
        rewind(f);
        rest(0.05);
        ok = fprintf(f, "%d\n", count + 1) > 0;
    }
    return f && fclose(f) == 0 && ok;
}

static int count_under_lock(void) {
    for (int i = 0; i < TIMES; i++) {
        struct file_lock l;
        struct error e;
        while (!file_lock(&l, test_folder, written, 0, &e))
            if (e.code != EXIT_BUSY)
                return 1;
        if (!count_up())
            return 1;
        file_unlock(&l);
    }
    return 0;
}

TEST_WITH(many, make, folder_teardown) {
    pid_t child[PROCESSES];
    struct error e;
    int status, count = 0;
    assert_true(file_write(counter, "0\n", 2, &e));
    for (int i = 0; i < PROCESSES; i++)
        if ((child[i] = fork()) == 0)
            _exit(count_under_lock());
    for (int i = 0; i < PROCESSES; i++) {
        assert_int_equal(waitpid(child[i], &status, 0), child[i]);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    FILE *f = fopen(counter, "r");
    assert_true(f && fscanf(f, "%d", &count) == 1);
    fclose(f);
    assert_int_equal(count, PROCESSES * TIMES);
    assert_true(file_missing(path));
}

/* Three locks of one process, given back in every order: those that are left stay its own. */
TEST_WITH(several, make, folder_teardown) {
    enum { LOCKS = 3 };
    static const int orders[][LOCKS] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    static const char *const names[LOCKS] = {"a", "b", "c"};
    struct error e = {0};
    for (size_t o = 0; o < sizeof orders / sizeof *orders; o++) {
        struct file_lock l[LOCKS];
        struct file_lock_seen seen;
        char folder[LOCKS][PATH_MAX_LENGTH];
        for (int i = 0; i < LOCKS; i++) {
            assert_true(file_path(folder[i], test_folder, names[i], &e));
            assert_true(mkdir(folder[i], 0777) == 0 || o > 0);
            assert_true(file_lock(&l[i], folder[i], written, 0, &e));
        }
        for (int given = 0; given < LOCKS; given++) {
            file_unlock(&l[orders[o][given]]);
            for (int k = 0; k < LOCKS; k++) {
                int i = orders[o][k];
                assert_true(file_lock_look(&seen, folder[i], &e));
                assert_int_equal(seen.held, k > given);
                assert_int_equal(seen.process, k > given ? getpid() : 0);
            }
        }
    }
}

/* What somebody removed by hand and another process made anew is not removed again. */
TEST_WITH(foreign, make, folder_teardown) {
    struct file_lock l;
    lock(&l);
    assert_int_equal(unlink(path), 0);
    struct other o = start_other("mine");
    file_unlock(&l);
    assert_string_equal(look().line, "mine");
    assert_int_equal(in_child(try_lock), BUSY);
    assert_int_equal(write(o.tell, "", 1), 1);
    end_other(o);
}

/* ---- What a trainer tells */

TEST_WITH(holder, make, folder_teardown) {
    struct file_lock l;
    struct run_progress h;
    struct run_progress_teller teller;
    struct error e = {0};
    char host[HOST_NAME];
    assert_true(run_progress_read(&h, test_folder, &e));
    assert_true(!h.held && !*h.host && !h.process);
    lock(&l);
    struct train_watch watch = run_progress_watch(&teller, &l, (struct train_watch){0});
    run_progress_tell(&teller, &(struct train_state){.step = 3, .steps = 9, .seconds = 5, .steps_per_second = 2.5},
                      false);
    watch.step(watch.user, &(struct train_state){.step = 5, .steps = 9, .seconds = 5.9});
    assert_true(run_progress_read(&h, test_folder, &e) && h.held && !h.evaluating);
    assert_int_equal(h.step, 3); /* a second has not passed */
    assert_int_equal(h.steps, 9);
    assert_int_equal(h.process, getpid());
    assert_string_equal(h.host, host_name(host));
    assert_true(h.steps_per_second == 2.5 && h.time > 1e9);
    watch.step(watch.user, &(struct train_state){.step = 6, .steps = 9, .seconds = 6});
    assert_true(run_progress_read(&h, test_folder, &e));
    assert_int_equal(h.step, 6);
    run_progress_tell(&teller, &(struct train_state){.step = 9, .steps = 9, .seconds = 7}, true);
    file_unlock_leave(&l);
    assert_true(run_progress_read(&h, test_folder, &e) && !h.held && h.evaluating);
    assert_int_equal(h.step, 9);
}

/* Whatever stands there, it is no error: who holds the lock is known without it. */
TEST_WITH(odd_lines, make, folder_teardown) {
    static const char *const lines[] = {
        "",
        "{",
        "[1]",
        "{\"host\": \"far\"}",
        "{\"host\": \"\\u001b[31m\", \"pid\": 1, \"step\": 1, \"steps\": 2, \"steps_per_second\": 1, \"time\": 1}",
        "{\"host\": \"far\", \"pid\": 1, \"step\": -1, \"steps\": 2, \"steps_per_second\": 1, \"time\": 1}"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct file_lock l;
        struct run_progress h;
        struct error e = {0};
        lock(&l);
        file_lock_tell(&l, lines[i]);
        assert_true(run_progress_read(&h, test_folder, &e));
        assert_true(h.held && !*h.host && h.step == 0 && h.steps == 0);
        assert_int_equal(h.process, getpid());
        file_unlock(&l);
    }
}

GROUP(file_lock, NULL, NULL)
