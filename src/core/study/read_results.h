/* read_results.h -- results of a comparison's members, read from their folders. */
#pragma once

#include "study/comparison.h"

/* The folder of a member; for a single run that of the comparison itself. */
bool member_folder(char path[1024], const struct comparison_result *c, const struct member *m, struct error *e);
/* Reads the eval.tsv of a finished member, which must fit its settings, but for lengths and policies; `keeps`: as its
 * result, the requested ones of these; missing ones have no numbers. Errors: EXIT_DATA, EXIT_IO. */
bool compare_take_result(struct comparison_result *c, struct member *m, bool keeps, struct error *e);
/* Takes the results that were not taken yet, and summarises all.
 * Errors: EXIT_DATA, EXIT_IO. */
bool compare_collect(struct comparison_result *c, struct error *e);
