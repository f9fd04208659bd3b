/* predict.h -- what the ways of poslab predict share. */
#pragma once

#include "command/command.h"
#include "task/labelled.h"
#include "train/predict.h"

/* A run, and what it is asked about. */
struct asking {
    const struct run *r;
    const struct policy *policy;
    struct labelled_how how; /* of rows */
    int top;                 /* the likeliest answers that are shown; 0: as many as usual */
    struct prediction_score score;
    long blind;         /* texts with words, none of which is known */
    struct arena arena; /* of names of columns */
};

/* The rows of a file or of standard input with answers as further columns, on stdout; `form` is their form. Errors:
 * EXIT_USAGE, EXIT_DATA, EXIT_IO. */
bool predict_rows(struct asking *a, const char *form, struct error *e);
