/* test_result.c -- a comparison on disk, its members' eval.tsv made by hand: what is read back, and which files
 * are refused. */
#include "unit/tests.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "encoding/encoding.h"
#include "model/mixer.h"
#include "study/columns.h"
#include "study/comparison_folder.h"
#include "study/find_finished.h"
#include "study/member.h"
#include "study/pairs.h"
#include "study/plan.h"
#include "study/result.h"
#include "study/series.h"
#include "unit/by_hand.h"
#include "unit/near.h"
#include "unit/opened.h"
#include "unit/refused.h"
#include "unit/signed.h"

static const char *const settings[] = {"task.name=first",
                                       "train.steps=60",
                                       "train.warmup=10",
                                       "eval.lengths=1x 2x",
                                       "eval.policies=extend clamp",
                                       "compare.members=learned, none",
                                       "compare.seeds=1..4",
                                       "eval.examples=40",
                                       NULL};

/* Right answers of 40; where there are none in range the member failed. `none` knows no clamp. */
static const struct by_hand given = {settings,
                                     {2, 16},
                                     {16, 32},
                                     0.55,
                                     {&policy_extend, &policy_clamp},
                                     {{"learned-seed1", 0, {{0}}},
                                      {"learned-seed2", 38, {{36, 20}, {36, 30}}},
                                      {"learned-seed3", 0, {{0}}},
                                      {"learned-seed4", 39, {{38, 28}, {38, 34}}},
                                      {"none-seed1", 20, {{21, 18}}},
                                      {"none-seed2", 24, {{20, 22}}},
                                      {"none-seed3", 22, {{19, 20}}},
                                      {"none-seed4", 18, {{18, 16}}}}};
enum { MEMBERS = 8, NONE_SEED2 = 5 };

static void assign(struct assignments *a) {
    struct error e;
    memset(a, 0, sizeof *a);
    for (int i = 0; settings[i]; i++)
        assert_true(assignments_override(a, settings[i], &e));
}

/* Its member none, seed 2, with one more setting. */
static void build_none(struct run *r, struct settings *s, const char *key, const char *value) {
    static struct assignments all, a;
    struct error e;
    assign(&all);
    assignments_of_runs(&a, &all);
    assert_true(assignments_set(&a, "encoding.name", "none", "here", &e) &&
                assignments_set(&a, "train.seed", "2", "here", &e) && assignments_set(&a, key, value, "here", &e) &&
                settings_resolve(s, &a, NULL, &e) && run_build(r, s, NULL, &e));
}

static char folder[PATH_MAX_LENGTH];

static void write_file(const char *in, const char *name, const char *text) {
    char path[PATH_MAX_LENGTH];
    struct error e;
    assert_true(file_path(path, in, name, &e));
    write_signed(path, text);
}

static const char *folder_of(const char *member) {
    static char path[PATH_MAX_LENGTH];
    struct error e;
    assert_true(file_path(path, folder, member, &e));
    return path;
}

/* The whole of it in a fresh folder. */
static int write_study(void **state) {
    fresh_folder(folder);
    by_hand_write(folder, &given);
    for (int k = 0; k < MEMBERS; k++)
        if (given.member[k].in_range)
            write_file(folder_of(given.member[k].name), CHECKPOINT_FILE, "");
    return 0;
}

static int drop_study(void **state) {
    remove_folder(folder);
    return 0;
}

static struct result read_back;

TEST_WITH(numbers, write_study, drop_study) {
    const struct comparison_result *c = &read_back.result;
    struct error e;
    if (!result_read(&read_back, folder, &e))
        fail_msg("%s", e.text);
    const struct levels *chance = &c->baseline[CHANCE].of[METRIC_ACCURACY];
    assert_near("chance in range", 0, chance->at[IN_RANGE], 0.55, 1e-12);
    assert_near("chance", 0, chance->at[1], 0.5, 1e-12);
    assert_near("chance", 1, chance->at[2], 0.4, 1e-12);
    assert_int_equal(c->words[2].high, 32);
    assert_int_equal(c->rows, 3); /* the first seed of learned failed: its rows are those of the second */
    assert_string_equal(c->row[0].name, "learned+extend");
    assert_int_equal(c->row[0].of[METRIC_ACCURACY][2].n, 2);
    assert_near("learned at 32", 0, c->row[0].of[METRIC_ACCURACY][2].mean, 0.6, 1e-12);
    assert_near("learned in range", 0, c->row[1].of[METRIC_ACCURACY][IN_RANGE].mean, 0.9625, 1e-12);
    assert_near("none at 16", 0, c->row[2].of[METRIC_ACCURACY][1].mean, 0.4875, 1e-12);
    assert_int_equal(c->pairs, 2); /* learned less none, by seeds 2 and 4: 10 - 11 and 14 - 8 of 20 at 32 words */
    assert_string_equal(c->pair[0].a->name, "learned+extend");
    assert_string_equal(c->pair[0].b->name, "none");
    assert_int_equal(c->pair[0].of[METRIC_ACCURACY][2].n, 2);
    assert_near("learned - none", 1, c->pair[0].of[METRIC_ACCURACY][2].mean, 0.125, 1e-12);
    assert_near("learned - none", 0, c->pair[0].of[METRIC_ACCURACY][IN_RANGE].mean, (38 - 24 + 39 - 18) / 80.0, 1e-12);
    assert_near("seconds", 0, c->member[1].result->seconds, 0.5, 0);
    assert_int_equal(c->member[1].result->steps, 60);
    assert_int_equal(c->member[1].result->training.count, 0);
    assert_string_equal(read_back.result.kernels, "Haswell");
    result_free(&read_back);
}

/* Why it has no result its folder says. */
TEST_WITH(failures, write_study, drop_study) {
    struct error e;
    assert_true(failure_write(folder_of(given.member[2].name), EXIT_DIVERGED, 7, "diverged", &e));
    assert_true(result_read(&read_back, folder, &e));
    assert_int_equal(read_back.result.member[0].status, STATUS_STOPPED); /* there is no failure.json */
    assert_string_equal(read_back.result.member[0].failure, "it was not run to its end");
    assert_int_equal(read_back.result.member[2].status, STATUS_FAILED);
    assert_string_equal(read_back.result.member[2].failure, "diverged");
    assert_int_equal(read_back.result.member[3].status, STATUS_FINISHED);
    result_free(&read_back);
}

/* ---- Files that are not of their member */

/* Leaves a member's evaluation, changed; its folder. */
static const char *write_changed(int member, void (*change)(struct evaluation_result *), struct arena *arena) {
    static struct comparison_result c;
    struct evaluation_result r;
    struct assignments a;
    struct error e;
    assign(&a);
    assert_true(compare_plan(&c, &a, NULL, arena, &e));
    const char *at = folder_of(given.member[member].name);
    const struct settings own = member_settings(&c.member[member]);
    by_hand_fill(&r, &own, &given, &given.member[member], arena);
    change(&r);
    assert_true(evaluation_write(&r, at, &e));
    return at;
}

static void refused(void (*change)(struct evaluation_result *), const char *message) {
    struct arena arena = {0};
    struct error e;
    char expected[3 * PATH_MAX_LENGTH];
    const char *at = write_changed(NONE_SEED2, change, &arena);
    snprintf(expected, sizeof expected, message, at, at);
    if (result_read(&read_back, folder, &e))
        fail_msg("taken, though %s", expected);
    assert_int_equal(e.code, EXIT_DATA);
    assert_says(e.text, expected);
    arena_free(&arena);
}

static void other_task(struct evaluation_result *r) { r->task = task_named("order"); }
static void other_mixer(struct evaluation_result *r) { r->mixer = mixer_find("gru"); }
static void other_encoding(struct evaluation_result *r) { r->encoding = encoding_find("rope"); }
static void other_seed(struct evaluation_result *r) { r->seed = 4; }
static void fewer_steps(struct evaluation_result *r) { r->steps = 59; }
static void other_length(struct evaluation_result *r) { r->words[2] = (struct range){33, 33}; }
static void fewer_lengths(struct evaluation_result *r) { r->lengths = 1; }
static void fewer_examples(struct evaluation_result *r) { r->examples = 39; }
static void fewer_policies(struct evaluation_result *r) { r->rows = 1; }
static void other_policy(struct evaluation_result *r) { r->row[1].policy = &policy_wrap; }
static void more_policies(struct evaluation_result *r) {
    r->row[2] = r->row[1];
    r->row[2].policy = &policy_wrap;
    r->rows = 3;
}
static void other_words(struct evaluation_result *r) { r->words[IN_RANGE].low = 3; }
/* One that the task does not have. */
static void other_metric(struct evaluation_result *r) {
    static double sums[2] = {20, 40};
    int known = metric_find("accuracy_known");
    r->sums[known] = 2;
    r->in_range->sum[known] = sums;
    for (int k = 0; k < r->rows; k++)
        for (int i = 1; i <= r->lengths; i++)
            r->row[k].at[i]->sum[known] = sums;
}
static void fewer_targets(struct evaluation_result *r) {
    for (int k = 0; k < r->rows; k++)
        r->row[k].at[2] = by_hand_score(r, r->row[k].applies ? 5 : 0, r->row[k].applies ? 39 : 0);
}
static void other_files(struct evaluation_result *r) { snprintf(r->files, sizeof r->files, "0123456789abcdef"); }

TEST_WITH(foreign_results, write_study, drop_study) {
#define NOT_AS(key) "%s/eval.tsv: " key ": ... --run %s "
    refused(other_task, NOT_AS("task"));
    refused(other_mixer, NOT_AS("mixer"));
    refused(other_encoding, NOT_AS("encoding"));
    refused(other_seed, NOT_AS("seed"));
    refused(fewer_steps, NOT_AS("steps"));
    refused(fewer_examples, NOT_AS("examples"));
    refused(other_words, NOT_AS("trained_words"));
    refused(other_metric, NOT_AS("accuracy_known"));
    refused(fewer_targets, NOT_AS("count"));
    refused(other_files, "%s/eval.tsv: evaluated on other files than the task has now, so members cannot be compared; "
                         "put those files back, or name another folder with --run");
}

/* ---- Other lengths and policies */

/* What a member has of learned+clamp at 32 words, at 16 words, and in how many rows it is. */
static void check_scores(void (*change)(struct evaluation_result *), int right, int right_before) {
    struct arena arena = {0};
    struct error e;
    write_changed(1, change, &arena);
    if (!result_read(&read_back, folder, &e))
        fail_msg("%s", e.text);
    const struct comparison_result *c = &read_back.result;
    const struct score *at = member_score(&c->member[1], &policy_clamp, METRIC_ACCURACY, 2);
    const struct score *before = member_score(&c->member[1], &policy_clamp, METRIC_ACCURACY, 1);
    assert_int_equal(at ? (int)*at->sum[METRIC_ACCURACY] : -1, right);
    assert_int_equal(before ? (int)*before->sum[METRIC_ACCURACY] : -1, right_before);
    assert_int_equal(c->member[1].result->rows, 2);
    assert_int_equal(c->lengths, 2);
    const struct compare_row *row = row_named(c, "learned+clamp"); /* of seeds 2 and 4 */
    assert_int_equal(row->of[METRIC_ACCURACY][2].n, 1 + (right >= 0));
    assert_int_equal(row->of[METRIC_ACCURACY][1].n, 1 + (right_before >= 0));
    assert_int_equal(length_longest(c), change == fewer_lengths || change == other_length ? 1 : 2);
    result_free(&read_back);
    arena_free(&arena);
}

static void other_order(struct evaluation_result *r) {
    const struct evaluation_row first = r->row[0];
    r->row[0] = r->row[1];
    r->row[1] = first;
    for (int k = 0; k < 2; k++) {
        struct score *score = r->row[k].at[1];
        r->row[k].at[1] = r->row[k].at[2];
        r->row[k].at[2] = score;
    }
    r->words[1] = (struct range){32, 32};
    r->words[2] = (struct range){16, 16};
}

/* A comparison takes of its members what it asks for, in its own order; what they lack has no numbers. */
TEST_WITH(other_lists, write_study, drop_study) {
    check_scores(more_policies, 30, 36);
    check_scores(other_order, 30, 36);
    check_scores(fewer_lengths, -1, 36);
    check_scores(other_length, -1, 36);
    check_scores(fewer_policies, -1, -1);
    check_scores(other_policy, -1, -1);
}

/* For the run itself they are not what its config.ini says. */
TEST_WITH(own_lists, write_study, drop_study) {
    static const struct {
        void (*change)(struct evaluation_result *);
        const char *key;
    } rows[] = {{other_length, "lengths"},
                {fewer_lengths, "lengths"},
                {fewer_policies, "policies"},
                {other_policy, "policies"},
                {more_policies, "policies"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct arena arena = {0};
        struct evaluation_result r;
        struct error e;
        char expected[3 * PATH_MAX_LENGTH];
        const char *at = write_changed(NONE_SEED2, rows[i].change, &arena);
        assert_true(result_plan(&read_back, folder, &e));
        const struct settings own = member_settings(&read_back.result.member[NONE_SEED2]);
        assert_false(member_read(&r, at, &own, &read_back.result.task, &arena, &e));
        snprintf(expected, sizeof expected, "%s/eval.tsv: %s: ... --run %s ", at, rows[i].key, at);
        assert_says(e.text, expected);
        result_free(&read_back);
        arena_free(&arena);
    }
}

/* A file of another version names what makes a new one; in a comparison also that the others are alike. */
TEST_WITH(older, write_study, drop_study) {
    char expected[3 * PATH_MAX_LENGTH], at[PATH_MAX_LENGTH];
    struct error e;
    snprintf(at, sizeof at, "%s", folder_of("learned-seed2"));
    write_file(at, "eval.tsv", "# version = 1\n# task = first\n");
    for (int alone = 0; alone < 2; alone++) {
        assert_false(result_read(&read_back, alone ? at : folder, &e));
        snprintf(expected, sizeof expected, "%s/eval.tsv ... (version 1; this one reads 5) ... --run %s ", at, at);
        assert_says(e.text, expected);
        assert_int_equal(strstr(e.text, "each other member") != NULL, !alone);
    }
}

/* Where all policies are asked for, those that the encoding knows are; none knows no clamp. */
TEST_WITH(all_policies, write_study, drop_study) {
    struct evaluation_result r;
    struct settings s;
    struct run run;
    struct error e;
    const char *at = folder_of("none-seed2");
    build_none(&run, &s, "eval.policies", "all");
    by_hand_fill(&r, &s, &given, &given.member[NONE_SEED2], &run.arena);
    for (int rows = 2; rows > 0; rows--) {
        r.rows = rows;
        assert_true(evaluation_write(&r, at, &e));
        struct evaluation_result there;
        bool fits = member_read(&there, at, &s, &run.task, &run.arena, &e);
        assert_int_equal(fits, rows == 1);
        if (!fits)
            assert_non_null(strstr(e.text, "eval.tsv: policies: "));
    }
    run_free(&run);
}

/* A run that was dense has no evaluation of a lazy one; a comparison that leaves it to the run may have either. */
TEST_WITH(sparse_said, write_study, drop_study) {
    static const struct {
        const char *wanted, *said;
        bool fits;
    } rows[] = {{"dense", "dense", true}, {"dense", "lazy", false}, {"lazy", "dense", false}, {"lazy", "lazy", true},
                {"auto", "lazy", true},   {"auto", "dense", true},  {"dense", "", true}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct evaluation_result r, there;
        struct settings s;
        struct run run;
        struct error e;
        const char *at = folder_of("none-seed2");
        build_none(&run, &s, "train.sparse", rows[i].wanted);
        by_hand_fill(&r, &s, &given, &given.member[NONE_SEED2], &run.arena);
        snprintf(r.sparse, sizeof r.sparse, "%s", rows[i].said);
        assert_true(evaluation_write(&r, at, &e));
        assert_int_equal(member_read(&there, at, &s, &run.task, &run.arena, &e), rows[i].fits);
        if (!rows[i].fits)
            assert_non_null(strstr(e.text, "eval.tsv: sparse: "));
        run_free(&run);
    }
}

/* An evaluation that does not say how long it took has taken no time. */
TEST_WITH(no_seconds, write_study, drop_study) {
    static struct comparison_result c;
    struct evaluation_result r;
    struct assignments a;
    struct arena arena = {0};
    struct error e;
    assign(&a);
    assert_true(compare_plan(&c, &a, NULL, &arena, &e));
    const struct settings own = member_settings(&c.member[1]);
    by_hand_fill(&r, &own, &given, &given.member[1], &arena);
    r.seconds = -1;
    assert_true(evaluation_write(&r, folder_of("learned-seed2"), &e));
    assert_true(result_read(&read_back, folder, &e));
    assert_near("seconds", 1, read_back.result.member[1].result->seconds, -1, 0);
    assert_near("seconds", 3, read_back.result.member[3].result->seconds, 0.5, 0);
    result_free(&read_back);
    arena_free(&arena);
}

/* ---- The folder */

/* A folder whose config.ini cannot be read is not free. */
TEST_WITH(unreadable_config, write_study, drop_study) {
    static struct comparison_result c;
    struct assignments a;
    struct arena arena = {0};
    struct error e;
    char path[PATH_MAX_LENGTH];
    assign(&a);
    assert_true(compare_plan(&c, &a, NULL, &arena, &e));
    assert_true(compare_fits(&c, &a, folder, &e));
    assert_true(compare_fits(&c, &a, folder_of("no such folder"), &e));
    assert_true(file_path(path, folder_of("empty"), "config.ini", &e) && file_make_folder(path, &e));
    assert_false(compare_fits(&c, &a, folder_of("empty"), &e));
    assert_int_equal(e.code, EXIT_IO);
    assert_non_null(strstr(e.text, "config.ini: "));
    arena_free(&arena);
}

GROUP(result, NULL, NULL)
