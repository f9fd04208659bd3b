/* test_run_log.c -- what a run log says about a run at a step, and what is left of it once it is opened. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "train/train.h"
#include "unit/files.h"
#include "unit/opened.h"
#include "unit/tests.h"

static struct run r;
static char folder[PATH_MAX_LENGTH], path[PATH_MAX_LENGTH];
static struct arena arena;
static const char *log_text; /* of the run: rows of steps 5, 10, 15, 20, 24 */

static int train_one(void **state) {
    struct train_state end;
    struct error e;
    size_t size;
    open_run(&r, (const char *const[]){"train.steps=24", "train.warmup=4", "task.name=first", "train.log_every=5",
                                       "model.d_model=4", "model.heads=1", NULL});
    fresh_folder(folder);
    bool ok = train_run(&r, folder, (struct train_watch){.threads = 1}, &end, &e) &&
              file_path(path, folder, RUN_LOG_FILE, &e);
    log_text = ok ? (const char *)file_read(path, 1 << 20, &arena, &size, &e) : NULL;
    return log_text ? 0 : -1;
}

static int drop(void **state) {
    run_free(&r);
    remove_folder(folder);
    arena_free(&arena);
    return 0;
}

static const char *line(int number) {
    const char *at = log_text;
    while (number-- > 0)
        at = strchr(at, '\n') + 1;
    return at;
}

/* The log with these lines of it, by number, "01234" all; x is a line that is no row. */
static void put(const char *lines) {
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    for (; *lines; lines++)
        if (*lines == 'x')
            fputs("{\"step\": 7}\n", f);
        else
            fwrite(line(*lines - '0'), 1, (size_t)(line(*lines - '0' + 1) - line(*lines - '0')), f);
    assert_int_equal(fclose(f), 0);
}

/* `says` empty: nothing is wrong. */
static void check(const char *lines, const char *says) {
    struct error e = {0};
    put(lines);
    bool ok = run_log_check(folder, &r, &e);
    if (ok != !*says || (!ok && (e.code != EXIT_DATA || strncmp(e.text, path, strlen(path)) != 0)) ||
        !strstr(e.text, says))
        fail_msg("lines %s: \"%s\" instead of \"%s\"", lines, e.text, says);
}

TEST(whole) {
    static struct score in_range;
    struct evaluation_result of = {.in_range = &in_range};
    struct error e;
    check("01234", "");
    assert_true(run_log_figures(&of, folder, &r, &e) && of.seconds > 0);
    check("0123", ": 1 row lost");
    assert_true(run_log_figures(&of, folder, &r, &e) && of.seconds < 0);
}

TEST(lost) {
    check("", ": 5 rows lost");
    check("x", ": 5 rows lost");
    check("1234", ": 1 row lost");
    check("0124", ": 1 row lost");
    check("014", ": 2 rows lost");
    check("02x", ": 3 rows lost");
}

/* Other lines do no harm, nor do rows twice; what a row says is not checked. */
TEST(others) {
    check("01x234", "");
    check("0112234", "");
    check("01234x", "");
    check("012340", "");
    check("0321", ": 3 rows lost");
}

/* An earlier step: what follows it does no harm. */
TEST(earlier) {
    r.step = 17;
    check("01234", "");
    check("012x", "");
    check("012", "");
    check("01", ": 1 row lost");
    check("0134", ": 1 row lost");
    r.step = 4;
    check("", "");
    r.step = 24;
    check("01234", "");
}

/* Opened for a run at `step` of `steps`: the file is cut to the lines `left`, and the warning is this one, after the
 * path. */
static void opened(int step, int steps, const char *lines, const char *left, const char *says) {
    struct run_log m;
    struct error e, warning;
    struct settings before = r.settings;
    double seconds;
    size_t size;
    char expected[1 << 12] = "";
    put(left);
    const char *rows = (const char *)file_read(path, 1 << 20, &arena, &size, &e);
    put(lines);
    r.step = step;
    r.settings.train.steps = steps;
    assert_true(run_log_open(&m, folder, &r, &seconds, &warning, &e) && run_log_close(&m, &e));
    assert_string_equal((const char *)file_read(path, 1 << 20, &arena, &size, &e), rows);
    assert_int_equal(seconds > 0, *left != 0);
    if (*says)
        snprintf(expected, sizeof expected, "%s%s", path, says);
    assert_string_equal(warning.text, expected);
    r.step = 24;
    r.settings = before;
}

TEST(opened) {
    opened(24, 24, "01234", "01234", "");
    opened(17, 24, "01234", "012", "");
    opened(17, 24, "0x12", "012", "");
    opened(17, 24, "02", "02", ": 1 row lost");
    opened(24, 40, "01234", "0123", ""); /* the row of what was the last step */
    opened(0, 24, "01", "", "");
    opened(17, 24, "", "", ": 3 rows lost");
    opened(17, 24, "x012", "012", ": it is not a run log; the file as it was is metrics.damaged-1.jsonl");
    opened(17, 24, "x02", "02", ": 1 row lost; the file as it was is metrics.damaged-2.jsonl");
}

/* Rows of every `every`-th of 24 steps, and of the last, but `without`: the first has an accuracy of one half, that of
 * step 6 `sixth`, all others `rest`; step i has `speed` i^2 tokens per second. */
static struct evaluation_result figures_of(int every, int without, double sixth, double rest, double speed) {
    static struct score in_range;
    struct evaluation_result of = {.in_range = &in_range};
    struct error e;
    char rows[4096] = "";
    for (int i = 1; i <= 24; i++)
        if ((i % every == 0 || i == 24) && i != without)
            text_append(rows, sizeof rows,
                        "{\"step\": %d, \"accuracy\": %.6g, \"tokens_per_second\": %.0f, \"seconds\": %d}\n", i,
                        i == 1   ? 0.5
                        : i == 6 ? sixth
                                 : rest,
                        speed * i * i, i);
    write_file(folder, RUN_LOG_FILE, (struct bytes){rows, strlen(rows)});
    r.settings.train.log_every = every;
    assert_true(run_log_figures(&of, folder, &r, &e));
    return of;
}

/* At step 6 the last five rows have 4.95 of 5, which is 99 %; with 4.94 that row must be five rows behind. The median
 * of 24 speeds is that of steps 12 and 13. */
TEST(figures) {
    assert_true(figures_of(1, 0, 0.95, 1, 10).steps_to_99 == 6);
    assert_true(figures_of(1, 0, 0.94, 1, 10).steps_to_99 == 11);
    struct evaluation_result of = figures_of(1, 0, 1, 0.98, 10);
    assert_true(isinf(of.steps_to_99) && of.in_range->value[metric_find("steps_to_99")] == of.steps_to_99);
    assert_true(of.tokens_per_second == 5 * (144 + 169) && of.seconds == 24);
    of = figures_of(1, 2, 1, 1, 10); /* a row is lost: nobody knows what it was */
    assert_true(of.steps_to_99 == 0 && of.tokens_per_second == 0 && of.seconds == 24);
    of = figures_of(6, 0, 1, 1, 10); /* four rows are not five */
    assert_true(of.steps_to_99 == 0 && of.tokens_per_second == 0);
    of = figures_of(5, 0, 1, 1, 10); /* five rows are, the last of them is the first that can be reached */
    assert_true(of.steps_to_99 == 24 && of.tokens_per_second == 10 * 225);
    of = figures_of(1, 0, 1, 1, 0); /* the clock stood still */
    assert_true(of.steps_to_99 == 6 && of.tokens_per_second == 0);
    r.settings.train.log_every = 5;
}

GROUP(run_log, train_one, drop)
