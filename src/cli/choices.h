/* choices.h -- what the command line chooses by name: an encoding, a policy, metrics. */
#pragma once

#include "cli/arguments.h"
#include "train/run.h"

/* The encoding of a name, or of what else it is called: rope, sinusoidal+alibi, rotary. Error: EXIT_USAGE. */
bool command_encoding(const struct encoding **kind, const char *name, struct error *e);
/* The name of encoding number i; NULL after the last. */
const char *encoding_at(int i);

/* The policy for texts longer than training's: eval.policies where it names one, else that of training: `error` unless
 * it was set. Error, EXIT_USAGE: no such policy, or the command line names several. */
bool command_policy(const struct policy **policy, const struct command *c, const struct arguments *a,
                    const struct settings *s, struct error *e);
/* The same for a view of positions alone: without a setting, what the encoding does without any fix, since a view
 * beyond the end harms nobody. */
bool command_policy_of_positions(const struct policy **policy, const struct command *c, const struct arguments *a,
                                 const struct run *r, struct error *e);

/* The metrics that --metric names, bit k for metric k; accuracy without it. Errors, EXIT_USAGE: there is no such
 * metric, or this task has none such. */
bool command_metrics(unsigned *chosen, const struct arguments *a, const struct task_built *t, struct error *e);
/* The one that --metric names where only one can be. */
bool command_metric(int *metric, const struct arguments *a, const struct task_built *t, struct error *e);
