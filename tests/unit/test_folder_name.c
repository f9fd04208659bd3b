/* test_folder_name.c -- the default folder name of a comparison or a run. */
#include <stdio.h>
#include <string.h>

#include "cli/arguments.h"
#include "encoding/kinds.h"
#include "folder/folder_name.h"
#include "settings/settings_table.h"
#include "study/plan.h"
#include "unit/tests.h"

struct call {
    const char *settings[7];
};

static void assign(struct assignments *a, const struct call *call) {
    struct error e;
    memset(a, 0, sizeof *a);
    for (int i = 0; call->settings[i]; i++)
        if (!assignments_override(a, call->settings[i], &e))
            fail_msg("%s", e.text);
}

static void comparison(char folder[PATH_MAX_LENGTH], const struct call *call) {
    static struct comparison_result c;
    struct assignments a;
    struct arena arena = {0};
    struct error e;
    assign(&a, call);
    struct yielded y;
    compare_yield(&a, &y);
    if (!compare_list(&c, &a, &arena, &e))
        fail_msg("%s", e.text);
    folder_name_comparison(folder, &c.settings, &a, &(struct folder_source){.path = NULL});
    arena_free(&arena);
}

static void assert_ends_in_sum(const char *folder, const char *begin) {
    assert_memory_equal(folder, begin, strlen(begin));
    assert_int_equal(strlen(folder), strlen(begin) + 8);
    assert_int_equal(strspn(folder + strlen(begin), "0123456789abcdef"), 8);
    assert_true(strlen(folder) <= strlen("runs/") + FOLDER_NAME);
}

/* What differs from the defaults, by whatever way it was said, and nothing else. */
TEST(comparison) {
    static const struct {
        const char *name;
        struct call call[3]; /* equal ones */
    } rows[] = {
        {"runs/compare", {{{NULL}}, {{"train.steps=800", "train.warmup=50"}}, {{"task.name=order", "rope.base=1e4"}}}},
        {"runs/compare",
         {{{"compare.members=rope", "compare.seeds=2..4"}},
          {{"eval.lengths=32x", "eval.policies=clamp", "compare.gate=0.5", "train.keep=none"}},
          {{"compare.members=t5, rope base=100", "compare.pairs=rope base=100 - t5", "compare.grid=clip=1,2"}}}},
        {"runs/compare-first", {{{"task.name=first"}}}},
        {"runs/compare-reverse-steps-1600",
         {{{"task.name=reverse", "train.steps=1600"}}, {{"train.steps=1600", "task.name=reverse"}}}},
        /* the warm-up of so few steps is 2, which is nobody's setting; neither are heads that divide the width */
        {"runs/compare-steps-20", {{{"train.steps=20"}}, {{"train.steps=20", "train.warmup=2"}}}},
        {"runs/compare-steps-20-warmup-3", {{{"train.steps=20", "train.warmup=3"}}}},
        {"runs/compare-d_model-6", {{{"model.d_model=6"}}, {{"model.d_model=6", "model.heads=3"}}}},
        {"runs/compare-batch-32-learning_rate-0.001",
         {{{"train.learning_rate=1e-3", "train.batch=32"}}, {{"train.batch=32", "train.learning_rate=0.001"}}}},
        {"runs/compare-words-4..8", {{{"task.words=4..8"}}}},
        {"runs/compare-positions-random", {{{"train.positions=random"}}}},
        {"runs/compare-eval.positions-random", {{{"eval.positions=random"}}}},
        {"runs/compare-eval.seed-2", {{{"eval.seed=2"}}}},
        {"runs/compare-eval.policies-refuse", {{{"eval.policies=refuse"}}, {{"eval.policies=clamp refuse"}}}},
        {"runs/compare-mixer-gru", {{{"model.mixer=gru"}}}},
        {"runs/compare-rope.base-100-sinusoidal.base-100", {{{"encoding.base=100"}}, {{"base=1e2"}}}},
        {"runs/compare-learned.std-0.5-rope.base-100",
         {{{"rope.base=100", "learned.std=0.5", "compare.members=rope, learned"}},
          {{"learned.std=5e-1", "rope.base=1e2", "compare.members=learned, rope, none"}}}},
        {"runs/compare-epsilon-1e-05", {{{"train.epsilon=1e-5"}}, {{"train.epsilon=0.00001"}}}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int k = 0; k < 3 && (k == 0 || rows[i].call[k].settings[0]); k++) {
            char folder[PATH_MAX_LENGTH];
            comparison(folder, &rows[i].call[k]);
            if (strcmp(folder, rows[i].name) != 0)
                fail_msg("row %zu, %d: %s", i, k, folder);
        }
}

/* A long one is cut after a whole word; settings that differ only in what was cut have other names. */
TEST(long) {
    struct call call = {{"task.name=reverse", "train.learning_rate=0.01", "train.batch=8", "train.steps=1600",
                         "model.d_model=48", NULL}};
    char folder[PATH_MAX_LENGTH], other[PATH_MAX_LENGTH];
    comparison(folder, &call);
    assert_string_equal(folder, "runs/compare-reverse-d_model-48-steps-1600-batch-8-learning_rate-0.01");
    call.settings[5] = "train.epsilon=1e-7";
    comparison(folder, &call);
    assert_ends_in_sum(folder, "runs/compare-reverse-d_model-48-steps-1600-batch-8-");
    call.settings[5] = "train.epsilon=1e-6";
    comparison(other, &call);
    assert_ends_in_sum(other, "runs/compare-reverse-d_model-48-steps-1600-batch-8-");
    assert_string_not_equal(folder, other);
}

/* Files go by their last names, without what a shell would read; which one it is the folder knows. */
TEST(of_files) {
    tests_need("rows");
    struct call call = {{"task.name=tsv", "task.train=a/rows.csv", NULL}};
    char folder[PATH_MAX_LENGTH];
    comparison(folder, &call);
    assert_string_equal(folder, "runs/compare-tsv-train-rows.csv");
    call.settings[1] = "task.train=my $rows.csv";
    comparison(folder, &call);
    assert_string_equal(folder, "runs/compare-tsv-train-my-rows.csv");
}

/* A config or a file of rows goes first, then what was typed; its own settings are not named. */
TEST(of_source) {
    static const struct {
        const char *path, *run, *compare;
        struct call own, typed;
    } rows[] = {
        {"configs/flip.ini", "runs/flip-learned", "runs/flip", {{"task.name=flip", "train.steps=600"}}, {{NULL}}},
        {"flip.ini", "runs/flip-learned", "runs/flip", {{"task.name=flip", "train.steps=600"}}, {{"train.steps=6e2"}}},
        {"flip.ini",
         "runs/flip-rope-seed3-steps-800-rope.base-100",
         "runs/flip-steps-800-rope.base-100",
         {{"task.name=flip", "train.steps=600"}},
         {{"train.steps=800", "encoding.name=rope", "rope.base=100", "train.seed=3", "compare.members=rope"}}},
        {"a/mine.ini", "runs/mine-learned-first", "runs/mine-first", {{"train.batch=8"}}, {{"task.name=first"}}},
        {"my rows.csv.gz", "runs/my-rows-learned", "runs/my-rows", {{"train.batch=8"}}, {{NULL}}},
        {"../.hidden.csv", "runs/hidden-learned", "runs/hidden", {{"train.batch=8"}}, {{NULL}}},
        {"-", "runs/rows-learned", "runs/rows", {{"train.batch=8"}}, {{NULL}}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct folder_source from = {.path = rows[i].path};
        struct assignments a, all;
        struct settings s;
        struct error e;
        char folder[PATH_MAX_LENGTH];
        memset(&all, 0, sizeof all);
        for (int k = 0; rows[i].own.settings[k]; k++) {
            const char *key = rows[i].own.settings[k], *value = strchr(key, '=') + 1;
            char name[64];
            snprintf(name, sizeof name, "%.*s", (int)(value - key - 1), key);
            assert_true(assignments_set(&all, name, value, rows[i].path, &e));
        }
        assert_true(settings_resolve(&from.plain, &all, NULL, &e));
        assign(&a, &rows[i].typed);
        assert_true(arguments_add(&all, &a, &e));
        from.given = &all;
        assignments_of_runs(&a, &all);
        assert_true(settings_resolve(&s, &a, NULL, &e));
        folder_name_run(folder, &s, &from);
        assert_string_equal(folder, rows[i].run);
        folder_name_comparison(folder, &s, &all, &from);
        assert_string_equal(folder, rows[i].compare);
    }
    char second[PATH_MAX_LENGTH];
    folder_name_number(second, "runs/own", 1);
    assert_string_equal(second, "runs/own");
    folder_name_number(second, "runs/own", 2);
    assert_string_equal(second, "runs/own-2");
}

/* ---- An option that kinds have with defaults of their own: what is the default of one is not that of another */

/* Whether an encoding that can have the default of this one's option has another. */
static bool has_others(const struct setting *of) {
    char value[SETTING_TEXT_MAX], usual[SETTING_TEXT_MAX];
    struct error e;
    bool others = false;
    for (const struct encoding *const *c = encodings; *c; c++) {
        const struct setting *o = setting_named((*c)->options, setting_last_word(of->key));
        others |= o && settings_normal(o, of->standard, value, &e) && settings_normal(o, o->standard, usual, &e) &&
                  strcmp(value, usual) != 0;
    }
    return others;
}

/* Every option of a kind set to its default: the name is the usual one, and under the name that all encodings have for
 * it only if that is the default of all. Returns how many are not. */
static int check_defaults(const struct setting *table, const char *owner) {
    bool kinds = strncmp(owner, "every ", 6) != 0 && !task_named(owner);
    int differing = 0;
    for (const struct setting *o = table; kinds && o && o->key; o++) {
        char folder[PATH_MAX_LENGTH], one[256], all[256];
        bool others = has_others(o);
        snprintf(one, sizeof one, "%s=%s", o->key, o->standard);
        comparison(folder, &(struct call){{"compare.members=all", one}});
        if (strcmp(folder, "runs/compare") != 0)
            fail_msg("%s, its default: %s", one, folder);
        if (!encoding_find(owner))
            continue;
        snprintf(all, sizeof all, "encoding.%s=%s", setting_last_word(o->key), o->standard);
        comparison(folder, &(struct call){{"compare.members=all", all}});
        if ((strcmp(folder, "runs/compare") != 0) != others)
            fail_msg("%s, the default of %s: %s", all, owner, folder);
        differing += others;
    }
    return differing;
}

TEST(each_default) {
    int differing = 0;
    for (const struct settings_owned *of = settings_tables(); of->owner; of++)
        differing += check_defaults(of->table, of->owner);
    assert_true(differing > 0);
}

TEST(of_run) {
    static const struct {
        const char *name;
        struct call call;
    } rows[] = {
        {"runs/order-learned-seed1", {{"eval.lengths=1x", "eval.policies=clamp", "train.keep=none"}}},
        {"runs/first-rope-seed7-rope.base-100-steps-300",
         {{"task.name=first", "encoding.name=rope", "train.seed=7", "rope.base=100", "train.steps=300"}}},
        {"runs/first-rope-seed7-rope.base-100",
         {{"task.name=first", "encoding.name=rope", "train.seed=7", "rope.base=1e2"}}},
        {"runs/order-gru-seed1", {{"model.mixer=gru", "encoding.name=none"}}},
        {"runs/order-baseline-bag-seed1", {{"model.baseline=bag"}}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct assignments a;
        struct settings s;
        struct error e;
        char folder[PATH_MAX_LENGTH];
        assign(&a, &rows[i].call);
        if (!settings_resolve(&s, &a, NULL, &e))
            fail_msg("%s", e.text);
        folder_name_run(folder, &s, &(struct folder_source){.path = NULL});
        assert_string_equal(folder, rows[i].name);
    }
}

GROUP(folder_name, NULL, NULL)
