/* softmax.c -- softmax of rows; see layers.h. */
#include "maths/layers.h"

#include <stddef.h>
#include <string.h>

#include "maths/exponential.h"
#include "maths/vector.h"

enum { ROWS_AT_ONCE = 4 }; /* rows computed side by side, so that none waits for the sums of another */

/* Of `rows` rows, a constant. The last vector of a row may overlap the one before it: it is computed apart and written
 * at the end. */
HOT_PART void forward_rows(real *x, int rows, int seen, int n) {
    static const real tail[2 * VECTOR_LANES] = {[VECTOR_LANES] = 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    real last[ROWS_AT_ONCE][VECTOR_LANES], scale[ROWS_AT_ONCE], top[ROWS_AT_ONCE];
    lanes sum[ROWS_AT_ONCE] = {0};
    int whole = seen / VECTOR_LANES * VECTOR_LANES;
    for (int r = 0; r < rows; r++)
        top[r] = vector_largest(x + (size_t)r * n, seen);
    for (int r = 0; r < rows; r++)
        exponential_lanes(last[r], x + (size_t)r * n + seen - VECTOR_LANES, top[r]);
    for (int i = 0; i < whole; i += VECTOR_LANES)
        for (int r = 0; r < rows; r++) {
            real *at = x + (size_t)r * n + i;
            exponential_lanes(at, at, top[r]);
            sum[r] += *(const lanes *)at;
        }
    for (int r = 0; r < rows; r++) {
        sum[r] += *(const lanes *)last[r] * *(const lanes *)(tail + (seen - whole));
        scale[r] = 1 / lanes_fold(&sum[r]);
    }
    for (int i = 0; i < whole; i += VECTOR_LANES)
        for (int r = 0; r < rows; r++)
            *(lanes *)(x + (size_t)r * n + i) *= scale[r];
    for (int r = 0; r < rows; r++) {
        *(lanes *)(x + (size_t)r * n + seen - VECTOR_LANES) = *(const lanes *)last[r] * scale[r];
        memset(x + (size_t)r * n + seen, 0, (size_t)(n - seen) * sizeof *x);
    }
}

/* Rows shorter than a vector: each is filled up with its first number. */
HOT_PART void forward_short(real *x, int rows, int seen, int n) {
    real e[ROWS_AT_ONCE][VECTOR_LANES], sum[ROWS_AT_ONCE] = {0};
    for (int r = 0; r < rows; r++) {
        const real *row = x + (size_t)r * n;
        for (int i = 0; i < VECTOR_LANES; i++)
            e[r][i] = row[i < seen ? i : 0];
    }
    for (int r = 0; r < rows; r++)
        exponential_lanes(e[r], e[r], vector_largest(e[r], VECTOR_LANES));
    for (int i = 0; i < seen; i++)
        for (int r = 0; r < rows; r++)
            sum[r] += e[r][i];
    for (int r = 0; r < rows; r++) {
        real *row = x + (size_t)r * n, scale = 1 / sum[r];
        for (int i = 0; i < seen; i++)
            row[i] = e[r][i] * scale;
        for (int i = seen; i < n; i++)
            row[i] = 0;
    }
}

HOT void softmax_forward(real *x, int rows, int seen, int n) {
    int r = 0;
    for (; seen >= VECTOR_LANES && r + ROWS_AT_ONCE <= rows; r += ROWS_AT_ONCE)
        forward_rows(x + (size_t)r * n, ROWS_AT_ONCE, seen, n);
    for (; seen >= VECTOR_LANES && r + 2 <= rows; r += 2)
        forward_rows(x + (size_t)r * n, 2, seen, n);
    for (; seen >= VECTOR_LANES && r < rows; r++)
        forward_rows(x + (size_t)r * n, 1, seen, n);
    for (; r + ROWS_AT_ONCE <= rows; r += ROWS_AT_ONCE)
        forward_short(x + (size_t)r * n, ROWS_AT_ONCE, seen, n);
    for (; r < rows; r++)
        forward_short(x + (size_t)r * n, 1, seen, n);
}

HOT void softmax_backward(real *dy, const real *y, int rows, int n) {
    for (int r = 0; r < rows; r++, dy += n, y += n) {
        real sum = vector_dot(y, dy, n);
        for (int i = 0; i < n; i++)
            dy[i] = y[i] * (dy[i] - sum);
    }
}
