/* predict.h -- what the ways of poslab predict share. */
#pragma once

#include "cli/arguments.h"
#include "data/labelled_columns.h"
#include "evaluate/predict.h"

/* A run, and what it is asked about. */
struct prediction_session {
    const struct run *r;
    const struct policy *policy;
    struct labelled_how how; /* of rows */
    int top;                 /* the likeliest answers that are shown; 0: as many as usual */
    struct prediction_score score;
    long unknown_line;   /* of the first label that is unknown */
    long blind;          /* texts with words, none of which is known */
    long texts, refused; /* of lines or of a file; those that have no answer */
    enum exit_code code; /* of the first of them */
    struct arena arena;  /* of names of columns */
};

/* The rows of a file or of standard input with answers as further columns, on stdout in the form `to`, or in a file of
 * that name, where formulas are quoted (records_write.h). Errors: EXIT_USAGE, EXIT_DATA, EXIT_IO. */
bool predict_rows(struct prediction_session *a, const char *to, struct error *e);

/* Tells why one of many texts has no answer; false: it is no fault of the text, and ends the command. */
bool predict_refuse(struct prediction_session *a, const struct error *why);
/* After all of them. Error: there were such texts. */
bool predict_end(const struct prediction_session *a, struct error *e);
