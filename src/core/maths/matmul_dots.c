/* matmul_dots.c -- products dot by dot; see matmul_portable.h. */
#include "maths/matmul_portable.h"

#include "maths/vector.h"

/* c = alpha * sum + beta * c, of a vector of that type */
#define STORE(type, c, sum)                  \
    do {                                     \
        if (p.beta == 0)                     \
            *(type *)(c) = p.alpha * (sum);  \
        else                                 \
            *(type *)(c) += p.alpha * (sum); \
    } while (0)

enum { ROWS_AT_ONCE = 4 }; /* most rows of a that share one reading of b */

/* sum[r * 4 + j] = products of row r of a with b[j], lane by lane; k is a multiple of half the lanes. If a vector has
 * at most a quarter of the lanes, the sums are computed a quarter at a time, so that they fit into registers. */
#if defined(VECTOR_CLONES) || defined(__AVX__)
HOT_PART void products_of(lanes *sum, const real *a, const real *const *b, struct matmul p, int rows) {
    int k = 0;
    for (int r = 0; r < rows * 4; r++)
        sum[r] = (lanes){0};
    for (; k + VECTOR_LANES <= p.k; k += VECTOR_LANES)
        for (int r = 0; r < rows; r++)
            for (int j = 0; j < 4; j++)
                sum[r * 4 + j] += *(const lanes *)(a + (size_t)r * p.a_stride + k) * *(const lanes *)(b[j] + k);
    for (int r = 0; r < rows && k < p.k; r++)
        for (int j = 0; j < 4; j++) {
            lanes_half half = *(const lanes_half *)(a + (size_t)r * p.a_stride + k) * *(const lanes_half *)(b[j] + k);
            lanes_add_half(&sum[r * 4 + j], &half);
        }
}
#else
HOT_PART void products_of(lanes *sum, const real *a, const real *const *b, struct matmul p, int rows) {
    enum { QUARTER = VECTOR_LANES / 4 };
    for (int at = 0; at < VECTOR_LANES; at += QUARTER)
        for (int j = 0; j < 4; j += 2) {
            lanes_quarter quarter[ROWS_AT_ONCE][2] = {0};
            for (int k = at; k < p.k; k += VECTOR_LANES)
                for (int r = 0; r < rows; r++)
                    for (int i = 0; i < 2; i++)
                        quarter[r][i] += *(const lanes_quarter *)(a + (size_t)r * p.a_stride + k) *
                                         *(const lanes_quarter *)(b[j + i] + k);
            for (int r = 0; r < rows; r++)
                for (int i = 0; i < 2; i++)
                    *(lanes_quarter *)((real *)&sum[r * 4 + j + i] + at) = quarter[r][i];
        }
}
#endif

/* Products of some rows with 16 rows of b. */
HOT_PART void dots_16(real *c, const real *a, const real *b, struct matmul p, int rows) {
    lanes sum[ROWS_AT_ONCE * 4], quarter[ROWS_AT_ONCE][4], dot;
    size_t s = (size_t)p.b_stride;
    for (int q = 0; q < 4; q++, b += s) {
        products_of(sum, a, (const real *const[]){b, b + 4 * s, b + 8 * s, b + 12 * s}, p, rows);
        for (int r = 0; r < rows; r++)
            lanes_quarters_of(&quarter[r][q], sum + 4 * r);
    }
    for (int r = 0; r < rows; r++, c += p.c_stride) {
        lanes_fold_quarters(&dot, quarter[r]);
        STORE(lanes, c, dot);
    }
}

/* The dots of 4 x 4 sums by row, folded together. */
HOT_PART void fold_four_rows(lanes *dot, const lanes *sum) {
    lanes quarter[4], by_column;
    for (int r = 0; r < 4; r++)
        lanes_quarters_of(&quarter[r], sum + 4 * r);
    lanes_fold_quarters(&by_column, quarter);
    *dot = __builtin_shufflevector(by_column, by_column, 0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
}

/* With four rows of b; with fewer, the last one is taken again for those that are missing. */
HOT_PART void dots_4(real *c, const real *a, const real *b, struct matmul p, int rows, int columns) {
    lanes sum[ROWS_AT_ONCE * 4];
    lanes_quarter dot[4];
    const real *of[4] = {b};
    for (int j = 1; j < 4; j++)
        of[j] = of[j - 1] + (j < columns ? p.b_stride : 0);
    products_of(sum, a, of, p, rows);
    if (rows == 4)
        fold_four_rows((lanes *)dot, sum);
    for (int r = 0; r < rows; r++, c += p.c_stride) {
        if (rows < 4)
            lanes_fold_four(&dot[r], sum + 4 * r);
        if (columns == 4)
            STORE(lanes_quarter, c, dot[r]);
        for (int j = 0; columns < 4 && j < columns; j++)
            STORE(real, c + j, dot[r][j]);
    }
}

/* Products of some rows with all rows of b. */
HOT_PART void dots_all(real *c, const real *a, const real *b, struct matmul p, int rows) {
    int j = 0;
    for (; p.k % (VECTOR_LANES / 2) == 0 && j + VECTOR_LANES <= p.n; j += VECTOR_LANES)
        dots_16(c + j, a, b + (size_t)j * p.b_stride, p, rows);
    for (; p.k % (VECTOR_LANES / 2) == 0 && j < p.n; j += 4)
        dots_4(c + j, a, b + (size_t)j * p.b_stride, p, rows, p.n - j < 4 ? p.n - j : 4);
    for (; j < p.n; j++)
        for (int r = 0; r < rows; r++) {
            real dot = vector_dot(a + (size_t)r * p.a_stride, b + (size_t)j * p.b_stride, p.k),
                 *at = c + (size_t)r * p.c_stride + j;
            STORE(real, at, dot);
        }
}

HOT static void dots_four(real *c, const real *a, const real *b, const struct matmul *size) {
    dots_all(c, a, b, *size, 4);
}

HOT static void dots_few(real *c, const real *a, const real *b, const struct matmul *size, int rows) {
    rows == 2 ? dots_all(c, a, b, *size, 2) : dots_all(c, a, b, *size, 1);
}

void portable_dots(real *c, const real *a, const real *b, const struct matmul *p) {
    for (int left = p->m, rows; left > 0;
         left -= rows, c += rows * (size_t)p->c_stride, a += rows * (size_t)p->a_stride) {
        rows = left >= 4 ? 4 : left >= 2 ? 2 : 1;
        rows == 4 ? dots_four(c, a, b, p) : dots_few(c, a, b, p, rows);
    }
}
