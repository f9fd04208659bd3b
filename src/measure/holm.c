/* holm.c -- see holm.h. */
#include "measure/holm.h"

#include <math.h>

/* The smallest p value above `floor`, and how many are equal to it; 0: there is none. */
static int next(double *smallest, const double *p, int count, double floor) {
    int equal = 0;
    for (int i = 0; i < count; i++) {
        if (isnan(p[i]) || p[i] <= floor || (equal && p[i] > *smallest))
            continue;
        equal = equal && p[i] == *smallest ? equal + 1 : 1;
        *smallest = p[i];
    }
    return equal;
}

int holm_mark(const double *p, int count, double alpha, bool *marked) {
    int tests = 0, equal;
    double limit = -1, smallest = 0;
    for (int i = 0; i < count; i++)
        tests += !isnan(p[i]);
    for (int left = tests; (equal = next(&smallest, p, count, limit)) > 0 && smallest * left <= alpha; left -= equal)
        limit = smallest;
    for (int i = 0; i < count; i++)
        marked[i] = p[i] <= limit;
    return tests;
}
