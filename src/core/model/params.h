/* params.h -- the one table of named tensors. Nothing else lists the weights: saving, counting, updating, clipping and
 * checking gradients are loops over it.
 *
 * Tensors are declared, then committed into one block; a tensor is an offset that is valid in every such block: values,
 * moments, and each shard's gradients. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "maths/real.h"

enum { PARAMS_TENSORS = 40, PARAMS_NAME = 80 };

struct tensor {
    char name[PARAMS_NAME];
    int rows, columns; /* a vector has rows 0: shape (columns) */
    size_t offset, count;
    bool frozen;
    bool grad_is_overwritten; /* a backward pass overwrites its gradient; it adds to others, which start at 0 */
    double mean, std;         /* of the initial values; std 0: all equal */
};

struct params {
    struct tensor tensor[PARAMS_TENSORS];
    int count;
    size_t size;          /* of a block, in numbers */
    real *value;          /* (size) */
    real *first, *second; /* (size) moments of AdamW */
};

/* Declares a matrix (rows, columns) of N(0, std^2), or a vector of `mean`; returns its offset. */
size_t params_matrix(struct params *p, const char *name, int rows, int columns, double std);
size_t params_vector(struct params *p, const char *name, int columns, double mean);
/* Allocates the blocks. */
void params_commit(struct params *p, struct arena *arena);
/* Fills the values, each tensor from the stream (seed, init, its name): an extra tensor in one model does not change
 * the values of the others. */
void params_init(struct params *p, uint32_t seed);
/* How many numbers are trained, without frozen ones. */
size_t params_trained(const struct params *p);
/* The tensor with that name; NULL if there is none. */
const struct tensor *params_find(const struct params *p, const char *name);
/* The tensor at that offset, as params_matrix returned it. */
const struct tensor *params_at(const struct params *p, size_t offset);
