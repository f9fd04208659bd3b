/* choices.h -- what the command line chooses by name: a config, an encoding, a policy, metrics. Unknown names are
 * EXIT_USAGE, with a suggestion or a list. */
#pragma once

#include "base/file.h"
#include "cli/arguments.h"

/* The encoding with this name or alias: rope, sinusoidal+alibi, rotary. Error: EXIT_USAGE. */
bool command_encoding(const struct encoding **kind, const char *name, struct error *e);

/* The policy for texts longer than in training: eval.policies if it names one, else that of training, which is `error`
 * unless it was set. Error, EXIT_USAGE: no such policy, or the command line names several. */
bool command_policy(const struct policy **policy, const struct command *c, const struct arguments *a,
                    const struct settings *s, struct error *e);
/* The same for a view of positions alone: where that would be `error` by default, it is what the encoding does without
 * any fix, since looking past the end does no harm. */
bool command_policy_of_positions(const struct policy **policy, const struct command *c, const struct arguments *a,
                                 const struct run *r, struct error *e);

/* The metrics that --metric names, bit k for metric k; accuracy without it. Errors, EXIT_USAGE: no such metric, or this
 * task does not have it. */
bool command_metrics(unsigned *chosen, const struct arguments *a, const struct task_built *t, struct error *e);
/* The same for a command that takes one metric. */
bool command_metric(int *metric, const struct arguments *a, const struct task_built *t, struct error *e);

/* Whether a word is the name of a config file: FILE.ini. */
bool config_is_file(const char *word);
/* The config that a word names: the file itself, or configs/WORD or configs/WORD.ini, in the current folder or else
 * next to the program. False: there is none. */
bool config_find(char path[PATH_MAX_LENGTH], const char *word);
/* The names of all configs, in order; NULL after the last. */
const char *const *config_names(struct arena *arena);
/* Sets the error, EXIT_USAGE, that a word is no config, with what may have been meant. */
bool config_unknown(const struct command *c, const char *word, struct error *e);
