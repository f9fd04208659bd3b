/* evaluations.h -- tables made by hand, as eval.tsv has them; they are also seeds of the fuzz target. */
#pragma once

#include "base/arena.h"

/* Complete, as in tests/fuzz/seeds/evaluation. document: rows of a file, everything that may be there. fixed: a fixed
 * test set of four examples, kept one by one; their targets in range are 1, 2, 1, 2, and three and one at the other
 * lengths; right are 1, 0, 1, 2, under extend 3, 0, 1, 2 and 1, 1, 0, 1, under ntk all and none; what they add to the
 * variance of the accuracy is sum (right - accuracy targets)^2 / 3 * 4 / count^2. many: more examples than are kept, 18
 * million. metrics: all but macro-F1, of 20 targets in range and as many at 20 words; five right, of the ten known
 * three. counts: macro-F1 of six rows with two labels, whose names need quotes; three of each, five right; F1 is 4/5
 * and 6/7. */
const char *evaluation_table(const char *name, struct arena *arena);
