/* pairs.h -- which rows of a comparison are subtracted from which. */
#pragma once

#include "study/comparison.h"

/* The row with this name, or the first one with this label; NULL: there is none. */
const struct compare_row *row_named(const struct comparison_result *c, const char *name);
/* EXIT_USAGE: there is no such row; suggests a similar name. */
bool row_unknown(const struct comparison_result *c, const char *name, struct error *e);
/* The pairs of compare.pairs, or the usual ones; numbers are not needed. An impossible pair is left out. Errors,
 * EXIT_USAGE: it names no row, one that makes no sense, one twice. */
bool compare_add_pairs(struct comparison_result *c, struct error *e);
