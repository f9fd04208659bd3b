/* still_clock.c -- preloaded, it stops the clock: runs then write no times, and files of two runs are identical. */
#define _GNU_SOURCE
#include <time.h>

int clock_gettime(clockid_t clock, struct timespec *t) {
    (void)clock;
    *t = (struct timespec){0};
    return 0;
}

/* for the programs that draw pictures */
time_t time(time_t *t) {
    if (t)
        *t = 0;
    return 0;
}
