/* metrics.h -- metrics.jsonl: one JSON object a line while a run trains. */
#ifndef TRAIN_METRICS_H
#define TRAIN_METRICS_H

#include <stdio.h>

#include "train/step.h"

#define METRICS_FILE "metrics.jsonl"

struct metrics {
    FILE *file;
    char path[1024];
};

/* Opens the folder's file for a run that stands at `step`; lines of later steps, which
 * a stopped run may have left, are dropped. *seconds is that of the last line kept. */
bool metrics_open(struct metrics *m, const char *folder, int step, double *seconds, struct error *e);
/* Appends a line about the last step. */
bool metrics_add(struct metrics *m, const struct stepper *s, double seconds, double tokens_per_second, struct error *e);
bool metrics_close(struct metrics *m, struct error *e);

#endif
