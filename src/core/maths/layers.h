/* layers.h -- the parts of a transformer layer that work on rows: linear, layer norm, activation, softmax. Forward
 * overwrites its output, backward the gradient of what forward read (or works in place). */
#pragma once

#include <stdbool.h>

#include "maths/real.h"

/* y = x w^T + bias        x (rows, in)   w (out, in)   bias (out)   y (rows, out) */
void linear_forward(real *y, const real *x, const real *w, const real *bias, int rows, int in, int out);
/* dx = dy w (NULL: skip) dw = dy^T x dbias = sum_rows dy; with `more` dw and dbias are added to */
void linear_backward(real *dx, real *dw, real *dbias, const real *dy, const real *x, const real *w, int rows, int in,
                     int out, bool more);

/* sum (n) = sum_rows x        x (rows, n): the gradient of a bias */
void sum_rows(real *sum, const real *x, int rows, int n);

#define NORM_EPSILON 1e-5

/* What the forward pass of a norm saves for the backward pass. */
struct norm_saved {
    real *mean, *rstd; /* (rows) */
};

/* y = (x - mean) * rstd * gain + shift    x, y (rows, D)   gain, shift (D)
 * rstd = 1 / sqrt(variance + NORM_EPSILON), as in Ba et al. 2016 and PyTorch's default. */
void norm_forward(real *y, struct norm_saved saved, const real *x, const real *gain, const real *shift, int rows,
                  int d);
/* with xhat = (x - mean) * rstd and g = dy * gain:
 * dx = rstd * (g - mean(g) - xhat * mean(g * xhat))   dgain += sum_rows dy * xhat   dshift += sum_rows dy */
void norm_backward(real *dx, real *dgain, real *dshift, const real *dy, struct norm_saved saved, const real *x,
                   const real *gain, int rows, int d);

/* y = max(x, 0), also where y is x; back in place, dy becomes dx = dy where x (or y) > 0, else 0        (n) */
void relu_forward(real *y, const real *x, int n);
void relu_backward(real *dy, const real *x, int n);
/* y = x * (1 + erf(x / sqrt 2)) / 2 (Hendrycks and Gimpel 2016, the exact form)
 * back in place: dy becomes dx = dy * (cdf(x) + x * density(x))                 (n) */
void gelu_forward(real *y, const real *x, int n);
void gelu_backward(real *dy, const real *x, int n);

/* In place: the first `seen` numbers of each row become their softmax, the rest 0        x (rows, n) */
void softmax_forward(real *x, int rows, int seen, int n);
/* In place: dy becomes dx = y * (dy - sum(y * dy)); y is the softmax        y, dy (rows, n) */
void softmax_backward(real *dy, const real *y, int rows, int n);
