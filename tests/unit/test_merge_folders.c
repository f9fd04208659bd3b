/* test_merge_folders.c -- several folders of results compared, made by hand and lopsided: a failed seed, other seeds,
 * other lengths, other trained lengths, a run with comparisons. Numbers are computed from right answers out of 40. */
#include "unit/tests.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "result/comparison_document.h"
#include "result/comparison_notes.h"
#include "result/fill_comparison.h"
#include "result/fill_folders.h"
#include "result/table_lengths.h"
#include "study/merge_folders.h"
#include "study/pairs.h"
#include "study/result.h"
#include "unit/by_hand.h"
#include "unit/drawing.h"
#include "unit/golden.h"
#include "unit/near.h"
#include "unit/opened.h"

/* A folder: its settings, beyond those that most have, the trained lengths low..high, the other evaluated one, chance
 * in range, members. */
#define TASK "task.name=first", "eval.examples=40"
#define SETTINGS(...) ((const char *const[]){__VA_ARGS__, NULL})
#define USUAL(...) SETTINGS("task.name=first", "eval.lengths=1x 2x", "eval.policies=extend clamp", __VA_ARGS__)
#define IN_ORDER \
    SETTINGS("task.name=order", "eval.examples=40", "train.steps=60", "eval.lengths=1x 2x", "eval.policies=extend")
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
                                                "compare.encodings=learned rope", "compare.seeds=2..4"),
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

static char base[PATH_MAX_LENGTH / 2], made[8][PATH_MAX_LENGTH];
static char *const a = made[0], *const b = made[1], *const wide = made[2], *const other = made[3],
                   *const touching = made[4], *const apart = made[5], *const fewer = made[6], *const longer = made[7];

static void put(char *to, const char *name, const struct by_hand *of) {
    struct error e;
    snprintf(to, PATH_MAX_LENGTH, "%s/%s", base, name);
    assert_true(file_make_folder(to, &e));
    by_hand_write(to, of);
}

static int write_all(void **state) {
    static const char *const name[] = {"short", "long", "wide", "other", "touching", "apart", "fewer", "longer"};
    static const struct by_hand *const of[] = {&of_short,    &of_long,  &of_wide,  &of_other,
                                               &of_touching, &of_apart, &of_fewer, &of_longer};
    char folder[PATH_MAX_LENGTH];
    snprintf(base, sizeof base, "%s", fresh_folder(folder));
    for (int i = 0; i < 8; i++)
        put(made[i], name[i], of[i]);
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

static const struct compare_pair *pair_of(const char *x, const char *y) {
    for (int k = 0; k < f.result.pairs; k++)
        if (strcmp(f.result.pair[k].a->name, x) == 0 && strcmp(f.result.pair[k].b->name, y) == 0)
            return &f.result.pair[k];
    return NULL;
}

/* A folder whose models were evaluated at 16 and 32 words, and which asks for 32: chance is that of 32. */
TEST(fewer_lengths) {
    const struct by_hand of = {SETTINGS(TASK, "train.steps=80", "eval.lengths=2x", "eval.policies=extend",
                                        "compare.encodings=learned", "compare.seeds=2..2"),
                               {2, 16},
                               {16, 32},
                               0.55,
                               {&policy_extend},
                               {{"learned-seed2", 38, {{36, 20}}}}};
    char late[PATH_MAX_LENGTH];
    put(late, "late", &of);
    const struct comparison_result *own = READ(late, a)->source[0].of;
    assert_int_equal(own->lengths, 1);
    assert_near("chance", 0, own->baseline[CHANCE].of[METRIC_ACCURACY].at[1], 0.4, 1e-12);
    assert_near("learned", 0, own->row[0].of[METRIC_ACCURACY][1].mean, 20 / 40.0, 1e-12);
    result_free(&f);
}

/* 32 words are longer than in training for one of two folders. */
TEST(trained_lengths) {
    static const char *const group[] = {"trained", "longer for some", "longer than in training"};
    struct arena arena = {0};
    struct table t;
    fill_summary(&t, READ(a, wide), &arena);
    assert_string_equal(t.value[0].detail, "own");
    for (int i = 0; i < 3; i++)
        assert_string_equal(t.value[1 + i].group->name, group[i]);
    arena_free(&arena);
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

/* Lists, means and differences of two folders, with their paths and dates left out. */
static void write_both(FILE *out, const char *const folder[2]) {
    struct arena arena = {0};
    struct table t;
    struct list l;
    const struct comparison_result *c = read_all(folder, 2);
    fill_folders(&l, c, &arena);
    for (int i = 0; i < l.items; i++) {
        const char *path = strstr(l.item[i], base), *date = strstr(l.item[i], "; 20");
        assert_true(path && date);
        fprintf(out, "%.*s%.*s\n", (int)(path - l.item[i]), l.item[i], (int)(date - path) - (int)strlen(base) - 1,
                path + strlen(base) + 1);
    }
    for (int i = 0; i < l.note.count; i++)
        fprintf(out, "%s\n", l.note.line[i]);
    fill_summary(&t, c, &arena);
    table_csv(out, &t);
    fill_pairs(&t, c, &arena);
    table_csv(out, &t);
    fputc('\n', out);
    arena_free(&arena);
    result_free(&f);
}

/* Means are of each folder's own seeds, differences of those that both have, at lengths where both were evaluated:
 * learned, 90 less 60 steps, by seeds 2 and 3 at 16 words (39 - 36 + 35 - 38) / 80, none at 32 and 64. In range is each
 * folder's own where the trained lengths differ, so nothing is subtracted there: rope less learned is at 32 words
 * alone, (35 - 20) / 40; learned less rope at 32 (37 - 35) / 40. Other examples cannot be subtracted. */
TEST(both) {
    static const char *const folders[][2] = {{a, b}, {a, wide}, {wide, longer}, {a, longer}, {a, other}};
    struct drawing_text d;
    FILE *out = drawing_open(&d);
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        write_both(out, folders[i]);
    assert_golden("merge-folders.txt", drawing_close(&d));
    drawing_free(&d);
}

/* What concerns one folder only is printed next to its name. */
TEST(notes) {
    struct arena arena = {0};
    struct list l;
    const struct comparison_result *c = READ(a, longer);
    struct comparison_result *own = (struct comparison_result *)c->source[1].of;
    own->member[0].result->seen = 0.25;
    own->left_out = 7;
    snprintf(own->note, sizeof own->note, "A note.");
    fill_folders(&l, c, &arena);
    assert_non_null(
        strstr(l.item[1],
               "words; 7 test rows not evaluated; 25 % of its examples in range were also in training; A note; 20"));
    assert_true(!strstr(l.item[0], "test rows") && !strstr(l.item[0], "also in training"));
    arena_free(&arena);
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
        const char *reason = why[i / 2];
        int across = 0, told = 0;
        struct lines notes = {0};
        fill_folders_notes(&notes, c, &arena);
        for (int k = 0; k < notes.count; k++)
            if (strstr(notes.line[k], "Differences between") && ++told)
                assert_true(reason && strstr(notes.line[k], reason));
        for (int k = 0; k < c->pairs; k++)
            across += c->pair[k].a->first->source != c->pair[k].b->first->source;
        assert_int_equal(across > 0, !reason);
        assert_string_equal(fill_examples(c, "", &arena), i < 4 ? "40" : "30 to 40");
        assert_int_equal(told, reason != NULL);
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
    const struct by_hand of = {IN_ORDER, {4, 16}, {16, 32}, 0.5, {&policy_extend}, {{"", 40, {{40, 12}}}}};
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

/* ---- What is refused */

static void refused(const char *x, const char *y, const char *message) {
    struct error e;
    if (merge_folders(&f, (const char *const[]){x, y}, 2, &e))
        fail_msg("taken, though %s", message);
    assert_string_equal(e.text, message);
    assert_int_equal(e.code, EXIT_USAGE);
}

TEST(refused) {
    struct by_hand of = {IN_ORDER, {4, 16}, {16, 32}, 0.5, {&policy_extend}, {{"", 40, {{40, 12}}}}};
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
    of.settings = SETTINGS(TASK, "task.fillers=9", "train.steps=60", "eval.lengths=1x 2x", "eval.policies=extend");
    of.trained = (struct range){2, 16};
    put(path, "tokens", &of);
    snprintf(message, sizeof message, "%s and %s are not about the same task: task.fillers = 16 there, 9 here", a,
             path);
    refused(a, path, message);
}

/* Pairs and gate of the command line. */
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
    assert_true(assignments_set(&over, "compare.pairs", "rope [steps=91] - none [steps=60]", "command line", &e));
    assert_false(merge_choose_pairs(&f, &over, &e));
    assert_string_equal(e.text, "compare.pairs: there is no row 'rope [steps=91]' in the result (did you mean rope "
                                "[steps=90]?)");
    result_free(&f);
}

OF_BYTES;
GROUP(merge_folders, write_all, drop_all)
