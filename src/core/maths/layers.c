/* layers.c -- linear, relu and gelu; see layers.h. */
#include "maths/layers.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "maths/exponential.h"
#include "maths/matmul.h"

HOT static void bias_rows(real *y, const real *bias, int rows, int out) {
    for (int i = 0; i < rows; i++)
        memcpy(y + (size_t)i * out, bias, (size_t)out * sizeof *y);
}

void linear_forward(real *y, const real *x, const real *w, const real *bias, int rows, int in, int out) {
    bias_rows(y, bias, rows, out);
    matmul_nt(y, x, w, (struct matmul){rows, out, in, out, in, in, 1, 1});
}

/* Some columns, at most WIDE vectors, whose sums stay in registers. */
HOT_PART void add_columns(real *sum, const real *x, int rows, int n, int wide) {
    enum { WIDE = 4 };
    lanes in[WIDE], *to = (lanes *)sum;
    for (int v = 0; v < wide; v++)
        in[v] = to[v];
    for (int i = 0; i < rows; i++, x += n)
        for (int v = 0; v < wide; v++)
            in[v] += ((const lanes *)x)[v];
    for (int v = 0; v < wide; v++)
        to[v] = in[v];
}

HOT static void add_rows(real *sum, const real *x, int rows, int n) {
    int c = 0;
    for (; c + 4 * VECTOR_LANES <= n; c += 4 * VECTOR_LANES)
        add_columns(sum + c, x + c, rows, n, 4);
    for (; c + 2 * VECTOR_LANES <= n; c += 2 * VECTOR_LANES)
        add_columns(sum + c, x + c, rows, n, 2);
    for (; c + VECTOR_LANES <= n; c += VECTOR_LANES)
        add_columns(sum + c, x + c, rows, n, 1);
    for (; c < n; c++)
        for (int i = 0; i < rows; i++)
            sum[c] += x[(size_t)i * n + c];
}

void sum_rows(real *sum, const real *x, int rows, int n) {
    memset(sum, 0, (size_t)n * sizeof *sum);
    add_rows(sum, x, rows, n);
}

void linear_backward(real *dx, real *dw, real *dbias, const real *dy, const real *x, const real *w, int rows, int in,
                     int out, bool more) {
    if (dx)
        matmul_nn(dx, dy, w, (struct matmul){rows, in, out, in, out, in, 1, 0});
    matmul_tn(dw, dy, x, (struct matmul){out, in, rows, in, out, in, 1, more ? 1 : 0});
    (more ? add_rows : sum_rows)(dbias, dy, rows, out);
}

HOT void relu_forward(real *y, const real *x, int n) {
    for (int i = 0; i < n; i++)
        y[i] = x[i] <= 0 ? 0 : x[i]; /* NaN stays NaN */
}

HOT void relu_backward(real *dy, const real *x, int n) {
    for (int i = 0; i < n; i++)
        dy[i] = x[i] > 0 ? dy[i] : 0;
}

/* The share of a normal distribution below x, and its density there. */
struct normal {
    real below, density;
};

#ifdef REAL_DOUBLE
static inline struct normal normal_at(real x) {
    return (struct normal){0.5 * (1 + erf(x * 0.70710678118654752)), 0.39894228040143268 * exp(-0.5 * x * x)};
}
#else
/* The tail above |x| is e^(-x^2 / 2) times a polynomial of t = 1 / (1 + 0.3 |x|), fitted by least squares to 1.3e-7 of
 * the tail (the form is that of Hastings 1955). Both are off by at most 1.5e-7. */
HOT_PART struct normal normal_at(real x) {
    real size = x < 0 ? -x : x, t = 1 / (1 + 0.3f * size), bell = exponential(-0.5f * x * x);
    real high = -0.056346327f + t * (0.20922510f + t * (-0.15885836f + t * 0.036069571f));
    real low = 0.11962467f + t * (0.12082422f + t * (0.099479266f + t * (0.12998180f + t * high)));
    real tail = bell * t * low;
    return (struct normal){x < 0 ? tail : 1 - tail, 0.39894228f * bell};
}
#endif

HOT void gelu_forward(real *y, const real *x, int n) {
    for (int i = 0; i < n; i++)
        y[i] = x[i] * normal_at(x[i]).below;
}

HOT void gelu_backward(real *dy, const real *x, int n) {
    for (int i = 0; i < n; i++) {
        struct normal at = normal_at(x[i]);
        dy[i] *= at.below + x[i] * at.density;
    }
}
