/* test_pool.c -- the promises of the pool that fills a comparison's folder, and of each of its members. */
#include "unit/tests.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "study/find_finished.h"
#include "study/member.h"
#include "study/plan.h"
#include "study/pool.h"
#include "unit/opened.h"

static const char *const settings[] = {"task.name=first",    "train.steps=60",   "train.warmup=10",
                                       "eval.lengths=1x 2x", "eval.examples=40", NULL};

static void count_running(void *user, const struct comparison_result *c) {
    int *most = user, running = 0;
    for (int k = 0; k < c->members; k++)
        running += c->member[k].status == STATUS_RUNNING;
    *most = running > *most ? running : *most;
}

/* Of three members as many train at a time as there are jobs. */
TEST(jobs) {
    static struct comparison_result c;
    struct arena arena = {0};
    struct error e;
    for (int jobs = 1; jobs <= 2; jobs++) {
        struct assignments a = {0};
        int most = 0;
        for (int i = 0; settings[i]; i++)
            assert_true(assignments_override(&a, settings[i], &e));
        assert_true(assignments_set(&a, "compare.members", "learned", "here", &e) &&
                    assignments_set(&a, "compare.seeds", "1..3", "here", &e));
        assert_true(compare_plan(&c, &a, NULL, &arena, &e));
        if (!members_find_status(&c, in_folder("", jobs == 1 ? "one" : "two"), true, &e) ||
            !compare_run(&c, &a, (struct compare_watch){count_running, &most, .jobs = jobs}, &e))
            fail_msg("%s", e.text);
        assert_int_equal(most, jobs);
        for (int k = 0; k < c.members; k++)
            assert_int_equal(c.member[k].status, STATUS_FINISHED);
    }
    arena_free(&arena);
}

/* When training is done, a folder stands where eval.tsv is to go. */
static void block(void *user, const struct train_state *state) {
    struct error e;
    (void)user;
    if (state->step == state->steps)
        assert_true(file_make_folder(in_folder("", "run/eval.tsv"), &e));
}

TEST(unwritable_result) {
    struct settings s;
    struct assignments a = {0};
    struct evaluation_result result = {0};
    struct error e = {0};
    struct arena arena = {0};
    char expected[2 * PATH_MAX_LENGTH], at[PATH_MAX_LENGTH + 8];
    snprintf(at, sizeof at, "%s/run", test_folder);
    for (int i = 0; settings[i]; i++)
        assert_true(assignments_override(&a, settings[i], &e));
    assert_true(settings_resolve(&s, &a, NULL, &e));
    assert_false(member_run(&s, at, (struct train_watch){.step = block, .threads = 1}, &result, &arena, &e));
    assert_int_equal(e.code, EXIT_IO);
    snprintf(expected, sizeof expected, "cannot write %s/eval.tsv: ", at);
    assert_memory_equal(e.text, expected, strlen(expected));
    arena_free(&arena);
}

GROUP(pool, folder_setup, folder_teardown)
