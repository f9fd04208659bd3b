/* main.c -- runs the groups of tests, in the order of the alphabet.
 *
 *   tests            all of them
 *   tests NAME...    these only
 *   tests --list     prints their names
 *
 * Exit status 1 when a test failed, 2 when there is no such group. */
#include "unit/tests.h"

#include <stdio.h>
#include <string.h>

#include "base/room.h"
#include "maths/start.h"
#include "rooms.h"

static const char *subject;
static bool all;

bool tests_run_all(void) { return all; }

void tests_need(const char *room) {
    for (const struct room *const *r = rooms; *r; r++)
        if (strcmp((*r)->name, room) == 0)
            return;
    skip();
}

void tests_lack(const char *refusal) {
    if (strstr(refusal, "which is not in this build"))
        skip();
}

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

struct group {
    const char *name, *file;
    CMFixtureFunction setup, teardown;
};

enum { GROUPS_MAX = 300 };
static struct group groups[GROUPS_MAX];
static int group_count;

/* Golden files and limits are looked at once all others have run. */
static bool is_last(const char *name) { return strcmp(name, "golden_files") == 0 || strcmp(name, "caps") == 0; }
static int order(const char *a, const char *b) {
    return is_last(a) == is_last(b) ? strcmp(a, b) : is_last(a) - is_last(b);
}

void test_group(const char *name, const char *file, CMFixtureFunction setup, CMFixtureFunction teardown) {
    int at = group_count++;
    assert_true(group_count <= GROUPS_MAX);
    for (; at > 0 && order(groups[at - 1].name, name) > 0; at--)
        groups[at] = groups[at - 1];
    groups[at] = (struct group){name, file, setup, teardown};
}

/* How many tests failed. */
static int run(const struct group *g) {
    size_t first = 0, end;
    while (first < count && strcmp(file_of[first], g->file) != 0)
        first++;
    for (end = first; end < count && strcmp(file_of[end], g->file) == 0; end++)
        ;
    assert_true(first < end);
    return _cmocka_run_group_tests(g->name, tests + first, end - first, g->setup, g->teardown);
}

static bool listed(const char *name, char *const *names) {
    while (*names && strcmp(*names, name) != 0)
        names++;
    return *names != NULL;
}

static bool known(const char *name) {
    for (int i = 0; i < group_count; i++)
        if (strcmp(groups[i].name, name) == 0)
            return true;
    fprintf(stderr, "no group of tests here is called '%s'\n", name);
    return false;
}

#ifdef TRACED
/* For LeakSanitizer: what LLVM's OpenMP keeps of its teams until the end is not ours. */
const char *not_ours(void) __asm__("__lsan_default_suppressions");
const char *not_ours(void) { return "leak:libomp"; }
#endif

int main(int argc, char **argv) {
    for (int i = 0; argc == 2 && strcmp(argv[1], "--list") == 0 && i < group_count; i++)
        puts(groups[i].name);
    if (argc == 2 && strcmp(argv[1], "--list") == 0)
        return 0;
    bool failed = false;
    all = argc == 1;
    for (int i = 1; i < argc; i++)
        if (!known(argv[i]))
            return 2;
    maths_start();
    rooms_open();
    for (int i = 0; i < group_count; i++)
        if (all || listed(groups[i].name, argv + 1))
            failed |= run(&groups[i]) != 0;
    return failed;
}
