/* status.h -- progress of the runs in a folder: which are finished, who trains which of the others, which failed and
 * why, and how long the rest will take. No task or model is built, no lock taken, nothing written, so it works on other
 * users' folders. Thousands of members take well under a second: no file of a finished one is opened, except a small
 * one if the comparison changed since. */
#pragma once

#include "study/comparison.h"

/* A member that runs, was stopped or failed. */
struct status_member {
    const struct status_member *next;
    const char *folder, *name; /* "runs/x/rope-seed1"; its label */
    enum run_status status;
    int steps;
    struct run_progress holder;    /* who runs it; the last report of a stopped one */
    const struct failure *failure; /* NULL: it did not fail */
};

/* A run, or a comparison. */
struct status_folder {
    const struct status_folder *next;
    const char *folder;
    bool single;
    int members, count[STATUSES]; /* by enum run_status */
};

struct status {
    const char *folder;
    const struct status_folder *first;
    const struct status_member *member; /* those in the report, in their order */
    int folders, members, count[STATUSES];
    double seconds;      /* until all that did not fail are finished; NAN: not known */
    bool idle;           /* nothing is running: these are seconds of one process */
    struct error unread; /* a run or comparison that could not be read; no text: all could */
    struct arena arena;  /* where all of it lies */
};

/* Reads a run, a comparison, or every one below a folder. Must be freed in any case. Errors: EXIT_USAGE (there is none,
 * a config.ini that cannot be understood), EXIT_IO. */
bool status_read(struct status *s, const char *folder, struct error *e);
void status_free(struct status *s);
/* EXIT_DONE: all are finished; EXIT_FAILED: nothing is left but failures; EXIT_STOPPED: something can go on. */
enum exit_code status_code(const struct status *s);
