/* parts.h -- what the parts of the layer share: tiles, rows at the targets, linear maps. */
#pragma once

#include "model/model.h"

/* Some sequences of a batch, with their rows: few enough to stay in a near cache. */
struct tile {
    int sequence, end; /* the first, and the one after the last */
    int row, rows;
};
/* Moves to the next sequences, at least one; starts from zeros; false after the last. */
bool tile_next(struct tile *s, const struct batch *b, int d);
/* Rows of the longest tile there may be. */
int tile_rows(struct capacity capacity, int d);

/* out (A, D) = in (N, D) at the targets */
void rows_gather(real *out, const real *in, const struct batch *b, int d);
/* din += dout (A, D) at the targets of a tile, whose rows are din */
void rows_scatter(real *din, const real *dout, const struct batch *b, struct tile s, int d);

/* x (rows, columns) = 0; a NULL array is left alone */
void rows_clear(real *x, int rows, int columns);

/* Names are those of BERT (post-norm) and ViT (pre-norm) in public checkpoints, where the same tensor exists there. */
#define MODEL_LAYER "encoder.layer.0."

/* Declares NAME.weight (out, in) and NAME.bias (out). */
struct linear declare_linear(struct model *m, const char *name, int out, int in);
/* Declares a matrix (rows, columns) with the initial values that all matrices have, of standard deviation 1 / sqrt(D).
 */
size_t declare_matrix(struct model *m, const char *name, int rows, int columns);

/* y = linear(x) with weights at their offsets in the block, and its backward */
void linear_apply(const struct model *m, struct linear l, real *y, const real *x, int rows, int in, int out);
void linear_return(const struct model *m, struct linear l, real *grad, real *dx, const real *dy, const real *x,
                   int rows, int in, int out);
