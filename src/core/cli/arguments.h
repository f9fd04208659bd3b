/* arguments.h -- what a subcommand takes: options, operands, settings; and the command line that was read for it.
 * Errors in it are EXIT_USAGE. */
#pragma once

#include "run/run.h"
#include "settings/settings_override_kind.h"

struct labelled_how;

enum { OPERANDS_MAX = 64 };

struct arguments {
    struct assignments settings; /* of the config file, then of the command line */
    const char *config;          /* file, or NULL */
    const char *guessed;         /* settings that follow from that file, separated by blanks; or NULL */
    const char *data;            /* a file of rows instead of a config, or NULL */
    int operands;
    const char *operand[OPERANDS_MAX]; /* the other words, in order; NULL after the last */
    const char *run, *from, *table, *first, *to, *out, *view, *colour, *size, *title, *metric, *over,
        *at; /* NULL: not given */
    bool resume, dry_run, watch, verify, json, csv, full, all;
    int part, parts;                                                         /* --part PART/PARTS */
    int jobs, threads, count, length, positions, offset, head, width, seeds; /* 0: not given */
    const char *placed;     /* a note on the folder that was chosen, if it is not the usual one; or NULL */
    const char *taken;      /* how words were understood, to be printed: "lr=0.1 is train.learning_rate=0.1"; or NULL */
    struct yielded yielded; /* what became of names and of options of the config file */
    const struct command *command; /* that is to run: the one that was called, or its subcommand */
    struct arena arena;            /* lives as long as the command */
    struct run *loaded;            /* by command_read_run; main frees it; or NULL */
};

struct command {
    const char *name, *summary;
    int place;           /* in help, which begins with the lowest */
    const char *group;   /* its heading in help; NULL: it is among those to begin with, with a line of its own */
    const char *operand; /* its operands in the usage line */
    int operands;        /* at most so many, up to OPERANDS_MAX; 0: none */
    bool settings;       /* takes CONFIG.ini and key=value */
    bool seed;           /* `seed` alone is train.seed */
    bool baselines;      /* the run that it reads may be a baseline */
    bool configs;        /* takes a config by its name alone: bert */
    bool folder;         /* its operand may be a folder of results */
    const char *options; /* names of the options it takes, separated by blanks */
    const struct command_option *wording; /* what some of them mean here, ended by {0}; NULL: the usual */
    const char *text; /* NAME.txt: how to use it; after a line "--all" all rules and formats, with headings */
    void (*explain)(int width, bool all); /* prints what `help COMMAND` adds before --all, from a table; or NULL */
    const struct command *(*subcommand)(const char *word); /* the one that its first operand names; NULL: none */
    /* Prints the result. An error without a text has already been printed. */
    bool (*run)(struct arguments *a, struct error *e);
};

/* A file where a config could be: poslab train reviews.csv. */
struct file_operand {
    /* Whether a word is such a file, or looks like its name. */
    bool (*is)(const char *word);
    /* Turns a->data, if there is one, into settings. Errors: EXIT_USAGE, EXIT_DATA, EXIT_IO. */
    bool (*take)(struct arguments *a, const struct command *c, struct error *e);
    /* How its rows are read: as these options say where they are given, else as the rows of the task `as` were, unless
     * it is NULL; the form not given is that of the file's name. Texts are in the arena. Error: EXIT_USAGE. */
    bool (*how)(struct labelled_how *how, const struct assignments *given, const struct task_built *as,
                struct arena *arena, struct error *e);
    const char *keys; /* those options */
};
extern const struct file_operand *file_operand; /* NULL: there is none */

/* An option of the command line: "--name VALUE", or a switch without a value. One table for all commands. */
struct command_option {
    const char *name, *value, *meaning;
    size_t at; /* in struct arguments: a bool without a value, an int for N, two for K/N, else a text */
};
extern const struct command_option command_options[];
/* What --width and --metric mean for commands that print tables. */
extern const struct command_option command_table_options[];
/* The option of that name, as it may be spelled, if the command takes it; else NULL. */
const struct command_option *command_option_find(const struct command *c, const char *name);
/* Whether a list of options, as in struct command, has this name. */
bool command_takes(const char *options, const char *name);
/* Checks that all options given are in the list of those that `what` takes. Error: EXIT_USAGE. */
bool command_check_options(const struct arguments *a, const char *what, const char *options, struct error *e);

/* Reads argv[0..argc-1], the words after the command's name, for a->command. Words after "--" are operands, whatever
 * they look like. Errors: EXIT_USAGE; EXIT_DATA and EXIT_IO of a file that is read for it. */
bool arguments_read(struct arguments *a, const struct command *command, int argc, char **argv, struct error *e);
/* Adds to a->taken: "lr=0.1 is train.learning_rate=0.1". It is printed once the call is known to be valid. */
void arguments_note(struct arguments *a, const char *format, ...) PRINTF_LIKE(2, 3);

/* Sets what was given, over what is there. */
bool arguments_add(struct assignments *to, const struct assignments *given, struct error *e);
/* Before settings are resolved: drops options of the config file that belong to another task, mixer or encoding than
 * the command line chose. */
void command_leave_out(struct arguments *a, bool comparison);
/* Once the call is known to be valid: prints a->taken, a->placed and a->left_out. */
void command_tell_left_out(const struct arguments *a);
