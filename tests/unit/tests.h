/* tests.h -- the groups of tests that the test program runs.
 *
 * A group is one file tests/unit/test_NAME.c or tests/law/test_NAME.c with a function `int test_NAME(void)` that runs
 * its cmocka tests and returns how many failed. It is listed here, in one line, and nowhere else. */
#ifndef UNIT_TESTS_H
#define UNIT_TESTS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* clang-format off */
#define TEST_GROUPS(X) \
    X(score_blocks) \
    X(stretches) \
    X(files) \
    X(flops) \
    X(folded) \
    X(golden) \
    X(gradient) \
    X(model) \
    X(run) \
    X(safetensors) \
    X(settings) \
    X(text) \
    X(texts) \
    X(lists) \
    X(utf8) \
    X(vocabulary) \
    X(held) \
    X(kept) \
    X(fuzz) \
    X(task) \
    X(grid) \
    X(arena) \
    X(bench) \
    X(random) \
    X(statistics) \
    X(collect) \
    X(page) \
    X(chart) \
    X(fill) \
    X(heat) \
    X(view) \
    X(maths) \
    X(encoding) \
    X(sinusoid) \
    X(optimiser) \
    X(sparse) \
    X(evaluation) \
    X(params) \
    X(hooks) \
    X(divergence) \
    X(mixer) \
    X(places) \
    X(member_list) \
    X(claims) \
    X(closed_forms) \
    X(relative) \
    /* end */
/* clang-format on */

#define TEST_DECLARE(name) int test_##name(void);
TEST_GROUPS(TEST_DECLARE)
#undef TEST_DECLARE

#endif
