/* touched.h -- the rows of the token table that occur in a batch, numbered in the order in which they first occur.
 *
 * A lazy step (train.sparse) keeps the table's gradient by these numbers, densely from the table's start in the
 * block, so that its time and the memory that it visits depend on the batch and not on the vocabulary. The rows are
 * found in a hash table of the size of the batch. NULL stands everywhere for a
 * step that visits all. */
#ifndef TRAIN_TOUCHED_H
#define TRAIN_TOUCHED_H

#include "model/params.h"

struct touched {
    size_t table; /* offset of the table in a block */
    int count;
    int *row;  /* (room) of each number */
    int *slot; /* (slots) 1 + the number found there; 0: free */
    int shift; /* slots = 2^(32 - shift), at least twice the room */
};

/* Room for as many different rows. */
void touched_build(struct touched *t, size_t table, int room, struct arena *arena);
void touched_clear(struct touched *t);
/* The number of a row; one that is new gets the next. */
int touched_number(struct touched *t, int row);

/* Whether the tensor is kept by numbers. */
bool touched_holds(const struct touched *t, const struct tensor *tensor);
/* How many numbers of the tensor's gradient are in use, from its start. */
size_t touched_used(const struct touched *t, const struct tensor *tensor);

#endif
