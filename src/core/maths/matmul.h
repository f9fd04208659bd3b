/* matmul.h -- products of row-major matrices; the one door to BLAS.
 *
 * The letters n and t say whether a factor is read as it is or transposed. Each matrix has its own row stride, so a
 * head is a block of (N, D) and nothing is copied. Products too small for BLAS run in our own loops
 * (matmul_portable.h), long thin ones go to BLAS in pieces; the choice depends on the shape alone. On request a thread
 * runs all products in our loops. BLAS runs with one thread; we use threads above it. */
#pragma once

#include "maths/real.h"

struct matmul {
    int m, n, k;                      /* c (m, n), summed over k */
    int c_stride, a_stride, b_stride; /* from one row to the next */
    real alpha, beta;                 /* c = beta * c + alpha * product; beta is 0 or 1 */
};

/* a (m, k), b (n, k):  c[i][j] = sum_k a[i][k] b[j][k] */
void matmul_nt(real *c, const real *a, const real *b, struct matmul p);
/* a (m, k), b (k, n):  c[i][j] = sum_k a[i][k] b[k][j] */
void matmul_nn(real *c, const real *a, const real *b, struct matmul p);
/* a (m, k), any rows of b (n columns):  c[i][j] = sum_k a[i][k] b[row[k]][j]; always in our loops */
void matmul_rows(real *c, const real *a, const real *b, const int *row, struct matmul p);
/* a (k, m), b (k, n):  c[i][j] = sum_k a[k][i] b[k][j] */
void matmul_tn(real *c, const real *a, const real *b, struct matmul p);

/* Chooses what multiplies in this thread; by default BLAS if there is one. With BLAS, subnormal numbers count as 0;
 * without it they do not (start.h). A portable run must call it before any other arithmetic. */
enum matmul_products { PRODUCTS_BLAS, PRODUCTS_PORTABLE };
void matmul_use(enum matmul_products products);
/* What results depend on besides shapes: the kernels that BLAS picked for this processor, such as "SkylakeX"; else
 * "portable". */
const char *matmul_kernels(enum matmul_products products);
