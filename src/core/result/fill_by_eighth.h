/* fill_by_eighth.h -- accuracy by where in the sequence a target is, as a table made from one that has all metrics. */
#pragma once

#include "draw/table.h"
#include "evaluate/metric.h"

/* From a table over lengths: accuracy at the longest, with a column for each eighth of the sequence that targets are
 * in. False: there is none, since examples have one target or so. */
bool fill_by_eighth(struct table *out, const struct table *t);
/* Draws those metrics of a table that are chosen: bit k is metric k, and FILL_EIGHTHS the table above. */
#define FILL_EIGHTHS (1u << METRICS_MAX)
void fill_draw(const struct screen *s, struct table *t, unsigned chosen);
