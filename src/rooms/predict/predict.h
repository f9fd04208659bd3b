/* predict.h -- what the ways of poslab predict share: answers about many texts, how right they are, a session. */
#pragma once

#include "base/text.h"
#include "cli/arguments.h"
#include "data/labelled_columns.h"
#include "evaluate/predict.h"

/* An example of a batch of its own, and the probabilities (classes) of its answers at its last target. */
struct prediction_request {
    const struct batch *example;
    real *probability;
};
/* Answers many, in batches of examples of one length: each gets what it would get alone, to rounding. Error,
 * EXIT_USAGE (the policy): *failed is the number of one that is refused. */
bool predict_many(const struct prediction_request *q, int count, const struct run *r, const struct policy *policy,
                  int *failed, struct error *e);
/* Whether an example has words, and the task knows none of them: all are [UNK]. */
bool prediction_is_blind(const struct task_built *t, const struct batch *example);

/* How right the answers about labelled texts are. */
struct prediction_score {
    int labelled, whole;                /* texts with a label, and those with all answers right */
    int answers, correct;               /* their targets, and right answers there */
    int unknown;                        /* labels that are no answers of the model's */
    char first_unknown[TEXT_PRINTABLE]; /* the first of these, safe to show */
};
/* Counts one by the likeliest answers at its targets: the whole label is the answer at one target, else its words are
 * those at each in turn. Returns the right answers. */
int prediction_count(struct prediction_score *score, const struct task_built *t, const int *best, int targets,
                     const char *label);

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
