/* holm.c -- see holm.h. */
#include "statistics/holm.h"

#include <math.h>
#include <stdlib.h>

#include "base/arena.h"
#include "statistics/statistics.h"

int holm_mark(const double *p, int count, double alpha, bool *marked) {
    struct arena arena = {0};
    double *sorted = arena_alloc(&arena, (size_t)count, sizeof *sorted), limit = -1;
    int tests = 0;
    for (int i = 0; i < count; i++)
        if (!isnan(p[i]))
            sorted[tests++] = p[i];
    if (tests)
        sort_ascending(sorted, tests);
    for (int i = 0; i < tests && (sorted[i] == limit || sorted[i] * (tests - i) <= alpha); i++)
        limit = sorted[i];
    for (int i = 0; i < count; i++)
        marked[i] = p[i] <= limit;
    arena_free(&arena);
    return tests;
}
