/* position_table.h -- a trained position table: what positions read under a policy, and which rows training ever
 * changed.
 *
 * The checkpoint shows which rows received a gradient: AdamW's moments of a row are zero until then, and the mean
 * square never returns to zero (with train.beta2 above 0.5 its last bit survives rounding). */
#pragma once

#include "measure/geometry.h"
#include "run/run.h"

struct position_table {
    const struct run *r;
    const char *about; /* of a table of no run, whose vectors and similarity alone are there; else NULL */
    const struct tensor *tensor;
    int unread;    /* rows before that of position 0 */
    int rows;      /* positions in the table */
    int positions; /* that were opened */
    int trained;
    struct encoding_use use;
    struct matrix vectors, similarity; /* (positions, width), (positions, positions) */
    bool *moved;                       /* (positions) received a gradient */
};

/* Which tensor of its encoding is the table of positions. Error, EXIT_USAGE: there is none. */
bool position_table_find(int *number, const struct run *r, struct error *e);
/* Opens so many positions; where it is 0, twice the trained ones where the policy says what comes after the table, else
 * the table. All lies in the run's arena. Errors, EXIT_USAGE: no table, positions beyond it. */
bool position_table_open(struct position_table *t, struct run *r, const struct policy *policy, int positions,
                         struct error *e);
/* Mean length of the vectors that training changed, or of the others; NAN if there are none. */
double position_table_length(const struct position_table *t, bool moved);
