/* columns.h -- maps the members' evaluations, which may have more or fewer lengths, to the columns of a comparison. */
#pragma once

#include "study/comparison.h"

/* Where an evaluation has column i of the comparison: in range, a length or the total; -1 if it is not there. */
int columns_of(const struct comparison_result *c, const struct evaluation_result *r, int i);
/* The scores of an evaluation's row (NULL: it has no such row) in the columns of the comparison; without a number where
 * it has none. */
struct score **columns_scores(const struct comparison_result *c, const struct evaluation_result *r,
                              const struct evaluation_row *row, struct arena *arena);
/* The column of the longest of the lengths that all members have, else the longest of all. */
int length_longest(const struct comparison_result *c);
/* Where a plain comparison tests: at the longest length, but a test file at all of its lengths together. */
int length_tested(const struct comparison_result *c);
/* Whether differences in column i are tested. */
bool length_is_tested(const struct comparison_result *c, int i);
