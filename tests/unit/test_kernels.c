/* test_kernels.c -- which kernels computed which steps: what the checkpoint of a continued run may and may not say. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "maths/matmul.h"
#include "train/kernels.h"
#include "unit/opened.h"
#include "unit/tests.h"

static struct run r;

static int open_one(void **state) {
    (void)state;
    open_run(&r, (const char *const[]){"task.name=first", "train.steps=90", NULL});
    return 0;
}

static int close_one(void **state) {
    (void)state;
    run_free(&r);
    return 0;
}

/* The text with the name of the kernels here for each %. */
static const char *named(const char *text, char buffer[256]) {
    for (*buffer = 0; *text; text++)
        *text == '%' ? text_append(buffer, 256, "%s", matmul_kernels(PRODUCTS_BLAS))
                     : text_append(buffer, 256, "%c", *text);
    return buffer;
}

static void check(const char *before, int resumed, int step, const char *expected) {
    struct arena arena = {0};
    static char given[256], wanted[256];
    r.kernels = named(before, given);
    r.resumed = resumed;
    r.step = step;
    assert_string_equal(kernels_of(&r, &arena), named(expected, wanted));
    arena_free(&arena);
}

static void test_steps(void **state) {
    (void)state;
    check("", 0, 0, "%");
    check("", 0, 7, "%");
    check("%", 5, 7, "%");
    check("Other", 5, 5, "Other");
    check("Other", 5, 6, "Other 1-5, % 6-6");
    check("Other", 5, 7, "Other 1-5, % 6-7");
    check("Other 1-5, % 6-7", 7, 7, "Other 1-5, % 6-7");
    check("Other 1-5, % 6-7", 7, 12, "Other 1-5, % 6-12");
    check("% 1-5, Other 6-7", 7, 7, "% 1-5, Other 6-7");
    check("% 1-5, Other 6-7", 7, 12, "% 1-5, Other 6-7, % 8-12");
    check("%x", 5, 7, "%x 1-5, % 6-7"); /* a name that only begins as ours */
    check("X%", 5, 7, "X% 1-5, % 6-7");
    check("With-dash 1-5, % 6-7", 7, 9, "With-dash 1-5, % 6-9");
}

static void test_warning(void **state) {
    struct error e = {0};
    (void)state;
    check("Other", 0, 3, "%");
    assert_true(kernels_check(&r, "runs/x", &e));
    check("Other", 5, 5, "Other");
    assert_false(kernels_check(&r, "runs/x", &e));
    assert_non_null(
        strstr(e.text, "runs/x: OpenBLAS computed steps 1-5 with its kernels for Other and continues with"));
    check("Other 1-2, % 3-5", 5, 5, "Other 1-2, % 3-5");
    assert_true(kernels_check(&r, "runs/x", &e));
    check("Other", 90, 90, "Other");
    assert_true(kernels_check(&r, "runs/x", &e));
}

static void test_reading(void **state) {
    static const char *const good[] = {"Haswell", "A 1-5, B 6-9", "A 1-1, B 2-2, A 3-9"};
    static const char *const bad[] = {"",
                                      " ",
                                      "A 1-8",
                                      "A 1-10",
                                      "A 2-9",
                                      "A 1-5,B 6-9",
                                      "A 1-5, B 7-9",
                                      "A 1-5, B",
                                      "A, B",
                                      "A 1-5, B 5-9",
                                      "A 1-5, B 6-9, ",
                                      "A 1-5, B 6-9x",
                                      "A 1-5; B 6-9",
                                      "A 1-0, B 1-9",
                                      "A 1-5  B 6",
                                      "A 1-5, 6-9 ",
                                      "a name of kernels with blanks",
                                      "Abcdefghijklmnopqrstuvwxyz123456"};
    struct error e;
    (void)state;
    r.step = 9;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        if (!kernels_read(&r, good[i], &e))
            fail_msg("%s: %s", good[i], e.text);
        assert_string_equal(r.kernels, good[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (kernels_read(&r, bad[i], &e) || e.code != EXIT_DATA)
            fail_msg("'%s' was accepted", bad[i]);
    assert_false(kernels_read(&r, NULL, &e));
    assert_string_equal(r.kernels, good[2]);
}

static void test_names(void **state) {
    char list[32] = "";
    (void)state;
    kernels_add(list, sizeof list, "");
    assert_string_equal(list, "");
    kernels_add(list, sizeof list, "Zen3");
    kernels_add(list, sizeof list, "Zen3");
    assert_string_equal(list, "Zen3");
    assert_false(kernels_mixed(list));
    kernels_add(list, sizeof list, "Zen 1-5, Zen3 6-7, Zen 8-9, Ze 10-11");
    assert_string_equal(list, "Zen3, Zen, Ze");
    assert_true(kernels_mixed(list));
}

int test_kernels(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_warning),
        cmocka_unit_test(test_reading),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests_name("kernels", tests, open_one, close_one);
}
