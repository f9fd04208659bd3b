/* fill_runs.h -- what a folder of runs holds, as a table for all back ends. */
#pragma once

#include "draw/table.h"

struct run_list;

void fill_runs(struct table *t, const struct run_list *l, struct arena *arena);
/* {folder, runs: the rows, with all their settings}; a new reference. */
json_t *runs_json(const struct run_list *l, const struct table *t);
