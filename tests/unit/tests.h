/* tests.h -- the groups of tests that the test program runs.
 *
 * A group is one file test_NAME.c in tests/unit, tests/law or tests/rooms/ROOM: its tests, each written TEST(name) {
 * ... }, and GROUP(NAME, setup, teardown); it is listed nowhere.
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

/* Whether all groups run, not only those that were named. */
bool tests_run_all(void);

/* Skips the test where the program is built without this room; where what was refused belongs to one that is not built.
 */
void tests_need(const char *room);
void tests_lack(const char *refusal);

/* Sets what the test is about from here on; false: NULL, nothing any more. */
bool about(const char *name);
#define ABOUT(row) about((row) ? (row)->name : NULL)
/* The teardown of every test: says what a failed one was about. */
int about_told(void **state);

/* A test tells the program of itself before main begins; those of a file run in the order they are written in. */
void test_add(const char *file, struct CMUnitTest test);
/* The same of a group. Its tests share what setup makes and teardown removes; NULL: nothing. */
void test_group(const char *name, const char *file, CMFixtureFunction setup, CMFixtureFunction teardown);

#define TEST_WITH(name, setup, teardown)                                                 \
    static void test_##name(void **state);                                               \
    __attribute__((constructor)) static void tell_##name(void) {                         \
        test_add(__FILE__, (struct CMUnitTest){#name, test_##name, setup, teardown, 0}); \
    }                                                                                    \
    static void test_##name(void **state)
#define TEST(name) TEST_WITH(name, NULL, about_told)
#define GROUP(name, setup, teardown) \
    __attribute__((constructor)) static void tell_group(void) { test_group(#name, __FILE__, setup, teardown); }
