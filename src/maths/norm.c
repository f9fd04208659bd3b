/* norm.c -- layer norm; see layers.h. */
#include <math.h>
#include <stddef.h>

#include "maths/layers.h"
#include "maths/vector.h"

static const real epsilon = (real)1e-5;

HOT_PART real square_sum(const real *x, real mean, int d) {
    lanes sum = {0};
    lanes_half none = {0};
    real rest = 0;
    int i = 0;
    for (; i + LANES <= d; i += LANES) {
        lanes off = *(const lanes *)(x + i) - mean;
        sum += off * off;
    }
    for (; i < d; i++)
        rest += (x[i] - mean) * (x[i] - mean);
    return lanes_fold(&sum, &none) + rest;
}

HOT void norm_forward(real *restrict y, struct norm_saved saved, const real *restrict x, const real *restrict gain,
                      const real *restrict shift, int rows, int d) {
    for (int i = 0; i < rows; i++, x += d, y += d) {
        real mean = vector_sum(x, d) / (real)d;
        real rstd = 1 / REAL_SQRT(square_sum(x, mean, d) / (real)d + epsilon);
        for (int c = 0; c < d; c++)
            y[c] = (x[c] - mean) * rstd * gain[c] + shift[c];
        saved.mean[i] = mean;
        saved.rstd[i] = rstd;
    }
}

/* One row: mean(g) and mean(g * xhat), while gain and shift collect their share. */
HOT_PART void row_sums(real *restrict dgain, real *restrict dshift, real mean_g[2], const real *restrict dy,
                       const real *restrict x, const real *restrict gain, real mean, real rstd, int d) {
    lanes sum = {0}, sum_hat = {0};
    lanes_half none = {0};
    real rest = 0, rest_hat = 0;
    int c = 0;
    for (; c + LANES <= d; c += LANES) {
        lanes hat = (*(const lanes *)(x + c) - mean) * rstd, back = *(const lanes *)(dy + c);
        lanes g = back * *(const lanes *)(gain + c);
        *(lanes *)(dgain + c) += back * hat;
        *(lanes *)(dshift + c) += back;
        sum += g;
        sum_hat += g * hat;
    }
    for (; c < d; c++) {
        real hat = (x[c] - mean) * rstd, g = dy[c] * gain[c];
        dgain[c] += dy[c] * hat;
        dshift[c] += dy[c];
        rest += g;
        rest_hat += g * hat;
    }
    mean_g[0] = (lanes_fold(&sum, &none) + rest) / (real)d;
    mean_g[1] = (lanes_fold(&sum_hat, &none) + rest_hat) / (real)d;
}

HOT void norm_backward(real *restrict dx, real *restrict dgain, real *restrict dshift, const real *restrict dy,
                       struct norm_saved saved, const real *restrict x, const real *restrict gain, int rows, int d) {
    for (int i = 0; i < rows; i++, x += d, dx += d, dy += d) {
        real mean = saved.mean[i], rstd = saved.rstd[i], mean_g[2];
        row_sums(dgain, dshift, mean_g, dy, x, gain, mean, rstd, d);
        for (int c = 0; c < d; c++)
            dx[c] += rstd * (dy[c] * gain[c] - mean_g[0] - (x[c] - mean) * rstd * mean_g[1]);
    }
}
