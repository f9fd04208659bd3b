/* course.h -- how a metric went on the batches of training, as a curve: means over equal stretches of all steps, since
 * a single batch says little. */
#pragma once

#include "present/chart.h"
#include "train/metric.h"

enum { COURSE_STRETCHES = 60 };

/* Of one seed; starts as zeros. */
struct course {
    double sum[COURSE_STRETCHES];
    int count[COURSE_STRETCHES];
    int lines; /* steps that are known; 0: none */
};

/* Adds the value of one step, 1..steps. */
void course_add(struct course *c, int step, int steps, double value);
/* The mean of a stretch, as it is printed; NAN: none of its steps is known. */
double course_at(const struct course *c, int stretch, const struct metric *m);
/* The step in the middle of a stretch. */
double course_step(int stretch, int steps);

/* A point each, the mean over the seeds that have steps there; with `all` only where all of them have. A value of a
 * batch is the mean of `batch` examples. */
struct course_curve {
    const struct course *course; /* (seeds) */
    int seeds, steps, batch;
    const struct metric *metric;
    bool all;
};
void course_fill(struct chart_curve *v, const struct course_curve *of, struct arena *arena);
