/* added_position.h -- what adding a position does to a word's vector in a model: the angle between x + p and x, and the
 * ratio of their lengths. x is the word's row of the token table, p what the encoding adds to it or puts into separate
 * columns. */
#pragma once

#include "train/run.h"

struct added_position {
    double angle, length; /* means: of the angle in degrees, of |x + p| / |x| */
    int words, positions; /* over these, spread evenly if there are more than ADDED_MOST */
};
enum { ADDED_MOST = 256 };

/* At the trained positions. False: the encoding adds nothing to the embedding, or all words are zero. */
bool added_position_measure(struct added_position *out, const struct run *r);
