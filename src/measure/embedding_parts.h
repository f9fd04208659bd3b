/* embedding_parts.h -- what the rows that attention sees are the sum of, table by table, in one example. */
#pragma once

#include "measure/geometry.h"
#include "measure/model_example.h"

enum { PART_TOKEN, PART_SEGMENT, PART_POSITION, PART_SUM, PARTS };

struct embedding_parts {
    struct matrix part[PARTS]; /* (rows, D); NAN where a table has no column */
    double difference;         /* largest of the parts' sum and what the model works with */
};
void embedding_parts(struct embedding_parts *p, const struct model_example *x, struct arena *arena);
