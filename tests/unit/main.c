/* main.c -- runs the groups listed in tests.h.
 *
 *   tests            all of them, in the double build but those on a row S(...)
 *   tests NAME...    these only
 *
 * Exit status 1 when a test failed, 2 when there is no such group. */
#include "unit/tests.h"

#include <stdio.h>
#include <string.h>

#include "maths/real.h"
#include "maths/start.h"

static const char *subject;
static bool all;

bool tests_run_all(void) { return all; }

bool about(const char *name) {
    subject = name;
    return name != NULL;
}

int about_told(void **state) {
    if (subject)
        fprintf(stderr, "This failure is about %s.\n", subject);
    subject = NULL;
    return 0;
}

enum { TESTS_MAX = 1200 };
static struct CMUnitTest tests[TESTS_MAX];
static const char *file_of[TESTS_MAX]; /* each test's */
static size_t count;

void test_add(const char *file, struct CMUnitTest test) {
    assert_true(count < TESTS_MAX);
    file_of[count] = file;
    tests[count++] = test;
}

int tests_run(const char *name, const char *file, CMFixtureFunction setup, CMFixtureFunction teardown) {
    size_t first = 0, end;
    while (first < count && strcmp(file_of[first], file) != 0)
        first++;
    for (end = first; end < count && strcmp(file_of[end], file) == 0; end++)
        ;
    assert_true(first < end);
    return _cmocka_run_group_tests(name, tests + first, end - first, setup, teardown);
}

struct group {
    const char *name;
    int (*run)(void); /* how many failed */
    bool same;        /* whatever `real` is */
};

#define ROW(name) {#name, test_##name, false},
#define SAME(name) {#name, test_##name, true},
static const struct group groups[] = {TEST_GROUPS(ROW, SAME)};
enum { GROUPS = sizeof groups / sizeof groups[0] };

static bool listed(const char *name, char *const *names) {
    while (*names && strcmp(*names, name) != 0)
        names++;
    return *names != NULL;
}

static bool known(const char *name) {
    for (int i = 0; i < GROUPS; i++)
        if (groups[i].run && strcmp(groups[i].name, name) == 0)
            return true;
    fprintf(stderr, "no group of tests here is called '%s'\n", name);
    return false;
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (!known(argv[i]))
            return 2;
    bool failed = false;
    all = argc < 2;
    maths_start();
    for (int i = 0; i < GROUPS; i++)
        if (all ? groups[i].run && (sizeof(real) != 8 || !groups[i].same) : listed(groups[i].name, argv + 1))
            failed |= groups[i].run() != 0;
    return failed;
}
