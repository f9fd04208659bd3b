/* test_kernels.c -- which kernels computed a run: what the checkpoint of a continued run may and may not say. */
#include <string.h>

#include "base/text.h"
#include "maths/matmul.h"
#include "run/blas_kernels.h"
#include "unit/opened.h"
#include "unit/tests.h"

static struct run r;

static int open_one(void **state) {
    open_run(&r, (const char *const[]){"task.name=first", NULL});
    return 0;
}

static int close_one(void **state) {
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
    assert_string_equal(blas_kernels_of(&r, &arena), named(expected, wanted));
    arena_free(&arena);
}

static void test_of(void **state) {
    check("", 0, 0, "%");
    check("", 0, 7, "%");
    check("%", 5, 7, "%");
    check("Other", 5, 5, "Other");
    check("Other", 5, 6, "Other, %");
    check("Other, %", 7, 12, "Other, %");
    check("%, Other", 7, 12, "%, Other");
    check("%x", 5, 7, "%x, %"); /* a name that only begins as ours */
    check("X%", 5, 7, "X%, %");
}

static void test_reading(void **state) {
    static const char *const good[] = {"Haswell", "Haswell, Nehalem"};
    static const char *const bad[] = {NULL, "", "Z80\x1b[2J"};
    char endless[KERNELS_LIST + 1];
    struct error e;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_true(blas_kernels_read(&r, good[i], &e));
        assert_string_equal(r.kernels, good[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (blas_kernels_read(&r, bad[i], &e) || e.code != EXIT_DATA)
            fail_msg("'%s' was accepted", bad[i]);
    memset(endless, 'x', KERNELS_LIST);
    endless[KERNELS_LIST] = 0;
    assert_false(blas_kernels_read(&r, endless, &e));
    assert_string_equal(r.kernels, good[1]);
}

static void test_names(void **state) {
    char list[KERNELS_LIST] = "";
    blas_kernels_add(list, "");
    assert_string_equal(list, "");
    blas_kernels_add(list, "Zen3");
    blas_kernels_add(list, "Zen3");
    assert_string_equal(list, "Zen3");
    assert_false(blas_kernels_mixed(list));
    blas_kernels_add(list, "Zen, Zen3, Ze");
    assert_string_equal(list, "Zen3, Zen, Ze");
    assert_true(blas_kernels_mixed(list));
}

int test_kernels(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_of),
        cmocka_unit_test(test_reading),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests_name("kernels", tests, open_one, close_one);
}
