/* evaluate.h -- accuracy of a trained run by length and by policy beyond the trained
 * length, on examples that are the same for every model and policy. */
#ifndef TRAIN_EVALUATE_H
#define TRAIN_EVALUATE_H

#include <jansson.h>

#include "train/lengths.h"
#include "train/run.h"

/* Correct answers out of those asked. */
struct tally {
    long correct, asked;
};

struct evaluation_row {
    const struct policy *policy;
    bool applies; /* makes sense for the encoding; else it has a row, and no numbers in it */
    struct tally at[LENGTHS_MAX];
};

struct evaluation_result {
    const struct task *task;
    const struct mixer *mixer;
    const struct encoding *encoding;
    int seed, steps;      /* of the training */
    struct range trained; /* words */
    int examples;         /* at each length; 0: as many as the task holds */
    int lengths;
    struct range words[LENGTHS_MAX]; /* of each; one number where examples are made */
    double chance[LENGTHS_MAX];
    int left_out;          /* examples that the task holds and no length takes in */
    struct tally in_range; /* lengths and places drawn as in training */
    double in_range_chance;
    char files[TASK_FINGERPRINT]; /* of all that the task keeps of files, or empty */
    char note[512];               /* what a reader should know about the task's files, or empty */
    struct tally training;        /* the training examples themselves, where they are a fixed set */
    int rows;
    struct evaluation_row row[ENCODING_POLICIES];
};

/* Checks eval.lengths and eval.policies: what evaluation would refuse, it refuses now. */
bool evaluation_check(const struct run *r, struct error *e);
/* Evaluates. Errors: EXIT_USAGE (a length, a policy, a place beyond a table under `error`). */
bool evaluate(const struct run *r, int threads, struct evaluation_result *result, struct error *e);

/* NAN where nothing was asked: the policy makes no sense for the encoding. */
double tally_accuracy(struct tally t);
/* The result as JSON (a new reference): what eval.json holds. `seconds` of training; < 0: not known. */
json_t *evaluation_json(const struct evaluation_result *result, double seconds);

#endif
