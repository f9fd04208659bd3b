/* train.h -- trains a run, a model or a baseline, into its folder: config.ini, checkpoint, and of a model
 * metrics.jsonl, one JSON object per line. */
#pragma once

#include <signal.h>
#include <stdio.h>

#include "evaluate/evaluation_progress.h"
#include "train/step.h"

/* What a run reports after every step, and while it is evaluated. */
struct train_state {
    int step, steps, first;                       /* first: where this process began */
    double loss, accuracy, rate;                  /* of the last batch, and its learning rate */
    bool validated;                               /* by this process */
    double validation;                            /* then the loss of the last validation */
    double steps_per_second, examples_per_second; /* of this process */
    double seconds;                               /* of training, over all its resumptions */
    double training;                              /* its share of the work, estimated; the rest is evaluation */
    const struct evaluation_progress *evaluation; /* NULL: it is still trained */
};

/* The share of training and evaluation together that is done. */
double train_done(const struct train_state *s);

struct train_watch {
    void (*step)(void *user, const struct train_state *state); /* NULL: nothing is reported */
    void *user;
    const volatile sig_atomic_t
        *stop; /* set by a signal: write a checkpoint and end; the run keeps it for its evaluation */
    int threads;
    const struct task_input *input; /* what the task is built from; NULL: its files */
    /* Gets warnings about a continued run for readers of its results, such as a skipped damaged checkpoint, one per
     * line; NULL: none wanted. */
    void (*warn)(void *user, const char *text);
    /* Gets warnings about a new run; NULL likewise. */
    void (*tell)(void *user, const char *text);
};

/* Tells the watcher, if there is one and a warning at all. */
void train_warn(const struct train_watch *w, const struct error *warning);

/* Starts a new run in a folder without one: writes config.ini. Errors: EXIT_USAGE, EXIT_IO. */
bool train_open(const struct run *r, const char *folder, struct error *e);
/* Trains from r->step to the end and leaves the last checkpoint in the folder; *state is the run's last. Errors:
 * EXIT_STOPPED (with a checkpoint), EXIT_DIVERGED, EXIT_IO. */
bool train_run(struct run *r, const char *folder, struct train_watch watch, struct train_state *state, struct error *e);
/* Trains a baseline on the examples of a model with the same settings (training_set_draw), as a function of settings
 * and seed alone; the run then counts as finished. Errors: EXIT_STOPPED. */
bool baseline_train(struct run *r, struct error *e);

/* ---- metrics.jsonl. The rows up to a checkpoint are on disk before it. A damaged log never stops a run. */

struct run_log {
    FILE *file;
    char path[1024];
};

/* A line of the file, and what it says: step 0 where it is not a row, NAN where it does not say a number. */
struct run_log_row {
    const char *line;
    size_t bytes;
    int step;
    double accuracy, seconds, speed;
};
typedef void run_log_visitor(void *of, const struct run_log_row *row);
/* Visits each line of a folder's file, which stays in the arena; a missing file has none. Errors: those of
 * file_read. */
bool run_log_each(const char *folder, run_log_visitor *visit, void *of, struct arena *arena, struct error *e);

/* Whether a step has a row: every train.log_every-th, those with a validation, and the last. */
bool run_log_is_due(const struct run *r, int step);
/* Opens the folder's file for a run where it stands, and cuts it to the rows up to its step. If any of these is missing
 * *warning says how many. A file that does not begin with a row is renamed, which *warning says, too. *seconds is that
 * of the last row left. Error: EXIT_IO. */
bool run_log_open(struct run_log *m, const char *folder, const struct run *r, double *seconds, struct error *warning,
                  struct error *e);
/* Whether the folder's file has all rows up to the run's step. Errors: EXIT_DATA, EXIT_IO. */
bool run_log_check(const char *folder, const struct run *r, struct error *e);
#define RUN_LOG_REACHED 0.99
enum { RUN_LOG_MEAN_OF = 5 }; /* rows */
/* Reads the figures of a trained run, as its folder's file has them: seconds, < 0 where it has no row of the last step;
 * and where no row is lost, steps_to_99, the step of the first row at which the last five rows have a mean accuracy of
 * 99 % or more, INFINITY where there is none, and tokens_per_second, the median over rows. Else, and of fewer than five
 * rows, both stay as they are. With them the checksum of the file. Error: EXIT_IO. */
bool run_log_figures(struct evaluation_result *to, const char *folder, const struct run *r, struct error *e);
/* The checksum of the folder's file, which is there. Errors: those of file_read. */
bool run_log_sum(char sum[CHECKSUM_DIGITS + 1], const char *folder, struct error *e);
/* Appends a line about the last step. Tokens per second count processor time, so other programs on the machine do not
 * matter. */
bool run_log_add(struct run_log *m, const struct stepper *s, double seconds, double tokens_per_second, struct error *e);
/* Waits until all rows are on disk. */
bool run_log_sync(struct run_log *m, struct error *e);
bool run_log_close(struct run_log *m, struct error *e);
