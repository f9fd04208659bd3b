/* summarise.h -- rows and pairs of a comparison, from its finished members. */
#pragma once

#include "study/comparison.h"

/* Adds the rows that a member has by this evaluation. */
void compare_add_rows(struct comparison_result *c, const struct member *m, const struct evaluation_result *r);
/* The true difference of a pair in column i that its seeds find in half of all cases, at the strictest of Holm's limits
 * for all that are tested; of a figure the ratio. NAN: nothing is tested. */
double pair_detectable(const struct comparison_result *c, const struct compare_pair *p, int metric, int i);

/* Rows and pairs from the numbers of the finished members. */
void compare_summarise(struct comparison_result *c);
