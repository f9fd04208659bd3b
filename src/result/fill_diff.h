/* fill_diff.h -- in what two runs or comparisons differ, as a table for all back ends. */
#pragma once

#include "draw/table.h"
#include "inventory/run_diff.h"

void fill_diff(struct table *t, const struct run_diff *d, struct arena *arena);
/* {first, second: the folders, differences: the rows}; a new reference. */
json_t *diff_json(const struct table *t);
