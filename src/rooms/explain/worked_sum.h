/* worked_sum.h -- the sum that attention sees, small enough to be checked by hand: three words at positions 0, 1 and 2
 * of a table, in four columns. The rows are set here; a model adds them. */
#pragma once

#include "base/error.h"

enum { SUM_WORDS = 3, SUM_COLUMNS = 4 };
enum { SUM_TOKEN, SUM_POSITION, SUM_Z, SUM_PARTS };

struct worked_sum {
    double of[SUM_PARTS][SUM_WORDS][SUM_COLUMNS];
};
/* Errors: none of its own. */
bool worked_sum_measure(struct worked_sum *out, struct error *e);
