/* fill_runs.h -- what a folder of runs holds, and in what two runs or comparisons differ, as tables. */
#pragma once

#include "draw/table.h"
#include "inventory/run_diff.h"
#include "inventory/run_list.h"

void fill_runs(struct table *t, const struct run_list *l, struct arena *arena);
/* {folder, runs: the rows, with all their settings}; a new reference. */
json_t *runs_json(const struct run_list *l, const struct table *t);
void fill_diff(struct table *t, const struct run_diff *d, struct arena *arena);
/* {first, second: the folders, differences: the rows}; a new reference. */
json_t *diff_json(const struct table *t);
