/* matmul_rows.c -- a product with rows that lie anywhere; see matmul.h. */
#include "maths/matmul.h"

#include <stddef.h>

#include "maths/matmul_portable.h"
#include "maths/vector.h"

enum { ROWS_AT_ONCE = 4, WIDE = 2 }; /* rows of c and vectors of each that are summed in registers */
enum { AHEAD = 16 };                 /* rows of b fetched before they are read */

/* Adds up `depth` terms for some rows and columns of c: `wide` vectors of columns, or a single column. */
HOT_PART void add_terms(real *c, const real *a, const real *b, const int *row, struct matmul p, int rows, int wide,
                        int depth) {
    lanes sum[ROWS_AT_ONCE][WIDE] = {0}, none = {0};
    for (int k = 0; k < depth; k++) {
        const real *of = b + (size_t)row[k] * p.b_stride;
        if (k + AHEAD < depth)
            vector_fetch(b + (size_t)row[k + AHEAD] * p.b_stride, (size_t)wide * VECTOR_LANES);
        for (int r = 0; r < rows; r++)
            for (int v = 0; v < wide; v++)
                sum[r][v] += a[(size_t)r * p.a_stride + k] * *(const lanes *)(of + v * VECTOR_LANES);
    }
    for (int r = 0; r < rows; r++)
        for (int v = 0; v < wide; v++) {
            lanes *at = (lanes *)(c + (size_t)r * p.c_stride + v * VECTOR_LANES);
            *at = p.alpha * sum[r][v] + (p.beta == 0 ? none : *at);
        }
}

HOT_PART void add_column(real *c, const real *a, const real *b, const int *row, struct matmul p, int rows, int depth) {
    for (int r = 0; r < rows; r++) {
        real sum = 0, *at = c + (size_t)r * p.c_stride;
        for (int k = 0; k < depth; k++)
            sum += a[(size_t)r * p.a_stride + k] * b[(size_t)row[k] * p.b_stride];
        *at = p.alpha * sum + (p.beta == 0 ? 0 : *at);
    }
}

HOT_PART void add_rows(real *c, const real *a, const real *b, const int *row, struct matmul p, int rows, int depth) {
    int j = 0;
    for (; j + WIDE * VECTOR_LANES <= p.n; j += WIDE * VECTOR_LANES)
        add_terms(c + j, a, b + j, row, p, rows, WIDE, depth);
    for (; j + VECTOR_LANES <= p.n; j += VECTOR_LANES)
        add_terms(c + j, a, b + j, row, p, rows, 1, depth);
    for (; j < p.n; j++)
        add_column(c + j, a, b + j, row, p, rows, depth);
}

HOT static void add_panel(real *c, const real *a, const real *b, const int *row, const struct matmul *size, int depth) {
    const struct matmul p = *size;
    int left = p.m;
    for (; left >= ROWS_AT_ONCE; left -= ROWS_AT_ONCE) {
        add_rows(c, a, b, row, p, ROWS_AT_ONCE, depth);
        c += (size_t)ROWS_AT_ONCE * p.c_stride;
        a += (size_t)ROWS_AT_ONCE * p.a_stride;
    }
    for (; left > 0; left--, c += p.c_stride, a += p.a_stride)
        add_rows(c, a, b, row, p, 1, depth);
}

void matmul_rows(real *c, const real *a, const real *b, const int *row, struct matmul p) {
    for (int k = 0; k == 0 || k < p.k; k += PORTABLE_DEPTH, p.beta = 1)
        add_panel(c, a + k, b, row + k, &p, p.k - k < PORTABLE_DEPTH ? p.k - k : PORTABLE_DEPTH);
}
