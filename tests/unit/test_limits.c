/* test_limits.c -- limits that only odd input reaches: as much as there is room for, and one more. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/advice.h"
#include "base/file.h"
#include "base/terminal.h"
#include "run/batches.h"
#include "study/plan.h"
#include "study/seed_list.h"
#include "unit/files.h"
#include "unit/opened.h"
#include "unit/tests.h"

/* No terminal is wider: what COLUMNS says then says nothing. */
TEST(columns_of_a_terminal) {
    int pipe_ends[2];
    assert_int_equal(pipe(pipe_ends), 0);
    unsetenv("COLUMNS");
    int without = terminal_columns(pipe_ends[0], 80);
    setenv("COLUMNS", "65535", 1);
    assert_int_equal(terminal_columns(pipe_ends[0], 80), 65535);
    setenv("COLUMNS", "65536", 1);
    assert_int_equal(terminal_columns(pipe_ends[0], 80), without);
    unsetenv("COLUMNS");
    close(pipe_ends[0]);
    close(pipe_ends[1]);
}

static bool reads(const struct setting *o, double x) {
    _Alignas(16) static char owner[sizeof(struct settings) + sizeof(struct comparison)];
    static char text[SETTING_LIST_MAX + 1];
    struct error e;
    if (o->kind == SETTING_TEXT || o->kind == SETTING_LIST)
        snprintf(text, sizeof text, "%0*d", (int)x, 1); /* a text of x characters */
    else
        snprintf(text, sizeof text, "%.17g", x);
    return setting_read(o, owner, text, &e);
}

/* What a setting accepts at its lowest and highest value, and refuses next to them. */
static void at_limits(const struct setting *table) {
    for (const struct setting *o = table; o && o->key; o++) {
        bool number = o->kind == SETTING_REAL, text = o->kind == SETTING_TEXT || o->kind == SETTING_LIST;
        double low = text ? 1 : o->low;
        double high = o->kind == SETTING_TEXT ? SETTING_TEXT_MAX - 1 : text ? SETTING_LIST_MAX - 1 : o->high;
        if (o->kind == SETTING_CHOICE)
            continue;
        about(o->key);
        assert_true(reads(o, low) && reads(o, high));
        assert_false(reads(o, high + (number ? 1e-9 * (1 + high) : 1)));
        assert_false(!text && reads(o, low - (number ? 1e-9 * (1 + fabs(low)) : 1)));
    }
    about(NULL);
}

TEST(settings) {
    for (const struct settings_owned *of = settings_tables(); of->owner; of++)
        at_limits(of->table);
}

/* A key that is too long is refused as such. */
TEST(keys) {
    static struct assignments a;
    static char key[SETTING_TEXT_MAX + 1];
    struct error e;
    for (int more = 0; more <= 1; more++) {
        memset(key, 'k', SETTING_TEXT_MAX - 1 + more);
        assert_int_equal(assignments_set(&a, key, "1", "a test", &e), !more);
    }
    assert_non_null(strstr(e.text, "longer than "));
}

/* A name that is too long is not cut: the one before stays. */
TEST(name_of_the_program) {
    static char name[5000];
    size_t longest = 0;
    for (size_t length = 4000; length < sizeof name; length++) {
        memset(name, 'p', length);
        name[length - 1] = 'e';
        advice_called(name);
        if (strcmp(advice_name(), name) == 0)
            longest = length;
        else
            assert_true(strlen(advice_name()) == longest && strchr(advice_name(), 'e'));
    }
    assert_true(longest > 4000 && longest < sizeof name - 1);
    advice_called("poslab");
}

/* A range has its first and last seed, and none next to them. */
TEST(seeds) {
    const struct seed_list range = {.of = {3, 7}};
    for (int low = 2; low <= 3; low++)
        for (int high = 7; high <= 8; high++) {
            const struct seed_list list = seed_list_of((int[]){low, high}, 2);
            assert_int_equal(list.listed, 2);
            assert_int_equal(seed_list_have(&range, &list), low == 3 && high == 7);
            assert_int_equal(seed_list_have(&range, &(struct seed_list){.of = {low, high}}), low == 3 && high == 7);
        }
}

/* Seeds that follow each other are a range, in whatever order and how often they were given. */
TEST(seeds_in_a_row) {
    struct seed_list list = seed_list_of((int[]){9, 7, 8, 8}, 4);
    assert_int_equal(list.listed, 0);
    assert_int_equal(list.of.low, 7);
    assert_int_equal(list.of.high, 9);
    list = seed_list_of((int[]){9, 7, 6, 6}, 4);
    assert_int_equal(list.listed, 3);
    assert_int_equal(list.one[0] + 10 * list.one[1] + 100 * list.one[2], 976);
}

/* A text that is asked about. */
TEST(bytes_of_texts) {
    struct run r;
    struct batch b;
    struct arena arena = {0};
    struct error e;
    char *text = arena_alloc(&arena, (1 << 24) + 2, 1), limit[16];
    open_run(&r, (const char *const[]){"train.steps=1", "train.warmup=0", "encoding.name=none", NULL});
    memset(text, 'X', (1 << 24) + 1);
    assert_false(batch_of_texts(&b, &r.task, r.eval_scheme, batch_seeds_of(&r.settings),
                                (const char *const[]){text, ""}, &arena, &e));
    assert_int_equal(e.code, EXIT_DATA);
    assert_memory_equal(e.text, "the text is longer than ", 24);
    snprintf(limit, sizeof limit, "%.*s", (int)strcspn(e.text + 24, " "), e.text + 24);
    text[atoi(limit)] = 0; /* of as many bytes: it is read, and is no word of the task */
    assert_false(batch_of_texts(&b, &r.task, r.eval_scheme, batch_seeds_of(&r.settings),
                                (const char *const[]){text, ""}, &arena, &e));
    assert_null(strstr(e.text, "longer than"));
    run_free(&r);
    arena_free(&arena);
}

/* Damaged files that are kept have numbers; where none is left, the file stays where it is. */
TEST(numbers_of_files_set_aside) {
#ifdef SMALL_CAPS
    char aside[FILE_ASIDE], last[FILE_ASIDE] = "";
    struct error e;
    int kept = 0;
    write_file(test_folder, "x.bin", (struct bytes)BYTES("0"));
    while (file_set_aside(aside, test_folder, "x.bin", &e)) {
        memcpy(last, aside, sizeof last);
        write_file(test_folder, "x.bin", (struct bytes)BYTES("1"));
        assert_true(++kept < 100);
    }
    assert_string_equal(last, "x.damaged-9.bin");
    assert_int_equal(e.code, EXIT_IO);
    assert_non_null(strstr(e.text, "x.bin aside: no name up to x.damaged-9.bin is free"));
    assert_false(file_missing(in_folder("", "x.bin")));
#else
    skip(); /* 9999 of them */
#endif
}

GROUP(limits, folder_setup, folder_teardown)
