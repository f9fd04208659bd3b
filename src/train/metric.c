/* metric.c -- the table of metrics; see metric.h. */
#include "train/metric.h"

#include <assert.h>
#include <string.h>

const struct metric metrics[] = {
    [METRIC_ACCURACY] = {.name = "accuracy",
                         .title = "accuracy",
                         .unit = "%",
                         .difference = "points",
                         .scale = 100,
                         .digits = 1,
                         .low = 0,
                         .high = 1,
                         .better = 1},
};
const int metric_count = sizeof metrics / sizeof *metrics;
static_assert(sizeof metrics / sizeof *metrics <= METRICS_MAX, "more metrics than METRICS_MAX");

int metric_find(const char *name) {
    for (int k = 0; k < metric_count; k++)
        if (strcmp(metrics[k].name, name) == 0)
            return k;
    return -1;
}
