/* run_log.h -- metrics.jsonl: one JSON object a line while a run trains. */
#ifndef TRAIN_RUN_LOG_H
#define TRAIN_RUN_LOG_H

#include <stdio.h>

#include "train/step.h"

#define RUN_LOG_FILE "metrics.jsonl"

struct run_log {
    FILE *file;
    char path[1024];
};

/* Opens the folder's file for a run at `step`; lines of later steps, which a stopped run
 * may have left, are dropped. *seconds is that of the last line left. */
bool run_log_open(struct run_log *m, const char *folder, int step, double *seconds, struct error *e);
/* Seconds of the training up to a step, as the folder's file has them; < 0: it does not say. */
double run_log_seconds(const char *folder, int step);
/* Appends a line about the last step. */
bool run_log_add(struct run_log *m, const struct stepper *s, double seconds, double tokens_per_second, struct error *e);
bool run_log_close(struct run_log *m, struct error *e);

#endif
