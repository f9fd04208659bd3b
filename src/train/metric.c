/* metric.c -- the table of metrics, and what each adds up; see metric.h. */
#include "train/metric.h"

#include <assert.h>
#include <string.h>

#include "maths/loss.h"

static int one(int classes) { return classes > 0; }

static double mean(const double *sum, int sums, double count) {
    (void)sums;
    return *sum / count;
}

static void add_correct(double *sum, const real *logits, const struct batch *b, int classes) {
    *sum += loss_correct(logits, b->answer, b->targets, classes);
}

static double same(double accuracy) { return accuracy; }

const struct metric metrics[] = {
    [METRIC_ACCURACY] = {.name = "accuracy",
                         .title = "accuracy",
                         .unit = "%",
                         .difference = "points",
                         .scale = 100,
                         .digits = 1,
                         .low = 0,
                         .high = 1,
                         .better = 1,
                         .sums = one,
                         .add = add_correct,
                         .value = mean,
                         .chance = same},
};
const int metric_count = sizeof metrics / sizeof *metrics;
static_assert(sizeof metrics / sizeof *metrics <= METRICS_MAX, "more metrics than METRICS_MAX");

int metric_find(const char *name) {
    for (int k = 0; k < metric_count; k++)
        if (strcmp(metrics[k].name, name) == 0)
            return k;
    return -1;
}
