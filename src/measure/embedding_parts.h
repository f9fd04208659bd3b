/* embedding_parts.h -- the parts, table by table, whose sum attention sees, in one example. */
#pragma once

#include "measure/geometry.h"
#include "measure/model_example.h"

enum { PART_TOKEN, PART_SEGMENT, PART_POSITION, PART_SUM, PARTS };

struct embedding_parts {
    struct matrix part[PARTS]; /* (rows, D); NAN if a table does not have the column */
    double difference;         /* largest difference between the parts' sum and the model's rows */
};
void embedding_parts(struct embedding_parts *p, const struct model_example *x, struct arena *arena);
