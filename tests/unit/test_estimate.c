/* test_estimate.c -- estimates of members: computed from the files of finished ones, with known times. */
#include "unit/tests.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "study/estimate.h"
#include "study/member.h"
#include "study/plan.h"
#include "study/read_results.h"
#include "study/series.h"
#include "unit/near.h"
#include "unit/opened.h"

enum { STEPS = 20, LEARNED = 0, NONE = 3 }; /* learned and none with three seeds each */

static const char *const settings[] = {"task.name=first",
                                       "train.steps=20",
                                       "train.warmup=5",
                                       "train.checkpoint_every=10",
                                       "eval.lengths=1x",
                                       "eval.examples=20",
                                       "compare.seeds=1..3",
                                       "compare.members=learned, none steps=40",
                                       NULL};

static struct comparison_result c;
static struct arena arena;

static void plan(void) {
    struct assignments a = {0};
    struct error e;
    for (int i = 0; settings[i]; i++)
        assert_true(assignments_override(&a, settings[i], &e));
    if (!compare_plan(&c, &a, NULL, &arena, &e))
        fail_msg("%s", e.text);
}

static const char *file_of(int member, const char *name) {
    static char path[PATH_MAX_LENGTH];
    char in[PATH_MAX_LENGTH];
    struct error e;
    assert_true(member_folder(in, &c, &c.member[member], &e) && file_path(path, in, name, &e));
    return path;
}

/* Trains it; returns the seconds that its eval.tsv has. */
static double finish(int member) {
    const struct settings own = member_settings(&c.member[member]);
    struct evaluation_result r = {0};
    struct error e;
    if (!member_run(&own, file_of(member, ""), (struct train_watch){.threads = 1}, &r, &arena, &e) ||
        !evaluation_read(&r, file_of(member, ""), &arena, &e))
        fail_msg("%s", e.text);
    c.member[member].status = STATUS_FINISHED;
    return r.seconds;
}

static void set_time(int member, const char *name, int second, long nanosecond) {
    const struct timespec times[2] = {{second, nanosecond}, {second, nanosecond}};
    assert_int_equal(utimensat(AT_FDCWD, file_of(member, name), times, 0), 0);
}

static double bytes_of(int member) {
    static const char *const names[] = {"config.ini", CHECKPOINT_FILE, CHECKPOINT_PREVIOUS, RUN_LOG_FILE,
                                        EVALUATION_FILE};
    double bytes = 0;
    struct stat s;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        assert_int_equal(stat(file_of(member, names[i]), &s), 0);
        bytes += (double)s.st_size;
    }
    return bytes;
}

static int begin(void **state) {
    plan();
    fresh_folder(c.folder);
    return 0;
}

static int end(void **state) {
    remove_folder(c.folder);
    arena_free(&arena);
    return 0;
}

/* Nobody is finished: nothing is known. Then one is, and stands for the label that none is of. */
TEST_WITH(measure, begin, end) {
    struct estimate x;
    estimate_measure(&x, &c, &arena);
    assert_int_equal(x.known, 0);
    assert_int_equal(x.c->labels, 2);
    double seconds = finish(LEARNED);
    set_time(LEARNED, CHECKPOINT_FILE, 2000, 250000000);
    set_time(LEARNED, EVALUATION_FILE, 2001, 500000000);
    estimate_measure(&x, &c, &arena);
    assert_int_equal(x.known, 1);
    assert_ptr_equal(estimate_pace(&x, 0), estimate_pace(&x, 2));
    assert_ptr_equal(estimate_pace(&x, NONE), &x.pace[1]);
    assert_near("step", 0, x.pace[0].step, seconds / STEPS, 1e-12);
    assert_near("rest", 0, x.pace[0].rest, 1.25, 1e-9);
    assert_near("bytes", 0, x.pace[0].bytes, bytes_of(LEARNED), 0);
    assert_int_equal(x.pace[1].known, 0);
    assert_near("bytes", 1, x.pace[1].bytes, x.pace[0].bytes, 0);
    assert_near("estimate_seconds", 0, estimate_seconds(&x, &c, 1, 5), 15 * seconds / STEPS + 1.25, 1e-9);
    assert_near("estimate_seconds", 0, estimate_seconds(&x, &c, NONE, 0), 40 * seconds / STEPS + 1.25, 1e-9);
}

/* Seconds are for all steps taken, also those after the weights that early stopping kept. */
TEST_WITH(early_stopping, begin, end) {
    struct evaluation_result r;
    struct estimate x;
    struct error e = {0};
    finish(LEARNED);
    assert_true(evaluation_read(&r, file_of(LEARNED, ""), &arena, &e));
    r.seconds = 6;
    r.steps = 5;
    r.validation.steps = 15;
    r.validation.loss = 0.5;
    assert_true(evaluation_write(&r, file_of(LEARNED, ""), &e));
    estimate_measure(&x, &c, &arena);
    assert_near("step", 0, x.pace[0].step, 0.4, 1e-12);
}

/* Without a checkpoint the training ended its seconds after it began; times that cannot be, as a copy may have them,
 * say nothing. A second label has its own, and a second seed is a part of the mean. */
TEST_WITH(means, begin, end) {
    struct estimate x;
    double first = finish(LEARNED), second = finish(LEARNED + 1), other;
    estimate_measure(&x, &c, &arena); /* a label that nobody finished is as the others, however many seeds these have */
    assert_near("step", 0, x.pace[1].step, x.pace[0].step, 1e-12);
    assert_near("rest", 0, x.pace[1].rest, x.pace[0].rest, 1e-12);
    other = finish(NONE);
    unlink(file_of(LEARNED, CHECKPOINT_FILE));
    set_time(LEARNED, "config.ini", 1000, 0);
    set_time(LEARNED, EVALUATION_FILE, 1003, 0);
    set_time(LEARNED + 1, CHECKPOINT_FILE, 2000, 0);
    set_time(LEARNED + 1, EVALUATION_FILE, 1999, 0);
    set_time(NONE, CHECKPOINT_FILE, 3000, 0);
    set_time(NONE, EVALUATION_FILE, 3004, 0);
    estimate_measure(&x, &c, &arena);
    assert_int_equal(x.known, 3);
    assert_int_equal(x.pace[0].known, 2);
    assert_near("step", 0, x.pace[0].step, (first + second) / 2 / STEPS, 1e-12);
    assert_near("rest", 0, x.pace[0].rest, (3 - first) / 2, 1e-6);
    assert_near("step", 0, x.pace[1].step, other / 40, 1e-12);
    assert_near("rest", 0, x.pace[1].rest, 4, 1e-9);
}

/* Many finished members, of which every third is of another kind: what is read of them is of both. */
TEST_WITH(pick, begin, end) {
    struct estimate x;
    struct comparison_result many = c;
    int others = 0;
    finish(LEARNED);
    finish(NONE);
    many.members = 96; /* every third would be of one kind */
    many.member = arena_alloc(&arena, 96, sizeof *many.member);
    for (int k = 0; k < 96; k++)
        many.member[k] = c.member[k % 3 == 1 ? NONE : LEARNED];
    compare_find_series(&many);
    estimate_measure(&x, &many, &arena);
    for (int i = 0; i < many.labels; i++)
        others += many.series[i].first->settings == c.member[NONE].settings ? x.pace[i].known : 0;
    assert_int_equal(x.known, 32);
    assert_in_range(others, 1, 31);
}

TEST(in_words) {
    static const struct {
        double value;
        const char *duration, *bytes;
    } text[] = {
        {0, "0 s", "0 bytes"},         {89.4, "89 s", "89 bytes"},     {90, "1.5 min", "90 bytes"},
        {594, "9.9 min", "594 bytes"}, {597, "10 min", "597 bytes"},   {999.4, "17 min", "999 bytes"},
        {999.5, "17 min", "1.0 kB"},   {1500, "25 min", "1.5 kB"},     {5369, "89 min", "5.4 kB"},
        {5370, "1.5 h", "5.4 kB"},     {7560, "2.1 h", "7.6 kB"},      {86400, "24 h", "86 kB"},
        {170999, "47 h", "171 kB"},    {171000, "2.0 days", "171 kB"}, {293760, "3.4 days", "294 kB"},
        {4.3e6, "50 days", "4.3 MB"},  {1e9, "11574 days", "1.0 GB"},  {2.5e13, "289351852 days", "25000 GB"},
    };
    char buffer[32];
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        assert_string_equal(text_duration(buffer, sizeof buffer, text[i].value), text[i].duration);
        assert_string_equal(text_bytes(buffer, sizeof buffer, text[i].value), text[i].bytes);
    }
}

GROUP(estimate, NULL, NULL)
