/* fill_by_position.h -- accuracy by where in the sequence a target is. */
#pragma once

#include "draw/table.h"
#include "result/chart_rows.h"

/* From a table over lengths: accuracy at the longest, with a column for each eighth of the sequence that targets are
 * in. False: there is none, since examples have one target or so. */
bool fill_by_eighth(struct table *out, const struct table *t);
/* Draws those metrics of a table that are chosen: bit k is metric k, and FILL_EIGHTHS the table above. */
#define FILL_EIGHTHS (1u << METRICS_MAX)
void fill_draw(const struct screen *s, struct table *t, unsigned chosen);
/* Accuracy by where in the sequence a target is, at `words` words; 0: at the longest length. Errors, EXIT_USAGE: the
 * task has one target or so an example, or there is no such length. */
bool fill_by_position(struct chart *chart, const struct comparison_result *c, const struct fill_rows *rows, int words,
                      struct arena *arena, struct error *e);
