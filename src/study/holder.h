/* holder.h -- who trains a run now, and how far it is: the holder of a run folder's lock writes it into the lock file,
 * and others read it there. */
#pragma once

#include "base/file_lock.h"
#include "base/host.h"
#include "train/train.h"

struct holder {
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
bool holder_read(struct holder *h, const char *folder, struct error *e);

/* Reports the progress of a run, once per second. */
struct holder_teller {
    const struct file_lock *lock;
    struct train_watch watch; /* of the caller, who still gets every call */
    double told;              /* seconds of training then */
};

/* A watch that tells others, too; the teller stays where it is. */
struct train_watch holder_watch(struct holder_teller *t, const struct file_lock *lock, struct train_watch watch);
/* Reports at once. */
void holder_tell(struct holder_teller *t, const struct train_state *state, bool evaluating);
