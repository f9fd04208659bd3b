/* estimate.h -- estimates time and disk space of unfinished members, from finished ones in the same folder. Nothing is
 * written. */
#pragma once

#include "study/comparison.h"

/* The cost of a member by label; for unknown labels the average of the others. */
struct pace {
    double step; /* seconds of a training step */
    double rest; /* seconds besides: above all its evaluation */
    double bytes;
    int known; /* from how many members */
};

struct estimate {
    int known;         /* from how many finished members; 0: nothing is known */
    struct pace *pace; /* (labels) */
    const struct comparison_result *c;
};

/* From finished members, whose statuses say so; a few dozen of them are read, at random. */
void estimate_measure(struct estimate *x, const struct comparison_result *c, struct arena *arena);
/* The pace of member k. */
const struct pace *estimate_pace(const struct estimate *x, int k);
/* Seconds that member k needs from this step on, in one process. */
double estimate_seconds(const struct estimate *x, const struct comparison_result *c, int k, int step);
