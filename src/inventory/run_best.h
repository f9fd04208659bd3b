/* run_best.h -- the best row of a run or comparison: that with the highest accuracy at the longest length, of these
 * that with the highest in range. */
#pragma once

#include "inventory/run_list.h"

/* Of its eval.json, or its compare.json; nothing where there is none. Errors: EXIT_DATA, EXIT_IO. */
bool run_best_read(struct run_listed *r, struct arena *arena, struct error *e);
