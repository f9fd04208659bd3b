/* added.h -- what adding a position does to a word's vector in a model: by how much x + p is turned against x, and how
 * much longer it is. x is the word's row of the token table, p what the encoding adds to it or fills in beside it. */
#pragma once

#include "train/run.h"

struct added {
    double angle, length; /* means: of the angle in degrees, of |x + p| / |x| */
    int words, positions; /* over these, spread evenly where there are more than ADDED_MOST */
};
enum { ADDED_MOST = 256 };

/* At the positions that training has. False: the encoding adds nothing to the embedding, or no word has a direction. */
bool added_measure(struct added *out, const struct run *r);
