/* operands.h -- what operands name: members of a comparison, folders of results, or one run: a folder, a checkpoint
 * file, or the best of a comparison. */
#pragma once

#include "cli/arguments.h"

/* Whether the operands of `compare` are folders of runs and comparisons, or members: "rope", "rope base=100",
 * "gru/none". A word that is both is a member. Errors, EXIT_USAGE: a word that is neither; both kinds in one call. */
bool operands_are_folders(bool *folders, const struct command *c, const struct arguments *a, struct error *e);
/* Sets compare.members to the operands, whatever a config file says; without operands to encoding.name of the
 * command line, if it is there. Errors, EXIT_USAGE: the command line sets compare.members too. */
bool operands_set_members(const struct command *c, struct arguments *a, struct error *e);
/* Sets encoding, mixer and options of a run as its first operand says, a member: "rope", "rope base=100", "gru/none".
 * Errors, EXIT_USAGE: it is not a member; the command line sets encoding or mixer too. */
bool operands_set_run(const struct command *c, struct arguments *a, struct error *e);
/* Refuses a second folder of results; `rows`: what follows the first may be names of its rows. Error: EXIT_USAGE. */
bool operands_check_one_folder(const char *command, const struct arguments *a, bool rows, struct error *e);
/* Checks that all settings given make sense where nothing is trained: compare.pairs, compare.gate. Error: EXIT_USAGE.
 */
bool operands_check_settings(const struct command *c, const struct arguments *a, struct error *e);

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
/* Without --from does nothing; else sets train.from, and every setting that is not given to its value in RUN. Errors:
 * EXIT_USAGE, EXIT_DATA, EXIT_IO. */
bool command_begin_from(struct arguments *a, bool comparison, struct error *e);
