/* test_run_list.c -- the runs of a folder: which row is called best, and a table of runs in which no two numbers and no
 * two times are equal. The time zone is 14 hours ahead of UTC, so that dates differ. */
#include "unit/tests.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "inventory/fill_runs.h"
#include "inventory/run_list.h"
#include "unit/by_hand.h"
#include "unit/drawn.h"
#include "unit/golden.h"
#include "unit/opened.h"
#include "unit/signed.h"

enum { EVENING = 1795370469 }; /* 2026-11-22 18:01:09 UTC */

static struct run_setting settings[] = {{"train.steps", "900", true}, {"eval.lengths", "1x 2x", false}};

static struct run_listed listed[] = {
    {.folder = "runs/both",
     .name = "both",
     .kind = FOLDER_COMPARISON,
     .changed = EVENING,
     .task = "order",
     .members = "learned, rope base=100",
     .seeds = "seeds 3..7",
     .folders = 1,
     .models = 15,
     .count =
         {[STATUS_FINISHED] = 5, [STATUS_RUNNING] = 1, [STATUS_STOPPED] = 2, [STATUS_FAILED] = 3, [STATUS_WAITING] = 4},
     .settings = 2,
     .setting = settings,
     .best = "rope+clamp base=100",
     .in_range = 0.97,
     .longest = 0.71,
     .words = 24,
     .trained = 16},
    {.folder = "runs/one",
     .name = "one",
     .kind = FOLDER_RUN,
     .changed = EVENING - 86400,
     .task = "first",
     .members = "none",
     .seeds = "seed 4",
     .folders = 1,
     .models = 1,
     .count = {[STATUS_RUNNING] = 1},
     .step = 300,
     .steps = 800,
     .in_range = (double)NAN,
     .longest = (double)NAN},
    {.folder = "runs/few",
     .name = "few",
     .kind = FOLDER_COMPARISON,
     .changed = EVENING - 90000,
     .task = "first",
     .members = "rope",
     .seeds = "seeds 5..6",
     .folders = 1,
     .models = 2,
     .count = {[STATUS_FINISHED] = 1, [STATUS_FAILED] = 1},
     .in_range = (double)NAN,
     .longest = (double)NAN},
    {.folder = "runs/said",
     .name = "said",
     .kind = FOLDER_CLAIMS,
     .changed = EVENING - 2 * 86400,
     .members = "",
     .folders = 6,
     .models = 1,
     .count = {[STATUS_FINISHED] = 1},
     .in_range = (double)NAN,
     .longest = (double)NAN},
    {.folder = "runs/odd",
     .name = "odd",
     .kind = FOLDER_FOREIGN,
     .members = "",
     .problem = "no run",
     .in_range = (double)NAN,
     .longest = (double)NAN},
};

static const struct run_list all = {.folder = "runs", .count = sizeof listed / sizeof *listed, .run = listed};

DRAWN_TEST(runs_table) {
    fill_runs(&d->t, &all, &d->arena);
    drawn_golden(d, 120, "run-list-runs-table.txt");
}

DRAWN_TEST(runs_json) {
    fill_runs(&d->t, &all, &d->arena);
    json_t *json = runs_json(&all, &d->t);
    char *text = json_dumps(json, JSON_INDENT(1) | JSON_REAL_PRECISION(9));
    assert_golden("run-list.json", text);
    free(text);
    json_decref(json);
}

/* ---- Which row is best */

static char base[PATH_MAX_LENGTH / 2], path[PATH_MAX_LENGTH];

static struct run_listed *read_one(struct run_list *l, const char *folder) {
    struct error e;
    if (!run_list_read(l, folder, &e))
        fail_msg("%s", e.text);
    assert_int_equal(l->count, 1);
    return l->run;
}

/* Of rows that are equal at the longest length and in range, the first is best. */
TEST(ties) {
    static const char *const of[] = {
        "task.name=first",       "eval.examples=40",           "train.steps=60", "eval.lengths=1x 2x",
        "encoding.name=learned", "eval.policies=extend clamp", "train.seed=2",   NULL};
    static const struct by_hand tied = {
        of, {2, 16}, {16, 32}, 0.55, {&policy_extend, &policy_clamp}, {{"", 38, {{36, 24}, {36, 24}}}}};
    struct run_list l;
    by_hand_write(path, &tied);
    const struct run_listed *r = read_one(&l, base);
    assert_string_equal(r->best, "learned+extend");
    assert_true(fabs(r->in_range - 0.95) < 1e-12 && fabs(r->longest - 0.6) < 1e-12);
    assert_int_equal(r->words, 32);
    assert_int_equal(r->trained, 16);
    run_list_free(&l);
}

/* Of a comparison's models: the longest length, wherever it is in the list; then in range; then the first. */
TEST(best_of_models) {
    static const char *const of[] = {"task.name=first",
                                     "eval.examples=40",
                                     "train.steps=60",
                                     "eval.lengths=1x 2x",
                                     "compare.members=none",
                                     "compare.seeds=1..1",
                                     NULL};
    static const struct by_hand one = {of, {2, 16}, {16, 32}, 0.55, {&policy_extend}, {{"none-seed1", 38, {{36, 24}}}}};
#define ROW(name, in_range, ...) \
    "{\"name\": \"" name "\", \"accuracy\": {\"in_range\": {\"mean\": " #in_range "}, \"mean\": [" #__VA_ARGS__ "]}}"
    static const char text[] = "{\"lengths\": [16, 64, 32], \"trained_length\": 15, \"summary\": ["      //
        ROW("a", 0.9, 0.5, 0.6, 0.7) "," ROW("b", 0.95, 0.4, 0.6, 0.5) "," ROW("c", 0.95, 1, 0.6, 1) "," //
        ROW("d", 1, 1, 0.5, 1) "]}";
    char outer[PATH_MAX_LENGTH], folder[PATH_MAX_LENGTH + 8], file[PATH_MAX_LENGTH + 32];
    struct run_list l;
    snprintf(folder, sizeof folder, "%s/models", fresh_folder(outer));
    assert_int_equal(mkdir(folder, 0777), 0);
    by_hand_write(folder, &one);
    snprintf(file, sizeof file, "%s/compare.json", folder);
    write_signed(file, text);
    const struct run_listed *r = read_one(&l, outer);
    if (r->problem)
        fail_msg("%s", r->problem);
    assert_string_equal(r->best, "b");
    assert_true(r->in_range == 0.95 && r->longest == 0.6);
    assert_int_equal(r->words, 64);
    assert_int_equal(r->trained, 15);
    run_list_free(&l);
    remove_folder(outer);
}

static void put(const char *name, const char *steps, int second) {
    const char *const of[] = {"task.name=first",       "eval.examples=40",     steps, "eval.lengths=1x 2x",
                              "encoding.name=learned", "eval.policies=extend", NULL};
    const struct by_hand run = {of, {2, 16}, {16, 32}, 0.55, {&policy_extend}, {{"", 38, {{36, 24}}}}};
    const struct timespec times[2] = {{.tv_sec = second}, {.tv_sec = second}};
    char folder[PATH_MAX_LENGTH + 16], file[PATH_MAX_LENGTH + 32];
    snprintf(folder, sizeof folder, "%s/%s", base, name);
    snprintf(file, sizeof file, "%s/eval.tsv", folder);
    by_hand_write(folder, &run);
    assert_int_equal(utimensat(AT_FDCWD, file, times, 0), 0);
}

/* The newest first, those of the same time by name; a setting that all have is marked as common, one that two of three
 * have is not. */
TEST(order) {
    static const char *const name[] = {"run", "b", "c", "a"};
    struct run_list l;
    struct error e;
    put("a", "train.steps=60", 1000);
    put("c", "train.steps=60", 2000);
    put("b", "train.steps=70", 2000);
    assert_true(run_list_read(&l, base, &e));
    assert_int_equal(l.count, 4);
    for (int i = 0; i < 4; i++) {
        assert_string_equal(l.run[i].name, name[i]);
        for (int k = 0; k < l.run[i].settings; k++) {
            const struct run_setting *s = &l.run[i].setting[k];
            bool common = strcmp(s->key, "eval.examples") == 0 || strcmp(s->key, "eval.lengths") == 0;
            assert_int_equal(s->common, common);
        }
    }
    run_list_free(&l);
}

static int begin(void **state) {
    char folder[PATH_MAX_LENGTH];
    setenv("TZ", "EAST-14", 1);
    tzset();
    snprintf(base, sizeof base, "%s", fresh_folder(folder));
    snprintf(path, sizeof path, "%s/run", base);
    return 0;
}

static int end(void **state) {
    unsetenv("TZ");
    tzset();
    remove_folder(base);
    return 0;
}

GROUP(run_list, begin, end)
