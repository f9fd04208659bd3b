/* test_merge_folders.c -- several folders of results compared, made by hand and lopsided: a failed seed, other seeds,
 * other lengths, other trained lengths, a run with comparisons. Numbers are computed from right answers out of 40. */
#include "unit/tests.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result/comparison_document.h"
#include "result/comparison_notes.h"
#include "result/fill_comparison.h"
#include "result/fill_folders.h"
#include "result/table_lengths.h"
#include "study/member.h"
#include "study/merge_folders.h"
#include "study/pairs.h"
#include "study/result.h"
#include "unit/by_hand.h"
#include "unit/files.h"
#include "unit/near.h"
#include "unit/opened.h"

/* A folder: its settings, beyond those that most have, the trained lengths low..high, the other evaluated one, chance
 * in range, members. */
#define TASK "task.name=first", "eval.examples=40"
#define SETTINGS(...) ((const char *const[]){__VA_ARGS__, NULL})
#define USUAL(...) SETTINGS("task.name=first", "eval.lengths=1x 2x", "eval.policies=extend clamp", __VA_ARGS__)
#define FOLDER(settings, low, high, other, chance, ...)                                                \
    {                                                                                                  \
        settings, {low, high}, {high, other}, chance, {&policy_extend, &policy_clamp}, { __VA_ARGS__ } \
    }

static const struct by_hand of_short =
    FOLDER(USUAL("eval.examples=40", "train.steps=60", "compare.encodings=learned none", "compare.seeds=1..3"), 2, 16,
           32, 0.55, {"learned-seed1", 0, {{0}}}, {"learned-seed2", 38, {{36, 20}, {36, 30}}},
           {"learned-seed3", 39, {{38, 28}, {38, 34}}}, {"none-seed1", 20, {{21, 18}}}, {"none-seed2", 24, {{20, 22}}},
           {"none-seed3", 22, {{19, 20}}});
static const struct by_hand of_long = {SETTINGS(TASK, "train.steps=90", "eval.lengths=1x 4x", "eval.policies=extend",
                                                "compare.encodings=learned rope", "compare.seeds=2..4",
                                                "compare.gate=0.97"),
                                       {2, 16},
                                       {16, 64},
                                       0.55,
                                       {&policy_extend},
                                       {{"learned-seed2", 40, {{39, 30}}},
                                        {"learned-seed3", 36, {{35, 20}}},
                                        {"learned-seed4", 40, {{40, 36}}},
                                        {"rope-seed2", 40, {{40, 24}}},
                                        {"rope-seed3", 40, {{39, 25}}},
                                        {"rope-seed4", 39, {{37, 29}}}}};
static const struct by_hand of_wide =
    FOLDER(USUAL("eval.examples=40", "train.steps=60", "encoding.name=rope", "train.seed=2", "task.words=2..32"), 2, 32,
           64, 0.6, {"", 37, {{35, 31}, {35, 33}}});
static const struct by_hand of_other =
    FOLDER(USUAL("eval.examples=40", "train.steps=60", "encoding.name=learned", "eval.seed=7"), 2, 16, 32, 0.55,
           {"", 40, {{40, 12}, {40, 13}}});
/* Like `short` with other seeds: those of `touching` begin with the last one of `short`. */
static const struct by_hand of_touching =
    FOLDER(USUAL("eval.examples=40", "train.steps=70", "compare.encodings=learned", "compare.seeds=3..4"), 2, 16, 32,
           0.55, {"learned-seed3", 38, {{37, 26}, {37, 33}}}, {"learned-seed4", 39, {{38, 27}, {38, 31}}});
static const struct by_hand of_apart =
    FOLDER(USUAL("eval.examples=40", "train.steps=70", "compare.encodings=learned", "compare.seeds=4..5"), 2, 16, 32,
           0.55, {"learned-seed4", 38, {{37, 26}, {37, 33}}}, {"learned-seed5", 39, {{38, 27}, {38, 31}}});
/* `fewer` has fewer examples; `longer` is trained on longer texts, with two seeds of `short`. */
static const struct by_hand of_fewer =
    FOLDER(USUAL("eval.examples=30", "train.steps=60", "encoding.name=learned", "train.seed=2"), 2, 16, 32, 0.55,
           {"", 29, {{28, 12}, {28, 13}}});
static const struct by_hand of_longer = FOLDER(
    USUAL("eval.examples=40", "train.steps=60", "compare.encodings=learned", "compare.seeds=2..3", "task.words=3..32"),
    3, 32, 64, 0.55, {"learned-seed2", 39, {{37, 26}, {37, 33}}}, {"learned-seed3", 38, {{36, 27}, {36, 31}}});

static char base[PATH_MAX_LENGTH / 2], a[PATH_MAX_LENGTH], b[PATH_MAX_LENGTH], wide[PATH_MAX_LENGTH],
    other[PATH_MAX_LENGTH], touching[PATH_MAX_LENGTH], apart[PATH_MAX_LENGTH], fewer[PATH_MAX_LENGTH],
    longer[PATH_MAX_LENGTH];

static void put(char path[PATH_MAX_LENGTH], const char *name, const struct by_hand *of) {
    struct error e;
    snprintf(path, PATH_MAX_LENGTH, "%s/%s", base, name);
    assert_true(file_make_folder(path, &e));
    by_hand_write(path, of);
}

static int write_all(void **state) {
    char path[PATH_MAX_LENGTH];
    snprintf(base, sizeof base, "%s", fresh_folder(path));
    put(a, "short", &of_short);
    put(b, "long", &of_long);
    put(wide, "wide", &of_wide);
    put(other, "other", &of_other);
    put(touching, "touching", &of_touching);
    put(apart, "apart", &of_apart);
    put(fewer, "fewer", &of_fewer);
    put(longer, "longer", &of_longer);
    return 0;
}

static int drop_all(void **state) {
    remove_folder(base);
    return 0;
}

static struct result f;

static const struct comparison_result *read_all(const char *const *folder, int folders) {
    struct error e;
    if (!merge_folders(&f, folder, folders, &e))
        fail_msg("%s", e.text);
    return &f.result;
}
#define READ(...) \
    read_all((const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

static const struct compare_row *row_of(const char *name) {
    const struct compare_row *row = row_named(&f.result, name);
    if (!row)
        fail_msg("there is no row %s", name);
    return row;
}

static void is_mean(const char *row, int i, int n, double mean) {
    const struct summary s = row_of(row)->of[METRIC_ACCURACY][i];
    assert_int_equal(s.n, n);
    assert_true(n || isnan(s.mean));
    if (n)
        assert_near(row, i, s.mean, mean, 1e-12);
}

static const struct compare_pair *pair_of(const char *x, const char *y) {
    for (int k = 0; k < f.result.pairs; k++)
        if (strcmp(f.result.pair[k].a->name, x) == 0 && strcmp(f.result.pair[k].b->name, y) == 0)
            return &f.result.pair[k];
    return NULL;
}

/* The mean of each row is of its own folder's seeds; lengths are those of both, and each lacks one. */
TEST(means) {
    const struct comparison_result *c = READ(a, b);
    assert_int_equal(c->folders, 2);
    assert_int_equal(c->members, 12);
    assert_int_equal(c->lengths, 3);
    assert_int_equal(c->words[1].high, 16);
    assert_int_equal(c->words[2].high, 32);
    assert_int_equal(c->words[3].high, 64);
    assert_int_equal(c->rows, 5);
    is_mean("learned+extend [steps=60]", IN_RANGE, 2, 77 / 80.0);
    is_mean("learned+extend [steps=60]", 1, 2, 74 / 80.0);
    is_mean("learned+clamp [steps=60]", 2, 2, 64 / 80.0);
    is_mean("learned+extend [steps=60]", 3, 0, 0);
    is_mean("none [steps=60]", 2, 3, 60 / 120.0);
    is_mean("learned+extend [steps=90]", IN_RANGE, 3, 116 / 120.0);
    is_mean("learned+extend [steps=90]", 1, 3, 114 / 120.0);
    is_mean("learned+extend [steps=90]", 2, 0, 0);
    is_mean("learned+extend [steps=90]", 3, 3, 86 / 120.0);
    is_mean("rope+extend [steps=90]", 3, 3, 78 / 120.0);
    assert_near("chance", 0, c->baseline[CHANCE].of[METRIC_ACCURACY].at[IN_RANGE], 0.55, 1e-12);
    assert_near("chance", 1, c->baseline[CHANCE].of[METRIC_ACCURACY].at[2], 0.4, 1e-12);
    assert_near("chance", 2, c->baseline[CHANCE].of[METRIC_ACCURACY].at[3], 0.4, 1e-12);
    assert_int_equal(row_of("learned+extend [steps=60]")->finished, 2);
    assert_int_equal(row_of("learned+extend [steps=60]")->passed, 2);
    assert_int_equal(row_of("learned+extend [steps=90]")->passed, 2);
    result_free(&f);
}

/* By the seeds that both have, where both were evaluated: 2 and 3 at 16 words, none at 32 and 64. */
TEST(differences) {
    const struct comparison_result *c = READ(a, b);
    const struct compare_pair *p = pair_of("learned+extend [steps=90]", "learned+extend [steps=60]");
    assert_non_null(p);
    assert_int_equal(p->of[METRIC_ACCURACY][IN_RANGE].n, 2);
    assert_near("in range", 0, p->of[METRIC_ACCURACY][IN_RANGE].mean, ((40 - 38) + (36 - 39)) / 80.0, 1e-12);
    assert_int_equal(p->of[METRIC_ACCURACY][1].n, 2);
    assert_near("at 16", 0, p->of[METRIC_ACCURACY][1].mean, ((39 - 36) + (35 - 38)) / 80.0, 1e-12);
    assert_int_equal(p->of[METRIC_ACCURACY][2].n + p->of[METRIC_ACCURACY][3].n, 0);
    p = pair_of("rope+extend [steps=90]", "learned+extend [steps=90]"); /* no rope in the first folder */
    assert_non_null(p);
    assert_int_equal(p->of[METRIC_ACCURACY][3].n, 3);
    assert_near("rope at 64", 0, p->of[METRIC_ACCURACY][3].mean, -8 / 120.0, 1e-12);
    assert_non_null(pair_of("none [steps=60]", "learned+extend [steps=60]"));
    assert_non_null(pair_of("learned+clamp [steps=60]", "learned+extend [steps=60]"));
    assert_int_equal(c->pairs, 4);
    result_free(&f);
}

/* A folder whose models were evaluated at 16 and 32 words, and which asks for 32: chance is that of 32. */
TEST(fewer_lengths) {
    static const char *const settings[] = {TASK,
                                           "train.steps=80",
                                           "eval.lengths=2x",
                                           "eval.policies=extend",
                                           "compare.encodings=learned",
                                           "compare.seeds=2..2",
                                           NULL};
    static const struct by_hand of = {settings, {2, 16},          {16, 32},
                                      0.55,     {&policy_extend}, {{"learned-seed2", 38, {{36, 20}}}}};
    char late[PATH_MAX_LENGTH];
    put(late, "late", &of);
    const struct comparison_result *own = READ(late, a)->source[0].of;
    assert_int_equal(own->lengths, 1);
    assert_near("chance", 0, own->baseline[CHANCE].of[METRIC_ACCURACY].at[1], 0.4, 1e-12);
    assert_near("learned", 0, own->row[0].of[METRIC_ACCURACY][1].mean, 20 / 40.0, 1e-12);
    result_free(&f);
}

/* In range is each folder's own, so nothing is subtracted there; at 32 words both have seed 2. */
TEST(trained_lengths) {
    const struct comparison_result *c = READ(a, wide);
    struct arena arena = {0};
    struct table t;
    assert_true(c->trained_differ);
    is_mean("rope+extend [words=2..32]", IN_RANGE, 1, 37 / 40.0);
    is_mean("rope+extend [words=2..32]", 1, 0, 0);
    is_mean("rope+extend [words=2..32]", 2, 1, 35 / 40.0);
    is_mean("rope+clamp [words=2..32]", 3, 1, 33 / 40.0);
    assert_true(isnan(c->baseline[CHANCE].of[METRIC_ACCURACY].at[IN_RANGE])); /* 55 % and 60 % */
    const struct compare_pair *p = pair_of("rope+extend [words=2..32]", "learned+extend [words=2..16]");
    assert_non_null(p);
    assert_int_equal(p->of[METRIC_ACCURACY][IN_RANGE].n, 0);
    assert_int_equal(p->of[METRIC_ACCURACY][1].n, 0);
    assert_int_equal(p->of[METRIC_ACCURACY][2].n, 1);
    assert_near("rope at 32", 0, p->of[METRIC_ACCURACY][2].mean, 15 / 40.0, 1e-12);
    fill_summary(&t, c, &arena);
    assert_string_equal(t.value[0].detail, "own");
    assert_string_equal(t.value[1].head, "16");
    assert_string_equal(t.value[1].group->name, "trained");
    assert_string_equal(t.value[2].group->name, "longer for some");
    assert_string_equal(t.value[3].group->name, "longer than in training");
    assert_true(strstr(fill_folders_notes(c, &arena), "Lengths above 16 words for [words=2..16], 32 words for "
                                                      "[words=2..32] are longer than in training.") != NULL);
    arena_free(&arena);
    result_free(&f);
    READ(wide, longer); /* the same longest length, but not the same shortest */
    p = pair_of("learned+extend [words=3..32]", "rope+extend [words=2..32]");
    assert_non_null(p);
    assert_int_equal(p->of[METRIC_ACCURACY][IN_RANGE].n, 0);
    assert_near("learned at 32", 0, p->of[METRIC_ACCURACY][1].mean, (37 - 35) / 40.0, 1e-12);
    result_free(&f);
}

/* In the document each folder has what is its own. */
TEST(folders_in_json) {
    struct arena arena = {0};
    struct comparison_tables tables;
    const struct comparison_result *c = READ(a, wide);
    comparison_fill(&tables, c, &arena);
    json_t *json = comparison_json(c, &tables), *folder = json_array_get(json_object_get(json, "folders"), 1);
    assert_int_equal(json_integer_value(json_object_get(folder, "trained_length")), 32);
    assert_near("chance", 0, json_real_value(json_object_get(folder, "in_range_chance")), 0.6, 1e-12);
    assert_true(json_is_null(json_object_get(json, "trained_length")));
    json_decref(json);
    arena_free(&arena);
    result_free(&f);
}

/* ---- What is said */

static void says(const struct comparison_result *c, const char *text) {
    struct arena arena = {0};
    struct list l;
    fill_folders(&l, c, &arena);
    bool found = strstr(l.note, text);
    for (int i = 0; i < l.items; i++)
        found = found || strstr(l.item[i], text);
    if (!found)
        fail_msg("lacks: %s\nin: %s\n%s", text, l.item[0], l.note);
    arena_free(&arena);
}

TEST(notes) {
    struct arena arena = {0};
    char text[2 * PATH_MAX_LENGTH];
    const struct comparison_result *c = READ(a, b);
    snprintf(text, sizeof text, "[steps=60] %s: 5 of 6 models finished, seeds 1..3; train.steps = 60; 20", a);
    says(c, text);
    snprintf(text, sizeof text, "[steps=90] %s: 6 models, seeds 2..4; train.steps = 90; 20", b);
    says(c, text);
    says(c, "Empty cells: [steps=60] was not evaluated at 64 words; [steps=90] was not evaluated at 32 words.");
    says(c, "No rows: [steps=90] was not evaluated under clamp.");
    says(c, "The pass marks of these comparisons differ; here it is 95 % in range for all rows (compare.gate).");
    result_free(&f);
    c = READ(wide, b); /* a run has no gate of its own */
    assert_near("gate", 0, c->compare.gate, 0.97, 1e-12);
    assert_null(strstr(fill_folders_notes(c, &arena), "pass marks"));
    says(c, "trained on 2..32 words; chance in range 60.0 %; 20");
    arena_free(&arena);
    result_free(&f);
    c = READ(a, longer);
    snprintf(text, sizeof text,
             "[words=3..32] %s: 2 models, seeds 2..3; task.words = 3..32; trained on 3..32 words; 20", longer);
    says(c, text);
    /* what concerns one folder only is printed next to its name */
    struct comparison_result *own = (struct comparison_result *)c->source[1].of;
    own->member[0].result->seen = 0.25;
    own->left_out = 7;
    snprintf(own->note, sizeof own->note, "A note.");
    says(c, "words; 7 test rows not evaluated; 25 % of its examples in range were also in training; A note; 20");
    struct list l;
    fill_folders(&l, c, &arena);
    assert_null(strstr(l.item[0], "test rows"));
    assert_null(strstr(l.item[0], "also in training"));
    arena_free(&arena);
    result_free(&f);
    c = READ(a, other);
    says(c,
         "Differences between [eval.seed=7] and [eval.seed=1] are not shown: evaluated on other examples (eval.seed).");
    assert_null(pair_of("learned+extend [eval.seed=7]", "learned+extend [eval.seed=1]"));
    assert_int_equal(c->pairs, 2);
    result_free(&f);
}

/* Differences need a common seed (the last of one folder and the first of the other is enough) and the same number of
 * examples, whichever folder comes first. */
TEST(shared_seeds) {
    static const char *const folder[][2] = {{a, touching}, {touching, a}, {a, apart},
                                            {apart, a},    {a, fewer},    {fewer, a}};
    static const char *const why[] = {NULL, "no seed in common.", "evaluated on other examples (eval.examples)."};
    for (int i = 0; i < 6; i++) {
        struct arena arena = {0};
        const struct comparison_result *c = READ(folder[i][0], folder[i][1]);
        const char *notes = strstr(fill_folders_notes(c, &arena), "Differences between"), *reason = why[i / 2];
        int across = 0;
        for (int k = 0; k < c->pairs; k++)
            across += c->pair[k].a->first->source != c->pair[k].b->first->source;
        assert_int_equal(across > 0, !reason);
        assert_string_equal(fill_examples(c, &arena), i < 4 ? "40" : "30 to 40");
        assert_int_equal(notes != NULL, reason != NULL);
        assert_true(!reason || strstr(notes, reason));
        arena_free(&arena);
        result_free(&f);
    }
}

/* 32 words are beyond training for one folder only: under two policies these are two differences, whichever folder is
 * subtracted. At 16 words there would be one. */
TEST(tested_twice) {
    static const char *const pairs[] = {"compare.pairs=learned+extend [words=2..16] - learned [words=3..32], "
                                        "learned+clamp [words=2..16] - learned [words=3..32]",
                                        "compare.pairs=learned [words=3..32] - learned+extend [words=2..16], "
                                        "learned [words=3..32] - learned+clamp [words=2..16]"};
    for (int i = 0; i < 2; i++) {
        struct assignments over = {0};
        struct error e;
        READ(a, longer);
        assert_true(assignments_override(&over, pairs[i], &e) && merge_choose_pairs(&f, &over, &e));
        assert_int_equal(f.result.pairs, 2);
        assert_int_equal(f.result.pair->of[METRIC_ACCURACY][2].n, 2);
        assert_int_equal(f.result.tested[METRIC_ACCURACY], 2);
        result_free(&f);
    }
}

/* ---- A baseline that two of three folders have: levels in range, at 16 and at 32 words */

static void add_baseline(const char *folder, struct levels accuracy) {
    struct baseline_levels two[] = {{.name = "chance"}, {.name = TASK_BLIND_TO_SEGMENTS}};
    struct arena arena = {0};
    struct evaluation_result r;
    struct error e;
    assert_true(evaluation_read(&r, folder, &arena, &e));
    for (int k = 0; k < metric_count; k++)
        for (int i = 0; i < COLUMNS_MAX; i++)
            two[1].of[k].at[i] = k == METRIC_ACCURACY ? accuracy.at[i] : (double)NAN;
    two[CHANCE] = r.baseline[CHANCE];
    r.baseline = two;
    r.baselines = 2;
    assert_true(evaluation_write(&r, folder, &e));
    arena_free(&arena);
}

/* Shown where all folders agree that have it, whichever of them comes first. */
TEST(baseline) {
    static const char *const order[] = {"task.name=order",    "eval.examples=40",     "train.steps=60",
                                        "eval.lengths=1x 2x", "eval.policies=extend", NULL};
    static const struct by_hand of = {order, {4, 16}, {16, 32}, 0.5, {&policy_extend}, {{"", 40, {{40, 12}}}}};
    char folder[3][PATH_MAX_LENGTH];
    put(folder[0], "blind0", &of);
    put(folder[1], "blind1", &of);
    put(folder[2], "blind2", &of);
    add_baseline(folder[0], (struct levels){{0.6, 0.5, 0.4}});
    add_baseline(folder[1], (struct levels){{0.6, 0.5, 0.3}});
    for (int k = 0; k < 3; k++) {
        const struct comparison_result *c = READ(folder[k], folder[(k + 1) % 3], folder[(k + 2) % 3]);
        const struct levels *blind = &c->baseline[1].of[METRIC_ACCURACY];
        assert_int_equal(c->baselines, 2);
        assert_near("in range", k, blind->at[IN_RANGE], 0.6, 1e-12);
        assert_near("at 16", k, blind->at[1], 0.5, 1e-12);
        assert_true(isnan(blind->at[2]));
        result_free(&f);
    }
    assert_near("one has it", 0, READ(folder[2], folder[1])->baseline[1].of[METRIC_ACCURACY].at[2], 0.3, 1e-12);
    result_free(&f);
}

/* ---- A test file: the column of all its rows */

static void train_baseline(char path[PATH_MAX_LENGTH], const char *name, const char *seed) {
    char train[PATH_MAX_LENGTH + 24], test[PATH_MAX_LENGTH + 24];
    struct evaluation_result r;
    struct arena arena = {0};
    struct run run;
    struct error e;
    snprintf(path, PATH_MAX_LENGTH, "%s/%s", base, name);
    snprintf(train, sizeof train, "task.train=%s/train.tsv", base);
    snprintf(test, sizeof test, "task.test=%s/test.tsv", base);
    open_run(&run, (const char *const[]){"task.name=tsv", train, test, "model.baseline=bag", "eval.lengths=1x 2x", seed,
                                         NULL});
    if (!member_run(&run.settings, path, (struct train_watch){.threads = 1}, &r, &arena, &e))
        fail_msg("%s", e.text);
    arena_free(&arena);
    run_free(&run);
}

/* 3 of 4 rows of two words are a, 4 of 6 rows of four words are b: chance is 75 and 67 %, and 50 % for all ten. */
TEST(all_rows) {
    static const char rows[] = "label\ttext_a\na\tu v\nb\tv w\na\tu x\n",
                      tests[] = "label\ttext_a\na\tu v\nb\tv w\na\tu x\na\tu u\na\tu v w x\nb\tv v v v\nb\tv v v u\n"
                                "a\tu u u u\nb\tw w v v\nb\tx v v v\n";
    char one[PATH_MAX_LENGTH], two[PATH_MAX_LENGTH];
    write_file(base, "train.tsv", (struct bytes){rows, sizeof rows - 1});
    write_file(base, "test.tsv", (struct bytes){tests, sizeof tests - 1});
    train_baseline(one, "seed1", "train.seed=1");
    train_baseline(two, "seed2", "train.seed=2");
    const struct comparison_result *c = READ(one, two);
    assert_true(c->total);
    assert_int_equal(c->lengths, 2);
    assert_near("chance", 0, c->baseline[CHANCE].of[METRIC_ACCURACY].at[1], 0.75, 1e-9);
    assert_near("chance", 1, c->baseline[CHANCE].of[METRIC_ACCURACY].at[2], 4 / 6.0, 1e-9);
    assert_near("chance", 2, c->baseline[CHANCE].of[METRIC_ACCURACY].at[3], 0.5, 1e-9);
    assert_int_equal(c->words[3].low, 1);
    assert_int_equal(c->words[3].high, 4);
    result_free(&f);
}

/* Where settings do not tell folders apart, or are many, names of folders do. */
TEST(names) {
    char again[PATH_MAX_LENGTH], nested[PATH_MAX_LENGTH], name[PATH_MAX_LENGTH + 16];
    put(again, "again", &of_short);
    READ(a, again, b);
    row_of("none [short]");
    row_of("none [again]");
    row_of("rope+extend [long]");
    assert_non_null(pair_of("none [again]", "none [short]"));
    result_free(&f);
    put(nested, "again/short", &of_short); /* the same last name */
    READ(a, nested);
    snprintf(name, sizeof name, "none [%s]", nested);
    row_of(name);
    result_free(&f);
}

/* Settings in which folders differ are those of a sweep; a seed is none, and then a name keeps its folder. */
TEST(sweeps) {
    struct arena arena = {0};
    struct sweeps all = READ(a, b)->sweeps;
    const struct compare_row *row = row_of("learned+extend [steps=90]");
    assert_int_equal(all.count, 1);
    assert_string_equal(all.of->name, "steps");
    assert_string_equal(fill_plain(row->name, row->first, &all, &arena), "learned+extend");
    result_free(&f);
    all = READ(a, other)->sweeps;
    row = row_of("learned+extend [eval.seed=7]");
    assert_int_equal(all.count, 0);
    assert_string_equal(fill_plain(row->name, row->first, &all, &arena), "learned+extend [eval.seed=7]");
    result_free(&f);
    arena_free(&arena);
}

/* One number a line, with its folder and the settings that folders differ in. */
TEST(csv) {
    struct arena arena = {0};
    struct table t;
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    fill_summary(&t, READ(a, b), &arena);
    table_csv(out, &t);
    fclose(out);
    const char *const lines[] = {
        "name,mixer,encoding,policy,passed,passed_of,folder,steps,evaluated_at,length_low,length,metric,",
        "\nlearned+extend [steps=90],attention,learned,extend,2,3,steps=90,90,4x,64,64,accuracy,0.716666667,",
        "\nnone [steps=60],attention,none,extend,0,3,steps=60,60,2x,32,32,accuracy,0.5,",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (!strstr(text, lines[i]))
            fail_msg("lacks: %s\nin: %s", lines[i], text);
    assert_null(strstr(text, "[steps=90],attention,learned,extend,2,3,steps=90,90,2x")); /* not evaluated there */
    free(text);
    arena_free(&arena);
    result_free(&f);
}

/* ---- What is refused */

static void refused(const char *x, const char *y, const char *message) {
    struct error e;
    if (merge_folders(&f, (const char *const[]){x, y}, 2, &e))
        fail_msg("taken, though %s", message);
    assert_string_equal(e.text, message);
    assert_int_equal(e.code, EXIT_USAGE);
}

TEST(refused) {
    static const char *const task[] = {"task.name=order",    "eval.examples=40",     "train.steps=60",
                                       "eval.lengths=1x 2x", "eval.policies=extend", NULL};
    static const char *const tokens[] = {
        TASK, "task.fillers=9", "train.steps=60", "eval.lengths=1x 2x", "eval.policies=extend", NULL};
    struct by_hand of = {task, {4, 16}, {16, 32}, 0.5, {&policy_extend}, {{"", 40, {{40, 12}}}}};
    char path[PATH_MAX_LENGTH], message[4 * PATH_MAX_LENGTH], again[PATH_MAX_LENGTH + 16];
    snprintf(again, sizeof again, "%s/../short", a);
    snprintf(message, sizeof message, "%s is given twice, as %s", again, a);
    refused(a, again, message);
    snprintf(message, sizeof message, "%s is given twice", a);
    refused(a, a, message);
    snprintf(again, sizeof again, "%s/none-seed2", a);
    snprintf(message, sizeof message, "%s is one of the runs of %s; leave it out", again, a);
    refused(again, a, message);
    put(path, "order", &of);
    snprintf(message, sizeof message, "%s and %s are not about the same task: task.name = first there, order here", a,
             path);
    refused(a, path, message);
    of.settings = tokens;
    of.trained = (struct range){2, 16};
    put(path, "tokens", &of);
    snprintf(message, sizeof message, "%s and %s are not about the same task: task.fillers = 16 there, 9 here", a,
             path);
    refused(a, path, message);
}

/* ---- Pairs and gate of the command line */

TEST(chosen) {
    struct assignments over = {0};
    struct error e;
    READ(a, b);
    assert_true(assignments_override(&over, "compare.pairs=rope [steps=90] - none [steps=60]", &e));
    assert_true(assignments_override(&over, "compare.gate=0.97", &e));
    assert_true(merge_choose_pairs(&f, &over, &e));
    assert_int_equal(f.result.pairs, 1);
    assert_near("at 16", 0, f.result.pair->of[METRIC_ACCURACY][1].mean, ((40 - 20) + (39 - 19)) / 80.0, 1e-12);
    assert_int_equal(row_of("learned+extend [steps=60]")->passed, 1);
    assert_true(assignments_override(&over, "compare.pairs=rope [steps=91] - none [steps=60]", &e) ||
                assignments_set(&over, "compare.pairs", "rope [steps=91] - none [steps=60]", "command line", &e));
    assert_false(merge_choose_pairs(&f, &over, &e));
    assert_string_equal(e.text, "compare.pairs: there is no row 'rope [steps=91]' in the result (did you mean rope "
                                "[steps=90]?)");
    result_free(&f);
}

GROUP(merge_folders, write_all, drop_all)
