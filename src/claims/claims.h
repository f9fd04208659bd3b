/* claims.h -- sentences about positions that tutorials repeat, each with the small experiment that tests it and
 * the rule that turns its numbers into a verdict.
 *
 * A claim is a few tables. A row of a table is one setting: two numbers a and b, known for every seed, and their
 * difference, paired by seed (or a alone). The table's test says of the difference whether the sentence is true
 * in that setting: yes, no, or not told. The verdict follows from these answers in one way for all claims
 * (claim_judge): it stands nowhere else. */
#ifndef CLAIMS_CLAIMS_H
#define CLAIMS_CLAIMS_H

#include "study/compare.h"
#include "train/run.h"

#define CLAIMS_FILE "claims.json" /* in their folder, for the report */

enum {
    CLAIM_FACTORS = 4,
    CLAIM_ROWS = 48,
    CLAIM_TEXT = 2048,
    CLAIM_LABEL = 128,
    EXPERIMENT_SETTINGS = 10,
    CLAIM_SEEDS = 100
};

/* A comparison that claims read numbers of: its settings as "key=value", NULL-ended, without the seeds. */
struct experiment {
    const char *name, *summary; /* the name of its folder; what it trains */
    const char *setting[EXPERIMENT_SETTINGS];
};

/* Where a model is looked at: at a multiple (1, 2, 4, ...) of the longest trained length, or at one of these. */
enum { AT_RANGE = 0, AT_CHANCE = -1, AT_GAP = -2 }; /* GAP: accuracy on the training examples less that in range */

/* One number for every seed: an accuracy in %, a number of a trained model, or a formula's. None of them: nothing. */
struct claim_point {
    const struct experiment *in;
    const char *member, *policy; /* a label of the experiment; the policy matters at a multiple only */
    int at;
    double (*of_run)(const struct run *r);               /* of the trained model, in the place of an accuracy */
    double (*of_formula)(int seed, int width, int with); /* no model; seed 0 where `seeds` is not set */
    int width, with;
    bool seeds;
};

struct claim_row {
    const char *setting[CLAIM_FACTORS]; /* the values of the claim's factors; NULL: has none */
    struct claim_point a, b;
};

/* A mean over seeds with its 95 % interval; low and high are NAN with one seed, and the mean with none. A number
 * that no seed changes is its own interval, with n = 1. */
struct claim_number {
    double mean, low, high;
    int n;
};

enum answer { ANSWER_OPEN, ANSWER_YES, ANSWER_NO };

/* How a number is told to be a yes or a no; in its text a # stands for the margin. */
struct claim_test {
    const char *text;
    enum answer (*answer)(struct claim_number x, double margin);
};
extern const struct claim_test test_more, test_no_more, test_near, test_over, test_tiny, test_large;

/* A control is no part of the verdict: rows with its settings count only where it is a yes. */
enum table_role { TABLE_JUDGED, TABLE_CONTROL, TABLE_SHOWN };

struct claim_table {
    const char *title;   /* what a yes in it means, or what is shown */
    const char *head[3]; /* of a, b and their difference; NULL: has none */
    enum table_role role;
    const struct claim_test *test;
    double margin;
    const struct claim_row *row; /* ended by one without a first number */
};

struct claim {
    int number;
    const char *sentence;              /* as tutorials have it */
    const char *measured;              /* how it is tested here, and what its words are taken to mean */
    const char *factor[CLAIM_FACTORS]; /* on what the answer may depend */
    const struct claim_table *table;   /* ended by a NULL title */
};

/* All of them by number, NULL-ended. */
extern const struct claim *const claims[];
const struct claim *claim_find(int number);

enum verdict { VERDICT_HELD, VERDICT_NOT_HELD, VERDICT_DEPENDS, VERDICT_UNDECIDED };
extern const char *const verdict_names[]; /* "held", "did not hold", "depends", "undecided" */

struct claim_result {
    const struct claim *claim;
    int rows; /* of all tables, one after another */
    struct claim_result_row {
        const struct claim_table *table;
        const struct claim_row *row;
        struct claim_number a, b, difference; /* the difference of a alone is a */
        double chance;                        /* NAN: there is none */
        enum answer answer;                   /* what the test says, or the control takes away */
    } row[CLAIM_ROWS];
    enum verdict verdict;
    char text[CLAIM_TEXT]; /* what the verdict depends on, or what is missing */
};

/* The rows of a claim in their order, without numbers. */
void claim_open(struct claim_result *r, const struct claim *c);
/* From the differences of all rows to answers, verdict and text. */
void claim_judge(struct claim_result *r);
/* The rule by which claim_judge goes, in words. */
void claim_rule(const struct claim *c, char text[CLAIM_TEXT]);
/* "order, extend": the setting of a row. */
void claim_setting(const struct claim_row *row, char text[CLAIM_LABEL]);
/* Whether its numbers are accuracies in %, and differences of them in points. */
bool claim_in_points(const struct claim_row *row);

/* ---- Running them */

struct claim_experiment {
    const struct experiment *experiment;
    struct assignments settings;
    struct comparison_result c;
};

struct claims_study {
    int seeds, experiments;
    struct claim_experiment *experiment;
};

/* Lists the experiments of these claims, `count` of them, each once, with seeds 1..seeds. Errors: EXIT_USAGE. */
bool claims_plan(struct claims_study *s, const struct claim *const *list, int count, int seeds, struct arena *arena,
                 struct error *e);
/* Whether the folder is free, or holds experiments with these very settings. Errors: EXIT_USAGE. */
bool claims_fit(const struct claims_study *s, const char *folder, struct error *e);
/* Runs what is missing, each experiment a comparison in a folder of its own. Errors: those of compare_run. */
bool claims_run(struct claims_study *s, const char *folder, struct compare_watch watch, struct arena *arena,
                struct error *e);
/* Measures a claim and judges it. Errors: those of checkpoint_read. */
bool claims_measure(const struct claims_study *s, const struct claim *c, struct claim_result *r, struct error *e);

#endif
