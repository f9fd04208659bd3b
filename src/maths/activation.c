/* activation.c -- relu and gelu; see layers.h. */
#include <math.h>

#include "maths/layers.h"

HOT void relu_forward(real *y, const real *x, int n) {
    for (int i = 0; i < n; i++)
        y[i] = x[i] <= 0 ? 0 : x[i]; /* NaN stays NaN */
}

HOT void relu_backward(real *dx, const real *dy, const real *x, int n) {
    for (int i = 0; i < n; i++)
        dx[i] += x[i] > 0 ? dy[i] : 0;
}

static inline double normal_cdf(double x) { return 0.5 * (1 + erf(x * 0.70710678118654752)); }

void gelu_forward(real *y, const real *x, int n) {
    for (int i = 0; i < n; i++)
        y[i] = (real)((double)x[i] * normal_cdf((double)x[i]));
}

void gelu_backward(real *dx, const real *dy, const real *x, int n) {
    for (int i = 0; i < n; i++) {
        double at = (double)x[i];
        double density = 0.39894228040143268 * exp(-0.5 * at * at);
        dx[i] += (real)((double)dy[i] * (normal_cdf(at) + at * density));
    }
}
