/* operands.h -- operands that name folders of results, or members of a comparison. */
#pragma once

#include "cli/arguments.h"

/* Whether operands first.. of `compare` are folders of runs and comparisons, or members: "rope", "rope base=100",
 * "gru/none". A word that is both is a member. Errors, EXIT_USAGE: a word that is neither; both kinds in one call. */
bool operands_are_folders(bool *folders, const struct command *c, const struct arguments *a, int first,
                          struct error *e);
/* Sets compare.members to operands first.., whatever a config file says; without operands to encoding.name of the
 * command line, if it is there. Errors, EXIT_USAGE: the command line sets compare.members too. */
bool operands_set_members(const struct command *c, struct arguments *a, int first, struct error *e);
/* Sets encoding, mixer and options of a run as its first operand says, a member: "rope", "rope base=100", "gru/none".
 * Errors, EXIT_USAGE: it is not a member; the command line sets encoding or mixer too. */
bool operands_set_run(const struct command *c, struct arguments *a, struct error *e);
/* The settings of the run that the first operand names, changed by those given. */
bool operands_read_run(struct settings *s, struct arguments *a, struct error *e);
/* How many operands from `first` on are folders, at least one; names of rows follow them. */
int operands_count_folders(const struct arguments *a, int first);
/* Checks that all settings given make sense where nothing is trained: compare.pairs, compare.gate. Error: EXIT_USAGE.
 */
bool operands_check_settings(const struct command *c, const struct arguments *a, struct error *e);
