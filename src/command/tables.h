/* tables.h -- results as tables that a reader can understand who sees one for the first
 * time: what is inside the trained length, what is beyond, and what chance is. */
#ifndef COMMAND_TABLES_H
#define COMMAND_TABLES_H

#include "study/compare.h"
#include "train/evaluate.h"

/* Prints to stdout. */
void tables_evaluation(const struct evaluation_result *result);
void tables_comparison(const struct comparison_result *c);

#endif
