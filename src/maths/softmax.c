/* softmax.c -- softmax of one row; see layers.h. */
#include "maths/layers.h"

#include "maths/exponential.h"
#include "maths/vector.h"

HOT void softmax_forward(real *row, int seen, int n) {
    real top = vector_largest(row, seen);
    exponential_row(row, top, seen);
    real scale = 1 / vector_sum(row, seen);
    for (int i = 0; i < seen; i++)
        row[i] *= scale;
    for (int i = seen; i < n; i++)
        row[i] = 0;
}

HOT void softmax_backward(real *dy, const real *y, int n) {
    real sum = vector_dot(y, dy, n);
    for (int i = 0; i < n; i++)
        dy[i] = y[i] * (dy[i] - sum);
}
