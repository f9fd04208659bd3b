/* run_list.h -- the contents of a folder: runs, comparisons, folders of claims and others, from their small files
 * alone: config.ini, eval.tsv, compare.json. No task is built and no checkpoint read; an unreadable one is an item
 * that says why. */
#pragma once

#include <time.h>

#include "folder/folder_kind.h"
#include "inventory/status.h"

struct run_setting {
    const char *key, *value;
    bool common; /* all others of the same task share it */
};

struct run_listed {
    const char *folder, *name; /* "runs/compare", "compare" */
    enum folder_kind kind;
    const char *problem;                  /* why nothing is known; NULL: all is */
    time_t changed;                       /* when its result was written; before that its configuration */
    const char *task;                     /* NULL: not known, or claims */
    const char *members;                  /* "learned, rope base=100" */
    const char *seeds;                    /* as compare_seeds writes them; NULL: not known */
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

/* Must be freed in any case. Errors: EXIT_USAGE (no such folder), EXIT_IO. */
bool run_list_read(struct run_list *l, const char *folder, struct error *e);
void run_list_free(struct run_list *l);
