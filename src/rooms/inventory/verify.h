/* verify.h -- checks that the files of runs and comparisons are intact and belong together: config.ini, checkpoint, run
 * log, eval.tsv (with the checksum of its checkpoint) and compare.json (with those of its members' eval.tsv). It
 * collects all problems, not only the first. Nothing is trained, evaluated or written, and no lock is taken: a folder
 * in use is reported as it was found. */
#pragma once

#include "base/path.h"
#include "study/comparison.h"

enum { VERIFY_PROBLEMS = 16 }; /* of one folder */

/* A checked folder: a run, or a comparison without its members. */
struct verified {
    const struct verified *next;
    const char *folder;
    bool comparison, finished;
    bool without; /* it is finished, and kept no checkpoint */
    bool older;   /* compare.json has fewer results than the folder, and no wrong one */
    int done, of; /* steps; members that are finished */
    int failed;   /* the exit code of a run that failed for good; members that did */
    int unsound;  /* members with problems */
    int problems;
    const char *problem[VERIFY_PROBLEMS]; /* "FILE: what does not fit" */
};

struct verification {
    const struct verified *first;
    int folders, problems;
    bool unread;            /* some problem is a file that could not be read */
    struct path_seen *seen; /* each folder is checked once, however many links point to it */
    struct arena arena;     /* where all of it lies */
};

/* A run, a comparison with its members, or a folder of such, as claims leave it. Errors: EXIT_USAGE (there is no run in
 * it), EXIT_IO. The verification is to be freed in any case. */
bool verify(struct verification *v, const char *folder, struct error *e);
void verify_free(struct verification *v);
