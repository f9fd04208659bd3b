/* operands.h -- operands that name folders of results, or members of a comparison. */
#pragma once

#include "cli/arguments.h"

/* What stands among operands first.. of `compare`: members ("rope", "rope base=100", "gru/none") or folders of runs and
 * comparisons. A word that is both is the member. Errors, EXIT_USAGE: a word that is neither; both kinds in one call.
 */
bool operands_are_folders(bool *folders, const struct command *c, const struct arguments *a, int first,
                          struct error *e);
/* Makes operands first.., which are members, the list of the comparison in the place of what a config file says;
 * without operands it is encoding.name of the command line, if that is there. Errors, EXIT_USAGE: the command line sets
 * it too. */
bool operands_set_members(const struct command *c, struct arguments *a, int first, struct error *e);
/* Makes the first operand, a member, the kind of a run with its options: "rope", "rope base=100", "gru/none". Errors,
 * EXIT_USAGE: it is none; the command line names a kind too. */
bool operands_set_run(const struct command *c, struct arguments *a, struct error *e);
/* The settings of the run that the first operand is, in the place of those given, which go before. */
bool operands_read_run(struct settings *s, struct arguments *a, struct error *e);
/* How many operands from `first` on, one at least, are folders: then come names of rows. */
int operands_count_folders(const struct arguments *a, int first);
/* Of the settings given only those that mean something where nothing is trained: compare.pairs, compare.gate. Error:
 * EXIT_USAGE. */
bool operands_check_settings(const struct command *c, const struct arguments *a, struct error *e);
