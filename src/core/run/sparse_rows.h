/* sparse_rows.h -- the rows of the token table that occur in a batch, numbered in the order in which they first occur.
 *
 * A lazy step (train.sparse) stores the table's gradient by these numbers, densely from the table's start in the
 * block, so that its time and the memory it visits depend on the batch and not on the vocabulary. The rows are
 * found in a hash table of the size of the batch. */
#pragma once

#include "run/optimiser.h"

struct sparse_rows {
    int count;
    int *row;          /* (capacity) of each number */
    struct fade *fade; /* (capacity) of each number; applied by the next update */
    int *slot;         /* (slots) 1 + the number found there; 0: free */
    int shift;         /* slots = 2^(32 - shift), at least twice the capacity */
};

/* Allocates for up to `capacity` different rows. */
void sparse_rows_build(struct sparse_rows *t, int capacity, struct arena *arena);
void sparse_rows_clear(struct sparse_rows *t);
/* The number of a row; a new one gets the next. */
int sparse_rows_number(struct sparse_rows *t, int row);
