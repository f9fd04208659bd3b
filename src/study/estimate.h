/* estimate.h -- what members that are not finished will take, in time and on disk: as those took that are finished in
 * the same folder, or from a few steps. Nothing is written. */
#pragma once

#include "study/compare.h"

/* What a member of some label takes. Of labels of which nothing is known: what the others take on average. */
struct pace {
    double step; /* seconds of a training step */
    double rest; /* seconds besides: above all its evaluation */
    double bytes;
    int known; /* from how many members */
};

struct estimate {
    int known;         /* from how many finished members, or labels that were tried; 0: nothing is known */
    const int *label;  /* (members) which of them: 0, 1, ... */
    struct pace *pace; /* (labels) */
    int labels;
};

/* From finished members, whose statuses say so; a few dozen of them are read, at random. */
void estimate_measure(struct estimate *x, const struct comparison_result *c, struct arena *arena);
/* From a few steps and examples of up to eight labels of a comparison that is planned, in about a second. */
void estimate_try(struct estimate *x, const struct comparison_result *c, struct arena *arena);

/* The pace of member k. */
const struct pace *estimate_pace(const struct estimate *x, int k);
/* Seconds of one process that member k takes from this step on. */
double estimate_seconds(const struct estimate *x, const struct comparison_result *c, int k, int step);
