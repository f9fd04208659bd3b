/* matmul.c -- see matmul.h. */
#include "maths/matmul.h"

#include <cblas.h>
#include <string.h>

#include "maths/vector.h"

#ifdef REAL_DOUBLE
#define GEMM cblas_dgemm
#else
#define GEMM cblas_sgemm
#endif

enum {
    SMALL_ROWS = 3,      /* with fewer rows the product is a walk over b */
    SMALL_PRODUCT = 2048 /* multiplications below which a call costs more than it saves */
};

static int is_small(struct matmul p) {
    return p.m <= SMALL_ROWS || p.k <= 2 || (long long)p.m * p.n <= SMALL_PRODUCT / p.k;
}

static void start(real *c, struct matmul p) {
    if (p.beta == 0)
        for (int i = 0; i < p.m; i++)
            memset(c + (size_t)i * p.c_stride, 0, (size_t)p.n * sizeof *c);
}

HOT static void small_nt(real *c, const real *a, const real *b, struct matmul p) {
    for (int i = 0; i < p.m; i++)
        for (int j = 0; j < p.n; j++)
            c[(size_t)i * p.c_stride + j] +=
                p.alpha * vector_dot(a + (size_t)i * p.a_stride, b + (size_t)j * p.b_stride, p.k);
}

HOT static void small_nn(real *c, const real *a, const real *b, struct matmul p) {
    for (int i = 0; i < p.m; i++)
        for (int k = 0; k < p.k; k++)
            vector_axpy(c + (size_t)i * p.c_stride, p.alpha * a[(size_t)i * p.a_stride + k], b + (size_t)k * p.b_stride,
                        p.n);
}

/* The product of a column and a row: c = beta c + alpha a^T b */
HOT static void outer(real *c, const real *a, const real *b, struct matmul p) {
    for (int i = 0; i < p.m; i++) {
        real *restrict row = c + (size_t)i * p.c_stride, scale = p.alpha * a[i];
        const real *restrict from = b;
        for (int j = 0; j < p.n; j++)
            row[j] = (p.beta == 0 ? 0 : row[j]) + scale * from[j];
    }
}

HOT static void small_tn(real *c, const real *a, const real *b, struct matmul p) {
    for (int k = 0; k < p.k; k++)
        for (int i = 0; i < p.m; i++)
            vector_axpy(c + (size_t)i * p.c_stride, p.alpha * a[(size_t)k * p.a_stride + i], b + (size_t)k * p.b_stride,
                        p.n);
}

void matmul_nt(real *c, const real *a, const real *b, struct matmul p) {
    if (is_small(p)) {
        start(c, p);
        small_nt(c, a, b, p);
    } else {
        GEMM(CblasRowMajor, CblasNoTrans, CblasTrans, p.m, p.n, p.k, p.alpha, a, p.a_stride, b, p.b_stride, p.beta, c,
             p.c_stride);
    }
}

void matmul_nn(real *c, const real *a, const real *b, struct matmul p) {
    if (is_small(p)) {
        start(c, p);
        small_nn(c, a, b, p);
    } else {
        GEMM(CblasRowMajor, CblasNoTrans, CblasNoTrans, p.m, p.n, p.k, p.alpha, a, p.a_stride, b, p.b_stride, p.beta, c,
             p.c_stride);
    }
}

void matmul_tn(real *c, const real *a, const real *b, struct matmul p) {
    if (p.k == 1) {
        outer(c, a, b, p);
    } else if (is_small(p)) {
        start(c, p);
        small_tn(c, a, b, p);
    } else {
        GEMM(CblasRowMajor, CblasTrans, CblasNoTrans, p.m, p.n, p.k, p.alpha, a, p.a_stride, b, p.b_stride, p.beta, c,
             p.c_stride);
    }
}

void matmul_start(void) { openblas_set_num_threads(1); }

const char *matmul_kernels(void) { return openblas_get_corename(); }
