/* test_growing.c -- how a comparison's folder grows when commands add members, seeds, lengths and policies, and what it
 * refuses; and which members a part has. */
#include "unit/tests.h"

#include <stdio.h>
#include <string.h>

#include "base/file_lock.h"
#include "study/comparison_folder.h"
#include "study/find_finished.h"
#include "study/plan.h"
#include "unit/opened.h"

/* ---- Lengths and policies */

static struct evaluation with(const char *lengths, const char *chosen) {
    struct evaluation e = {.examples = 7};
    snprintf(e.lengths, sizeof e.lengths, "%s", lengths);
    snprintf(e.policies, sizeof e.policies, "%s", chosen);
    return e;
}

TEST(joined_lists) {
    static const struct {
        const char *lengths, *policies, *asked_lengths, *asked_policies;
        bool lacks;
        const char *all_lengths, *all_policies;
    } rows[] = {
        {"1x 2x", "all", "1x 2x", "all", false, "1x 2x", "all"},
        {"1x 2x", "all", "2x, 1x", "all", false, "1x 2x", "all"}, /* in another order */
        {"1x 2x 4x", "all", "4x", "clamp", false, "1x 2x 4x", "all"},
        {"1x 2x", "all", "1x 2x 4x", "all", true, "1x 2x 4x", "all"},
        {"1x 2x", "all", "4x 2x 1x", "all", true, "1x 2x 4x", "all"},
        {"1x 2x", "all", "2x4", "all", true, "1x 2x 2x4", "all"},
        {"1x 2x", "all", "2x 4x 8x", "all", true, "1x 2x 4x 8x", "all"},
        {"1x", "clamp", "1x", "clamp ntk", true, "1x", "clamp ntk"},
        {"1x", "clamp, wrap", "1x", "wrap clamp", false, "1x", "clamp wrap"},
        {"1x", "clamp", "1x", "ntk", true, "1x", "clamp ntk"},
        {"1x", "clamp, wrap", "1x", "all", true, "1x", "all"},
        {"1x", "clamp refuse", "1x", "refuse wrap", true, "1x", "refuse clamp wrap"},
        {"1x", "clamp wrap", "1x 2x", "clamp", true, "1x 2x", "clamp wrap"},
        {"1x", "all", "1x", "log_length", true, "1x", "log_length all"}, /* `all` does not have it */
        {"1x", "log_length all", "1x", "wrap log_length", false, "1x", "log_length all"},
        {"1x", "clamp log_length", "1x", "all", true, "1x", "clamp log_length all"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct evaluation there = with(rows[i].lengths, rows[i].policies);
        struct evaluation asked = with(rows[i].asked_lengths, rows[i].asked_policies);
        struct error e;
        asked.examples = 9;
        if (evaluation_lacks(&there, &asked) != rows[i].lacks)
            fail_msg("row %zu: %s", i, rows[i].lacks ? "lacks none" : "lacks some");
        assert_true(evaluation_join(&asked, &there, &e));
        assert_string_equal(asked.lengths, rows[i].all_lengths);
        assert_string_equal(asked.policies, rows[i].all_policies);
        assert_int_equal(asked.examples, 9);
        assert_false(evaluation_lacks(&asked, &there));
    }
}

/* A list that would not fit into a setting is refused, not cut. */
TEST(long_list) {
    struct evaluation there = with("", "all"), asked = with("1x", "all");
    struct error e;
    for (int i = 0; i < 23; i++)
        snprintf(there.lengths + strlen(there.lengths), sizeof there.lengths - strlen(there.lengths), "%d%s",
                 1000000 + i, i < 22 ? " " : "");
    asked = with("100000", "all");
    assert_true(evaluation_join(&asked, &there, &e)); /* 183 and 7 characters */
    asked = with("1000000x1", "all");
    assert_false(evaluation_join(&asked, &there, &e));
    assert_non_null(strstr(e.text, "eval.lengths: "));
    there = with("1x", "all");
    for (int i = 0; i < LENGTHS_MAX - 1; i++)
        snprintf(there.lengths + strlen(there.lengths), sizeof there.lengths - strlen(there.lengths), " %d", 20 + i);
    asked = with("40", "all");
    assert_true(evaluation_join(&asked, &there, &e));
    asked = with("19", "all");
    assert_false(evaluation_join(&asked, &there, &e));
}

/* ---- Folders */

static void assign(struct assignments *a, const char *const settings[]) {
    static const char *const base[] = {"task.name=first", "train.steps=60", "train.warmup=10", NULL};
    struct error e;
    memset(a, 0, sizeof *a);
    for (int i = 0; base[i]; i++)
        assert_true(assignments_override(a, base[i], &e));
    for (int i = 0; settings[i]; i++)
        if (!assignments_override(a, settings[i], &e))
            fail_msg("%s", e.text);
}

struct call {
    const char *settings[6];
};

static bool open_call(const struct call *call, const char *name, struct error *e) {
    static struct comparison_result c;
    struct assignments a;
    struct arena arena = {0};
    assign(&a, call->settings);
    if (!compare_list(&c, &a, &arena, e))
        fail_msg("%s", e->text);
    assert_true(file_path(c.folder, test_folder, name, e));
    bool fits = compare_fits(&c, &a, c.folder, e), ok = compare_open(&c, &a, e);
    arena_free(&arena);
    assert_int_equal(fits, ok);
    return ok;
}

static const char *config_of(const char *name, struct arena *arena) {
    char path[PATH_MAX_LENGTH], inside[PATH_MAX_LENGTH];
    struct error e;
    size_t size;
    assert_true(file_path(inside, test_folder, name, &e) && file_path(path, inside, "config.ini", &e));
    return (const char *)file_read(path, COMPARISON_TEXT, arena, &size, &e);
}

/* A folder as one call leaves it, and another call: what its config.ini says then; nothing: what it said. Whichever of
 * the two comes first, it is the same. */
TEST(folders) {
    static const struct {
        struct call there, here;
        const char *has[3];
    } rows[] = {
        {{{"compare.seeds=1..2"}}, {{"compare.seeds=1..2"}}, {NULL}},
        {{{"compare.members=learned, rope"}}, {{"compare.members=rope"}}, {NULL}},
        {{{"compare.members=rope", "compare.seeds=1..5"}}, {{"compare.members=rope", "compare.seeds=2..3"}}, {NULL}},
        {{{"compare.seeds=1..2"}}, {{"compare.seeds=1..3"}}, {"\nseeds = 1..3\n"}},
        {{{"compare.members=rope", "compare.seeds=1..2"}},
         {{"compare.members=rope", "compare.seeds=2..4"}},
         {"\nmembers = rope\n", "\nseeds = 1..4\n"}},
        {{{"compare.members=rope", "compare.seeds=1..2"}},
         {{"compare.members=rope", "compare.seeds=7..9"}}, /* those between are of it, too */
         {"\nseeds = 1..9\n"}},
        {{{"compare.members=rope, none", "compare.seeds=1..2"}},
         {{"compare.members=learned, none", "compare.seeds=1..2"}},
         {"\nmembers = none, learned, rope\n", "\nseeds = 1..2\n"}},
        {{{"compare.members=rope, none", "compare.seeds=1..2"}},
         {{"compare.members=learned, none", "compare.seeds=2..4"}},
         {"\nmembers = none, learned seeds=2..4, rope seeds=1..2\n", "\nseeds = 1..4\n"}},
        {{{"compare.members=rope, none seeds=1..4", "compare.seeds=1..2"}},
         {{"compare.members=rope, none, alibi", "compare.seeds=1..4"}},
         {"\nmembers = rope, none, alibi\n", "\nseeds = 1..4\n"}},
        {{{"compare.members=rope, none", "compare.seeds=1..2"}},
         {{"compare.members=rope, rope base=100, gru/sinusoidal, baseline/bag", "compare.seeds=1..2"}},
         {"\nmembers = none, rope, rope base=100, gru/sinusoidal, baseline/bag\n"}},
        {{{"model.mixer=gru", "compare.members=none, gru/sinusoidal", "compare.seeds=1"}},
         {{"model.mixer=gru", "compare.members=attention/rope, none", "compare.seeds=1"}},
         {"\nmembers = attention/rope, gru/none, gru/sinusoidal\n"}},
        {{{"compare.grid=clip=1,2", "compare.seeds=1", "compare.members=rope"}},
         {{"compare.grid=clip=1,2,3", "compare.seeds=1", "compare.members=rope"}},
         {"\nmembers = rope\ngrid = clip=1,2,3\n"}},
        {{{"compare.grid=clip=1,2", "compare.seeds=1", "compare.members=rope"}},
         {{"compare.grid=clip=1,2", "compare.seeds=1", "compare.members=alibi"}},
         {"\nmembers = rope, alibi\ngrid = clip=1,2\n"}},
        {{{"compare.grid=clip=1,2", "compare.seeds=1", "compare.members=rope"}},
         {{"compare.grid=clip=2,3", "compare.seeds=1", "compare.members=rope"}},
         {"\nmembers = rope clip=1, rope clip=2, rope clip=3\nseeds = "}},
        {{{"eval.lengths=1x"}}, {{"eval.lengths=2x"}}, {"\nlengths = 1x 2x\n"}},
        {{{"eval.lengths=1x 2x"}}, {{"eval.lengths=1x"}}, {NULL}},
        {{{"eval.policies=clamp"}}, {{"eval.policies=wrap ntk"}}, {"\npolicies = clamp wrap ntk\n"}},
        {{{"compare.members=rope+ntk"}}, {{"compare.members=rope+clamp"}}, {"\nmembers = rope+clamp+ntk\n"}},
        {{{"compare.members=rope+ntk, none"}},
         {{"compare.members=rope, none"}},
         {"\nmembers = rope, none\n", "\npolicies = all\n"}},
        {{{"eval.policies=wrap", "compare.members=rope"}},
         {{"eval.policies=wrap", "compare.members=rope+ntk, learned"}},
         {"\nmembers = learned, rope\n", "\npolicies = wrap ntk\n"}},
        {{{"eval.lengths=4x 40 2x 7"}}, {{"eval.lengths=10x 9 3x"}}, {"\nlengths = 2x 3x 4x 10x 7 9 40\n"}},
        {{{"compare.members=rope", "rope.base=100"}},
         {{"compare.members=learned", "learned.std=0.5"}},
         {"\nmembers = learned, rope\n", "\n[rope]\nbase = 100\n", "\n[learned]\nstd = 0.5\n"}},
        /* what has no effect on any number is as one of them said */
        {{{"train.keep=all"}}, {{"train.keep=none", "compare.seeds=1..2"}}, {"\nkeep = none\n"}},
        {{{"compare.members=rope"}}, {{"compare.members=rope", "rope.base=1e4"}}, {NULL}},
    };
    enum { BY_ORDER = 2 };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct arena arena = {0};
        struct error e;
        char name[16];
        bool by_order = i + BY_ORDER >= sizeof rows / sizeof *rows;
        snprintf(name, sizeof name, "%zu", i);
        assert_true(open_call(&rows[i].there, name, &e));
        const char *before = config_of(name, &arena);
        if (!open_call(&rows[i].here, name, &e))
            fail_msg("row %zu: %s", i, e.text);
        const char *after = config_of(name, &arena);
        for (int k = 0; k < 3 && rows[i].has[k]; k++)
            if (!strstr(after, rows[i].has[k]))
                fail_msg("row %zu: no %s in %s", i, rows[i].has[k], after);
        if (!rows[i].has[0])
            assert_string_equal(after, before);
        assert_true(open_call(&rows[i].here, name, &e));
        assert_string_equal(config_of(name, &arena), after); /* the same again changes nothing */
        assert_true(open_call(&rows[i].there, name, &e));
        assert_true(by_order || strcmp(config_of(name, &arena), after) == 0);
        snprintf(name, sizeof name, "%zu.again", i);
        assert_true(open_call(&rows[i].here, name, &e) && open_call(&rows[i].there, name, &e));
        if (!by_order && strcmp(config_of(name, &arena), after) != 0)
            fail_msg("row %zu, the other way about: %s", i, strstr(config_of(name, &arena), "[eval]"));
        arena_free(&arena);
    }
}

/* How results are looked at is nothing of a folder: not in one that begins, not in one that was. */
TEST(looks) {
    char all[] = COMPARISON_LOOKS;
    struct arena arena = {0};
    struct error e;
    assert_true(open_call(&(struct call){{"compare.seeds=1"}}, "plain", &e));
    const char *plain = config_of("plain", &arena);
    for (char *rest = all, *key; (key = strtok_r(rest, " ", &rest));) {
        const char *value = strcmp(key, "compare.gate") == 0 ? "0.5" : "rope - none";
        const struct call call = {{"compare.seeds=1", arena_format(&arena, "%s=%s", key, value)}};
        assert_non_null(comparison_find(key));
        assert_true(open_call(&call, key, &e) && open_call(&call, "plain", &e));
        assert_string_equal(config_of(key, &arena), plain);
        assert_string_equal(config_of("plain", &arena), plain);
    }
    arena_free(&arena);
}

/* What cannot be in one folder is refused with the setting's name, and nothing changes. */
TEST(refused) {
    static const struct {
        struct call there, here;
        const char *refused;
    } rows[] = {
        {{{"train.batch=8"}}, {{"train.batch=9", "compare.seeds=1..9"}}, "(train.batch = 8 there, 9 here)"},
        {{{"compare.members=rope"}},
         {{"compare.members=rope, learned", "rope.base=100"}},
         "(rope: rope.base = 10000 there, 100 here)"},
        {{{"compare.members=rope"}}, {{"compare.members=alibi", "train.batch=9"}}, "64 there, 9 here"},
        {{{"eval.policies=clamp"}}, {{"eval.policies=refuse"}}, "eval.policies: refuse "},
        {{{"compare.members=rope"}}, {{"compare.members=rope+refuse"}}, "eval.policies: refuse "},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct arena arena = {0};
        struct error e;
        char name[16];
        snprintf(name, sizeof name, "refused-%zu", i);
        assert_true(open_call(&rows[i].there, name, &e));
        const char *before = config_of(name, &arena);
        if (open_call(&rows[i].here, name, &e) || !strstr(e.text, rows[i].refused))
            fail_msg("row %zu: %s", i, e.text);
        assert_int_equal(e.code, EXIT_USAGE);
        assert_string_equal(config_of(name, &arena), before);
        arena_free(&arena);
    }
}

/* More models than a list can name are refused, and the folder stays as it was. */
TEST(too_many) {
    const struct call grid = {
        {"compare.grid=weight_decay=0.011111..0.9 linear 500", "compare.members=rope", "compare.seeds=1"}};
    const struct call other = {
        {"compare.grid=weight_decay=0.022222..0.9 linear 500", "compare.members=rope", "compare.seeds=1"}};
    struct arena arena = {0};
    struct error e;
    assert_true(open_call(&grid, "many", &e));
    const char *before = config_of("many", &arena);
    assert_false(open_call(&other, "many", &e));
    assert_int_equal(e.code, EXIT_USAGE);
    assert_non_null(strstr(e.text, "the list of all models is too long for one folder; name another with --run"));
    assert_string_equal(config_of("many", &arena), before);
    arena_free(&arena);
}

/* ---- Parts */

/* Members of two comparisons, 0..6 and 7..9, go round the parts. */
TEST(parts) {
    static const struct {
        int part, parts;
        const char *members;
    } rows[] = {{1, 1, "0123456789"}, {1, 3, "0369"}, {2, 3, "147"}, {3, 3, "258"}, {10, 10, "9"}, {11, 12, ""}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct member member[10];
        struct arena arena = {0};
        char got[16] = "";
        int number = 0;
        for (int k = 0; k < 10; k++)
            member[k] = (struct member){.seed = k};
        struct comparison_result c[2] = {{.arena = &arena, .member = member, .members = 7},
                                         {.arena = &arena, .member = member + 7, .members = 3}};
        for (int k = 0; k < 2; k++) {
            c[k].part = rows[i].part;
            c[k].parts = rows[i].parts;
            compare_take_part(&c[k], &number);
            for (int m = 0; m < c[k].members; m++)
                snprintf(got + strlen(got), sizeof got - strlen(got), "%d", c[k].member[m].seed);
        }
        assert_string_equal(got, rows[i].members);
        assert_int_equal(number, 10);
        arena_free(&arena);
    }
}

GROUP(growing, folder_setup, folder_teardown)
