/* attention_plain.h -- multi-head attention over one sequence, as you would write it on a board. */
#pragma once

#include "encoding/encoding.h"

/* A linear map and its gradients */
struct plain_linear {
    const real *weight, *bias; /* (out, in), (out) */
    real *dweight, *dbias;
};
/* y = W x + b        x (in)   y (out) */
void plain_linear_forward(const struct plain_linear *l, real *y, const real *x, int in, int out);
/* dx += W^T dy   dW += dy x^T   db += dy */
void plain_linear_backward(const struct plain_linear *l, real *dx, const real *dy, const real *x, int in, int out);

struct attention_plain {
    int rows, targets, width, heads;               /* T, A, D, H; a head has h = D / H columns */
    const int *target;                             /* (A) the rows whose answers are wanted */
    const int *position;                           /* (T) of every row */
    bool causal;                                   /* a row sees itself and the rows before it */
    real scale;                                    /* 1 / sqrt(h); times log T / log L with attention.log_length */
    struct plain_linear query, key, value, output; /* (D, D) */

    const struct encoding_use *use; /* its hooks `rotate`, `content` and `bias` act here */
    struct encoding_weights weights;

    const real *z; /* (T, D) the input */
    real *k, *v;   /* (T, D) head n is columns n h .. n h + h - 1 */
    real *q, *c;   /* (A, D) queries, contexts */
    real *p;       /* (A, H, T) how much each target takes from each row */
    real *saved;   /* (A, H, T) what `content` needs backward; NULL: no backward pass follows */
    real *y;       /* (A, D) the output */
    real *dz, *dk, *dv, *dq, *dc, *dp;
    const real *dy;
};

/* k, v, q, p, c and y. */
void attention_plain_forward(const struct attention_plain *a);
/* From dy: adds to dz and to the gradients of all weights; dk, dv, dq, dc and dp must be 0 before. */
void attention_plain_backward(const struct attention_plain *a);
