/* train.h -- trains a run into its folder: config.ini, metrics.jsonl, checkpoint. */
#ifndef TRAIN_TRAIN_H
#define TRAIN_TRAIN_H

#include <signal.h>

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
    const volatile sig_atomic_t *stop; /* set by a signal: write a checkpoint and end */
    int threads;
    const struct task_input *input; /* what the task is built from; NULL: its files */
};

/* Starts a new run in a folder without one: writes config.ini. Errors: EXIT_USAGE, EXIT_IO. */
bool train_open(const struct run *r, const char *folder, struct error *e);
/* Trains from r->step to the end and leaves the last checkpoint in the folder; *state
 * is the run's last. Errors: EXIT_STOPPED (with a checkpoint), EXIT_DIVERGED, EXIT_IO. */
bool train_run(struct run *r, const char *folder, struct train_watch watch, struct train_state *state, struct error *e);

#endif
