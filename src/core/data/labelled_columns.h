/* labelled_columns.h -- rows with a label and one or two texts: finds their columns among others. Errors: EXIT_USAGE
 * (too many names), EXIT_DATA with file and line, EXIT_IO. */
#pragma once

#include "base/setting.h"
#include "format/label.h"
#include "task/task.h"

enum { LABELLED_LABEL, LABELLED_A, LABELLED_B, LABELLED_COLUMNS };

struct labelled_how {
    struct records_how rows;
    const char *label; /* the column's name, as a setting has it; NULL: label */
    const char *texts; /* one or two names, separated by commas; empty or NULL: text_a, and text_b if it exists; or else
                        * text */
    bool unlabelled;   /* a label may be missing */
    bool words;        /* a label is words, of which 1.0 is not 1 */
};

struct labelled {
    struct records file;
    struct records_field all[RECORDS_COLUMNS]; /* the fields of the row that was read last */
    int column[LABELLED_COLUMNS];              /* which field it is; -1: not there */
    const char *name[LABELLED_COLUMNS];        /* as they were found, or would be; empty: there is none */
    int seen;                                  /* columns that were checked */
    bool words;                                /* as struct labelled_how has it */
    bool headless; /* with rows.maybe_headless: the first line has none of these names, so it is text_a and perhaps
                    * text_b, as all are */
    struct label_room label; /* of the row that was read last */
    struct arena arena;      /* of the names */
};

bool labelled_open(struct labelled *l, const struct labelled_how *how, struct error *e);
/* The next row; `text` is NULL if it does not have that field, and the label is as label_of has it. *more is false at
 * the end. */
bool labelled_next(struct labelled *l, struct records_field out[LABELLED_COLUMNS], bool *more, struct error *e);
void labelled_close(struct labelled *l);
