/* test_help_facts.c -- the texts of help (src/command/X.txt) type no fact: each {KIND:NAME} in them is known, and each
 * {formula:NAME=TEXT} is what the code computes. That no number stands outside of these is said.bats's. */
#include <glob.h>
#include <string.h>

#include "base/file.h"
#include "base/room.h"
#include "command/facts.h"
#include "encoding/policy.h"
#include "evaluate/confusion.h"
#include "law/formula.h"
#include "unit/golden.h"
#include "unit/near.h"

enum { CASES = 4 };

/* Names of a formula, and what the program makes of their values. */
struct code {
    const char *name, *names[4];
    double value[CASES][4];
    double (*computes)(const double *value, struct arena *arena);
};

static double interpolate(const double *v, struct arena *arena) {
    return policy_interpolate.map(v[0], (int)v[1], (int)v[2]);
}

/* The base that slows the slowest of w / 2 waves down as the policy does. */
static double ntk(const double *v, struct arena *arena) {
    const struct policy_wave slowest = {.frequency = 0.001, .place = 1};
    return pow(policy_squeeze(&policy_ntk, &slowest, (int)v[1], (int)v[0]).frequency, -v[2] / (v[2] - 2));
}

/* Both queries and keys have the factor. */
static double yarn(const double *v, struct arena *arena) {
    const struct policy_wave wave = {.frequency = 0.1, .place = 0.5, .yarn = {1, 32}};
    return pow(policy_squeeze(&policy_yarn, &wave, (int)v[1], (int)v[0]).temperature, 2);
}

/* Of label 0, of two: right, rows, answered. */
static double f1(const double *v, struct arena *arena) {
    const double count[4] = {v[0], v[1] - v[0], v[2] - v[0], 5};
    const struct confusion m = confusion_of(count, 4);
    return confusion_class_of(&m, 0).f1;
}

static const struct code codes[] = {
    {"interpolate", {"t", "L", "M"}, {{0, 17, 65}, {16, 17, 65}, {64, 17, 65}, {5, 9, 20}}, interpolate},
    {"ntk", {"M", "L", "w"}, {{34, 17, 8}, {68, 17, 32}, {33, 32, 4}, {17, 17, 8}}, ntk},
    {"yarn", {"M", "L"}, {{34, 17}, {272, 17}, {18, 17}, {17, 17}}, yarn},
    {"f1", {"right", "rows", "answered"}, {{3, 7, 4}, {0, 2, 3}, {5, 5, 5}, {1, 9, 1}}, f1},
};
enum { CODES = sizeof codes / sizeof *codes };

/* As formula.h reads it: "2 right" is 2*right, "F1 = A" is A, ln is log. */
static void rewrite(char *to, const char *text) {
    const char *equals = strstr(text, " = ");
    for (const char *at = equals ? equals + 3 : text; *at; at++) {
        bool factor = *at == ' ' && (at[1] == '(' || strchr("abcdefghijklmnopqrstuvwxyzLM", at[1])) &&
                      strchr("+-*/", at[-1]) == NULL;
        bool ln = strncmp(at, "ln(", 3) == 0;
        strcpy(to, factor ? "*" : ln ? "log" : (char[]){*at, 0});
        to += strlen(to);
        at += ln;
    }
}

static void check_formula(const char *name, const char *text, const struct code *code) {
    char formula[160];
    struct arena arena = {0};
    assert_true(strlen(text) < sizeof formula / 2);
    rewrite(formula, text);
    for (int k = 0; k < CASES; k++) {
        struct formula f = {.names = 0};
        const char *at = formula;
        for (int i = 0; i < 4 && code->names[i]; i++)
            formula_bind(&f, code->names[i], code->value[k][i]);
        double value = formula_sum(&f, &at);
        if (*at)
            fail_msg("%s: cannot read '%s'", name, at);
        assert_near(text, k, value, code->computes(code->value[k], &arena), 1e-12);
    }
    arena_free(&arena);
}

/* Each {formula:NAME=TEXT} of a text; `met` has a bit for each of the table. */
static void check_formulas(const char *text, unsigned *met) {
    static const char mark[] = "{formula:";
    for (const char *at = text; (at = strstr(at, mark)); at++) {
        char name[16], formula[160];
        const char *from = at + strlen(mark), *equals = from + strcspn(from, "=}");
        snprintf(name, sizeof name, "%.*s", (int)(equals - from), from);
        snprintf(formula, sizeof formula, "%.*s", (int)strcspn(equals + 1, "}"), equals + 1);
        int i = 0;
        while (i < CODES && strcmp(codes[i].name, name) != 0)
            i++;
        if (i == CODES)
            fail_msg("{formula:%s=...}: tests/law/test_help_facts.c has no row that says what computes it", name);
        check_formula(name, formula, &codes[i]);
        *met |= 1U << i;
    }
}

/* ---- The numbers */

/* Adds each {KIND:NAME} of a text that is a number or a word, with what help prints in its place, a line each, once. */
static const char *add_facts(const char *list, const char *text, struct arena *arena) {
    static const char *const kinds[] = {"exit", "number", "words", "part", "percent", "default"};
    for (const char *at = text; (at = strchr(at, '{')); at++)
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
            size_t length = strlen(kinds[k]);
            if (strncmp(at + 1, kinds[k], length) != 0 || at[1 + length] != ':')
                continue;
            const char *fact = arena_format(arena, "%.*s", (int)strcspn(at, "}") + 1, at),
                       *line = arena_format(arena, "%s %s\n", fact, facts_fill(fact, arena));
            list = strstr(list, line) ? list : arena_format(arena, "%s%s", list, line);
        }
    return list;
}

/* What a reader of help is told, in a file: an entry of facts.c that names another constant changes it. */
TEST(numbers_of_help) {
    glob_t all;
    struct arena arena = {0};
    const char *list = "";
    assert_int_equal(glob("src/core/command/*.txt", 0, NULL, &all), 0);
    for (size_t i = 0; i < all.gl_pathc; i++) {
        struct error e;
        size_t size;
        const char *text = (const char *)file_read(all.gl_pathv[i], 1 << 16, &arena, &size, &e);
        assert_non_null(text);
        list = add_facts(list, text, &arena);
    }
    globfree(&all);
    assert_golden("help-facts.txt", list);
    arena_free(&arena);
}

TEST(every_text) {
    glob_t all;
    unsigned met = 0;
    assert_int_equal(glob("src/core/command/*.txt", 0, NULL, &all), 0);
    for (const struct room *const *room = rooms; *room; room++) {
        char pattern[64];
        snprintf(pattern, sizeof pattern, "src/rooms/%s/*.txt", (*room)->name);
        glob(pattern, GLOB_APPEND, NULL, &all);
    }
    for (size_t i = 0; i < all.gl_pathc; i++) {
        struct arena arena = {0};
        struct error e;
        size_t size;
        about(all.gl_pathv[i]);
        const char *text = (const char *)file_read(all.gl_pathv[i], 1 << 16, &arena, &size, &e);
        if (!text)
            fail_msg("%s", e.text);
        const char *unknown = facts_unknown(text, &arena);
        if (unknown)
            fail_msg("%s: src/core/command/facts.c does not know it", unknown);
        check_formulas(text, &met);
        arena_free(&arena);
    }
    about(NULL);
    assert_int_equal(met, (1U << CODES) - 1);
    globfree(&all);
}

GROUP(help_facts, NULL, NULL)
