/* more_steps.h -- continues training after the last step, with more steps, epochs or patience.
 *
 * The result is byte for byte that of a run with so many steps from the start; if that is impossible, because an
 * earlier step would have been different, it is refused. eval.tsv, which is for fewer steps, is removed first; then
 * config.ini makes the folder that of the longer run. */
#pragma once

#include "run/run.h"

/* Whether two configurations differ in how long they train, and in nothing else. */
bool more_steps_are_meant(const struct settings *there, const struct settings *here);
/* Whether the run of a folder has these settings, except for how long it trains. Error, EXIT_USAGE: what else
 * differs. */
bool more_steps_same_run(const char *folder, const struct settings *here, struct error *e);
/* Whether the steps that are given, if any, are no fewer than a finished run of the folder has done; what ends early or
 * by epochs is left to more_steps_open. Error: EXIT_USAGE. */
bool more_steps_check(const char *folder, const struct assignments *given, struct error *e);
/* Reads the newest checkpoint of the folder that the longer run would have had as well, and makes the folder that of
 * the longer run. The caller has its lock. Errors: EXIT_USAGE (why it cannot be, and what can), those of
 * checkpoint_read. */
bool more_steps_open(struct run *r, const char *folder, const struct settings *to, const struct task_input *in,
                     struct error *warning, struct error *e);
