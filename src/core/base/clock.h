/* clock.h -- seconds that only go forward, for progress and speed; never for seeds. */
#pragma once

#include <time.h>

static inline double clock_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Processor time of this process in seconds. */
static inline double clock_worked(void) { return (double)clock() / CLOCKS_PER_SEC; }
