/* test_outgrown.c -- what a registry must not outgrow: every present row fits, made-up ones up to the limit work, and
 * one more ends the program before it writes out of bounds. */
#include "unit/tests.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "encoding/encoding.h"
#include "evaluate/evaluate.h"
#include "model/mixer.h"
#include "unit/opened.h"

/* ---- Options */

static void assert_fits(const char *kind, const char *name, const struct setting *options, size_t room) {
    if (setting_bytes(options) > room)
        fail_msg("%s %s: its options take %zu bytes of %zu", kind, name, setting_bytes(options), room);
}

TEST(options_fit) {
    for (const struct task *const *t = tasks; *t; t++)
        assert_fits("task", (*t)->name, (*t)->options, TASK_OPTIONS_MAX);
    for (const struct mixer *const *m = mixers; *m; m++)
        assert_fits("mixer", (*m)->name, (*m)->options, MIXER_OPTIONS_MAX);
    for (const struct encoding *const *c = encodings; *c; c++)
        assert_fits("encoding", (*c)->name, (*c)->options, ENCODING_OPTIONS_MAX);
}

/* Texts one behind another, then a range. */
static const struct setting *made_options(int texts) {
    static struct setting made[12];
    static char key[12][32];
    memset(made, 0, sizeof made);
    for (int i = 0; i <= texts; i++) {
        snprintf(key[i], sizeof key[i], "encoding.text%d", i);
        made[i] = (struct setting){key[i],
                                   i < texts ? SETTING_TEXT : SETTING_RANGE,
                                   .at = (size_t)i * SETTING_TEXT_MAX,
                                   .standard = "1..2",
                                   .low = 1,
                                   .high = 9};
    }
    return made;
}

TEST(bytes) {
    assert_int_equal(setting_bytes(NULL), 0);
    assert_int_equal(setting_bytes(made_options(0)), 8);
    assert_int_equal(setting_bytes(made_options(4)), 4 * 192 + 8);
    assert_true(setting_bytes(made_options(4)) <= ENCODING_OPTIONS_MAX);
}

/* Whether a call ends the program by an assertion. */
static bool aborts(void (*call)(int), int number) {
    int status;
    fflush(NULL);
    pid_t process = fork();
    if (process == 0) {
        signal(SIGABRT, SIG_DFL);
        if (!freopen("/dev/null", "w", stderr))
            _exit(2);
        call(number);
        _exit(0);
    }
    assert_int_equal(waitpid(process, &status, 0), process);
    assert_true(WIFSIGNALED(status) || (WIFEXITED(status) && WEXITSTATUS(status) == 0));
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

static void write_with_texts(int texts) {
    struct assignments a = {0};
    struct settings s;
    struct error e;
    char text[SETTINGS_TEXT];
    struct encoding made = {.name = "made", .options = made_options(texts)};
    if (!settings_resolve(&s, &a, NULL, &e))
        _exit(3);
    s.encoding = &made;
    settings_write(&s, text, RUN_SECTIONS);
}

TEST(too_many_options) {
    assert_false(aborts(write_with_texts, 4));
    assert_false(aborts(write_with_texts, 5));
    assert_true(aborts(write_with_texts, 6));
}

/* ---- Policies */

/* As many copies of `extend` as there is room for. */
static void fill_policies(struct encoding_built *b) {
    static struct policy made[ENCODING_POLICIES];
    for (int i = 0; i < ENCODING_POLICIES; i++) {
        made[i] = policy_extend;
        b->policies[i] = &made[i];
    }
    b->policies[ENCODING_POLICIES] = NULL;
}

/* `all` has a row for each, as many as there can be. */
TEST(all_policies) {
    static struct run r;
    static struct evaluation_result result;
    struct error e;
    open_run(&r, (const char *const[]){"eval.examples=20", "eval.lengths=1x 2x", NULL});
    fill_policies(&r.model.encoding);
    assert_true(evaluate(&r, 1, &result, &r.arena, &e));
    assert_int_equal(result.rows, ENCODING_POLICIES);
    assert_ptr_equal(result.row[ENCODING_POLICIES - 1].policy, r.model.encoding.policies[ENCODING_POLICIES - 1]);
    for (int k = 1; k < result.rows; k++)
        assert_true(evaluation_value(&result, METRIC_ACCURACY, k, 2) ==
                    evaluation_value(&result, METRIC_ACCURACY, 0, 2));
    run_free(&r);
}

GROUP(outgrown, NULL, NULL)
