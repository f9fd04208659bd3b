/* find_finished.h -- the state of a comparison's members before they run. */
#pragma once

#include "study/comparison.h"

/* Keeps only the members of c->part: those whose number, counted on from *number, is part - 1 modulo parts. */
void compare_take_part(struct comparison_result *c, int *number);

/* Finds the members of a folder that finished before, and those that failed: they wait, too. With `read` an
 * unreadable result is reported before anything runs (without a task it is not compared with the task's files), and
 * files that are not to stay are removed; else nothing is written. Errors: EXIT_DATA, EXIT_IO, EXIT_USAGE (a member of
 * other settings). */
bool members_find_status(struct comparison_result *c, const char *folder, bool read, struct error *e);
/* Makes it a member that failed, as its folder says. */
void member_take_failure(const struct comparison_result *c, struct member *m, const struct failure *f);
