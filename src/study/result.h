/* result.h -- a run or a comparison read back from its folder: whatever members are finished, and why the others
 * are not. A run is a comparison of one. Nothing is trained, evaluated or written. */
#ifndef STUDY_RESULT_H
#define STUDY_RESULT_H

#include "study/compare.h"
#include "train/run.h"

/* Holds pointers into itself: read it where it stays. */
struct result {
    struct comparison_result result; /* rows and pairs as compare_collect fills them */
    bool single;                     /* a run, not a comparison */
    char kernels[128];               /* of OpenBLAS, as its members recorded them */
    struct arena arena;
    bool kept;
    struct run saved_run; /* where a checkpoint is there, the task comes from it and its files are not needed */
};

/* Errors: EXIT_USAGE (no such folder, nothing finished in it), EXIT_DATA, EXIT_IO; nothing is left to free then. */
bool result_read(struct result *f, const char *folder, struct error *e);
void result_free(struct result *f);
/* The first checkpoint in a folder or, by name, in one of its folders; false: there is none. */
bool result_checkpoint(char path[1024], const char *folder);

#endif
