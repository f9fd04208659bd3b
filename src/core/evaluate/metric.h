/* metric.h -- the numbers of an evaluation, for every policy and length, and the figures of the run itself, one row of
 * a table each.
 *
 * A metric has a name, a unit, a direction, a format, a formula and a chance level. Everything that stores or shows
 * results loops over this table, so a new metric is one row in metric.c: it is then in the evaluation file, in tables,
 * charts, reports, CSV, JSON and claims. The first metric, accuracy, is the one that the gate tests. */
#pragma once

#include <limits.h>

#include "draw/quantity.h"
#include "maths/loss.h"
#include "model/batch.h"
#include "task/task.h"

struct evaluation_result;

enum { METRICS_MAX = 12 };
enum { METRIC_ACCURACY, METRIC_LOSS, METRIC_MACRO_F1 }; /* their numbers in the table */

/* Targets that were answered. */
struct answers {
    const struct task_built *task;
    int count;
    const struct outcome *outcome; /* (count) */
    const int *answer;             /* (count) the right ones */
};

struct metric {
    const char *name;    /* "accuracy": the key in files */
    const char *meaning; /* what it is, in sentences */
    const char *note;    /* a note for readers of its means, in sentences; NULL: none */
    struct quantity quantity;
    bool counts; /* its sums are counts by true label and answer: confusion.h */
    bool known;  /* counts only targets whose answer is a known word */

    /* Of a figure of the run, such as its speed: one number above 0, read from the evaluation and kept in range; NAN:
     * not known, INFINITY: not reached. Its mean over seeds is geometric, and two figures are compared as a ratio.
     * NULL: the metric is over targets. A figure has no sums, and none of the functions below. */
    double (*of_run)(const struct evaluation_result *r);
    /* How many numbers it adds up; 0: it is not for this task. One; with `known` two, of which the second counts
     * those targets; with `counts` at most LOSS_GIVEN^2. */
    int (*sums)(const struct task_built *t);
    /* Adds the answers to the sums, never below 0. */
    void (*add)(const struct metric *m, double *sum, const struct answers *a);
    /* The value of `sums` such sums over `count` targets; NAN: undefined. */
    double (*value)(const double *sum, int sums, double count);
    /* For the best guess without looking at the sequence, over examples of that many words; NAN: not known. */
    double (*chance)(const struct task_built *t, struct range words);
};

/* All of them, metric_count of them. */
extern const struct metric metrics[];
extern const int metric_count;
/* Its number in the table; -1 if there is none of that name. metric_find_counted: nor if it is a figure of the run. */
int metric_find(const char *name);
int metric_find_counted(const char *name);
/* The largest integer up to which a double counts exactly: 2^53 - 1. */
#define COUNT_MAX ((long)(LONG_MAX < 9007199254740991 ? LONG_MAX : 9007199254740991))
bool metric_is_count(double x);
/* A number as an evaluation has it: a count exactly, others with nine digits. */
double metric_rounded(double x);
/* Whether the task has it. */
bool metric_has(int k, const struct task_built *t);

/* Adds what targets of a batch give to the sums of all metrics, which lie one after another, sums[k] of each: those of
 * `count` targets from number `first` on, from their outcomes. */
void metrics_add(double *to, const int *sums, const struct task_built *t, const struct batch *b, int first, int count,
                 const struct outcome *outcome);
