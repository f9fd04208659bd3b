/* statistics.h -- means over seeds with 95 % intervals. */
#pragma once

#include <stdbool.h>

struct summary {
    int n;
    double mean, low, high; /* and the ends of its interval; NAN with fewer than two values */
};

/* The 97.5 % point of Student's t with `freedom` degrees of freedom, >= 1. */
double student_t(int freedom);
/* Mean of x (n) and mean +- t * s / sqrt n; NAN for a mean of none. */
struct summary summarise(const double *x, int n);
double student_p(const double *x, int n);
void holm_mark(const double *p, int n, bool *mark);
struct summary wilson(int count, int of);
