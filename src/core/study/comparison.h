/* comparison.h -- a comparison: every member with every seed, each a run in its own process and folder, then means,
 * intervals and paired differences. Finished members are read, not run again, so a comparison can be interrupted,
 * continued, spread over machines in parts, and extended; its result depends on settings alone. */
#pragma once

#include <time.h>

#include "evaluate/evaluate.h"
#include "folder/run_folder.h"
#include "settings/settings_packed.h"
#include "statistics/statistics.h"
#include "study/grid.h"

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

/* A label with its seeds: members that differ only in these. They share options and settings. */
struct series {
    struct member *first, *end; /* adjacent, by seed; end is not one of them */
};

struct member {
    const char *name;    /* "gru+sinusoidal-base=100-seed1", also its folder; of several its whole path */
    const char *label;   /* "gru+sinusoidal base=100" */
    const char *options; /* " base=100" */
    const struct member_option *option; /* (option_count) the same */
    int option_count;
    const struct settings_packed *settings; /* of the first seed: member_settings has its own */
    int steps;                              /* of its training */
    const int *value;                       /* which one of each key of the grid; -1: it does not have the option */
    int entry;                              /* of the list: all its combinations are adjacent */
    int seed;
    const struct series *series;
    enum run_status status;
    int step;            /* its step, or the last one reported, if known */
    double loss;         /* of its last batch, while this process waits for it */
    double done;         /* share of its training and evaluation, likewise */
    int code;            /* exit code of its process */
    bool before;         /* finished before this comparison was called */
    bool retried;        /* failed before, so it is trained again */
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
    const char *key;  /* "train.learning_rate", "rope.base"; "base": of every encoding that has it */
    const char *name; /* "learning_rate"; the key where another has the same name */
    bool numbers;     /* values are numbers; else words */
    bool longest;     /* values are trained lengths, 4..8 and 4..16, that begin alike: along an axis is the longest */
};

struct sweeps {
    int count;
    struct sweep *of; /* in the order in which members name them */
};

struct comparison_result {
    struct settings settings; /* of the first member; what all share */
    struct comparison compare;
    struct grid grid;
    struct task_built task; /* of all of them; without size.trained where they differ in that */
    int part, parts;        /* which of how many parts this call trains; 0 parts: all */
    char folder[1024];
    const char *config;                   /* what the config.ini of all of it says */
    bool other_seeds;                     /* but that seeds of the command line took the place of a member's own */
    struct arena *arena;                  /* where all that it points to lies */
    struct member *member;                /* (members) */
    struct series *series;                /* (labels) of them */
    const struct evaluation_result *last; /* that was read; NULL: none yet */
    int members, labels;
    int lengths;
    bool total;                      /* after the lengths comes what all of them are together */
    struct range words[COLUMNS_MAX]; /* of each column; in range, where members differ in that, of all of them */
    bool trained_differs;            /* members were trained on different lengths: each has its own range */
    bool some_lack[COLUMNS_MAX];     /* members with a result that were not evaluated there */
    int left_out;                    /* examples that the task holds and no length takes in */
    int baselines;
    struct baseline_levels baseline[BASELINES_MAX]; /* chance first */
    char note[EVALUATION_NOTE];                     /* what a reader should know about the task's files, or empty */
    struct compare_row *row;                        /* (rows) */
    struct compare_pair *pair; /* (pairs): compare.pairs, or the usual ones (add_usual in pairs.c) */
    int rows, pairs;
    struct sweeps sweeps;
    bool full;                                    /* each pair is tested at all lengths */
    int tested[METRICS_MAX], marked[METRICS_MAX]; /* differences that are tested, and how many of them are marked */
    struct detectable detectable[METRICS_MAX];
    char kernels[KERNELS_NAME]; /* of all members */
    int retrained;              /* finished ones that grow and have no checkpoint */
    int retried;                /* those that failed before this call */
    double seconds;             /* looking at members and running them took */
    bool only_read;             /* nothing can be trained: only the contents of the folder are shown */
};

/* In range, the lengths, and all of them. */
static inline int compare_columns(const struct comparison_result *c) { return 1 + c->lengths + c->total; }
