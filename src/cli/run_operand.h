/* run_operand.h -- the run that an operand names: a folder, a checkpoint file, or the best of a comparison. */
#pragma once

#include "cli/arguments.h"
#include "train/run.h"

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
