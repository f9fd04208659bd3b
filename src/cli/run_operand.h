/* run_operand.h -- the run that an operand names: a folder, a checkpoint file, or the best of a comparison. */
#pragma once

#include "cli/arguments.h"

/* Reads the run of a run folder or a checkpoint file, with the settings of the command line. If the newest checkpoint
 * is damaged or missing but there is an earlier one, that is a warning. Errors: EXIT_USAGE (a comparison, a baseline),
 * EXIT_DATA, EXIT_IO. */
bool command_open_run(struct run *r, const char *path, const struct assignments *a, struct error *e);
/* Reads the run of a command's first operand into a->loaded; it may be a baseline if the command takes them. NULL on
 * errors: as above, or there is no operand. */
struct run *command_read_run(const struct command *c, struct arguments *a, struct error *e);
/* If the first operand is a comparison, replaces it by the first seed of its best row, and says so. Errors: those of
 * result_read; EXIT_USAGE: no row has a number. */
bool command_take_best(struct arguments *a, struct error *e);
/* Checks that there may be a run: a file, or a folder with a checkpoint. Error, EXIT_USAGE: there is none; for a folder
 * of runs the text names one of them. */
bool command_check_run(const char *path, struct error *e);
