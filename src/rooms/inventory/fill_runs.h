/* fill_runs.h -- what a folder of runs holds, as a table. */
#pragma once

#include "draw/table.h"
#include "inventory/run_list.h"

extern const struct table_label runs_labels[];
void fill_runs(struct table *t, const struct run_list *l, struct arena *arena);
/* {folder, runs: the rows, with all their settings}; a new reference. */
json_t *runs_json(const struct run_list *l, const struct table *t);
