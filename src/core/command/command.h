/* command.h -- the subcommands: one file and one row of the table each. Only this floor
 * and main print and exit. Results go to stdout, everything else to stderr. */
#pragma once

#include "base/suggest.h"
#include "cli/arguments.h"

extern const struct command command_train, command_eval, command_compare, command_claims, command_predict,
    command_neighbours, command_export, command_plot, command_report, command_show, command_explain, command_list,
    command_sample, command_completion, command_help, command_verify, command_status, command_runs;
/* Their texts, embedded by make. */
extern const char command_train_txt[], command_eval_txt[], command_compare_txt[], claims_claims_txt[],
    predict_predict_txt[], tables_neighbours_txt[], tables_export_txt[], command_plot_txt[], report_report_txt[],
    command_show_txt[], explain_explain_txt[], command_list_txt[], predict_sample_txt[], completion_completion_txt[],
    command_help_txt[], inventory_verify_txt[], inventory_status_txt[], inventory_runs_txt[];
/* All of them, NULL-ended. */
extern const struct command *const commands[];
const struct command *command_find(const char *name);
/* EXIT_USAGE: there is no such command; what may have been meant. Returns e. */
const struct error *command_unknown(struct error *e, const char *word);
/* What `poslab` alone says: how to start. Returns the exit code. */
int help_start(void);

/* Prints all that is known of a word that a screen prints; false: nothing (help_word.c). Width 0: prints nothing.
 * `near`, unless it is NULL, gets what may have been meant. */
bool help_word(const char *word, int width, struct suggestion *near);
