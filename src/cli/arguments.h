/* arguments.h -- what a subcommand takes, and its command line, read. */
#pragma once

#include "train/run.h"

enum { OPERANDS_MAX = 64 };

struct arguments {
    struct assignments settings; /* of the config file, then of the command line */
    const char *config;          /* file, or NULL */
    const char *data;            /* a file of rows in its place, or NULL */
    int operands;
    const char *operand[OPERANDS_MAX]; /* what else is on the line, in order; NULL after the last */
    const char *run, *from, *table, *to, *out, *view, *colour, *size, *title, *metric, *over, *at, *engine,
        *time; /* NULL: not given */
    bool resume, retry_failed, dry_run, diff, watch, json, csv, full, wide, all, quote_formulas;
    int part, parts;                                                                            /* --part PART/PARTS */
    int jobs, threads, count, top, length, positions, offset, head, width, seeds, script_parts; /* 0: not given */
    const char *placed; /* which folder was chosen, where that is not the usual one; or NULL */
    const char *taken;  /* what was taken for what was said: the config of a name, the setting of another's word */
    char left_out[512]; /* options of the config file that gave way, as assignments_yield tells them */
    struct arena arena; /* lives as long as the command */
    struct run *loaded; /* by command_read_run, for as long; or NULL */
};

struct command {
    const char *name, *summary;
    const char *group;                    /* under which help has it; NULL: with a line of its own, to begin with */
    const char *operand;                  /* their names in the usage line */
    int operands;                         /* how many it takes at most, up to OPERANDS_MAX; 0: none */
    bool settings;                        /* takes CONFIG.ini and key=value */
    bool baselines;                       /* the run that it reads may be a baseline */
    bool configs;                         /* and a config by its name alone: bert */
    bool folders;                         /* its operands may be folders of results */
    const char *(*word)(int i);           /* the words that its first operand may be; NULL after the last */
    const char *options;                  /* names of the options it takes, separated by blanks */
    const struct command_option *wording; /* what some of them mean here, ended by {0}; NULL: what they always do */
    const char *text; /* NAME.txt: how to use it; after a line "--all" every rule and format, under headings */
    void (*explain)(int width, bool all); /* prints what `help COMMAND` adds before --all, from a table; or NULL */
    /* Prints the result. An error without a text has already been printed. */
    bool (*run)(struct arguments *a, struct error *e);
};

/* Reads argv[0..argc-1], what comes after the command's name. Words after "--" are
 * operands, whatever they look like. Errors: EXIT_USAGE. */
bool arguments_read(struct arguments *a, const struct command *command, int argc, char **argv, struct error *e);
/* Adds to a->taken what is printed once all is known to be right: "lr=0.1 is train.learning_rate=0.1". */
void arguments_note(struct arguments *a, const char *format, ...) PRINTF_LIKE(2, 3);

/* Before settings are resolved: drops options of the config file that are of another task, mixer or encoding than the
 * command line chose; and tells of them and of what was taken, once all else is known to be right. */
void command_leave_out(struct arguments *a, bool comparison);
void command_tell_left_out(const struct arguments *a);
