/* learning_curve.h -- how a metric went on the batches of training, as a curve: means over equal stretches of all
 * steps, since a single batch says little. */
#pragma once

#include "draw/chart.h"
#include "evaluate/metric.h"

enum { COURSE_STRETCHES = 60 };

/* Of one seed; starts as zeros. */
struct learning_curves {
    double sum[COURSE_STRETCHES];
    int count[COURSE_STRETCHES];
    int lines; /* steps that are known; 0: none */
};

/* Adds the value of one step, 1..steps. */
void learning_curves_add(struct learning_curves *c, int step, int steps, double value);
/* The mean of a stretch, as it is printed; NAN: none of its steps is known. */
double learning_curve_at(const struct learning_curves *c, int stretch, const struct metric *m);
/* The step in the middle of a stretch. */
double learning_curves_step(int stretch, int steps);

/* A point each, the mean over the seeds that have steps there; with `all` only where all of them have. A value of a
 * batch is the mean of `batch` examples. */
struct learning_curve {
    const struct learning_curves *course; /* (seeds) */
    int seeds, steps, batch;
    const struct metric *metric;
    bool all;
};
void learning_curves_fill(struct chart_curve *v, const struct learning_curve *of, struct arena *arena);
/* A chart of a metric by step, with room for so many curves; LEARNING_NOTE belongs into its note. */
#define LEARNING_NOTE "Each point is the mean of a sixtieth of the steps."
void learning_chart(struct chart *chart, const struct metric *m, int curves, struct arena *arena);
