/* still_clock.c -- preloaded, it is a clock that only tests move. It stands still: runs then write no times, and files
 * of two runs are identical. CLOCK_STEP=0.05: each reading moves it by so many seconds.
 *
 * It can also hold a process at a known place: with CLOCK_AFTER=metrics.jsonl, whoever reads the clock while the run
 * whose lock it has open has such a file, not empty and of at least CLOCK_ROWS lines, waits there until a file
 * CLOCK_UNTIL exists. Signals are handled, and acted on after that. */
#define _GNU_SOURCE
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { HANDLES = 64 };
static const char LOCK[] = "/.lock";

static bool has_rows(const char *path) {
    const char *rows = getenv("CLOCK_ROWS");
    int left = rows ? atoi(rows) : 0, c = EOF;
    FILE *f = fopen(path, "r");
    bool some = f && (c = getc(f)) != EOF;
    for (; some && left > 0 && c != EOF; c = getc(f))
        left -= c == '\n';
    if (f)
        fclose(f);
    return some && left <= 0;
}

/* Whether a run that this process has locked has this file. */
static bool is_there(const char *file) {
    char name[64], path[8192];
    for (int handle = 3; handle < HANDLES; handle++) {
        snprintf(name, sizeof name, "/proc/self/fd/%d", handle);
        ssize_t size = readlink(name, path, 4096), folder = size - (ssize_t)strlen(LOCK);
        if (folder < 0 || memcmp(path + folder, LOCK, strlen(LOCK)) != 0)
            continue;
        snprintf(path + folder, sizeof path - (size_t)folder, "/%s", file);
        if (has_rows(path))
            return true;
    }
    return false;
}

static void hold(void) {
    const char *after = getenv("CLOCK_AFTER"), *until = getenv("CLOCK_UNTIL");
    if (after && until && access(until, F_OK) != 0 && is_there(after))
        while (access(until, F_OK) != 0)
            nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
}

int clock_gettime(clockid_t clock, struct timespec *t) {
    static double seconds;
    const char *step = getenv("CLOCK_STEP");
    (void)clock;
    hold();
    seconds += step ? atof(step) : 0;
    *t = (struct timespec){(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    return 0;
}

clock_t clock(void) { return 0; }

/* for the programs that draw pictures */
time_t time(time_t *t) {
    if (t)
        *t = 0;
    return 0;
}
