/* columns.h -- maps the members' evaluations, which may have more or fewer lengths, to the columns of a comparison. */
#pragma once

#include "study/compare.h"

/* Which of these columns, so many lengths and perhaps their total, column i of the comparison is; -1: there is none. */
int columns_find(const struct comparison_result *c, int i, const struct range words[], int lengths, bool total);
int columns_of(const struct comparison_result *c, const struct evaluation_result *r, int i);
/* The scores of an evaluation's row (NULL: it has no such row) in the columns of the comparison; without a number where
 * it has none. */
struct score **columns_scores(const struct comparison_result *c, const struct evaluation_result *r,
                              const struct evaluation_row *row);
