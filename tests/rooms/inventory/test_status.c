/* test_status.c -- a folder with members in every state, made by hand: how they are counted and reported, and the time
 * left computed on paper. */
#include "unit/tests.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "inventory/status_screen.h"
#include "study/comparison_folder.h"
#include "study/member.h"
#include "study/plan.h"
#include "study/series.h"
#include "unit/drawing.h"
#include "unit/golden.h"
#include "unit/near.h"
#include "unit/opened.h"

static const char *const settings[] = {"task.name=first",
                                       "train.steps=20",
                                       "train.warmup=5",
                                       "train.keep=none",
                                       "eval.lengths=1x",
                                       "eval.examples=20",
                                       "compare.seeds=1..4",
                                       "compare.members=learned, none steps=40",
                                       NULL};

static const char *const written[] = {NULL};
static char top[PATH_MAX_LENGTH], folder[PATH_MAX_LENGTH];
static struct comparison_result c;
static struct arena arena;
enum { LOCKS = 3, TESTS = 8 };
static struct file_lock held[LOCKS * TESTS], *lock = held; /* of each test its own: one that fails lets none go */

static const char *in(const char *name) {
    static char path[4][PATH_MAX_LENGTH];
    static int turn;
    struct error e;
    assert_true(file_path(path[turn = (turn + 1) % 4], folder, name, &e));
    return path[turn];
}

static void write_file(const char *name, const char *text) {
    struct error e;
    assert_true(file_write(in(name), text, strlen(text), &e));
}

static void make_folder(const char *name, bool begun) {
    char config[PATH_MAX_LENGTH];
    struct error e;
    assert_true(file_make_folder(in(name), &e));
    snprintf(config, sizeof config, "%s/config.ini", name);
    if (begun)
        write_file(config, "");
}

static void set_time(const char *name, int second) {
    const struct timespec times[2] = {{.tv_sec = second}, {.tv_sec = second}};
    assert_int_equal(utimensat(AT_FDCWD, in(name), times, 0), 0);
}

static void hold(struct file_lock *l, const char *name, const char *line) {
    struct error e;
    assert_true(file_lock(l, in(name), written, 0, &e));
    file_lock_tell(l, line);
}

/* Trained for 2 seconds and evaluated in 3, as its files say. */
static void finish(int member) {
    const struct settings own = member_settings(&c.member[member]);
    struct evaluation_result r = {0};
    struct error e;
    if (!member_run(&own, in(c.member[member].name), (struct train_watch){.threads = 1}, &r, &arena, &e))
        fail_msg("%s", e.text);
    r.seconds = 2;
    assert_true(evaluation_write(&r, in(c.member[member].name), &e));
    set_time("learned-seed1/config.ini", 1000);
    set_time("learned-seed1/eval.tsv", 1005);
}

static int begin(void **state) {
    struct assignments a = {0};
    struct error e;
    for (int i = 0; settings[i]; i++)
        assert_true(assignments_override(&a, settings[i], &e));
    assert_true(compare_list(&c, &a, &arena, &e) && file_path(folder, fresh_folder(top), "c", &e));
    snprintf(c.folder, sizeof c.folder, "%s", folder);
    if (!compare_open(&c, &a, &e))
        fail_msg("%s", e.text);
    return 0;
}

static int end(void **state) {
    remove_folder(top);
    lock += LOCKS;
    arena_free(&arena);
    return 0;
}

/* Every state, and what is no member. learned takes 20 steps, none 40. */
static void fill(void) {
    struct error e;
    finish(0);
    make_folder("learned-seed2", true);
    hold(
        &lock[0], "learned-seed2",
        "{\"host\": \"node1\", \"pid\": 7, \"step\": 5, \"steps\": 20, \"steps_per_second\": 4, \"evaluating\": false, "
        "\"time\": 1000}");
    make_folder("learned-seed3", true);
    write_file("learned-seed3/" LOCK_FILE, "{\"host\": \"node2\", \"pid\": 8, \"step\": 8, \"steps\": 20, "
                                           "\"steps_per_second\": 4, \"evaluating\": false, \"time\": 1000}\n");
    make_folder("learned-seed4", true);
    assert_true(failure_write(in("learned-seed4"), EXIT_DIVERGED, 6, "it diverged", &e));
    make_folder("none-steps=40-seed1", true);
    hold(&lock[1], "none-steps=40-seed1",
         "{\"host\": \"node1\", \"pid\": 9, \"step\": 40, \"steps\": 40, \"steps_per_second\": 10, \"evaluating\": "
         "true, "
         "\"time\": 1000}");
    make_folder("none-steps=40-seed2", true);
    assert_true(failure_write(in("none-steps=40-seed2"), EXIT_DATA, 1, "bad data", &e));
    hold(&lock[2], "none-steps=40-seed2", "");
    make_folder("none-steps=40-seed3", false);
    make_folder("old-seed1", true);
    make_folder("notes", false);
    make_folder(".hidden", true);
    write_file("compare.json", "{}");
}

static struct status look(const char *at) {
    struct status s;
    struct error e = {0};
    if (!status_read(&s, at, &e))
        fail_msg("%s", e.text);
    return s;
}

static void assert_counts(const int count[STATUSES], int finished, int running, int stopped, int failed, int waiting) {
    assert_int_equal(count[STATUS_FINISHED], finished);
    assert_int_equal(count[STATUS_RUNNING], running);
    assert_int_equal(count[STATUS_STOPPED], stopped);
    assert_int_equal(count[STATUS_FAILED], failed);
    assert_int_equal(count[STATUS_WAITING], waiting);
}

/* Three run, of which two have a speed: 14 steps a second, so 21 in all. Left are 15 + 12 + 40 + 40 + 40 steps, which
 * is 7 s; and six evaluations of 3 s, three at a time. */
TEST_WITH(states, begin, end) {
    fill();
    struct status s = look(folder);
    assert_int_equal(s.folders, 1);
    assert_int_equal(s.members, 8);
    assert_counts(s.count, 1, 3, 1, 1, 2);
    assert_counts(s.first->count, 1, 3, 1, 1, 2);
    assert_false(s.first->single);
    assert_near("seconds", 0, s.seconds, 7 + 6, 1e-6);
    assert_false(s.idle);
    assert_int_equal(status_code(&s), EXIT_STOPPED);
    const struct status_member *m = s.member;
    assert_string_equal(m->name, "learned-seed2");
    assert_string_equal(m->folder, in("learned-seed2"));
    assert_string_equal(m->holder.host, "node1");
    assert_int_equal(m->holder.step, 5);
    assert_false(m->holder.evaluating);
    m = m->next->next; /* after seed 3 */
    assert_string_equal(m->name, "learned-seed4");
    assert_string_equal(m->failure->text, "it diverged");
    m = m->next->next;
    assert_string_equal(m->name, "none-steps=40-seed2");
    assert_int_equal(m->status, STATUS_RUNNING);
    assert_null(m->next);
    status_free(&s);
    for (int i = 0; i < 3; i++)
        file_unlock(&lock[i]);
}

/* Nobody is left: 15 + 12 + 0 + 40 + 40 steps of a tenth of a second and five evaluations. What failed before has
 * failed again. */
TEST_WITH(idle, begin, end) {
    fill();
    for (int i = 0; i < 3; i++)
        file_unlock_leave(&lock[i]);
    struct status s = look(folder);
    assert_counts(s.count, 1, 0, 3, 2, 2);
    assert_true(s.idle);
    assert_near("seconds", 0, s.seconds, 10.7 + 15, 1e-6);
    assert_int_equal(status_code(&s), EXIT_STOPPED);
    status_free(&s);
    unlink(in("learned-seed1/eval.tsv"));
    s = look(folder);
    assert_counts(s.count, 0, 0, 4, 2, 2);
    assert_true(isnan(s.seconds)); /* nothing was measured */
    status_free(&s);
}

/* The last one that runs needs longer than its share. */
TEST_WITH(longest, begin, end) {
    finish(0);
    make_folder("learned-seed2", true);
    hold(&lock[0], "learned-seed2",
         "{\"host\": \"a\", \"pid\": 7, \"step\": 0, \"steps\": 20, \"steps_per_second\": 0.1, \"evaluating\": false, "
         "\"time\": 1000}");
    make_folder("none-steps=40-seed1", true);
    hold(&lock[1], "none-steps=40-seed1",
         "{\"host\": \"a\", \"pid\": 9, \"step\": 0, \"steps\": 40, \"steps_per_second\": 99.9, \"evaluating\": false, "
         "\"time\": 1000}");
    struct status s = look(folder);
    assert_counts(s.count, 1, 2, 0, 0, 5);
    assert_near("seconds", 0, s.seconds, 200 + 3, 1e-6);
    status_free(&s);
    file_unlock(&lock[0]);
    file_unlock(&lock[1]);
}

/* All finished; nothing left but failures; a run alone, whose folder ends in a slash. */
TEST_WITH(codes, begin, end) {
    char name[PATH_MAX_LENGTH];
    struct error e;
    for (int k = 0; k < c.members; k++) {
        snprintf(name, sizeof name, "%s/" EVALUATION_FILE, c.member[k].name);
        make_folder(c.member[k].name, true);
        write_file(name, "");
    }
    struct status s = look(folder);
    assert_counts(s.count, 8, 0, 0, 0, 0);
    assert_true(isnan(s.seconds));
    assert_int_equal(status_code(&s), EXIT_DONE);
    status_free(&s);
    unlink(in("none-steps=40-seed4/" EVALUATION_FILE));
    assert_true(failure_write(in("none-steps=40-seed4"), EXIT_DIVERGED, 6, "it diverged", &e));
    s = look(folder);
    assert_counts(s.count, 7, 0, 0, 1, 0);
    assert_int_equal(status_code(&s), EXIT_FAILED);
    status_free(&s);
    s = look(in("none-steps=40-seed3/"));
    assert_true(s.first->single);
    assert_string_equal(s.folder, in("none-steps=40-seed3"));
    assert_counts(s.count, 1, 0, 0, 0, 0);
    status_free(&s);
}

/* A folder of them: all are counted, and one that cannot be understood hides none of the others. Nothing is known of b,
 * but its 800 steps take as long as the others' at 21 a second. */
TEST_WITH(several, begin, end) {
    struct error e = {0};
    fill();
    make_folder("../b", true);
    make_folder("../broken", true);
    write_file("../broken/config.ini", "[train]\nstep = 7\n");
    make_folder("../nothing", false);
    struct status s = look(top);
    assert_int_equal(s.folders, 2);
    assert_int_equal(s.members, 9);
    assert_counts(s.count, 1, 3, 2, 1, 2);
    assert_string_equal(s.member->name, "b");
    assert_string_equal(s.member->next->name, "c/learned-seed2");
    assert_true(s.first->single && !s.first->next->single);
    assert_has(s.unread.text, "broken/config.ini:2: train.step: unknown key");
    assert_near("seconds", 0, s.seconds, 947 / 21.0 + 6, 1e-6);
    status_free(&s);
    assert_false(status_read(&s, in("../broken"), &e));
    assert_int_equal(e.code, EXIT_USAGE);
    status_free(&s);
    assert_false(status_read(&s, in("../nothing"), &e));
    assert_has(e.text, "nothing holds no run and no comparison");
    status_free(&s);
    for (int i = 0; i < 3; i++)
        file_unlock(&lock[i]);
}

/* ---- What is told */

TEST(lines) {
    const struct failure diverged = {
        .code = 3, .step = 7, .text = "diverged at step 8: the loss is not finite", .host = "node3"};
    struct status_member fourth = {
        .folder = "runs/x/d", .name = "rope-seed1", .steps = 800, .status = STATUS_FAILED, .failure = &diverged};
    struct status_member third = {&fourth, .folder = "runs/x/c", .name = "learned-seed4", .steps = 800,
                                  .status = STATUS_STOPPED};
    struct status_member second = {
        &third,       .folder = "runs/x/b",     .name = "learned-seed3",
        .steps = 800, .status = STATUS_RUNNING, .holder = {true, "node2", 77, 800, 800, 1234, true, 1000}};
    struct status_member first = {
        &second,      .folder = "runs/x/a",     .name = "learned learning_rate=0.002 d_model=16-seed1",
        .steps = 800, .status = STATUS_RUNNING, .holder = {true, "node1", 12345, 300, 800, 812.4, false, 4e9}};
    struct status_folder f = {NULL, "runs/x", false, 200, {49, 2, 147, 1, 1}};
    struct status s = {"runs/x", &f, &first, 1, 200, {49, 2, 147, 1, 1}, 720, false, {0}, {0}};
    struct drawing_text d;
    status_screen(&(struct screen){.out = drawing_open(&d), .width = 80}, &s);
    assert_golden("status.txt", drawing_close(&d));
    drawing_free(&d);
    second.holder.evaluating = false; /* and was not heard of since 1970 */
    first.holder.steps_per_second = 3.46;
    s.idle = true;
    s.seconds = 5;
    status_screen(&(struct screen){.out = drawing_open(&d), .width = 60}, &s);
    assert_has(drawing_close(&d), "waiting; about 5 s left with one process\n");
    assert_has(d.text, "\nrunning                                        step  steps/s\n"
                       "learned learning_rate=0.002 d_model=16~  300 of 800      3.5\n");
    drawing_free(&d);
    status_screen(&(struct screen){.out = drawing_open(&d), .width = 200}, &s);
    assert_has(drawing_close(&d), "  800 of 800     1234  node2 (77), silent for ");
    drawing_free(&d);
}

/* Two digits, or as many as a whole number has. */
TEST(speeds) {
    static const struct {
        double speed;
        const char *shown;
    } rows[] = {
        {0.0123, " 0.012  node"}, {9.94, " 9.9  node"}, {9.96, " 10  node"}, {99.4, " 99  node"}, {99.6, " 100  node"}};
    struct status_member m = {.folder = "x", .name = "a", .steps = 9, .status = STATUS_RUNNING};
    struct status_folder f = {.folder = "x", .members = 1, .count = {0, 1, 0, 0, 0}};
    struct status s = {.folder = "x",
                       .first = &f,
                       .member = &m,
                       .folders = 1,
                       .members = 1,
                       .count = {0, 1, 0, 0, 0},
                       .seconds = (double)NAN};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct drawing_text d;
        m.holder = (struct run_progress){true, "node", 77, 3, 9, rows[i].speed, false, 4e9};
        status_screen(&(struct screen){.out = drawing_open(&d), .width = 80}, &s);
        assert_has(drawing_close(&d), rows[i].shown);
        drawing_free(&d);
    }
}

/* A reason longer than fifteen lines is printed in full where it is the first, and no other after it. */
TEST(long_reason) {
    struct failure failure[2] = {{.code = 3, .step = 7, .host = "a"},
                                 {.code = 3, .step = 7, .text = "short", .host = "a"}};
    for (int i = 0; i < 100; i++)
        strcat(failure[0].text, i < 99 ? "too long " : "END.");
    struct status_member m[2] = {
        {.next = &m[1], .folder = "x/a", .name = "a", .steps = 9, .status = STATUS_FAILED, .failure = &failure[0]},
        {.folder = "x/b", .name = "b", .steps = 9, .status = STATUS_FAILED, .failure = &failure[1]}};
    struct status_folder f = {.folder = "x", .members = 2, .count = {0, 0, 0, 2, 0}};
    struct status s = {.folder = "x",
                       .first = &f,
                       .member = m,
                       .folders = 1,
                       .members = 2,
                       .count = {0, 0, 0, 2, 0},
                       .seconds = (double)NAN};
    struct drawing_text d;
    status_screen(&(struct screen){.out = drawing_open(&d), .width = 40}, &s);
    assert_has(drawing_close(&d), "END.\nand 1 more failed\n");
    drawing_free(&d);
    m[0].next = NULL; /* alone */
    status_screen(&(struct screen){.out = drawing_open(&d), .width = 40}, &s);
    assert_has(drawing_close(&d), "END.\n");
    drawing_free(&d);
}

/* Fifteen of each, and how many more there are. */
TEST(most) {
    const struct failure failure = {.code = 3, .step = 7, .text = "diverged", .host = "a"};
    struct status_member m[2][20];
    struct status_folder f = {.folder = "x", .members = 40, .count = {0, 20, 0, 20, 0}};
    struct status s = {.folder = "x",
                       .first = &f,
                       .member = m[0],
                       .folders = 1,
                       .members = 40,
                       .count = {0, 20, 0, 20, 0},
                       .seconds = (double)NAN};
    struct drawing_text d;
    for (int i = 0; i < 40; i++)
        m[i / 20][i % 20] = (struct status_member){.next = i < 39 ? &m[0][0] + i + 1 : NULL,
                                                   .folder = "x/rope-seed1",
                                                   .name = "rope-seed1",
                                                   .status = i < 20 ? STATUS_RUNNING : STATUS_FAILED,
                                                   .failure = i < 20 ? NULL : &failure,
                                                   .holder = {.host = "node", .time = 4e9}};
    status_screen(&(struct screen){.out = drawing_open(&d), .width = 80}, &s);
    assert_has(drawing_close(&d), "x: 0 of 40 models finished, 20 running, 20 failed\n\n");
    assert_int_equal(drawing_count(d.text, "node (0)"), 15);
    assert_has(d.text, "node (0)\nand 5 more\n");
    assert_int_equal(drawing_count(d.text, "rope-seed1 failed"), 15);
    assert_has(d.text, "diverged\nand 5 more failed\n");
    drawing_free(&d);
}

GROUP(status, NULL, NULL)
