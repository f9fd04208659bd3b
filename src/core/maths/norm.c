/* norm.c -- layer norm; see layers.h.
 *
 * The plain twin is norm_rows in tests/law/layer_plain.c. Here some rows are computed side by side, and sums run over a
 * fixed number of lanes. The usual widths are constants, so that rows stay in registers. */
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "maths/layers.h"
#include "maths/vector.h"

static const real epsilon = (real)NORM_EPSILON;

/* f with the width as a constant where it is usual */
#define BY_WIDTH(d, f, ...) ((d) == 32 ? f(__VA_ARGS__, 32) : (d) == 64 ? f(__VA_ARGS__, 64) : f(__VA_ARGS__, d))

enum { ROWS_AT_ONCE = 4 }; /* rows computed side by side, so that none waits for the sums of another */

/* out[r] = sum of lanes[r] and rest[r], rows of them */
HOT_PART void fold_rows(real *out, const lanes *sum, const real *rest, int rows) {
    int r = 0;
    for (; r + 4 <= rows; r += 4) {
        lanes_fold_four((lanes_quarter *)(out + r), sum + r);
        *(lanes_quarter *)(out + r) += *(const lanes_quarter *)(rest + r);
    }
    for (; r < rows; r++)
        out[r] = lanes_fold(&sum[r]) + rest[r];
}

/* Sums of x - from, or of its squares, of some rows. */
HOT_PART void row_sums(real *out, const real *x, const real *from, bool squares, int rows, int d) {
    lanes sum[ROWS_AT_ONCE] = {0};
    real rest[ROWS_AT_ONCE] = {0};
    int c = 0;
    for (; c + VECTOR_LANES <= d; c += VECTOR_LANES)
        for (int r = 0; r < rows; r++) {
            lanes off = *(const lanes *)(x + (size_t)r * d + c) - from[r];
            if (squares)
                off *= off;
            sum[r] += off;
        }
    for (; c < d; c++)
        for (int r = 0; r < rows; r++) {
            real off = x[(size_t)r * d + c] - from[r];
            rest[r] += squares ? off * off : off;
        }
    fold_rows(out, sum, rest, rows);
}

HOT_PART void forward_rows(real *restrict y, real *restrict mean, real *restrict rstd, const real *restrict x,
                           const real *restrict gain, const real *restrict shift, int rows, int d) {
    static const real zero[ROWS_AT_ONCE] = {0};
    real sum[ROWS_AT_ONCE];
    row_sums(sum, x, zero, false, rows, d);
    for (int r = 0; r < rows; r++)
        mean[r] = sum[r] / (real)d;
    row_sums(sum, x, mean, true, rows, d);
    for (int r = 0; r < rows; r++)
        rstd[r] = 1 / REAL_SQRT(sum[r] / (real)d + epsilon);
    int c = 0;
    for (; c + VECTOR_LANES <= d; c += VECTOR_LANES) {
        lanes by = *(const lanes *)(gain + c), to = *(const lanes *)(shift + c);
        for (int r = 0; r < rows; r++) {
            size_t at = (size_t)r * d + c;
            *(lanes *)(y + at) = (*(const lanes *)(x + at) - mean[r]) * rstd[r] * by + to;
        }
    }
    for (; c < d; c++)
        for (int r = 0; r < rows; r++)
            y[(size_t)r * d + c] = (x[(size_t)r * d + c] - mean[r]) * rstd[r] * gain[c] + shift[c];
}

HOT_PART void forward_all(real *restrict y, struct norm_saved saved, const real *restrict x, const real *restrict gain,
                          const real *restrict shift, int rows, int d) {
    int i = 0;
    for (; i + ROWS_AT_ONCE <= rows; i += ROWS_AT_ONCE)
        forward_rows(y + (size_t)i * d, saved.mean + i, saved.rstd + i, x + (size_t)i * d, gain, shift, ROWS_AT_ONCE,
                     d);
    for (; i < rows; i++)
        forward_rows(y + (size_t)i * d, saved.mean + i, saved.rstd + i, x + (size_t)i * d, gain, shift, 1, d);
}

HOT void norm_forward(real *restrict y, struct norm_saved saved, const real *restrict x, const real *restrict gain,
                      const real *restrict shift, int rows, int d) {
    BY_WIDTH(d, forward_all, y, saved, x, gain, shift, rows);
}

/* What some rows give: mean(g) and mean(g * xhat) of each, while gain and shift collect their share. */
HOT_PART void backward_sums(real *restrict dgain, real *restrict dshift, real *mean_g, real *mean_hat,
                            const real *restrict dy, const real *restrict x, const real *restrict gain,
                            const real *restrict mean, const real *restrict rstd, int rows, int d) {
    lanes sum[ROWS_AT_ONCE] = {0}, sum_hat[ROWS_AT_ONCE] = {0};
    real rest[ROWS_AT_ONCE] = {0}, rest_hat[ROWS_AT_ONCE] = {0};
    int c = 0;
    for (; c + VECTOR_LANES <= d; c += VECTOR_LANES) {
        lanes by = *(const lanes *)(gain + c), to_gain = *(const lanes *)(dgain + c),
              to_shift = *(const lanes *)(dshift + c);
        for (int r = 0; r < rows; r++) {
            lanes hat = (*(const lanes *)(x + (size_t)r * d + c) - mean[r]) * rstd[r];
            lanes back = *(const lanes *)(dy + (size_t)r * d + c), g = back * by;
            to_gain += back * hat;
            to_shift += back;
            sum[r] += g;
            sum_hat[r] += g * hat;
        }
        *(lanes *)(dgain + c) = to_gain;
        *(lanes *)(dshift + c) = to_shift;
    }
    for (; c < d; c++)
        for (int r = 0; r < rows; r++) {
            real hat = (x[(size_t)r * d + c] - mean[r]) * rstd[r], back = dy[(size_t)r * d + c], g = back * gain[c];
            dgain[c] += back * hat;
            dshift[c] += back;
            rest[r] += g;
            rest_hat[r] += g * hat;
        }
    fold_rows(mean_g, sum, rest, rows);
    fold_rows(mean_hat, sum_hat, rest_hat, rows);
    for (int r = 0; r < rows; r++) {
        mean_g[r] /= (real)d;
        mean_hat[r] /= (real)d;
    }
}

HOT_PART void backward_rows(real *restrict dx, real *restrict dgain, real *restrict dshift, const real *restrict dy,
                            const real *restrict mean, const real *restrict rstd, const real *restrict x,
                            const real *restrict gain, int rows, int d) {
    real mean_g[ROWS_AT_ONCE], mean_hat[ROWS_AT_ONCE];
    backward_sums(dgain, dshift, mean_g, mean_hat, dy, x, gain, mean, rstd, rows, d);
    for (int r = 0; r < rows; r++)
        mean_hat[r] *= rstd[r];
    int c = 0;
    for (; c + VECTOR_LANES <= d; c += VECTOR_LANES) {
        lanes by = *(const lanes *)(gain + c);
        for (int r = 0; r < rows; r++) {
            size_t at = (size_t)r * d + c;
            lanes off = *(const lanes *)(x + at) - mean[r];
            *(lanes *)(dx + at) = (*(const lanes *)(dy + at) * by - mean_g[r] - off * mean_hat[r]) * rstd[r];
        }
    }
    for (; c < d; c++)
        for (int r = 0; r < rows; r++) {
            size_t at = (size_t)r * d + c;
            dx[at] = (dy[at] * gain[c] - mean_g[r] - (x[at] - mean[r]) * mean_hat[r]) * rstd[r];
        }
}

HOT_PART void backward_all(real *restrict dx, real *restrict dgain, real *restrict dshift, const real *restrict dy,
                           struct norm_saved saved, const real *restrict x, const real *restrict gain, int rows,
                           int d) {
    int i = 0;
    for (; i + ROWS_AT_ONCE <= rows; i += ROWS_AT_ONCE)
        backward_rows(dx + (size_t)i * d, dgain, dshift, dy + (size_t)i * d, saved.mean + i, saved.rstd + i,
                      x + (size_t)i * d, gain, ROWS_AT_ONCE, d);
    for (; i < rows; i++)
        backward_rows(dx + (size_t)i * d, dgain, dshift, dy + (size_t)i * d, saved.mean + i, saved.rstd + i,
                      x + (size_t)i * d, gain, 1, d);
}

HOT void norm_backward(real *restrict dx, real *restrict dgain, real *restrict dshift, const real *restrict dy,
                       struct norm_saved saved, const real *restrict x, const real *restrict gain, int rows, int d) {
    BY_WIDTH(d, backward_all, dx, dgain, dshift, dy, saved, x, gain, rows);
}
