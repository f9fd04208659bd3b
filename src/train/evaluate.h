/* evaluate.h -- every metric of a trained run by length and by policy beyond the trained length, on examples that are
 * the same for every model and policy; and eval.json, which an evaluation leaves in the folder of its run.
 *
 * In range has the lengths and positions of training, whatever eval.positions says: it shows whether a model has
 * learned. eval.policies = all is every policy that fits, without `error`, which is that of training. */
#pragma once

#include "train/metric.h"
#include "train/run.h"

#define EVALUATION_FILE "eval.json"
enum { EVALUATION_VERSION = 2, LENGTHS_MAX = 32, LENGTH_WORDS_MAX = 1000000 };
enum { EVALUATION_NOTE = 512, EVALUATION_KERNELS = 32, EVALUATION_SPARSE = 8 };

/* What a metric came to in range and at each length; NAN: no number. */
struct levels {
    double in_range, at[LENGTHS_MAX];
};

/* All metrics over the same targets. */
struct score {
    long count; /* targets; 0: none was evaluated */
    double value[METRICS_MAX], *sum[METRICS_MAX];
};

struct evaluation_row {
    const struct policy *policy;
    bool applies; /* makes sense for the encoding; else it has a row, and no numbers in it */
    struct score at[LENGTHS_MAX];
};

/* What evaluation found, or what a file of it says. */
struct evaluation_result {
    int version; /* of the file; 0: none was read */
    const struct task *task;
    const struct mixer *mixer;
    const struct encoding *encoding;
    int seed, steps;      /* of the training */
    struct range trained; /* words */
    int examples;         /* at each length; 0: as many as the task holds */
    int lengths;
    struct range words[LENGTHS_MAX];   /* of each; one number where examples are made */
    struct levels chance[METRICS_MAX]; /* of each metric */
    int sums[METRICS_MAX];             /* numbers that each adds up; 0: it is not for this task */
    int left_out;                      /* examples that the task holds and no length takes in */
    struct score in_range;             /* lengths and positions drawn as in training */
    struct score training;             /* the training examples themselves, where they are a fixed set */
    char files[TASK_FINGERPRINT];      /* of all that the task keeps of files, or empty */
    char note[EVALUATION_NOTE];        /* what a reader should know about the task's files, or empty */
    char kernels[EVALUATION_KERNELS];  /* of matrix products */
    char sparse[EVALUATION_SPARSE];    /* train.sparse, dense or lazy; empty: not known */
    double seconds;                    /* of training; < 0: not known */
    int rows;
    struct evaluation_row row[ENCODING_POLICIES];
    struct arena arena; /* the sums */
};

/* Reads a list of lengths, "1x 1.5x 40": times the longest trained one (rounded), or words. Where a task has a dataset,
 * a length covers all examples that are as long or shorter, down to the next smaller one of the list or to the longest
 * of training. Returns how many; 0 with an error (EXIT_USAGE) for anything else. */
int lengths_read(const char *text, const struct task_built *t, struct range words[LENGTHS_MAX], struct error *e);
/* The columns that a list of lengths gives: those at which the task has examples. Returns how many; 0: EXIT_USAGE. */
int evaluation_lengths(const struct task_built *t, const char *list, struct range words[LENGTHS_MAX], struct error *e);
/* Checks eval.lengths and eval.policies: what evaluation would refuse, it refuses now. */
bool evaluation_check(const struct run *r, struct error *e);
/* Errors, with nothing to free: EXIT_USAGE (a length, a policy, a position beyond a table under `error`). */
bool evaluate(const struct run *r, int threads, struct evaluation_result *result, struct error *e);
void evaluation_free(struct evaluation_result *result);

/* A metric at length i of a row, or in range for i < 0; NAN where nothing was evaluated. */
double evaluation_value(const struct evaluation_result *r, int metric, int row, int i);
/* What the sums of a score come to. */
double score_value(const struct score *s, int metric, int sums);

/* ---- eval.json. What is read is what was written, or it is refused: a value out of range, a count or sum that does
 * not agree, an unknown name or key, anything twice or missing. A refusal names file, key and what is expected; nothing
 * is mended or guessed. A metric that a file lacks altogether has no numbers in it; accuracy is always there. */

/* The document, a new reference. */
json_t *evaluation_json(const struct evaluation_result *result);
/* Leaves it in the folder of the run. Errors: EXIT_IO. */
bool evaluation_write(const struct evaluation_result *result, const char *folder, struct error *e);
/* Reads it; free it afterwards. Errors, with nothing to free: EXIT_IO (no file, not readable); EXIT_DATA (written by
 * another version, or does not fit). */
bool evaluation_read(struct evaluation_result *result, const char *folder, struct error *e);
