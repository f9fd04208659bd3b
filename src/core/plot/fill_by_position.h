/* fill_by_position.h -- accuracy by where in the sequence a target is, as a chart. */
#pragma once

#include "plot/chart_rows.h"

/* Accuracy by where in the sequence a target is, at `words` words; 0: at the longest length. Errors, EXIT_USAGE: the
 * task has one target or so an example, or there is no such length. */
bool fill_by_position(struct chart *chart, const struct comparison_result *c, const struct fill_rows *rows, int words,
                      struct arena *arena, struct error *e);
