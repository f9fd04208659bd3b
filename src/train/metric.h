/* metric.h -- the numbers that an evaluation gives for every policy and length, one row of a table each.
 *
 * A metric says its name, its unit, which way is better, how it is printed and where chance lies. Whoever keeps or
 * shows results goes through this table, so a new metric is one row in metric.c: it is then in the evaluation file, in
 * tables, charts, reports, CSV, JSON and claims. The first metric, accuracy, is the one that the gate looks at. */
#ifndef TRAIN_METRIC_H
#define TRAIN_METRIC_H

enum { METRICS_MAX = 6 };
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
};

/* All of them, METRICS of them. */
extern const struct metric metrics[];
extern const int metric_count;
/* Its number in the table; -1 if there is none of that name. */
int metric_find(const char *name);

#endif
