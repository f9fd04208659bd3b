/* embedding_parts.h -- the parts, table by table, whose sum attention sees: in one example, and what the position does
 * to the words of a model. */
#pragma once

#include "example/model_example.h"
#include "measure/geometry.h"

enum { PART_TOKEN, PART_SEGMENT, PART_POSITION, PART_SUM, PARTS };

struct embedding_parts {
    struct matrix part[PARTS]; /* (rows, D); NAN if a table does not have the column */
    double difference;         /* largest difference between the parts' sum and the model's rows */
};
void embedding_parts(struct embedding_parts *p, const struct model_example *x, struct arena *arena);

/* What adding a position does to a word's vector: the angle between x + p and x, and the ratio of their lengths. x is
 * the word's row of the token table, p what the encoding adds to it or puts into separate columns. */
struct added_position {
    double angle, length; /* means: of the angle in degrees, of |x + p| / |x| */
    int words, positions; /* over these, spread evenly if there are more than ADDED_MOST */
};
enum { ADDED_MOST = 256 };

/* At the trained positions. False: the encoding adds nothing to the embedding, or all words are zero. */
bool added_position_measure(struct added_position *out, const struct run *r);
