/* fill_extrapolation.h -- a metric by length, as a chart. */
#pragma once

#include "plot/chart_rows.h"

/* A metric by length, with means, intervals, every seed and chance. */
void fill_extrapolation(struct chart *chart, const struct comparison_result *c, const struct fill_rows *rows,
                        int metric, struct arena *arena);
