/* evaluate.h -- every metric of a trained run by length and by extrapolation policy; and eval.tsv, which an evaluation
 * leaves in the folder of its run.
 *
 * Examples belong to eval.seed and train.seed together: all models of a seed are evaluated on the same, and every seed
 * on others, so that the numbers of several seeds are independent draws. A fixed test set (task.h) is the same for all
 * seeds. Of it a score has what its examples add to the variance of a value, and which examples were right.
 *
 * In range has the lengths and positions of training, even if eval.positions is set: it shows whether a model has
 * learned. eval.policies = all is every policy that fits, without `refuse`, which is that of training. */
#pragma once

#include "encoding/policy.h"
#include "evaluate/metric.h"
#include "format/checksum.h"
#include "format/node.h"
#include "format/packed.h"
#include "run/run.h"
#include "settings/settings.h"

enum { EVALUATION_VERSION = 5, LENGTHS_MAX = 32, LENGTH_WORDS_MAX = 1000000 };
enum { EVALUATION_ADVICE = 1200, EVALUATION_NOTE = 3584, EVALUATION_SPARSE = 8, BASELINES_MAX = 5, BASELINE_NAME = 32 };

/* Columns of all that has lengths: in range, then the lengths, then all of them together where there is such a column.
 */
enum { IN_RANGE, COLUMNS_MAX = 1 + LENGTHS_MAX + 1 };

/* What a metric came to in each column; NAN: no number. */
struct levels {
    double at[COLUMNS_MAX];
};

enum { CHANCE }; /* the number of the baseline that every result has */

/* What a guess comes to that needs no trained model: "chance", "blind to segments", "bigram". */
struct baseline_levels {
    char name[BASELINE_NAME];
    struct levels of[METRICS_MAX];
};

/* Sums over examples: targets^2, then of each metric the square of its own sum, and that sum times targets. */
enum { SCORE_SQUARES = 1 + 2 * METRICS_MAX };

/* All metrics over the same targets. */
struct score {
    long count; /* targets; 0: none was evaluated */
    double value[METRICS_MAX], *sum[METRICS_MAX];
    int texts; /* of a task whose texts may have several targets; else 0 */
    /* Of a value, from which texts these happen to be; NAN: not known. Of a fixed test set, or where texts may have
     * several targets. */
    double variance[METRICS_MAX];
    /* of a fixed test set */
    int examples;          /* 0: it is none, or none was evaluated */
    struct packed right;   /* right targets of each example, unless there are too many examples */
    struct packed targets; /* targets of each, where not all have the same */
    double *squares;       /* (SCORE_SQUARES) while it is evaluated */
};

struct evaluation_row {
    const struct policy *policy;
    bool applies;      /* makes sense for the encoding; else it has a row, and no numbers at any length */
    struct score **at; /* (columns) that in range is the same for all rows */
};

/* What evaluation found, or what a file of it says. */
struct evaluation_result {
    const struct task *task;
    const struct mixer *mixer;
    const struct encoding *encoding;
    const struct baseline *instead; /* a baseline in place of a model; NULL: a model */
    int seed, steps;                /* of the training: its updates up to the weights that are evaluated */
    struct position_scheme trained_at, tested_at;
    struct {
        int steps;   /* all of them; 0: without early stopping */
        double loss; /* the smallest */
    } validation;
    int examples; /* eval.examples: targets at each length; 0: as many as the task holds */
    int lengths;
    bool total;                      /* there is a column for all lengths: the rows of a test file */
    struct range words[COLUMNS_MAX]; /* in range those of training; at a length one number where examples are made */
    int version;                     /* of the file; 0: none was read */
    int baselines;
    struct baseline_levels *baseline; /* (baselines) chance first */
    long weights;                     /* learned numbers of the model; 0: not known */
    int sums[METRICS_MAX];            /* numbers that each adds up; 0: it is not for this task */
    int left_out;                     /* examples that the task holds and no length takes in */
    int labels;                       /* of a task whose answers are counted by label (metric macro_f1); else 0 */
    struct score *in_range;           /* lengths and positions drawn as in training */
    double seen;                  /* share of its examples that training had seen, too; NAN: below 5 %, or not known */
    const char **label;           /* (labels) */
    struct score training;        /* the training examples themselves, where they are a fixed set */
    char files[TASK_FINGERPRINT]; /* of all that the task keeps of files, or empty */
    char checkpoint[CHECKSUM_DIGITS + 1]; /* checksum of the checkpoint with these weights; empty: none was written */
    char run_log[CHECKSUM_DIGITS + 1];    /* checksum of the metrics.jsonl of the training; empty: there was none */
    char sum[CHECKSUM_DIGITS + 1];        /* checksum of the eval.tsv it was read from; empty: none */
    const char *note; /* what a reader should know about the task's files and those of tables; NULL: nothing */
    char kernels[KERNELS_NAME];            /* that trained and evaluated it */
    char sparse[EVALUATION_SPARSE];        /* train.sparse, dense or lazy; empty: not known */
    double seconds;                        /* of training; < 0: not known */
    double steps_to_99, tokens_per_second; /* see run_log_figures; 0: not known; INFINITY: never reached */
    int rows;
    struct evaluation_row row[ENCODING_POLICIES];
    struct arena *arena; /* where all that it points to lies */
};

/* Reads a list of lengths, "1x 1.5x 40": times the longest trained one (rounded), or words. Where a task has a dataset,
 * a length covers all examples that are as long or shorter, down to the next smaller one of the list or to the longest
 * of training. Returns how many; 0 with an error (EXIT_USAGE) for anything else. */
int lengths_read(const char *text, const struct task_built *t, struct range words[LENGTHS_MAX], struct error *e);
/* The columns that a list of lengths gives: those at which the task has examples. Returns how many; 0: EXIT_USAGE. */
int evaluation_lengths(const struct task_built *t, const char *list, struct range words[LENGTHS_MAX], struct error *e);
/* Lengths and policies of an evaluation are not part of the training. Whether some that are asked for are not in an
 * evaluation's lists; takes another's lists; adds its own to those that are there. Errors, EXIT_USAGE: a list becomes
 * too long; only one of them has `refuse`. */
bool evaluation_lacks(const struct evaluation *some, const struct evaluation *asked);
void evaluation_take_lists(struct evaluation *to, const struct evaluation *from);
bool evaluation_join(struct evaluation *to, const struct evaluation *there, struct error *e);
/* How many texts with so many words have `targets` targets, where the task makes them: at least as many as would have
 * one target each up to EVALUATION_TEXTS, so that there are enough to see how much texts differ. */
enum { EVALUATION_TEXTS = 100 };
int evaluation_texts(const struct task_built *t, int targets, struct range words);
/* How many targets of each of these texts count: all, unless a hundred texts of one length have more than `targets`. Of
 * fewer texts than a hundred all count. */
int evaluation_targets(const struct task_built *t, int targets, struct range words);
/* The examples of evaluation with so many words: first number, count, and how many targets of each count at most. */
struct evaluation_range {
    int first, count, targets;
};
struct evaluation_range evaluation_range(const struct run *r, struct range words);
/* Checks eval.lengths and eval.policies: what evaluation would refuse, it refuses now. */
bool evaluation_check(const struct run *r, struct error *e);
/* The same, and what evaluation would give: lengths and rows, without any numbers. */
bool evaluation_plan(const struct run *r, struct evaluation_result *result, struct error *e);
/* About what it costs, as pass_cost has it; 0: it would be refused. */
double evaluation_cost(const struct run *r);
/* Errors: EXIT_USAGE (a length, a policy, a position beyond a table under `refuse`), EXIT_STOPPED. */
bool evaluate(const struct run *r, int threads, struct evaluation_result *result, struct arena *arena, struct error *e);
/* Of that the scores, chance and what is guessed on paper alone, and those in range (and of training examples) only
 * where that is said: neither baselines that look at examples, nor which examples training had seen: for these, all of
 * them are drawn again. */
bool evaluate_numbers(const struct run *r, int threads, bool in_range, struct evaluation_result *result,
                      struct arena *arena, struct error *e);

/* What the task's baselines come to on the very examples of the evaluation; the result has its lengths. */
void baseline_evaluate(const struct run *r, struct evaluation_result *result);

/* Takes the figures of the run as values in range. */
void evaluation_take_figures(struct evaluation_result *r);
/* A metric of a row; NAN where nothing was evaluated. */
static inline double evaluation_value(const struct evaluation_result *r, int metric, int row, int column) {
    return r->row[row].at[column]->value[metric];
}
/* All steps of the training, those after the weights that are evaluated included. */
static inline int evaluation_steps(const struct evaluation_result *r) {
    return r->validation.steps ? r->validation.steps : r->steps;
}
static inline int evaluation_columns(const struct evaluation_result *r) { return 1 + r->lengths + r->total; }
/* Fills the column of all lengths, if there is to be one. */
void evaluation_add_total(struct evaluation_result *r);
/* A row's room for its scores; that in range is the result's. */
void evaluation_row_alloc(const struct evaluation_result *r, struct evaluation_row *row);
/* Room for the sums of a score. */
void score_alloc(const struct evaluation_result *r, struct score *s);
/* A copy whose memory is the result's own. */
void score_copy(const struct evaluation_result *r, struct score *to, const struct score *from);
/* What the sums of a score come to. */
double score_value(const struct score *s, int metric, int sums);

/* ---- Fixed test sets */

/* Whether scores have the right targets of each example: not where they would be more than 16 million numbers. */
bool evaluation_keeps_right(const struct evaluation_result *r);
/* The targets of example i. */
int score_targets(const struct score *s, int i);
/* What the examples add to the variance of a value: s^2 / n, s over examples of what each adds to the value. Known for
 * a metric of one sum: an example adds its sum minus its targets times the mean; and the slope of the value there takes
 * it further. */
double score_variance(const struct score *s, int metric, int sums, const double squares[SCORE_SQUARES]);

/* ---- eval.tsv. A table with tabs between its fields, which begins with comments ("# key = value": what is known of
 * the run) and ends with a checksum of all bytes before it. A row is a metric of chance, of a baseline, of the model in
 * range or on training examples, or of a policy, at one length: count and sum of targets, value, variance where it is
 * known, the number of texts, and as details which examples were right, or counts by label and answer. A policy that
 * does not apply has rows without numbers.
 *
 * What is read is what was written, bit for bit, or it is refused: a checksum that does not fit, a number out of range,
 * an unknown name or key, a row that is missing, twice or elsewhere. A refusal names file and line; nothing is mended
 * or guessed. Whether values fit each other is not checked, because the checksum says that they are those of the
 * writer. */

/* The document that `poslab eval --json` prints, a new reference. */
json_t *evaluation_json(const struct evaluation_result *result);
/* The file as a text, *size bytes, which the caller frees. */
char *evaluation_text(const struct evaluation_result *result, size_t *size);
/* Leaves it in the folder of the run. Errors: EXIT_IO. */
bool evaluation_write(const struct evaluation_result *result, const char *folder, struct error *e);
/* What to do about one that cannot be read: how to make it again. */
void evaluation_advice(char advice[EVALUATION_ADVICE], const char *folder);
/* Reads it. Errors: EXIT_IO (no file, not readable); EXIT_DATA (written by another version, or does not fit). */
bool evaluation_read(struct evaluation_result *result, const char *folder, struct arena *arena, struct error *e);
/* The same from the text of a file, which must end in a 0 byte. */
bool evaluation_read_text(struct evaluation_result *result, const struct node_file *file, const char *text, size_t size,
                          struct arena *arena);
/* Whether it belongs to a run with these settings and this task, at any lengths and policies; and whether these are
 * those of the settings. Errors, EXIT_DATA: what is not; other files. */
bool evaluation_match(const struct evaluation_result *result, const struct settings *s, const struct task_built *task,
                      const char *folder, struct error *e);
bool evaluation_match_lists(const struct evaluation_result *result, const struct settings *s,
                            const struct task_built *task, const char *folder, struct error *e);
