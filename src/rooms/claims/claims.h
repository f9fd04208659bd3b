/* claims.h -- statements about positions that tutorials repeat, each with a small experiment and the rule that turns
 * its numbers into a verdict.
 *
 * A claim is a file: configs/claims/NN-NAME.ini, or a user's own. It has a few tables. A row of a table is one setting:
 * two numbers a and b, known for every seed, and how much better a is, paired by seed (or a alone). The table's test
 * says of the difference whether the sentence is true in that setting: yes, no, or inconclusive. The verdict follows
 * from these answers in one way for all claims (claim_judge). */
#pragma once

#include <jansson.h>

#include "folder/folder_kind.h"
#include "run/run.h"
#include "study/pool.h"

#define CLAIMS_FOLDER "configs/claims" /* as file_find finds it */

enum { CLAIM_FACTORS = 4, CLAIM_TABLES = 8, CLAIM_ROWS = 48, CLAIM_SEEDS = 100, CLAIMS_MAX = 100 };
enum { CLAIM_TEXT = 2048, CLAIM_LABEL = 256 };

/* A comparison that claims take numbers from. */
struct experiment {
    const char *name, *path, *where; /* also its folder; its file; its file and line */
    char summary[SETTING_TEXT_MAX];  /* what it trains */
    struct assignments settings;
    int seeds; /* 1..this; 0: no wanted claim reads it */
    struct comparison_result c;
};

/* A number other than a metric: from two parameters (`seeds`: and a seed), or from a trained model. */
struct claim_formula {
    const char *name, *parameter[2];
    int most[2];
    bool seeds;
    double (*value)(int seed, const int parameter[2]);
    double (*of_run)(const struct run *r);
};
extern const struct claim_formula claim_formulas[]; /* ended by a NULL name */

/* At which length: so many times the longest trained one under a policy, or one of these. GAP: on the training examples
 * less in range. */
enum { AT_RANGE = 0, AT_CHANCE = -1, AT_GAP = -2 };

/* One number for every seed: the formula's, or the table's metric. Neither formula nor experiment: none. */
struct claim_point {
    const struct claim_formula *formula;
    int parameter[2];
    struct experiment *in;
    const char *member; /* a label of the experiment */
    const struct policy *policy;
    int at;
    const struct claim_point *other; /* in each seed the better of this and that one; NULL: this one */
};

enum claim_test { TEST_MORE, TEST_NO_MORE, TEST_NEAR };
/* A control is not part of the verdict: rows with its settings count only if it is a yes. What is shown has no test. */
enum table_role { TABLE_JUDGED, TABLE_CONTROL, TABLE_SHOWN };

struct claim_table {
    const char *title;   /* the meaning of a yes, or what is shown */
    const char *head[3]; /* of a, b and their difference; or of a alone */
    int role, test;
    double margin;
    int metric;
    int spread;                   /* whether numbers are deviations of seeds from their mean */
    int saturated;                /* whether two rivals at the ceiling, or at chance, give an answer */
    char added[SETTING_TEXT_MAX]; /* when and why rows were added; empty: none was */
    char heads[SETTING_TEXT_MAX], of[SETTING_TEXT_MAX]; /* as written: head, metric */
    unsigned given;                                     /* its keys, as bits */
};

struct claim_row {
    const struct claim_table *table;
    const char *setting[CLAIM_FACTORS]; /* the values of the claim's factors; empty: it has none */
    const char *where;                  /* file and line */
    struct claim_point a, b;
    bool added;
};

struct claim {
    int number, seeds; /* how many it asks for */
    const char *path;
    char sentence[SETTING_TEXT_MAX];   /* as tutorials have it */
    char measured[CLAIM_TEXT];         /* how it is tested here, and how its words are understood */
    char theorem[SETTING_TEXT_MAX];    /* why it cannot fail here: shown, not tested; empty: it can */
    const char *factor[CLAIM_FACTORS]; /* what the answer may depend on */
    int factors, tables, rows;
    struct claim_table table[CLAIM_TABLES];
    struct claim_row row[CLAIM_ROWS]; /* of all tables, one after another */
    bool wanted;
    char list[SETTING_TEXT_MAX]; /* as written: factor */
    unsigned given;
};

struct claims_book {
    int claims, experiments;
    int part, parts; /* of all their members together; 0 parts: all */
    struct claim *claim[CLAIMS_MAX];
    struct experiment *experiment[CLAIMS_MAX];
};

/* Adds the project's own claims; adds a file, which may use the experiments of those before and bring its own. Every
 * name in it must be known. Errors: EXIT_USAGE, "FILE:LINE: ..."; EXIT_IO. */
bool claims_read(struct claims_book *b, struct arena *arena, struct error *e);
bool claims_read_file(struct claims_book *b, const char *path, struct arena *arena, struct error *e);
bool claims_read_text(struct claims_book *b, const char *text, size_t size, const char *path, struct arena *arena,
                      struct error *e);
struct claim *claims_find(const struct claims_book *b, int number);
/* The table with this title, added if it is new; NULL if there are too many. */
struct claim_table *claim_table_of(struct claim *c, const char *title, struct arena *arena);

/* ---- Verdicts */

enum verdict { VERDICT_HELD, VERDICT_NOT_HELD, VERDICT_DEPENDS, VERDICT_UNDECIDED, VERDICT_THEOREM };
extern const char *const verdict_names[]; /* "held", "did not hold", "depends", "undecided", "theorem" */

/* Whether a number answers a question: nothing is asked; the whole interval says yes, or no; it crosses the border. */
enum yes_no { ANSWER_NONE, ANSWER_YES, ANSWER_NO, ANSWER_OPEN };
extern const char *const answer_names[]; /* in files */

struct claim_result {
    const struct claim *claim;
    struct claim_result_row {
        struct summary a, b, difference; /* the interval of the last is the one that decides; of a alone it is a */
        double chance;                   /* NAN: there is none */
        enum yes_no answer; /* what the test says, unless a control or the next takes it away; NONE: there is no test */
        const char *saturated;   /* why no seed can answer here: "ceiling", "chance", "never"; or NULL: some may */
        struct summary measured; /* what claim_judge judges: the difference with its 95 % interval; no seed: its own */
    } row[CLAIM_ROWS];           /* of each of the claim's */
    enum verdict verdict;
    char text[CLAIM_TEXT]; /* what the verdict depends on, or what is missing */
    char rule[CLAIM_TEXT]; /* claim_rule of it */
};

enum yes_no claim_answer(enum claim_test test, struct summary x, double margin);
/* From the differences of all rows, with 95 % intervals, to the intervals that decide, answers, verdict and text. */
void claim_judge(struct claim_result *r);
/* The rule of claim_judge, in words. */
void claim_rule(const struct claim *c, char text[CLAIM_TEXT]);
/* What the verdicts mean, and which rows count: the same for all claims. */
extern const char claims_rule[];
/* Appends which settings of a table were added after others had been seen, and why; false: none. */
bool claim_added(const struct claim *c, const struct claim_table *t, char text[CLAIM_TEXT]);
/* "order, extend": the setting of a row. */
const char *claim_setting(const struct claim_row *row, char text[CLAIM_LABEL]);
/* Whether a control applies to a row: its setting is the same in all factors that the control names. */
bool claim_controls(const struct claim_row *control, const struct claim_row *row);
bool claim_point_given(const struct claim_point *p);
/* Whether a row's numbers are figures of runs, of which its difference is a ratio. */
bool claim_is_ratio(const struct claim_row *row);
/* The metric of a row's numbers; NULL: they come from a formula. */
const struct metric *claim_metric(const struct claim_row *row);
/* The column that a point of an experiment is read from: IN_RANGE, or one of words[1..lengths]; -1 if none is that
 * long. */
int claim_column(const struct claim_point *p, const struct range words[], int lengths);

/* ---- Running the wanted ones */

/* Plans the experiments that the wanted claims need, with so many seeds, or with 0 as many as the claims that read one
 * ask for, and checks that every point will have a number. Errors: EXIT_USAGE. */
bool claims_plan(struct claims_book *b, int seeds, struct arena *arena, struct error *e);
/* Finds which members are finished in a folder that must be free or hold these experiments. If this call trains a
 * part, only the members of that part are kept. Errors: EXIT_USAGE; those of members_find_status. */
bool claims_find_status(struct claims_book *b, const char *folder, struct error *e);
/* Runs what is missing, each experiment a comparison in a separate folder, and reads the results, unless it runs a
 * part. Errors: those of compare_run and compare_collect. */
bool claims_run(struct claims_book *b, struct compare_watch watch, struct error *e);
/* Fills in a claim's numbers and judges it. Errors: those of checkpoint_read. */
bool claims_measure(const struct claim *c, struct claim_result *r, struct error *e);

/* ---- Results as tables and files show them */

enum { CLAIM_NUMBERS = 4 };
struct claim_number {
    enum { OF_VALUE, OF_DIFFERENCE, OF_CHANCE } of;
    const char *head;
    struct summary is;
};
/* The numbers of row i: a alone, or a, b and their difference; then chance, if it has one. Returns how many. */
int claim_numbers(struct claim_number x[CLAIM_NUMBERS], const struct claim_result *r, int i);
json_t *claim_json(const struct claim_result *r);
/* Makes a folder of claims of this one, with an empty claims.json unless there is one. Errors: EXIT_IO. */
bool claims_begin(const char *folder, struct error *e);
/* Writes claims.json: these claims, an array. Errors: EXIT_IO. */
bool claims_write(const json_t *all, const char *folder, struct error *e);
/* Writes a page about claims, whose models are in a folder (claims_page.c). Error: EXIT_IO. */
bool claims_write_page(const struct claim_result *of, int count, const char *folder, const char *path, struct error *e);
