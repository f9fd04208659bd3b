/* norm.c -- layer norm; see layers.h. */
#include <math.h>
#include <stddef.h>

#include "maths/layers.h"
#include "maths/vector.h"

static const real epsilon = (real)1e-5;

static inline real square_sum(const real *x, real mean, int d) {
    real lane[LANES] = {0}, rest = 0;
    int i = 0;
    for (; i + LANES <= d; i += LANES)
        for (int l = 0; l < LANES; l++)
            lane[l] += (x[i + l] - mean) * (x[i + l] - mean);
    for (; i < d; i++)
        rest += (x[i] - mean) * (x[i] - mean);
    return vector_fold(lane) + rest;
}

HOT void norm_forward(real *restrict y, struct norm_saved saved, const real *restrict x, const real *restrict gain,
                      const real *restrict shift, int rows, int d) {
    for (int i = 0; i < rows; i++, x += d, y += d) {
        real mean = vector_sum(x, d) / (real)d;
        real rstd = 1 / (real)sqrt((double)(square_sum(x, mean, d) / (real)d + epsilon));
        for (int c = 0; c < d; c++)
            y[c] = (x[c] - mean) * rstd * gain[c] + shift[c];
        saved.mean[i] = mean;
        saved.rstd[i] = rstd;
    }
}

/* One row: mean(g) and mean(g * xhat), while gain and shift collect their share. */
static inline void row_sums(real *restrict dgain, real *restrict dshift, real mean_g[2], const real *restrict dy,
                            const real *restrict x, const real *restrict gain, real mean, real rstd, int d) {
    real lane[LANES] = {0}, lane_hat[LANES] = {0}, rest = 0, rest_hat = 0;
    int c = 0;
    for (; c + LANES <= d; c += LANES)
        for (int l = 0; l < LANES; l++) {
            real hat = (x[c + l] - mean) * rstd, g = dy[c + l] * gain[c + l];
            dgain[c + l] += dy[c + l] * hat;
            dshift[c + l] += dy[c + l];
            lane[l] += g;
            lane_hat[l] += g * hat;
        }
    for (; c < d; c++) {
        real hat = (x[c] - mean) * rstd, g = dy[c] * gain[c];
        dgain[c] += dy[c] * hat;
        dshift[c] += dy[c];
        rest += g;
        rest_hat += g * hat;
    }
    mean_g[0] = (vector_fold(lane) + rest) / (real)d;
    mean_g[1] = (vector_fold(lane_hat) + rest_hat) / (real)d;
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
