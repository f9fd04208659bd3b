/* test_growing.c -- what of a comparison may change while its folder stays its own: more lengths and policies, more and
 * fewer members; and which members a part has. */
#include "unit/tests.h"

#include <stdio.h>
#include <string.h>

#include "base/file_lock.h"
#include "study/compare.h"
#include "unit/opened.h"

static char folder[PATH_MAX_LENGTH];

/* ---- Lengths and policies */

static struct evaluation with(const char *lengths, const char *chosen) {
    struct evaluation e = {.examples = 7};
    snprintf(e.lengths, sizeof e.lengths, "%s", lengths);
    snprintf(e.policies, sizeof e.policies, "%s", chosen);
    return e;
}

static void test_more(void **state) {
    static const struct {
        const char *lengths, *policies, *more_lengths, *more_policies;
        bool grows;
    } rows[] = {
        {"1x 2x", "all", "1x 2x", "all", false}, /* the same */
        {"1x 2x", "all", "1x 2x 4x", "all", true},
        {"1x 2x", "all", "4x, 2x, 1x", "all", true},
        {"1x 2x", "all", "1x 2x4", "all", false}, /* another length */
        {"1x 2x", "all", "1x 4x", "all", false},
        {"1x 2x", "all", "1x", "all", false},
        {"1x", "clamp", "1x", "clamp ntk", true},
        {"1x", "clamp, wrap", "1x", "wrap clamp", true}, /* in another order */
        {"1x", "clamp, wrap", "1x", "clamp", false},
        {"1x", "clamp, wrap", "1x", "all", true},
        {"1x", "error", "1x", "all", false}, /* which has no error */
        {"1x", "clamp error", "1x 2x", "all", false},
        {"1x", "error", "1x", "error clamp", true},
        {"1x", "all", "1x", "extend clamp wrap zero interpolate ntk", false},
        {"1x 2x", "clamp", "1x", "clamp wrap", false}, /* one of both is not enough */
        {"1x", "clamp wrap", "1x 2x", "clamp", false},
        {"1x", "clamp", "1x 2x", "clamp wrap", true},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct evaluation some = with(rows[i].lengths, rows[i].policies), before = some;
        struct evaluation more = with(rows[i].more_lengths, rows[i].more_policies);
        more.examples = 9;
        if (evaluation_grow(&some, &more) != rows[i].grows)
            fail_msg("row %zu: %s", i, rows[i].grows ? "does not grow" : "grows");
        const struct evaluation *expected = rows[i].grows ? &more : &before;
        assert_string_equal(some.lengths, expected->lengths);
        assert_string_equal(some.policies, expected->policies);
        assert_int_equal(some.examples, 7);
    }
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

/* A folder as one call leaves it, and another call. */
static void test_folders(void **state) {
    static const struct {
        struct call there, here;
        bool same, more;
        int fewer;
        const char *names, *refused;
    } rows[] = {
        {{{"compare.seeds=1..2"}}, {{"compare.seeds=1..2"}}, .same = true, .names = ""},
        {{{"compare.encodings=learned, rope"}}, {{"compare.encodings=learned,rope"}}, .names = ""},
        {{{"compare.seeds=1..2"}}, {{"compare.seeds=1..3"}}, .more = true, .names = ""},
        {{{"compare.encodings=learned, rope", "compare.seeds=1"}},
         {{"compare.encodings=rope, learned", "compare.seeds=1"}},
         .names = ""},
        {{{"compare.encodings=rope", "compare.seeds=2..5"}},
         {{"compare.encodings=rope", "compare.seeds=3..6"}},
         .more = true,
         .fewer = 1,
         .names = "rope-seed2"},
        {{{"compare.encodings=rope, none", "compare.seeds=1..2"}},
         {{"compare.encodings=learned", "compare.seeds=1..2"}},
         .more = true,
         .fewer = 4,
         .names = "rope-seed1, rope-seed2, none-seed1, ..."},
        {{{"compare.encodings=rope, none", "compare.seeds=1..2"}},
         {{"compare.members=rope, rope base=100", "compare.seeds=1..2"}},
         .more = true,
         .fewer = 2,
         .names = "none-seed1, none-seed2"},
        {{{"compare.grid=clip=1,2", "compare.seeds=1", "compare.encodings=rope"}},
         {{"compare.grid=clip=2,3", "compare.seeds=1", "compare.encodings=rope"}},
         .more = true,
         .fewer = 1,
         .names = "rope-clip=1-seed1"},
        {{{"eval.lengths=1x"}}, {{"eval.lengths=1x 2x"}}, .more = true, .names = ""},
        {{{"compare.members=rope+ntk"}}, {{"compare.members=rope+ntk+clamp"}}, .more = true, .names = ""},
        {{{"compare.gate=0.5"}}, {{"compare.gate=0.6", "train.keep=none"}}, .names = ""},
        {{{"compare.encodings=rope"}}, {{"compare.encodings=rope", "rope.base=1e4"}}, .names = ""},
        {{{"compare.encodings=rope", "compare.seeds=1"}},
         {{"compare.encodings=rope, learned", "compare.seeds=1", "learned.std=0.5"}},
         .more = true,
         .names = ""},
        {{{"eval.lengths=1x 2x"}}, {{"eval.lengths=1x"}}, .refused = "eval.lengths = 1x 2x there, 1x here"},
        {{{"train.batch=8"}}, {{"train.batch=9", "compare.seeds=1..9"}}, .refused = "train.batch = 8 there, 9 here"},
        {{{"compare.encodings=rope"}},
         {{"compare.encodings=rope, learned", "rope.base=100"}},
         .refused = "rope.base = (not set) there, 100 here"},
        {{{"compare.members=rope+ntk+clamp"}},
         {{"compare.members=rope+ntk"}},
         .refused = "eval.policies = ntk clamp there, ntk here"},
        {{{"compare.members=rope"}}, {{"compare.members=alibi", "train.batch=9"}}, .refused = "there, 9 here"},
    };
    static struct comparison_result there, here;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct assignments a, b;
        struct arena arena = {0};
        struct folder_fit f;
        struct error e;
        char name[8];
        assign(&a, rows[i].there.settings);
        assign(&b, rows[i].here.settings);
        if (!compare_list(&there, &a, &arena, &e) || !compare_list(&here, &b, &arena, &e))
            fail_msg("row %zu: %s", i, e.text);
        snprintf(name, sizeof name, "%zu", i);
        assert_true(file_path(there.folder, folder, name, &e));
        assert_true(compare_fits(&f, &there, &a, there.folder, &e) && f.more && !f.same && !f.fewer);
        assert_true(compare_open(&there, &a, &e));
        bool fits = compare_fits(&f, &here, &b, there.folder, &e);
        if (fits == (rows[i].refused != NULL) || (!fits && !strstr(e.text, rows[i].refused)))
            fail_msg("row %zu: %s", i, fits ? "taken" : e.text);
        if (fits && (f.same != rows[i].same || f.more != rows[i].more || f.fewer != rows[i].fewer ||
                     strcmp(f.names, rows[i].names) != 0))
            fail_msg("row %zu: same %d, more %d, fewer %d: %s", i, f.same, f.more, f.fewer, f.names);
        assert_true(fits || e.code == EXIT_USAGE);
        arena_free(&arena);
    }
}

static bool config_has(const char *line) {
    char path[PATH_MAX_LENGTH];
    struct arena arena = {0};
    struct error e;
    size_t size;
    assert_true(file_path(path, folder, "open/config.ini", &e));
    const char *text = (const char *)file_read(path, COMPARISON_TEXT, &arena, &size, &e);
    bool found = text && strstr(text, line);
    arena_free(&arena);
    return found;
}

/* Calls `open` one after another, with which seeds the config.ini says then; NULL: it is refused. */
static void test_seeds(void **state) {
    static const struct {
        const char *seeds, *then;
        bool subset, part;
    } rows[] = {
        {"compare.seeds=1..3", "\nseeds = 1..3\n", .part = true},
        {"compare.seeds=1..2", NULL, .part = true},
        {"compare.seeds=1..2", "\nseeds = 1..3\n", .subset = true},
        {"compare.seeds=1..2", "\nseeds = 1..3\n", .subset = true, .part = true},
        {"compare.seeds=2..4", NULL, .subset = true, .part = true},
        {"compare.seeds=1..4", "\nseeds = 1..4\n", .subset = true},
        {"compare.seeds=1..2", "\nseeds = 1..2\n", .subset = false},
        {"compare.seeds=1..5", "\nseeds = 1..5\n", .part = true},
    };
    static struct comparison_result c;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct assignments a;
        struct arena arena = {0};
        struct error e;
        assign(&a, (const char *const[]){rows[i].seeds, NULL});
        assert_true(compare_list(&c, &a, &arena, &e));
        c.subset = rows[i].subset;
        c.part = c.parts = rows[i].part;
        assert_true(file_path(c.folder, folder, "open", &e));
        bool ok = compare_open(&c, &a, &e);
        if (ok != (rows[i].then != NULL) || (ok && !config_has(rows[i].then)))
            fail_msg("row %zu: %s", i, ok ? "other seeds" : e.text);
        arena_free(&arena);
    }
}

/* ---- Parts */

/* Members of two comparisons, 0..6 and 7..9, go round the parts. */
static void test_parts(void **state) {
    static const struct {
        int part, parts;
        const char *members;
    } rows[] = {{1, 1, "0123456789"}, {1, 3, "0369"}, {2, 3, "147"}, {3, 3, "258"}, {10, 10, "9"}, {11, 12, ""}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct member member[10];
        char got[16] = "";
        int number = 0;
        for (int k = 0; k < 10; k++)
            member[k] = (struct member){.seed = k};
        struct comparison_result c[2] = {{.member = member, .members = 7}, {.member = member + 7, .members = 3}};
        for (int k = 0; k < 2; k++) {
            c[k].part = rows[i].part;
            c[k].parts = rows[i].parts;
            compare_take_part(&c[k], &number);
            for (int m = 0; m < c[k].members; m++)
                snprintf(got + strlen(got), sizeof got - strlen(got), "%d", c[k].member[m].seed);
        }
        assert_string_equal(got, rows[i].members);
        assert_int_equal(number, 10);
    }
}

static int set_up(void **state) {
    (void)state;
    fresh_folder(folder);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    remove_folder(folder);
    return 0;
}

int test_growing(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_more), cmocka_unit_test(test_folders),
                                       cmocka_unit_test(test_seeds), cmocka_unit_test(test_parts)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
