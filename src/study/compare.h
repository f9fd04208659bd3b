/* compare.h -- a comparison: every member with every seed, each a run in its own process and folder, then means,
 * intervals and paired differences. Finished members are read, not run again, so a comparison can be interrupted,
 * continued, spread over machines in parts, and extended; its result depends on settings alone. */
#pragma once

#include <signal.h>

#include "folder/run_folder.h"
#include "statistics/statistics.h"
#include "study/grid.h"
#include "train/evaluate.h"

enum { COMPARE_MEMBERS = 100000, COMPARISON_TEXT = 1 << 18 };

/* Of a difference of 0 the p value, NAN where it is not tested; and whether it is marked. */
struct pair_test {
    double p;
    bool marked;
};

/* The true difference that these seeds find in half of all cases: of the pairs that were tested the smallest, the
 * median and the largest; NAN where none was. */
struct detectable {
    double low, median, high;
};

/* A setting in which folders differ. */
struct folder_setting {
    const char *key;    /* "train.steps"; "rope.base" of one encoding alone */
    const char **value; /* (folders) NULL: a folder has no such setting, or its members differ in it */
};

/* One of several folders that are compared (merge_folders.h). */
struct compare_folder {
    const char *path;
    const char *name;                   /* what its rows have in brackets: "steps=1600", or its last part */
    const char *written;                /* when its newest result was: "2026-11-22 18:01", or empty */
    const struct comparison_result *of; /* alone: its lengths, its chance */
    bool lacks[COLUMNS_MAX];            /* columns of all that it does not have */
};

/* A label with its seeds: members that differ only in these. They share options and settings. */
struct series {
    struct member *first, *end; /* adjacent, by seed; end is not one of them */
};

struct member {
    const char *name;                /* "gru+sinusoidal-base=100-seed1", also its folder; of several its whole path */
    const char *label;               /* "gru+sinusoidal base=100" */
    const char *options;             /* " base=100" */
    const struct settings *settings; /* of the first seed: member_settings has its own */
    const int *value;                /* which one of each key of the grid; -1: it does not have the option */
    int entry;                       /* of the list: all its combinations are adjacent */
    int seed;
    const struct series *series;
    const struct compare_folder *source; /* the folder that it is of, where there are several; else NULL */
    enum member_status status;
    int step;            /* its step, or the last one reported, if known */
    double loss;         /* of its last batch, while this process waits for it */
    int code;            /* exit code of its process */
    bool before;         /* finished or failed before this comparison was called */
    const char *failure; /* why it failed, or empty */
    const char *warning; /* what a reader of its results should know, a line each, or empty */
    const struct evaluation_row
        *asked; /* (asked_rows), once it was checked: the policies that are asked for; or NULL */
    int asked_rows;
    struct evaluation_result
        *result; /* once finished and read: the lengths and policies asked for, and in range its own */
};

/* One row of the table: a label under a policy, over all its finished seeds. A policy that makes no sense for a member
 * has no row, unless it is the only one requested. */
struct compare_row {
    const struct member *first; /* of them */
    const struct policy *policy;
    bool applies;
    int passed, finished; /* seeds: at or above the gate, with a result */
    const char *name;     /* "rope+interpolate base=100"; the policy only where there is a choice */
    struct summary **of;  /* (metric_count): (columns) */
};

/* Difference a - b by seed, over the seeds that both finished; where both are one model at a length on which no policy
 * acts there is none. Tested are all pairs at one length, length_tested(); at every length where `full` or
 * compare.pairs asks for it. Marked is what is left of all that are tested of a metric after Holm's correction. */
struct compare_pair {
    const struct compare_row *a, *b;
    struct summary **of;     /* (metric_count): (columns) */
    struct pair_test **test; /* as of */
};

/* A setting that is swept (sweep.h). */
struct sweep {
    const char *key;  /* "train.learning_rate", "encoding.base"; "rope.base" is that of one encoding alone */
    const char *name; /* "learning_rate"; the key where another has the same name */
    bool numbers;     /* values are numbers; else words */
    bool addressed;   /* to one encoding */
};

struct sweeps {
    int count;
    struct sweep *of; /* in the order in which members name them, then the settings that differ between folders */
    bool folders;     /* all of these folders differ in them */
};

struct comparison_result {
    struct settings settings; /* of the first member; what all share */
    struct comparison compare;
    struct grid grid;
    struct task_built task; /* of all of them */
    int part, parts;        /* which of how many parts this call trains; 0 parts: all */
    char folder[1024];
    struct arena *arena;   /* where all that it points to lies */
    struct member *member; /* (members) */
    struct series *series; /* (labels) of them */
    int members, labels;
    int lengths;
    bool total;                        /* after the lengths comes what all of them are together */
    struct range words[COLUMNS_MAX];   /* of each column */
    bool some_lack[COLUMNS_MAX];       /* members with a result that were not evaluated there */
    struct levels chance[METRICS_MAX]; /* of each metric */
    int left_out;                      /* examples that the task holds and no length takes in */
    int baselines;
    struct baseline_levels baseline[BASELINES_MAX];
    char note[EVALUATION_NOTE]; /* what a reader should know about the task's files, or empty */
    struct compare_row *row;    /* (rows) */
    struct compare_pair *pair;  /* (pairs): compare.pairs, or the usual ones (add_usual in pairs.c) */
    int rows, pairs;
    struct sweeps sweeps;
    bool full;                                    /* each pair is tested at all lengths */
    int tested[METRICS_MAX], marked[METRICS_MAX]; /* differences that are tested, and how many of them are marked */
    struct detectable detectable[METRICS_MAX];
    char kernels[KERNELS_LIST];             /* all that its members recorded */
    int retrained;                          /* finished ones that grow and have no checkpoint */
    double seconds;                         /* looking at members and running them took */
    const struct compare_folder *source;    /* (folders) whose results these are; 0: one folder's */
    const struct folder_setting *differing; /* (differings) all of them, in the order of the tables */
    int folders, differings;
    bool trained_differ;      /* they were trained on lengths of their own */
    bool only_read;           /* nothing can be trained: only the contents of folders are shown */
    bool folders_by_settings; /* these settings tell them apart */
};

/* Called now and then while members run. */
struct compare_watch {
    void (*progress)(void *user, const struct comparison_result *c);
    void *user;
    const volatile sig_atomic_t *stop;
    int jobs;
    bool retry_failed; /* train members again that have a failure.json */
};

struct file_lock;

/* Lists the members: neither the task nor a model is built. Errors: EXIT_USAGE. */
bool compare_list(struct comparison_result *c, const struct assignments *a, struct arena *arena, struct error *e);
/* Checks a config file's settings that only a comparison has. Errors: EXIT_USAGE. */
bool compare_check(const struct assignments *a, struct error *e);
/* As assignments_yield, for all its members. */
void compare_yield(struct assignments *a, char *told, size_t size);
/* Lists and checks the members; the task is built from `in` (NULL: its files). Errors: EXIT_USAGE, the task's. */
bool compare_plan(struct comparison_result *c, const struct assignments *a, const struct task_input *in,
                  struct arena *arena, struct error *e);
/* The second step of a plan, after compare_list: builds the task and checks the members that wait. */
bool compare_prepare(struct comparison_result *c, const struct task_input *in, struct error *e);
/* Whether the members that are to begin, in c->folder, can read the files of their tables. Errors: EXIT_USAGE,
 * EXIT_DATA, EXIT_IO. */
bool compare_check_tables(const struct comparison_result *c, struct error *e);
/* Keeps only the members of c->part: those whose number, counted on from *number, is part - 1 modulo parts. */
void compare_take_part(struct comparison_result *c, int *number);

/* ---- Its folder, which concurrent processes share: its lock is held while config.ini or compare.json is written, and
 * never while members run, which have their own locks. */

/* The configuration of the whole comparison, as its config.ini has it. */
void compare_config(const struct comparison_result *c, const struct assignments *a, char text[COMPARISON_TEXT]);
/* Joins the assignments of a folder and those of a command (which lists c): members, seeds, lengths and policies of
 * both. Errors, EXIT_USAGE: a list becomes too long. */
bool compare_join(struct assignments *all, const struct assignments *there, const struct comparison_result *c,
                  const struct assignments *here, struct error *e);
/* Whether a folder is free or has this comparison; members, seeds, lengths and policies may differ. Errors, EXIT_USAGE:
 * a setting that differs. */
bool compare_fits(const struct assignments *a, const char *folder, struct error *e);
/* Makes the folder and locks it for writing; waits for others. Errors: EXIT_BUSY, EXIT_IO. */
bool compare_lock(struct file_lock *lock, const char *folder, struct error *e);
/* Uses c->folder, if it matches, and adds what is new to its config.ini. Errors: EXIT_USAGE, EXIT_BUSY, EXIT_IO. */
bool compare_open(const struct comparison_result *c, const struct assignments *a, struct error *e);

/* Finds the members of a folder that finished or failed before; `retry_failed` trains the latter again. An unreadable
 * result is reported before anything runs; without a task it is not compared with the task's files. Errors: EXIT_DATA,
 * EXIT_IO, EXIT_USAGE (a member of other settings). */
bool members_find_status(struct comparison_result *c, const char *folder, bool retry_failed, struct error *e);
/* The same in a read-only way: results are not read, and nothing is written. */
bool members_look_at_status(struct comparison_result *c, const char *folder, bool retry_failed, struct error *e);
/* The number of members with this status. */
int compare_count(const struct comparison_result *c, enum member_status status);
/* Whether a member has this label. */
bool compare_has_label(const struct comparison_result *c, const char *label);
/* The smallest and the largest seed of its members. */
struct range compare_seeds(const struct comparison_result *c);
/* How many were finished before. */
int compare_before(const struct comparison_result *c);
/* Runs the members that wait, in c->folder. The result tells of members that fail, that were stopped (by themselves) or
 * are in use elsewhere. Errors: EXIT_STOPPED, EXIT_IO, those of compare_check_tables and compare_open. */
bool compare_run(struct comparison_result *c, const struct assignments *a, struct compare_watch watch, struct error *e);
/* Makes it a member that failed, as its folder says. */
void member_take_failure(const struct comparison_result *c, struct member *m, const struct failure *f);
/* The folder of a member; for a single run that of the comparison itself. */
bool member_folder(char path[1024], const struct comparison_result *c, const struct member *m, struct error *e);
/* Reads the eval.json of a finished member, which must fit its settings, but for lengths and policies. Errors:
 * EXIT_DATA, EXIT_IO. */
bool compare_read_member(struct evaluation_result *result, const struct comparison_result *c, const struct member *m,
                         struct arena *arena, struct error *e);
/* Its accuracy in range, which the gate tests; m is finished. */
double member_in_range(const struct member *m);
/* Its score under a policy in column i; NULL where it has no number there. And that of row b
 * with the seed of m. */
const struct score *member_score(const struct member *m, const struct policy *policy, int metric, int i);
const struct score *score_of_same_seed(const struct member *m, const struct compare_row *b, int metric, int i);
/* Whether it has a result and reaches the gate. */
bool member_passed(const struct comparison_result *c, const struct member *m);
/* The settings of its run. */
struct settings member_settings(const struct member *m);
/* Finds the series of its members, which are listed and share settings; again once some are taken out. */
void compare_find_series(struct comparison_result *c);
/* How many seeds it has. */
static inline int series_seeds(const struct series *s) { return (int)(s->end - s->first); }
/* The first finished one: it has the label's rows, and represents it in charts. NULL: none is finished. */
const struct member *series_model(const struct series *s);
/* Whether row i is the first of its label. */
bool row_is_first(const struct comparison_result *c, int i);
/* How many seeds have a number of a row at the length where most have one; 0: it has no numbers. */
int row_seeds(const struct comparison_result *c, const struct compare_row *row, int metric);
/* The column of a length; -1: there is none. */
int length_find(const struct comparison_result *c, struct range words);
/* In range, the lengths, and all of them. */
static inline int compare_columns(const struct comparison_result *c) { return 1 + c->lengths + c->total; }
/* The column of the longest of the lengths that all folders and members have, else the longest of all. */
int length_longest(const struct comparison_result *c);
/* Where a plain comparison tests: at the longest length, but a test file at all of its lengths together. */
int length_tested(const struct comparison_result *c);
/* Whether differences in column i are tested. */
bool length_is_tested(const struct comparison_result *c, int i);
/* Whether all folders have column i. */
bool length_in_all(const struct comparison_result *c, int i);
/* The name of its folder among several, else empty; and whether that does not have column i. */
static inline const char *member_source(const struct member *m) { return m->source ? m->source->name : ""; }
static inline bool member_lacks(const struct member *m, int i) { return m->source && m->source->lacks[i]; }
/* What makes the examples of evaluation of two rows differ in column i: a setting; NULL: seed by seed
 * they are the same. */
const char *examples_differ_because(const struct compare_row *a, const struct compare_row *b, int i);
/* Whether two rows have the same name, apart from the folder's part. */
bool row_same_name(const struct compare_row *a, const struct compare_row *b);
/* The row with this name, or the first one with this label; NULL: there is none. */
const struct compare_row *row_named(const struct comparison_result *c, const char *name);
/* EXIT_USAGE: there is no such row; suggests a similar name. */
bool row_unknown(const struct comparison_result *c, const char *name, struct error *e);
/* Adds the rows that a member has by this evaluation. */
void compare_add_rows(struct comparison_result *c, const struct member *m, const struct evaluation_result *r);
/* The pairs of compare.pairs, or the usual ones; numbers are not needed. An impossible pair is left out. Errors,
 * EXIT_USAGE: it names no row, one that makes no sense, one twice. */
bool compare_add_pairs(struct comparison_result *c, struct error *e);

/* The true difference of a pair in column i that its seeds find in half of all cases, at the strictest of Holm's limits
 * for all that are tested; of a figure the ratio. NAN: nothing is tested. */
double pair_detectable(const struct comparison_result *c, const struct compare_pair *p, int metric, int i);

/* Rows and pairs from the numbers of the finished members. */
void compare_summarise(struct comparison_result *c);
/* Reads the requested lengths and policies from the members' eval.json; missing ones have no numbers. Then summarises.
 * Errors: EXIT_DATA, EXIT_IO. */
bool compare_collect(struct comparison_result *c, struct error *e);

/* ---- A run or a comparison read back from its folder: the finished members, and why the others are not finished. A
 * run is a comparison of one. Nothing is trained, evaluated or written. */

/* Holds pointers into itself: read it where it stays. */
struct result {
    struct comparison_result result; /* rows and pairs as compare_collect fills them */
    bool single;                     /* a run, not a comparison */
    struct arena arena;
    bool kept;
    struct run saved_run; /* where a checkpoint is there, the task comes from it and its files are not needed */
    struct result *part;  /* (parts) of several folders: each alone */
    int parts;
};

/* The members that are to be in a folder, as its config.ini has them, and whether it is a run; neither the task nor a
 * model is built. Errors: EXIT_USAGE (no such folder), EXIT_IO. */
bool result_list(struct comparison_result *c, const char *folder, bool *single, struct arena *arena, struct error *e);
/* What is to be in a folder, as its config.ini has it: members without results. Errors: EXIT_USAGE (no such folder),
 * EXIT_DATA, EXIT_IO; then there is nothing to free. */
bool result_plan(struct result *f, const char *folder, struct error *e);
/* Then the results of its members. Errors: EXIT_USAGE where nothing is finished, EXIT_DATA, EXIT_IO. */
bool result_collect(struct result *f, struct error *e);
/* Both; after an error there is nothing to free. */
bool result_read(struct result *f, const char *folder, struct error *e);
/* The same while models train: where nothing is finished there are neither rows nor lengths. */
bool result_look(struct result *f, const char *folder, struct error *e);
void result_free(struct result *f);
/* The folder's compare.json, a new reference; its checksum fits. NULL, EXIT_IO: there is none; EXIT_DATA. */
json_t *comparison_document(const char *folder, struct error *e);
/* The first checkpoint in a folder or, by name, in one of its folders; false: there is none. */
bool result_checkpoint(char path[1024], const char *folder);
