/* metric.h -- the numbers that an evaluation gives for every policy and length, one row of a table each.
 *
 * A metric says its name, its unit, which way is better, how it is printed, how it is worked out and where chance
 * lies. Whoever keeps or shows results goes through this table, so a new metric is one row in metric.c: it is then in
 * the evaluation file, in tables, charts, reports, CSV, JSON and claims. The first metric, accuracy, is the one that
 * the gate looks at. */
#pragma once

#include "maths/real.h"
#include "model/batch.h"

enum { METRICS_MAX = 6, METRIC_SUMS_MAX = 512 };
enum { METRIC_ACCURACY }; /* its number in the table */

struct metric {
    const char *name;       /* "accuracy": the key in files */
    const char *title;      /* "accuracy": in sentences and heads */
    const char *unit;       /* "%", or "" */
    const char *difference; /* unit of a difference: "points" */
    double scale;           /* printed is the value times this: 100 */
    int digits;             /* after the point, as printed */
    double low, high;       /* no value lies outside: 0, 1; infinite where there is no bound */
    int better;             /* 1: higher is better; -1: lower */

    /* How many numbers it adds up for so many classes, at most METRIC_SUMS_MAX; 0: it is not for so many. */
    int (*sums)(int classes);
    /* sum += what the targets of a batch give; logits (A, C), unchanged. */
    void (*add)(double *sum, const real *logits, const struct batch *b, int classes);
    /* The value of `sums` such sums over `count` targets; NAN: undefined. */
    double (*value)(const double *sum, int sums, double count);
    /* Where chance lies if the best guess without a look at the sequence has this accuracy; NAN: not known. */
    double (*chance)(double accuracy);
};

/* All of them, metric_count of them. */
extern const struct metric metrics[];
extern const int metric_count;
/* Its number in the table; -1 if there is none of that name. */
int metric_find(const char *name);
