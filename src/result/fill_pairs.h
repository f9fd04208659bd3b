/* fill_pairs.h -- differences of two rows of a comparison, by seed, as a table. */
#pragma once

#include "draw/table.h"
#include "study/comparison.h"

void fill_pairs(struct table *t, const struct comparison_result *c, struct arena *arena);
