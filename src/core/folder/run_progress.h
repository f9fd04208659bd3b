/* run_progress.h -- who trains a run now, and how far it is: the holder of a run folder's lock writes it into the lock
 * file, and others read it there. */
#pragma once

#include "base/file.h"
#include "base/file_lock.h"
#include "train/train.h"

struct run_progress {
    bool held;            /* by anybody; else this is the last report before the holder ended */
    char host[HOST_NAME]; /* empty: no readable report, or one of a newer poslab */
    long process;         /* there */
    int step, steps;
    double steps_per_second; /* of this process; 0: not known yet */
    bool evaluating;         /* after its last step */
    double time;             /* time of the report, seconds since 1970 */
};

/* Finds out who holds the lock of a run's folder, if anybody, and the latest report. Takes no lock, writes nothing.
 * Errors: EXIT_IO. */
bool run_progress_read(struct run_progress *h, const char *folder, struct error *e);
/* EXIT_BUSY: the folder is in use, and by whom. */
bool run_progress_busy(const struct run_progress *h, const char *folder, struct error *e);

/* Reports the progress of a run, once per second. */
struct run_progress_teller {
    const struct file_lock *lock;
    struct train_watch watch; /* of the caller, who still gets every call */
    double told;              /* seconds of training then */
};

/* A watch that tells others, too; the teller stays where it is. */
struct train_watch run_progress_watch(struct run_progress_teller *t, const struct file_lock *lock,
                                      struct train_watch watch);
/* Reports at once. */
void run_progress_tell(struct run_progress_teller *t, const struct train_state *state, bool evaluating);
