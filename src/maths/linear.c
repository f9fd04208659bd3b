/* linear.c -- y = x w^T + bias; see layers.h. */
#include "maths/layers.h"
#include "maths/matmul.h"
#include "maths/vector.h"

#include <stddef.h>
#include <string.h>

HOT static void bias_rows(real *y, const real *bias, int rows, int out) {
    for (int i = 0; i < rows; i++)
        memcpy(y + (size_t)i * out, bias, (size_t)out * sizeof *y);
}

void linear_forward(real *y, const real *x, const real *w, const real *bias, int rows, int in, int out) {
    bias_rows(y, bias, rows, out);
    matmul_nt(y, x, w, (struct matmul){rows, out, in, out, in, in, 1, 1});
}

HOT void sum_rows(real *sum, const real *x, int rows, int n) {
    memset(sum, 0, (size_t)n * sizeof *sum);
    for (int i = 0; i < rows; i++)
        vector_add(sum, x + (size_t)i * n, n);
}

void linear_backward(real *dx, real *dw, real *dbias, const real *dy, const real *x, const real *w, int rows, int in,
                     int out) {
    if (dx)
        matmul_nn(dx, dy, w, (struct matmul){rows, in, out, in, out, in, 1, 0});
    matmul_tn(dw, dy, x, (struct matmul){out, in, rows, in, out, in, 1, 0});
    sum_rows(dbias, dy, rows, out);
}
