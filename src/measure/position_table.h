/* position_table.h -- a trained table of positions: what they read there under a policy, and which of its rows training
 * ever moved.
 *
 * The checkpoint tells which rows received a gradient: AdamW's moments of a row are all zero until it has one, and the
 * mean square never goes back to zero (its memory, train.beta2, keeps the last bit of a float above 0.5). */
#pragma once

#include "measure/geometry.h"
#include "train/run.h"

struct position_table {
    const struct run *r;
    const struct tensor *tensor;
    int unread;    /* rows before that of position 0 */
    int rows;      /* positions in the table */
    int positions; /* that were opened */
    int trained;
    struct encoding_use use;
    struct matrix vectors, similarity; /* (positions, width), (positions, positions) */
    bool *moved;                       /* (positions) received a gradient */
};

/* Opens so many positions; where it is 0, twice the trained ones where the policy says what comes after the table, else
 * the table. All lies in the run's arena. Errors, EXIT_USAGE: no table, positions beyond it. */
bool position_table_open(struct position_table *t, struct run *r, const struct policy *policy, int positions,
                         struct error *e);
/* Mean length of the vectors that training moved, or of the others; NAN where there are none. */
double position_table_length(const struct position_table *t, bool moved);
