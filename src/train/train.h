/* train.h -- trains a run into its folder: config.ini, checkpoint, and metrics.jsonl, one JSON object a line. */
#pragma once

#include <signal.h>
#include <stdio.h>

#include "train/step.h"

/* What a run reports after every step. */
struct train_state {
    int step, steps, first; /* first: where this process began */
    double loss, accuracy;  /* of the last batch */
    double examples_per_second;
    double seconds; /* of training, over all its resumptions */
};

struct train_watch {
    void (*step)(void *user, const struct train_state *state); /* NULL: nothing is reported */
    void *user;
    const volatile sig_atomic_t
        *stop; /* set by a signal: write a checkpoint and end; the run keeps it for its evaluation */
    int threads;
    const struct task_input *input; /* what the task is built from; NULL: its files */
};

/* Starts a new run in a folder without one: writes config.ini. Errors: EXIT_USAGE, EXIT_IO. */
bool train_open(const struct run *r, const char *folder, struct error *e);
/* Trains from r->step to the end and leaves the last checkpoint in the folder; *state is the run's last. Errors:
 * EXIT_STOPPED (with a checkpoint), EXIT_DIVERGED, EXIT_IO. */
bool train_run(struct run *r, const char *folder, struct train_watch watch, struct train_state *state, struct error *e);

/* ---- metrics.jsonl */

#define RUN_LOG_FILE "metrics.jsonl"

struct run_log {
    FILE *file;
    char path[1024];
};

/* Opens the folder's file for a run at `step`; lines of later steps, which a stopped run may have left, are dropped.
 * *seconds is that of the last line left. */
bool run_log_open(struct run_log *m, const char *folder, int step, double *seconds, struct error *e);
/* Seconds of the training up to a step, as the folder's file has them; < 0: it does not say. */
double run_log_seconds(const char *folder, int step);
/* Appends a line about the last step. */
bool run_log_add(struct run_log *m, const struct stepper *s, double seconds, double tokens_per_second, struct error *e);
bool run_log_close(struct run_log *m, struct error *e);
