/* test_kernels.c -- which kernels computed a run: what the checkpoint of a continued run may and may not say. */
#include <stdio.h>
#include <string.h>

#include "maths/matmul.h"
#include "run/run.h"
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

static void check(const char *before, int resumed, int step, const char *expected) {
    char kernels[KERNELS_NAME];
    r.kernels = before;
    r.resumed = resumed;
    r.step = step;
    blas_kernels_of(&r, kernels);
    assert_string_equal(kernels, expected);
}

TEST(of) {
    const char *here = matmul_kernels(PRODUCTS_BLAS);
    char longer[KERNELS_NAME];
    snprintf(longer, sizeof longer, "%sx", here);
    check("", 0, 0, here);
    check("", 0, 7, here);
    check(here, 5, 7, here);
    check("Other", 5, 5, "Other");
    check("Other", 5, 6, "mixed");
    check("mixed", 7, 7, "mixed");
    check("mixed", 7, 12, "mixed");
    check(longer, 5, 7, "mixed");
}

TEST(reading) {
    static const char *const bad[] = {NULL, "", "Z80\x1b[2J"};
    char endless[KERNELS_NAME + 1];
    struct error e;
    assert_true(blas_kernels_read(&r, "Haswell", &e));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (blas_kernels_read(&r, bad[i], &e) || e.code != EXIT_DATA)
            fail_msg("'%s' was accepted", bad[i]);
    memset(endless, 'x', KERNELS_NAME);
    endless[KERNELS_NAME] = 0;
    assert_false(blas_kernels_read(&r, endless, &e));
    assert_string_equal(r.kernels, "Haswell");
}

TEST(names) {
    static const struct {
        const char *one, *more, *both;
    } rows[] = {{"", "", ""}, {"", "Zen", "Zen"}, {"Zen", "", "Zen"}, {"Zen", "Zen", "Zen"}, {"Zen", "Zen3", "mixed"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char kernels[KERNELS_NAME];
        snprintf(kernels, sizeof kernels, "%s", rows[i].one);
        blas_kernels_add(kernels, rows[i].more);
        assert_string_equal(kernels, rows[i].both);
    }
}

GROUP(kernels, open_one, close_one)
