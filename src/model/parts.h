/* parts.h -- the parts that model.c puts in order; each forward beside its backward.
 * They read w->value, and write w->value or add to w->grad and the gradient block. */
#ifndef MODEL_PARTS_H
#define MODEL_PARTS_H

#include "model/model.h"

/* embedded = token + segment + position */
void embedding_forward(const struct model *m, struct workspace *w, const struct batch *b,
                       const struct encoding_use *use);
void embedding_backward(const struct model *m, struct workspace *w, const struct batch *b,
                        const struct encoding_use *use, real *grad);

/* sum = output(attention(z)) at the asked rows, the residual not yet added */
void attention_forward(const struct model *m, struct workspace *w, const struct batch *b,
                       const struct encoding_use *use);
void attention_backward(const struct model *m, struct workspace *w, const struct batch *b,
                        const struct encoding_use *use, real *grad);

/* last_sum = shrink(activation(hidden(inner))), the residual not yet added */
void feedforward_forward(const struct model *m, struct workspace *w, int asked);
void feedforward_backward(const struct model *m, struct workspace *w, int asked, real *grad);

/* out (A, D) = the asked rows of in (N, D), and din += dout at those rows */
void rows_gather(real *out, const real *in, const struct batch *b, int d);
void rows_scatter(real *din, const real *dout, const struct batch *b, int d);

/* y = linear(x) with weights at their offsets in the block, and its backward */
void linear_apply(const struct model *m, struct linear l, real *y, const real *x, int rows, int in, int out);
void linear_return(const struct model *m, struct linear l, real *grad, real *dx, const real *dy, const real *x,
                   int rows, int in, int out);

#endif
