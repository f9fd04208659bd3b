/* run_list.h -- what a folder holds: its runs, comparisons, folders of claims, and what is none of these, as far as
 * their small files tell: config.ini, eval.json, compare.json. No task is built and no checkpoint read; what cannot be
 * understood is an item that says why, and stops nothing. */
#pragma once

#include <time.h>

#include "study/folder_kind.h"
#include "study/status.h"

struct run_setting {
    const char *key, *value;
    bool common; /* all others of the same task have it, too */
};

struct run_listed {
    const char *folder, *name; /* "runs/compare", "compare" */
    enum folder_kind kind;
    const char *problem; /* why nothing is known; NULL: all is */
    time_t changed;      /* when its result was written; before that its configuration */
    const char *task;    /* NULL: not known, or claims */
    const char *members; /* "learned, rope base=100" */
    struct range seeds;
    int folders, models, count[STATUSES]; /* comparisons and runs in it; their models */
    int step, steps;                      /* of a run that is not finished */
    int settings;
    struct run_setting *setting; /* (settings) those that are not the defaults: neither kinds nor seeds */
    const char *best;            /* the row with the highest accuracy at the longest length; NULL: none has one */
    double in_range, longest;    /* its accuracy there */
    int words, trained;          /* the longest length, and that of training */
};

struct run_list {
    const char *folder;
    int count;
    struct run_listed *run; /* (count) the newest first */
    struct arena arena;     /* where all of it lies */
};

/* Reads what is in a folder; of a run that alone. It is to be freed in any case. Errors: EXIT_USAGE (no such folder),
 * EXIT_IO. */
bool run_list_read(struct run_list *l, const char *folder, struct error *e);
void run_list_free(struct run_list *l);
