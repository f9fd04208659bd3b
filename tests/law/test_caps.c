/* test_caps.c -- every limit *_MAX, *_MOST, *_DRAWN or *_FEW that the sources compare a number with is crossed by some
 * test: the number was at it and next to it, so that a bound that is one off is met; where the smaller of both is
 * taken, below or at it, and beyond. A limit that only large runs reach is a CAP, small in this build (base/caps.h).
 *
 * clang's comparisons with a constant tell what they compare, addr2line the line they stand in. Runs after all other
 * groups, if those were all. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "unit/opened.h"
#include "unit/tests.h"

#ifdef TRACED
/* Where a comparison is, whether its number has been below, at and above its constant, and one below or above. */
struct site {
    uintptr_t at;
    bool seen[3], next;
};
enum { SITES = 1 << 17 };
static struct site site[SITES];

#define UNTRACED __attribute__((no_sanitize("coverage", "address", "undefined")))

/* Truth is compared with 0 and 1, a limit is larger. */
UNTRACED static void note(uintptr_t at, int64_t limit, int64_t x) {
    size_t i = (at * 0x9e3779b97f4a7c15u) >> 47;
    if (limit <= 1)
        return;
    while (site[i].at && site[i].at != at)
        i = (i + 1) % SITES;
    site[i].at = at;
    site[i].seen[x < limit ? 0 : x == limit ? 1 : 2] = true;
    site[i].next |= x == limit - 1 || x == limit + 1;
}

void compared_4(uint32_t limit, uint32_t x) __asm__("__sanitizer_cov_trace_const_cmp4");
UNTRACED void compared_4(uint32_t limit, uint32_t x) {
    note((uintptr_t)__builtin_return_address(0), (int32_t)limit, (int32_t)x);
}
void compared_8(uint64_t limit, uint64_t x) __asm__("__sanitizer_cov_trace_const_cmp8");
UNTRACED void compared_8(uint64_t limit, uint64_t x) {
    note((uintptr_t)__builtin_return_address(0), (int64_t)limit, (int64_t)x);
}

/* Lines that compilers count differently, of two comparisons or of a loop's end: test_limits.c; so many lengths are
 * more characters than a setting has. */
static const char *const seen_or_not[] = {"n <= ASIDE_MAX", "count <= LENGTHS_MAX &&"};

/* Limits that no group crosses, or not so that it is seen. */
static const struct {
    const char *line, *why;
} others[] = {
    {"room < a->bytes && room < PIECE_MAX", "pieces do not grow under a sanitizer"},
    {"fabs(x) <= COUNT_MAX", "comparisons of double are not told"},
    {"x[k] > COUNT_MAX", "comparisons of double are not told"},
    {"steps > STEPS_MAX", "comparisons of double are not told"},
    {"a->positions > POSITIONS_MOST", "a command: cli/refusals.txt"},
    {"strlen(set[k][1]) >= SETTING_TEXT_MAX", "a file as operand: rooms/rows/data_file.bats"},
    {"classes <= NUMBERS_MOST", "cli/baselines.bats shows 13 labels"},
    {"t.rows <= ROWS_MOST", "a report of 2000 rows takes long"},
    {"(size_t)classes > WEIGHTS_MAX", "words times labels are seldom exactly so many"},
    {"count <= GRID_MOST; i++", "so many models take long"},
    {"*high - *low < GRID_MOST", "comparisons of double are not told"},
    {NULL, NULL},
};

static bool is_other(const char *line) {
    for (int i = 0; others[i].line; i++)
        if (strstr(line, others[i].line))
            return true;
    return false;
}

extern char program_start[] __asm__("__executable_start");

/* "FILE:LINE" of each site, in their order. */
static char *places(struct arena *arena) {
    char addresses[PATH_MAX_LENGTH], lines[PATH_MAX_LENGTH], command[3 * PATH_MAX_LENGTH];
    struct error e;
    size_t size;
    assert_true(file_path(addresses, test_folder, "addresses", &e) && file_path(lines, test_folder, "lines", &e));
    FILE *f = fopen(addresses, "w");
    assert_non_null(f);
    for (int i = 0; i < SITES; i++)
        if (site[i].at)
            fprintf(f, "%#lx\n", (unsigned long)(site[i].at - 1 - (uintptr_t)program_start));
    assert_int_equal(fclose(f), 0);
    snprintf(command, sizeof command, "addr2line -e /proc/%ld/exe <%s >%s", (long)getpid(), addresses, lines);
    assert_int_equal(system(command), 0);
    char *text = (char *)file_read(lines, 1 << 27, arena, &size, &e);
    assert_non_null(text);
    return text;
}

/* Of the lines of code `want`, "FILE:LINE:CODE": which are compared on both sides, and where that matters at the limit.
 */
static bool crossed(const char *want, const char *text) {
    size_t length = strcspn(want, ":");
    length += 1 + strcspn(want + length + 1, ":");
    bool smaller = strstr(want, "_MAX ? ") || strstr(want, "_MOST ? ");
    for (int i = 0; i < SITES; i++) {
        if (!site[i].at)
            continue;
        size_t end = strcspn(text, " \n"), next = strcspn(text, "\n");
        if (site[i].seen[0] + site[i].seen[1] + site[i].seen[2] > 1 && (smaller || (site[i].seen[1] && site[i].next)) &&
            end > length && text[end - length - 1] == '/' && strncmp(text + end - length, want, length) == 0)
            return true;
        text += next + (text[next] == '\n');
    }
    return false;
}

#define LIMIT "[A-Z][A-Z0-9_]*_(MAX|MOST|DRAWN|FEW)\\b"
#define COMPARES "([<>]=?|[!=]=)"

TEST(crossed) {
    char line[400];
    struct arena arena = {0};
    int checked = 0, missed = 0;
    if (!tests_run_all())
        skip();
    char *text = places(&arena);
    FILE *f = popen("grep -rnE --include='*.[ch]' '" COMPARES " *\\(?" LIMIT "|\\b" LIMIT " *" COMPARES "' src |"
                    " grep -vE '(\\b|_)assert\\(|\\b(DBL|INT|INT32|LONG|SIZE|UINT32)_MAX\\b|:[0-9]+:(#| *\\*|/\\*)'",
                    "r");
    assert_non_null(f);
    for (; fgets(line, sizeof line, f); checked++)
        if (!strstr(line, seen_or_not[0]) && !strstr(line, seen_or_not[1]) && crossed(line, text) == is_other(line)) {
            fprintf(stderr, is_other(line) ? "crossed after all: %s" : "no test crosses %s", line);
            missed++;
        }
    pclose(f);
    assert_true(checked > 30);
    assert_int_equal(missed, 0);
    arena_free(&arena);
}
#else
TEST(crossed) { skip(); }
#endif

GROUP(caps, folder_setup, folder_teardown)
