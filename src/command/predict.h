/* predict.h -- what the ways of poslab predict share. */
#pragma once

#include "cli/arguments.h"
#include "task/labelled.h"
#include "train/predict.h"

/* A run, and what it is asked about. */
struct prediction_session {
    const struct run *r;
    const struct policy *policy;
    struct labelled_how how; /* of rows */
    int top;                 /* the likeliest answers that are shown; 0: as many as usual */
    struct prediction_score score;
    long blind;          /* texts with words, none of which is known */
    long texts, refused; /* of lines or of a file; those that have no answer */
    enum exit_code code; /* of the first of them */
    struct arena arena;  /* of names of columns */
};

/* How rows are read, as far as the command line says. */
enum { PREDICT_READING = 4 };
struct predict_reading {
    int form, charset;
    char label[SETTING_TEXT_MAX], texts[SETTING_TEXT_MAX];
    bool given[PREDICT_READING];
};
/* Takes what is given out of the settings, which are the run's. Error: EXIT_USAGE. */
bool predict_read_given(struct predict_reading *to, struct assignments *a, struct error *e);
/* What is not given is as in training, but for the form, which the file's name says. */
struct labelled_how predict_how(const struct predict_reading *read, const struct arguments *a,
                                const struct task_built *t);

/* The rows of a file or of standard input with answers as further columns, on stdout; `form` is their form;
 * quote_formulas as in records_write.h. Errors: EXIT_USAGE, EXIT_DATA, EXIT_IO. */
bool predict_rows(struct prediction_session *a, const char *form, bool quote_formulas, struct error *e);

/* Adds an example to copy to what is wrong with a text of the command line; returns false. */
bool predict_advise(const struct run *r, const char *folder, struct error *e);
/* An example as a line of standard input, "X w1 Y<Tab>Y X"; NULL: there is none. */
const char *predict_line(const struct run *r, struct arena *arena);
/* Tells why one of many texts has no answer; false: it is no fault of the text, and ends the command. */
bool predict_refuse(struct prediction_session *a, const struct error *why);
/* After all of them. Error: there were such texts. */
bool predict_end(const struct prediction_session *a, struct error *e);
