/* run_diff.h -- how two runs or comparisons differ, as a table: settings, members, and what computed them. No task is
 * built and no checkpoint read. */
#pragma once

#include "draw/table.h"

/* A row for each difference. Errors: those of folder_check; EXIT_USAGE, EXIT_IO (a config.ini). */
bool run_diff(struct table *t, const char *first, const char *second, struct arena *arena, struct error *e);
/* {first, second: the folders, differences: the rows}; a new reference. */
json_t *run_diff_json(const struct table *t);
