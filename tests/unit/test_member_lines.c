/* test_member_lines.c -- what a command prints about members that are running, waiting, failed or stopped: the progress
 * line, the line and the JSON of --part, and a line for each member without a result. In the two comparisons no two
 * counts are equal. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "command/comparison_progress.h"
#include "study/pool.h"
#include "unit/golden.h"
#include "unit/tests.h"

enum { FIRST = 8, SECOND = 4, OF = 2 };

static const struct given {
    int steps;
    struct member member;
} given[FIRST + SECOND] = {
    {100, {.status = STATUS_FINISHED, .before = true}},
    {300, {.status = STATUS_FINISHED, .loss = 0.125}},
    {200, {.status = STATUS_FAILED, .step = 20, .code = 3, .name = "a", .failure = "diverged"}},
    {200, {.status = STATUS_FAILED, .step = 60, .code = 70, .name = "b", .failure = "killed by signal 9"}},
    {200, {.status = STATUS_FAILED, .step = 70, .code = 4, .name = "c", .failure = "bad data"}},
    {400, {.status = STATUS_STOPPED, .step = 40, .code = 75, .name = "d", .failure = "in use"}},
    {500, {.status = STATUS_RUNNING, .step = 300, .done = 0.2, .loss = 0.5, .name = "f", .failure = "stopped"}},
    {500, {.status = STATUS_RUNNING, .step = 50, .done = 0.1, .loss = 0.25, .name = "g", .failure = "stopped"}},
    {600, {.status = STATUS_RUNNING, .name = "h", .failure = "stopped"}}, /* it has not reported a loss */
    {800, {.status = STATUS_WAITING, .done = 0.1, .name = "i", .failure = "stopped"}},
    {400, {.status = STATUS_STOPPED, .name = "e", .failure = "stopped"}},
    {100, {.status = STATUS_FINISHED}},
};

static struct member member[FIRST + SECOND];
static struct comparison_result comparison[OF];

static const struct comparison_result *number(const void *of, int i) {
    return (const struct comparison_result *)of + i;
}

static struct comparison_watch build(void) {
    for (int i = 0; i < FIRST + SECOND; i++) {
        member[i] = given[i].member;
        member[i].steps = given[i].steps;
        member[i].warning = "";
    }
    comparison[0] = (struct comparison_result){.member = member, .members = FIRST, .seconds = 12.5};
    comparison[1] = (struct comparison_result){.member = member + FIRST, .members = SECOND, .seconds = 2};
    return (struct comparison_watch){
        {.title = "comparing", .started = clock_seconds() - 10, .drawn = -1}, OF, number, comparison};
}

/* What a function prints. It runs in a process of its own, so that signal handlers here stay unchanged. */
static const char *printed(void (*print)(void)) {
    static char text[4000];
    FILE *f = tmpfile();
    int status;
    assert_non_null(f);
    fflush(NULL);
    pid_t process = fork();
    if (process == 0) {
        dup2(fileno(f), STDOUT_FILENO);
        dup2(fileno(f), STDERR_FILENO);
        setenv("COLUMNS", "200", 1);
        print();
        fflush(NULL);
        _exit(0);
    }
    assert_int_equal(waitpid(process, &status, 0), process);
    assert_int_equal(status, 0);
    rewind(f);
    text[fread(text, 1, sizeof text - 1, f)] = 0;
    fclose(f);
    return text;
}

static void draw_on(bool terminal) {
    static const struct arguments a;
    struct comparison_watch w = build();
    struct compare_watch watch = comparison_watch(&w, &a);
    w.progress.terminal = terminal;
    watch.progress(watch.user, comparison);
}
static void draw(void) { draw_on(true); }
static void draw_line(void) { draw_on(false); }

/* 4300 steps: finished members count 500, failed ones 600, stopped ones 800, and 150 + 80 are done of the others.
 * Without the 100 of before, 2030 took 10 s, so the remaining 2170 take 10.7 s. The mean is of two losses. */
TEST(progress_line) {
    static const char expected[] = "  50 %  3 of 12 models finished, 3 failed, 3 running  mean loss 0.3750, 11 s left";
    const char *text = printed(draw);
    if (!strstr(text, expected))
        fail_msg("not %s, but %s", expected, text);
    assert_string_equal(printed(draw_line),
                        "comparing  50 %  3 of 12 models finished, 3 failed, 3 running, 11 s left\n");
}

static void report(void) {
    static struct arguments a = {.part = 2, .parts = 3};
    struct error e = {0};
    struct comparison_watch w = build();
    for (struct member *m = member; m < member + FIRST + SECOND; m++)
        if (m->status < STATUS_FINISHED)
            m->status = STATUS_STOPPED;
    bool finished = part_report(&w, &a, "runs/x", true, &e);
    fflush(stdout);
    fprintf(stderr, "%s, %d: %s\n", finished ? "finished" : "not", (int)e.code, e.text);
    a.json = true;
    part_report(&w, &a, "runs/x", false, &(struct error){.code = EXIT_STOPPED});
    part_report(&w, &a, "runs/x", false, &(struct error){.code = EXIT_IO});
}

/* After the end of the call: no member is running or waiting. */
TEST(part) { assert_golden("member-lines-part.txt", printed(report)); }

GROUP(member_lines, NULL, NULL)
