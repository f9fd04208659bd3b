/* summarise.h -- rows and pairs of a comparison, from its finished members. */
#pragma once

#include "study/comparison.h"

/* Adds the rows that a member has by this evaluation. */
void compare_add_rows(struct comparison_result *c, const struct member *m, const struct evaluation_result *r);
/* Rows and pairs from the numbers of the finished members. */
void compare_summarise(struct comparison_result *c);
/* The same again, with the compare.gate and compare.pairs of these assignments. Errors: EXIT_USAGE. */
bool compare_summarise_with(struct comparison_result *c, const struct assignments *a, struct error *e);
