/* command.h -- the subcommands: one file and one row of the table each. Only this floor
 * and main print and exit. Results go to stdout, everything else to stderr. */
#pragma once

#include <jansson.h>
#include <signal.h>

#include "base/file.h"
#include "base/progress.h"
#include "base/suggest.h"
#include "draw/screen.h"
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
    const char *(*word)(int i);           /* the words that its first operand may be; NULL after the last */
    const char *options;                  /* names of the options it takes, separated by blanks */
    const struct command_option *wording; /* what some of them mean here, ended by {0}; NULL: what they always do */
    const char *text; /* NAME.txt: how to use it; after a line "--all" every rule and format, under headings */
    void (*explain)(int width, bool all); /* prints what `help COMMAND` adds before --all, from a table; or NULL */
    /* Prints the result. An error without a text has already been printed. */
    bool (*run)(struct arguments *a, struct error *e);
};

extern const struct command command_train, command_eval, command_compare, command_claims, command_predict,
    command_neighbours, command_export, command_plot, command_report, command_show, command_explain, command_list,
    command_sample, command_completion, command_help, command_verify, command_script, command_status, command_runs;
/* Their texts, embedded by make. */
extern const char command_train_txt[], command_eval_txt[], command_compare_txt[], command_claims_txt[],
    command_predict_txt[], command_neighbours_txt[], command_export_txt[], command_plot_txt[], command_report_txt[],
    command_show_txt[], command_explain_txt[], command_list_txt[], command_sample_txt[], command_completion_txt[],
    command_help_txt[], command_verify_txt[], command_script_txt[], command_status_txt[], command_runs_txt[];
/* All of them, NULL-ended. */
extern const struct command *const commands[];
const struct command *command_find(const char *name);
/* EXIT_USAGE: there is no such command; what may have been meant. Returns e. */
const struct error *command_unknown(struct error *e, const char *word);
/* What `poslab` alone says: how to start. Returns the exit code. */
int help_start(void);

/* An option of the command line: "--name VALUE", or a switch without a value. */
struct command_option {
    const char *name, *value, *meaning;
    size_t at; /* in struct arguments: a bool without a value, an int for N, two for K/N, else a text */
};
extern const struct command_option command_options[];
/* An option as a command words it for its help. */
struct command_option command_option_of(const struct command *c, const struct command_option *o);
/* Whether a list such as struct command's has the name. */
bool command_takes(const char *options, const char *name);
/* Of the options given, only those of the list mean something to `what`. Error: EXIT_USAGE. */
bool command_check_options(const struct arguments *a, const char *what, const char *options, struct error *e);

/* Prints all that is known of a word that a screen prints; false: nothing (help_word.c). Width 0: prints nothing.
 * `near`, unless it is NULL, gets what may have been meant. */
bool help_word(const char *word, int width, struct suggestion *near);

/* The name of encoding number i, and view number i of --view; NULL after the last. */
const char *encoding_at(int i);
const char *show_view(int i);

/* Whether a word is a config's as it stands: FILE.ini. */
bool config_is_file(const char *word);
/* Whether a word is called as a file of rows is; takes it as a->data. Error, EXIT_USAGE: there is one already. */
bool data_file_is(const char *word);
bool data_file_name(struct arguments *a, const struct command *c, const char *word, struct error *e);
/* What a->data is as settings: which columns are the label and the text. Errors: EXIT_USAGE (that is not clear),
 * EXIT_DATA, EXIT_IO. */
bool data_file_take(struct arguments *a, const struct command *c, struct error *e);
/* The config that a word names: itself, or configs/WORD or configs/WORD.ini; in the current folder, else beside the
 * program. */
bool config_find(char path[PATH_MAX_LENGTH], const char *word);
/* The names of all configs. */
void config_each(void (*use)(void *user, const char *name), void *user);
/* Error, EXIT_USAGE: a word is no config; what it may have been meant for. */
bool config_unknown(const struct command *c, const char *word, struct error *e);

/* Reads argv[0..argc-1], what comes after the command's name. Words after "--" are
 * operands, whatever they look like. Errors: EXIT_USAGE. */
bool arguments_read(struct arguments *a, const struct command *command, int argc, char **argv, struct error *e);
/* Adds to a->taken what is printed once all is known to be right: "lr=0.1 is train.learning_rate=0.1". */
void arguments_note(struct arguments *a, const char *format, ...) PRINTF_LIKE(2, 3);
/* "poslab train [CONFIG.ini] ..." */
void command_usage(const struct command *command, char *text, size_t size);

/* Prints "poslab: text" to stderr, unless there is no text; returns the error's exit code. */
int command_fail(const struct error *e);
/* "Next: poslab plot runs/x" and so on, a line for each of what is between the name and the folder, up to NULL; each
 * command stays in one line. */
void command_next(const struct screen *s, const char *const *call, const char *folder);
/* Prints a line to stdout; on a terminal, control characters appear as \x1b. */
void command_print_line(const char *format, ...) PRINTF_LIKE(1, 2);
/* "poslab: text", and "poslab: warning: text". */
void command_tell(const char *format, ...) PRINTF_LIKE(1, 2);
void command_warn(const char *format, ...) PRINTF_LIKE(1, 2);

/* Builds the run of a run folder or a checkpoint file with the settings of the command line. A newest checkpoint
 * that is damaged or missing is a warning where there is one before it. Errors: EXIT_USAGE (a comparison, a baseline),
 * EXIT_DATA, EXIT_IO. */
bool command_open_run(struct run *r, const char *path, const struct assignments *a, struct error *e);
/* The same for a command's first operand, which must be there, and may be a baseline where the command takes them:
 * a->loaded. NULL: an error. */
struct run *command_read_run(const struct command *c, struct arguments *a, struct error *e);
/* Where the first operand is a comparison, the first seed of its best row takes its place, which is reported. Errors:
 * those of result_read. */
bool command_take_best(struct arguments *a, struct error *e);
/* EXIT_USAGE: there is no such run. A folder of runs is none; what one of them is called helps more than what is
 * missing. */
bool command_check_run(const char *path, struct error *e);

/* The encoding of a name, or of what else it is called: rope, sinusoidal+alibi, rotary. Error: EXIT_USAGE. */
bool command_encoding(const struct encoding **kind, const char *name, struct error *e);

/* The policy for texts longer than training's: eval.policies where it names one, else that of training: `error` unless
 * it was set. Error, EXIT_USAGE: no such policy, or the command line names several. */
bool command_policy(const struct policy **policy, const struct command *c, const struct arguments *a,
                    const struct settings *s, struct error *e);
/* The same for a view of positions alone: without a setting, what the encoding does without any fix, since a view
 * beyond the end harms nobody. */
bool command_policy_of_positions(const struct policy **policy, const struct command *c, const struct arguments *a,
                                 const struct run *r, struct error *e);

/* The screen that a table of results goes to, as wide as --width, --wide or the terminal says. Error, EXIT_USAGE: too
 * narrow. */
bool command_screen(struct screen *s, const struct arguments *a, struct error *e);
/* What --width and --metric mean there. */
extern const struct command_option command_table_options[];
/* The metrics that --metric names, bit k for metric k; accuracy without it. Errors, EXIT_USAGE: there is no such
 * metric, or this task has none such. */
bool command_metrics(unsigned *chosen, const struct arguments *a, const struct task_built *t, struct error *e);
/* The one that --metric names where only one can be. */
bool command_metric(int *metric, const struct arguments *a, const struct task_built *t, struct error *e);

/* --from RUN: sets what is not given as RUN has it, and train.from. Errors: EXIT_USAGE, EXIT_DATA, EXIT_IO. */
bool command_begin_from(struct arguments *a, bool comparison, struct error *e);
/* Before settings are resolved: drops options of the config file that are of another task, mixer or encoding than the
 * command line chose; and tells of them and of what was taken, once all else is known to be right. */
void command_leave_out(struct arguments *a, bool comparison);
void command_tell_left_out(const struct arguments *a);

/* Whether --json or --csv asks for a document in place of a text. */
static inline bool command_is_document(const struct arguments *a) { return a->json || a->csv; }
/* Prints a table: as a document, which it drops (without --json it may be NULL), as CSV or on the screen. */
struct table;
void command_print_table(const struct arguments *a, const struct screen *s, const struct table *t, json_t *json);
/* Prints one document to stdout and drops it: as JSON, or its rows as CSV (NULL: every number in it). */
struct json_csv;
void command_print(const struct arguments *a, json_t *json, const struct json_csv *csv);
/* The same as JSON; on a terminal, control characters appear as \u001b, which means the same. */
void command_print_json(json_t *json);
/* Closes a document that was written, and prints it if it is good. */
struct json_writer;
void command_close_json(struct json_writer *w, bool ok);

/* Draws a line "reading FILE" on stderr while a task reads a file for longer than half a second; `p` outlives it. */
struct task_input command_input(struct progress *p);

/* Polite signals are SIGINT, SIGTERM, SIGHUP, SIGUSR1 and SIGXCPU. Once command_catch_signals was called they set this,
 * however many come: a checkpoint is written in peace. SIGQUIT and SIGKILL end the program at once. Whether somebody
 * reads how far it is does not matter then: no SIGPIPE. Called once. */
extern volatile sig_atomic_t command_stop;
void command_catch_signals(void);
/* While there is nothing to save they end the program at once, with EXIT_STOPPED. */
void command_leave_on_signals(void);
/* Whoever looks again and again pauses 2 seconds, or so much longer that a look that took `look` seconds is a fifth of
 * the time; waits, until a signal comes. */
double command_pause(double look);
void command_wait(double seconds);

/* How many processors this process may use. */
int command_processors(void);
