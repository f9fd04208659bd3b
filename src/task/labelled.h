/* labelled.h -- rows of a label and one or two texts: which columns they are, among any others. Errors: EXIT_USAGE (too
 * many names), EXIT_DATA with file and line, EXIT_IO. */
#pragma once

#include "base/setting.h"
#include "format/records.h"
#include "task/task.h"

enum { LABELLED_LABEL, LABELLED_A, LABELLED_B, LABELLED_COLUMNS };

struct labelled_how {
    struct records_how rows;
    const char *label;   /* the column's name */
    const char *texts;   /* names of one or two, with commas; empty: text_a and, where it is, text_b; or else text */
    bool unlabelled;     /* a label may be missing */
    bool maybe_headless; /* a first row that names none of these is no header: rows are text_a and perhaps text_b */
};

struct labelled {
    struct records file;
    int column[LABELLED_COLUMNS];                  /* which field it is; -1: not there */
    char name[LABELLED_COLUMNS][SETTING_TEXT_MAX]; /* as they were found, or would be */
    int seen;                                      /* columns that were looked at */
    bool headless;
};

/* The columns that a task's options name, so that what a model is asked is read as its training rows were; the usual
 * ones where it has no such options. */
void labelled_columns_of(struct labelled_how *how, const struct task_built *t);

bool labelled_open(struct labelled *l, const struct labelled_how *how, struct error *e);
/* The next row; `text` is NULL where it has no such field. *more is false where there is none. */
bool labelled_next(struct labelled *l, struct records_field out[LABELLED_COLUMNS], bool *more, struct error *e);
void labelled_close(struct labelled *l);
