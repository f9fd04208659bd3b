/* test_run_log.c -- what a run log says of a run that stands at a step, looked at without touching it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    (void)state;
    open_run(&r, (const char *const[]){"train.steps=24", "train.warmup=4", "task.name=first", "train.log_every=5",
                                       "model.d_model=4", "model.heads=1", NULL});
    fresh_folder(folder);
    bool ok = train_run(&r, folder, (struct train_watch){.threads = 1}, &end, &e) &&
              file_path(path, folder, RUN_LOG_FILE, &e);
    log_text = ok ? (const char *)file_read(path, 1 << 20, &arena, &size, &e) : NULL;
    return log_text ? 0 : -1;
}

static int drop(void **state) {
    (void)state;
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

static void test_whole(void **state) {
    struct evaluation_result of;
    struct error e;
    (void)state;
    check("01234", "");
    assert_true(run_log_figures(&of, folder, &r, &e) && of.seconds > 0);
    check("0123", "is damaged: the row of step 24 is lost");
    assert_true(run_log_figures(&of, folder, &r, &e) && of.seconds < 0);
}

static void test_lost(void **state) {
    (void)state;
    check("", "is empty or missing: the rows of steps 5 to 24 are lost");
    check("x", "is damaged: the rows of steps 5 to 24 are lost");
    check("1234", "is damaged: the row of step 5 is lost");
    check("0124", "is damaged: the row of step 20 is lost");
    check("014", "is damaged: the rows of steps 15 to 20 are lost");
    check("024", "is damaged: the rows of steps 10 to 20 are lost");
}

static void test_others(void **state) {
    (void)state;
    check("01x234", "is damaged: it has lines that are no rows of its run");
    check("0112234", "is damaged: it has lines that are no rows of its run");
    check("01234x", "");
}

/* An earlier step: what follows it does no harm. Its checksum is not that of the last, unless nobody knows it. */
static void test_earlier(void **state) {
    uint64_t last = r.log;
    (void)state;
    r.step = 17;
    check("01234", "is damaged: its rows up to step 15 are not those that training wrote");
    r.log_unknown = true;
    check("01234", "");
    check("012", "");
    check("01x234", "is damaged: it has lines that are no rows of its run");
    check("01", "is damaged: the row of step 15 is lost");
    check("0134", "is damaged: the row of step 15 is lost");
    r.step = 4;
    check("", "");
    r.step = 24;
    r.log_unknown = false;
    r.log = last;
    check("01234", "");
}

int test_run_log(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole),
        cmocka_unit_test(test_lost),
        cmocka_unit_test(test_others),
        cmocka_unit_test(test_earlier),
    };
    return cmocka_run_group_tests_name("run_log", tests, train_one, drop);
}
