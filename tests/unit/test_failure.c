/* test_failure.c -- failure.json: read as written, refused if it does not match; an interrupted evaluation. */
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "evaluate/evaluate.h"
#include "folder/failure.h"
#include "unit/opened.h"
#include "unit/tests.h"

static void write_text(const char *text) {
    char path[PATH_MAX_LENGTH];
    FILE *f = file_path(path, test_folder, FAILURE_FILE, &(struct error){0}) ? fopen(path, "w") : NULL;
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0 && fclose(f) == 0);
}

TEST(round_trip) {
    static const char text[] = "diverged at step 8: \"w\" is not finite \xe2\x80\x93 \\x1b";
    char host[256] = "";
    struct failure f;
    struct error e = {0};
    assert_false(failure_read(&f, test_folder, &e));
    assert_string_equal(e.text, ""); /* there is none */
    assert_true(failure_write(test_folder, EXIT_DIVERGED, 7, text, &e));
    assert_true(failure_read(&f, test_folder, &e));
    gethostname(host, sizeof host - 1);
    assert_int_equal(f.code, 3);
    assert_int_equal(f.step, 7);
    assert_string_equal(f.text, text);
    assert_string_equal(f.host, host);
    assert_true(failure_write(test_folder, EXIT_INTERNAL, 0, "cannot read \xff", &e));
    assert_true(failure_read(&f, test_folder, &e));
    assert_string_equal(f.text, "its reason is not valid UTF-8");
    failure_forget(test_folder);
    assert_false(failure_read(&f, test_folder, &e));
    assert_string_equal(e.text, "");
}

#define FAILURE(version, code, text, step, host) \
    "{\"version\":" version ",\"code\":" code ",\"text\":" text ",\"step\":" step ",\"host\":" host "}"

TEST(refused) {
    static const struct {
        const char *text, *says;
    } rows[] = {
        {"", "cannot be read as JSON"},
        {"[]", "expected an object"},
        {FAILURE("1", "3", "\"a\"", "7", "\"b\"") "x", "cannot be read as JSON"},
        {FAILURE("2", "3", "\"a\"", "7", "\"b\""), "version: expected 1, found 2"},
        {FAILURE("1", "0", "\"a\"", "7", "\"b\""), "code: expected a whole number from 1 to 255, found 0"},
        {FAILURE("1", "3", "4", "7", "\"b\""), "text: expected a text of at most 1023 bytes, found 4"},
        {FAILURE("1", "3", "\"a\"", "7.5", "\"b\""), "step: expected a whole number from 0"},
        {FAILURE("1", "3", "\"a\"", "-1", "\"b\""), "step: expected a whole number from 0"},
        {FAILURE("1", "3", "\"a\"", "7", "null"), "host: expected a text of at most 255 bytes, found null"},
        {FAILURE("1", "3", "\"a\"", "7", "\"b\",\"c\":1"), "c: expected no such key"},
        {FAILURE("1", "3", "\"a\"", "7", "\"b\",\"step\":7"), "cannot be read as JSON"},
    };
    struct failure f;
    struct error e = {0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        write_text(rows[i].text);
        if (failure_read(&f, test_folder, &e) || e.code != EXIT_DATA || !strstr(e.text, rows[i].says) ||
            !strstr(e.text, "; the run is tried again"))
            fail_msg("row %zu: '%s', not '%s'", i, e.text, rows[i].says);
    }
    write_text(FAILURE("1", "3", "\"a\"", "7", "\"b\""));
    assert_true(failure_read(&f, test_folder, &e));
}

/* What would end so again: nothing that a free disk or another moment would change. */
TEST(lasts) {
    for (int code = 0; code < 256; code++)
        assert_int_equal(failure_lasts(code), code == 3 || code == 65 || code == 70);
}

/* It ends without a result, whatever was evaluated so far. */
TEST(stopped_evaluation) {
    static struct run r;
    struct evaluation_result result;
    struct error e = {0};
    volatile sig_atomic_t stop = 0;
    open_run(&r, (const char *const[]){"task.name=next", "model.causal=yes", "eval.lengths=1x", NULL});
    r.stop = &stop;
    assert_true(evaluate(&r, 2, &result, &r.arena, &e));
    stop = SIGTERM;
    assert_false(evaluate(&r, 2, &result, &r.arena, &e));
    assert_int_equal(e.code, EXIT_STOPPED);
    run_free(&r);
}

GROUP(failure, folder_setup, folder_teardown)
