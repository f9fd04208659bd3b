/* tests.h -- the groups of tests that the test program runs.
 *
 * A group is one file tests/unit/test_NAME.c or tests/law/test_NAME.c: its tests, each written TEST(name) { ... }, and
 * GROUP(NAME, setup, teardown). It is listed here, in one line, and nowhere else.
 *
 * A group on a row S(...) finds in double what it finds in release: the code has no `real`, or its numbers have
 * a law of their own (gradient, layer, golden). It is left out there unless it is named.
 *
 * A law goes through a registry as `for (...; ABOUT(*kind); kind++)`: a failure prints the row's name. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* What a macro stands for, as a text. */
#define TEXT_OF_EXPANDED(x) #x
#define TEXT_OF(x) TEXT_OF_EXPANDED(x)

/* cmocka gives every test a `state`, which few use; so with what a hook is given. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* clang-format off */
#define TEST_GROUPS(X, S) \
    X(attention) \
    X(shifts) \
    X(policy) \
    X(facts) \
    X(shown_formulas) \
    X(same_words) \
    X(example_marks) \
    X(compare_orders) \
    X(list_table) \
    X(paper) \
    X(tiles) \
    S(known_rows) \
    S(files) \
    X(flops) \
    X(golden) \
    X(gradient) \
    X(layer) \
    S(run) \
    X(recipe) \
    S(early) \
    X(safetensors) \
    X(safetensors_written) \
    X(checksum) \
    X(kernels) \
    X(live) \
    X(run_log) \
    X(settings) \
    X(settings_packed) \
    X(meant) \
    S(typed) \
    X(advice) \
    X(defaults) \
    X(predicted_rows) \
    X(ini) \
    X(member_grid) \
    X(outgrown) \
    X(html) \
    X(shown) \
    X(memory) \
    X(json) \
    X(csv_rows) \
    X(packed) \
    X(labelled) \
    X(progress) \
    X(evaluation_progress) \
    X(report) \
    X(live_ask) \
    X(live_chart) \
    X(live_encoding) \
    X(live_list) \
    X(suggest) \
    X(folder_name) \
    X(text) \
    X(texts) \
    S(texts_long) \
    X(metric) \
    X(metric_laws) \
    X(confusion) \
    S(macro_f1) \
    X(member_baselines) \
    X(total) \
    X(ngram) \
    X(next_word) \
    X(lists) \
    S(utf8) \
    S(tokens) \
    X(records) \
    X(catalogue) \
    X(help_facts) \
    X(written_rows) \
    X(left_out) \
    X(vocabulary) \
    X(dataset) \
    X(fixed_test) \
    X(floats) \
    X(public_table) \
    X(public_words) \
    X(saved) \
    X(failure) \
    X(run_folder) \
    S(file_lock) \
    X(fuzz) \
    S(task) \
    S(blind) \
    X(overlap) \
    X(grid) \
    S(growing) \
    X(arena) \
    X(bench) \
    X(random) \
    X(statistics) \
    S(coverage) \
    S(power) \
    X(neighbours) \
    X(export) \
    X(vector_text) \
    X(vector_binary) \
    X(principal) \
    X(start_from) \
    X(start_tables) \
    X(frozen) \
    X(closest) \
    X(prediction) \
    X(read_results) \
    X(shared_test_variance) \
    S(result) \
    S(pool) \
    X(merge_folders) \
    S(estimate) \
    X(status) \
    X(table) \
    X(table_files) \
    X(page) \
    X(chart) \
    X(chart_axes) \
    X(screen_chart) \
    X(palette) \
    X(fill) \
    X(fillers) \
    X(run_list) \
    X(training_notes) \
    X(answer) \
    X(answer_screen) \
    S(statements) \
    X(sweep) \
    X(many_models) \
    X(heat) \
    X(picture) \
    X(view) \
    X(elementary) \
    X(maths) \
    X(products) \
    X(portable) \
    X(encoding) \
    X(optimiser) \
    X(catch_up) \
    X(many_classes) \
    X(sparse) \
    X(evaluation) \
    X(evaluation_file) \
    X(evaluation_refused) \
    X(verify) \
    X(params) \
    X(hooks) \
    X(divergence) \
    X(mixer) \
    X(positions) \
    X(member_list) \
    X(member_lines) \
    X(claims) \
    X(claim_text) \
    X(claim_numbers) \
    X(claim_files) \
    X(closed_forms) \
    X(relative) \
    X(hybrid) \
    X(disk) \
    X(rotation) \
    X(golden_files) /* the last */ \
    /* end */
/* clang-format on */

/* Whether all groups run, not only those that were named. */
bool tests_run_all(void);

/* Sets what the test is about from here on; false: NULL, nothing any more. */
bool about(const char *name);
#define ABOUT(row) about((row) ? (row)->name : NULL)
/* The teardown of every test: says what a failed one was about. */
int about_told(void **state);

/* A test tells the program of itself before main begins; those of a file run in the order they are written in. */
void test_add(const char *file, struct CMUnitTest test);
/* Runs those of a file; how many failed. */
int tests_run(const char *name, const char *file, CMFixtureFunction setup, CMFixtureFunction teardown);

#define TEST_WITH(name, setup, teardown)                                                 \
    static void test_##name(void **state);                                               \
    __attribute__((constructor)) static void tell_##name(void) {                         \
        test_add(__FILE__, (struct CMUnitTest){#name, test_##name, setup, teardown, 0}); \
    }                                                                                    \
    static void test_##name(void **state)
#define TEST(name) TEST_WITH(name, NULL, about_told)
/* What all of its tests share is made and removed once; NULL: nothing. */
#define GROUP(name, setup, teardown) \
    int test_##name(void) { return tests_run(#name, __FILE__, setup, teardown); }

/* The fuzz variant is linked with some groups only; of the others the address is NULL. */
#ifdef SMALL_CAPS
#define TEST_DECLARE(name) int test_##name(void) __attribute__((weak));
#else
#define TEST_DECLARE(name) int test_##name(void);
#endif
TEST_GROUPS(TEST_DECLARE, TEST_DECLARE)
#undef TEST_DECLARE
