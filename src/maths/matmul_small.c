/* matmul_small.c -- see matmul_small.h. */
#include "maths/matmul_small.h"

#include "maths/vector.h"

/* c = alpha * sum + beta * c, of a vector of that type */
#define STORE(type, c, sum)                  \
    do {                                     \
        if (p.beta == 0)                     \
            *(type *)(c) = p.alpha * (sum);  \
        else                                 \
            *(type *)(c) += p.alpha * (sum); \
    } while (0)

/* ---- Over b, row by row */

/* ROWS x (WIDE vectors) numbers of c: their sums over k stay in registers. */
#define BLOCK(name, vector, ROWS, WIDE)                                                         \
    HOT_PART void name(real *c, const real *a, struct walk w, const real *b, struct matmul p) { \
        typedef vector part;                                                                    \
        enum { N = sizeof(part) / sizeof(real) };                                               \
        part sum[ROWS][WIDE] = {0};                                                             \
        for (int k = 0; k < p.k; k++, a += w.along, b += p.b_stride)                            \
            for (int r = 0; r < (ROWS); r++)                                                    \
                for (int v = 0; v < (WIDE); v++)                                                \
                    sum[r][v] += a[r * w.down] * *(const part *)(b + v * N);                    \
        for (int r = 0; r < (ROWS); r++, c += p.c_stride)                                       \
            for (int v = 0; v < (WIDE); v++)                                                    \
                STORE(part, c + v * N, sum[r][v]);                                              \
    }
BLOCK(block_4_32, lanes, 4, 2)
BLOCK(block_4_16, lanes, 4, 1)
BLOCK(block_4_8, lanes_half, 4, 1)
BLOCK(block_4_4, lanes_quarter, 4, 1)
BLOCK(block_2_32, lanes, 2, 2)
BLOCK(block_2_16, lanes, 2, 1)
BLOCK(block_2_8, lanes_half, 2, 1)
BLOCK(block_2_4, lanes_quarter, 2, 1)
BLOCK(block_1_32, lanes, 1, 2)
BLOCK(block_1_16, lanes, 1, 1)
BLOCK(block_1_8, lanes_half, 1, 1)
BLOCK(block_1_4, lanes_quarter, 1, 1)

/* The last columns, fewer than fill a vector. */
HOT_PART void rest(real *c, const real *a, struct walk w, const real *b, struct matmul p, int rows) {
    enum { MOST = LANES / 4 };
    for (int r = 0; r < rows; r++, c += p.c_stride, a += w.down) {
        real sum[MOST] = {0};
        for (int k = 0; k < p.k; k++)
            for (int j = 0; j < p.n; j++)
                sum[j % MOST] += a[k * w.along] * b[(size_t)k * p.b_stride + j];
        for (int j = 0; j < p.n; j++)
            c[j] = (p.beta == 0 ? 0 : c[j]) + p.alpha * sum[j % MOST];
    }
}

/* All rows of some columns. */
#define ALL_ROWS(WIDTH)                                                     \
    for (; j + (WIDTH) <= p.n; j += (WIDTH)) {                              \
        int i = 0;                                                          \
        for (; i + 4 <= p.m; i += 4)                                        \
            block_4_##WIDTH(c + i * down + j, a + i * w.down, w, b + j, p); \
        for (; i + 2 <= p.m; i += 2)                                        \
            block_2_##WIDTH(c + i * down + j, a + i * w.down, w, b + j, p); \
        for (; i < p.m; i++)                                                \
            block_1_##WIDTH(c + i * down + j, a + i * w.down, w, b + j, p); \
    }

HOT void small_product(real *c, const real *a, struct walk w, const real *b, struct matmul p) {
    size_t down = (size_t)p.c_stride;
    int j = 0;
    ALL_ROWS(32)
    ALL_ROWS(16)
    ALL_ROWS(8)
    ALL_ROWS(4)
    if (j < p.n) {
        p.n -= j;
        rest(c + j, a, w, b + j, p, p.m);
    }
}

/* ---- Dot by dot */

enum { TOGETHER = 2 }; /* rows of a, which share what is read of b */

/* sum[r * 4 + j] = products of row r of a with row j * apart of b, lane by lane; k is a multiple of half the lanes. */
HOT_PART void products_of(lanes *sum, const real *a, const real *b, struct matmul p, int rows, size_t apart) {
    int k = 0;
    for (int r = 0; r < rows * 4; r++)
        sum[r] = (lanes){0};
    for (; k + LANES <= p.k; k += LANES)
        for (int r = 0; r < rows; r++)
            for (int j = 0; j < 4; j++)
                sum[r * 4 + j] +=
                    *(const lanes *)(a + (size_t)r * p.a_stride + k) * *(const lanes *)(b + apart * j * p.b_stride + k);
    for (int r = 0; r < rows && k < p.k; r++)
        for (int j = 0; j < 4; j++) {
            lanes_half half = *(const lanes_half *)(a + (size_t)r * p.a_stride + k) *
                              *(const lanes_half *)(b + apart * j * p.b_stride + k);
            lanes_add_half(&sum[r * 4 + j], &half);
        }
}

/* Products of some rows with 16 rows of b, or with four. */
HOT_PART void dots_16(real *c, const real *a, const real *b, struct matmul p, int rows) {
    lanes sum[TOGETHER * 4], quarter[TOGETHER][4], dot;
    for (int q = 0; q < 4; q++) {
        products_of(sum, a, b + (size_t)q * p.b_stride, p, rows, 4);
        for (int r = 0; r < rows; r++)
            lanes_quarters_of(&quarter[r][q], sum + 4 * r);
    }
    for (int r = 0; r < rows; r++, c += p.c_stride) {
        lanes_fold_quarters(&dot, quarter[r]);
        STORE(lanes, c, dot);
    }
}

HOT_PART void dots_4(real *c, const real *a, const real *b, struct matmul p, int rows) {
    lanes sum[TOGETHER * 4];
    lanes_quarter dot;
    products_of(sum, a, b, p, rows, 1);
    for (int r = 0; r < rows; r++, c += p.c_stride) {
        lanes_fold_four(&dot, sum + 4 * r);
        STORE(lanes_quarter, c, dot);
    }
}

/* Products of some rows with all rows of b. */
HOT_PART void dots_all(real *c, const real *a, const real *b, struct matmul p, int rows) {
    int j = 0;
    for (; p.k % (LANES / 2) == 0 && j + LANES <= p.n; j += LANES)
        dots_16(c + j, a, b + (size_t)j * p.b_stride, p, rows);
    for (; p.k % (LANES / 2) == 0 && j + 4 <= p.n; j += 4)
        dots_4(c + j, a, b + (size_t)j * p.b_stride, p, rows);
    for (; j < p.n; j++)
        for (int r = 0; r < rows; r++) {
            real dot = vector_dot(a + (size_t)r * p.a_stride, b + (size_t)j * p.b_stride, p.k),
                 *at = c + (size_t)r * p.c_stride + j;
            *at = (p.beta == 0 ? 0 : *at) + p.alpha * dot;
        }
}

HOT void small_dots(real *c, const real *a, const real *b, struct matmul p) {
    int i = 0;
    for (; i + TOGETHER <= p.m; i += TOGETHER, c += TOGETHER * (size_t)p.c_stride, a += TOGETHER * (size_t)p.a_stride)
        dots_all(c, a, b, p, TOGETHER);
    for (; i < p.m; i++, c += p.c_stride, a += p.a_stride)
        dots_all(c, a, b, p, 1);
}
