/* test_evaluation_progress.c -- how far an evaluation is: each length under each policy is named, in its order and
 * once; the share that is done follows what a pass costs, and never goes back, from the first step of training on. */
#include <stdio.h>
#include <string.h>

#include "study/member.h"
#include "unit/files.h"
#include "unit/near.h"
#include "unit/opened.h"
#include "unit/tests.h"

enum { TOLD_MAX = 5000 };

struct told {
    int count;
    double done[TOLD_MAX];
    struct evaluation_progress at[TOLD_MAX];
};
static struct told told;

static void hear(void *user, const struct evaluation_progress *at) {
    struct told *t = user;
    assert_in_range(t->count, 0, TOLD_MAX - 1);
    t->done[t->count] = at->done;
    t->at[t->count++] = *at;
}

static void hear_step(void *user, const struct train_state *state) {
    struct told *t = user;
    assert_in_range(t->count, 0, TOLD_MAX - 1);
    t->at[t->count] = state->evaluation ? *state->evaluation : (struct evaluation_progress){0};
    t->done[t->count++] = train_done(state);
}

static void evaluate_told(struct run *r, struct evaluation_result *result) {
    const struct evaluation_watch watch = {hear, &told};
    struct error e;
    told.count = 0;
    r->watch = &watch;
    if (!evaluate(r, 2, result, &r->arena, &e))
        fail_msg("%s", e.text);
    r->watch = NULL;
}

/* ntk is not for tables: it has a row in the result, and no pass. Within the trained length policies are the same. */
TEST(named) {
    static const char *const names[] = {"in range",          "training examples", "1x, clamp",      "1.5x, clamp",
                                        "1.5x, interpolate", "3x, clamp",         "3x, interpolate"};
    enum { PASSES = sizeof names / sizeof *names };
    static struct run r;
    static struct evaluation_result result;
    open_run(&r,
             (const char *const[]){"task.name=first", "encoding.name=learned", "task.examples=30", "eval.examples=20",
                                   "eval.lengths=1x 1.5x 3x", "eval.policies=clamp interpolate ntk", NULL});
    evaluate_told(&r, &result);
    assert_int_equal(told.count, PASSES);
    for (int i = 0; i < PASSES; i++) {
        assert_int_equal(told.at[i].pass, i + 1);
        assert_int_equal(told.at[i].passes, PASSES);
        assert_string_equal(told.at[i].what, names[i]);
    }
    int words = r.task.size.trained.high, (*rows)(const struct task_built *t, int length) = r.task.kind->rows;
    double half = told.done[4] - told.done[3], three = told.done[6] - told.done[5];
    assert_near("from 0", 0, told.done[0], 0, 1e-12);
    assert_near("to 1", 0, told.done[6] + three, 1, 1e-12);
    assert_near("policies of a length", 0, told.done[5] - told.done[4], half, 1e-12);
    assert_near("rows", 0, three / half, (double)rows(&r.task, words * 3) / rows(&r.task, words * 3 / 2), 1e-9);
    run_free(&r);
}

/* From the first step to the last pass: several chunks in a pass, and test rows of many lengths in a column. */
static void check_whole(const char *const *assignments) {
    char folder[PATH_MAX_LENGTH];
    struct evaluation_result result = {0};
    struct train_watch watch = {.step = hear_step, .user = &told, .threads = 1};
    struct run r;
    struct arena arena = {0};
    struct error e;
    int steps = 0;
    open_run(&r, assignments);
    told.count = 0;
    if (!member_run(&r.settings, fresh_folder(folder), watch, &result, &arena, &e))
        fail_msg("%s", e.text);
    for (int i = 0; i < told.count; i++) {
        const struct evaluation_progress *at = &told.at[i];
        steps += !at->passes;
        assert_true(told.done[i] >= (i ? told.done[i - 1] : 0) && told.done[i] < 1);
        assert_true(i < steps || (at->pass >= 1 && at->pass <= at->passes));
    }
    assert_int_equal(steps, r.settings.train.steps);
    assert_true(told.count > steps && told.done[steps - 1] > 0);
    assert_int_equal(told.at[told.count - 1].pass, told.at[told.count - 1].passes);
    remove_folder(folder);
    arena_free(&arena);
    run_free(&r);
}

TEST(whole) {
    char text[2000] = "label\ttext_a\n";
    for (int n = 0; n < 40; n++)
        sprintf(text + strlen(text), "%c\tu v%.*s\n", "aab"[n % 3], n % 5 * 2, " w x u v w");
    write_file(test_folder, "rows.tsv", (struct bytes){text, strlen(text)});
    check_whole((const char *const[]){"task.name=first", "train.steps=20", "train.warmup=5", "eval.examples=150",
                                      "eval.lengths=3x 1x", NULL});
    check_whole((const char *const[]){"task.name=tsv", in_folder("task.train=", "rows.tsv"),
                                      in_folder("task.test=", "rows.tsv"), "train.steps=20", "train.warmup=5",
                                      "eval.lengths=1x", NULL});
}

GROUP(evaluation_progress, folder_setup, folder_teardown)
