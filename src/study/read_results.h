/* read_results.h -- results of a comparison's members, read from their folders. */
#pragma once

#include "study/comparison.h"

/* The folder of a member; for a single run that of the comparison itself. */
bool member_folder(char path[1024], const struct comparison_result *c, const struct member *m, struct error *e);
/* Reads the eval.json of a finished member, which must fit its settings, but for lengths and policies. Errors:
 * EXIT_DATA, EXIT_IO. */
bool compare_read_member(struct evaluation_result *result, const struct comparison_result *c, const struct member *m,
                         struct arena *arena, struct error *e);
/* Reads the requested lengths and policies from the members' eval.json; missing ones have no numbers. Then summarises.
 * Errors: EXIT_DATA, EXIT_IO. */
bool compare_collect(struct comparison_result *c, struct error *e);
