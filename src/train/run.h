/* run.h -- one model with its settings and task, ready to be trained or evaluated. */
#ifndef TRAIN_RUN_H
#define TRAIN_RUN_H

#include "base/arena.h"
#include "train/batches.h"

#define POSLAB_VERSION "0.1.0"

/* The sections of the settings that belong to one run, and to its files. */
#define RUN_SECTIONS "task encoding model attention recurrent train eval"

/* Has pointers into itself: build it where it stays. */
struct run {
    struct settings settings;
    struct arena arena;
    struct task_built task;
    struct model model;
    int longest;                        /* L: rows of the longest training sequence */
    struct position_scheme scheme;      /* of the rows in training */
    struct position_scheme eval_scheme; /* and in evaluation */
    int step;                           /* updates done */
};

/* Builds task and model with their initial values; `in` as for task_build. On an error nothing is left to free. */
bool run_build(struct run *r, const struct settings *s, const struct task_input *in, struct error *e);
void run_free(struct run *r);

#endif
