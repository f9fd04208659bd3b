/* test_products.c -- matrix products: OpenBLAS's and ours against plain ones in double, ours also bit for bit against
 * plain loops in the promised order, for every level that this processor has. */
#include <math.h>
#include <string.h>

#include "base/random.h"
#include "maths/matmul_portable.h"
#include "unit/near.h"
#include "unit/tests.h"

enum { WIDEST = 140000, LEVELS = 3 };

static real a[WIDEST], b[WIDEST], c[WIDEST], before[WIDEST];

static void fill(real *x, int stream) {
    struct random r = random_open(21, RANDOM_INIT, (uint64_t)stream);
    for (int i = 0; i < WIDEST; i++)
        x[i] = (real)random_normal(&r);
}

static int fill_all(void **state) {
    fill(a, 1);
    fill(b, 2);
    fill(before, 3);
    return 0;
}

static int as_before(void **state) {
    matmul_use(PRODUCTS_BLAS);
    portable_limit(LEVELS);
    return about_told(state);
}

enum { NT, NN, TN };
typedef void product_function(real *, const real *, const real *, struct matmul);
static product_function *const products[] = {matmul_nt, matmul_nn, matmul_tn};

static real left(int way, struct matmul p, int i, int k) {
    return way == TN ? a[k * p.a_stride + i] : a[i * p.a_stride + k];
}
static real right(int way, struct matmul p, int j, int k) {
    return way == NT ? b[j * p.b_stride + k] : b[k * p.b_stride + j];
}

/* Strides are wider than the matrices: what stands between the rows of c must stay. */
static struct matmul sizes(int way, const int shape[3], real alpha, real beta) {
    int m = shape[0], n = shape[1], k = shape[2];
    return (struct matmul){m, n, k, n + 3, (way == TN ? m : k) + 2, (way == NT ? k : n) + 1, alpha, beta};
}

/* With beta = 0 what is there is overwritten, not multiplied by 0. */
static void prepare(struct matmul p) {
    memcpy(c, before, sizeof c);
    for (int i = 0; p.beta == 0 && i < p.m; i++)
        for (int j = 0; j < p.n; j++)
            c[i * p.c_stride + j] = (real)NAN;
}

/* A sum may be off by eight roundings of what it adds up, whichever order a kernel adds in; the rest of c by nothing.
 */
static void check_product(int way, struct matmul p) {
    prepare(p);
    products[way](c, a, b, p);
    size_t end = (size_t)(p.m + 1) * (size_t)p.c_stride;
    assert_true(end <= WIDEST);
    assert_memory_equal(c + end, before + end, (WIDEST - end) * sizeof *c);
    for (int at = 0; at < (int)end; at++) {
        int i = at / p.c_stride, j = at % p.c_stride;
        double expected = (double)before[at], sum = 0, size = 0;
        if (i < p.m && j < p.n) {
            for (int k = 0; k < p.k; k++) {
                double product = (double)left(way, p, i, k) * (double)right(way, p, j, k);
                sum += product;
                size += fabs(product);
            }
            expected = (double)(p.beta * before[at]) + (double)p.alpha * sum;
            size += fabs((double)before[at]);
        }
        assert_near("product", at, (double)c[at], expected, size * limit(0x1p-50, 0x1p-21));
    }
}

/* Products go different ways by their sizes: both sides of each border, and every number of rows and columns left over
 * by tiles, vectors, panels and pieces. */
static const int shapes[][3] = {
    {1, 1, 1},      {5, 9, 0},     {1, 40, 40},  {3, 40, 33},  {4, 40, 33},   {40, 40, 2},  {40, 40, 3},  {8, 16, 16},
    {8, 16, 17},    {5, 19, 7},    {33, 21, 40}, {2, 37, 19},  {2, 37, 24},   {1, 17, 32},  {3, 50, 8},   {5, 21, 16},
    {7, 55, 9},     {40, 8, 40},   {40, 9, 40},  {16, 32, 32}, {16, 64, 64},  {15, 64, 64}, {50, 31, 37}, {300, 65, 64},
    {300, 64, 52},  {17, 90, 15},  {7, 64, 48},  {6, 65, 48},  {4, 49, 300},  {13, 30, 20}, {5, 30, 24},  {127, 33, 20},
    {128, 100, 16}, {131, 35, 15}, {13, 7, 257}, {9, 14, 512}, {128, 34, 600}};
/* Such of BLAS's own borders, too large for the plain loops of all levels. */
static const int large[][3] = {{64, 130, 150}, {17, 200, 300}, {130, 128, 70}};
#define SHAPES(of) (sizeof(of) / sizeof *(of))

TEST_WITH(against_double, NULL, as_before) {
    for (int kind = PRODUCTS_BLAS; kind <= PRODUCTS_PORTABLE; kind++)
        for (int way = NT; way <= TN; way++)
            for (int beta = 0; beta < 2; beta++) {
                matmul_use(kind);
                for (size_t s = 0; s < SHAPES(shapes); s++)
                    check_product(way, sizes(way, shapes[s], (real)0.75, (real)beta));
                for (size_t s = 0; s < SHAPES(large); s++)
                    check_product(way, sizes(way, large[s], (real)0.75, (real)beta));
            }
}

/* ---- In the order they promise */

static void assert_bits(struct matmul p, int i, int j, real expected) {
    real got = c[i * p.c_stride + j];
    if (!(got == expected && !signbit(got) == !signbit(expected)))
        fail_msg("%d x %d x %d: [%d][%d] is %.17g, not %.17g", p.m, p.n, p.k, i, j, (double)got, (double)expected);
}

/* In the order of k, 256 terms at a time. */
static void check_order(int way, struct matmul p) {
    for (int i = 0; i < p.m; i++)
        for (int j = 0; j < p.n; j++) {
            real expected = before[i * p.c_stride + j];
            for (int from = 0; from == 0 || from < p.k; from += 256) {
                real sum = 0;
                for (int k = from; k < p.k && k < from + 256; k++)
                    sum += left(way, p, i, k) * right(way, p, j, k);
                expected = p.beta == 0 && from == 0 ? p.alpha * sum : p.alpha * sum + expected;
            }
            assert_bits(p, i, j, expected);
        }
}

/* Sixteen sums side by side, of which halves are added, then quarters, then (0 + 2) + (1 + 3); eight terms that are
 * left over join the first eight sums, fewer are a sum of their own. */
static real dot(struct matmul p, int i, int j) {
    real sum[16] = {0}, rest = 0;
    int k = 0, whole = p.k / 8 * 8;
    for (; k < whole; k++)
        sum[k % 16] += left(NT, p, i, k) * right(NT, p, j, k);
    for (; k < p.k; k++)
        rest += left(NT, p, i, k) * right(NT, p, j, k);
    for (int half = 8; half >= 2; half /= 2)
        for (int l = 0; l < half; l++)
            sum[l] += sum[l + half];
    return whole < p.k ? sum[0] + sum[1] + rest : sum[0] + sum[1];
}

static void check_dots(struct matmul p) {
    for (int i = 0; i < p.m; i++)
        for (int j = 0; j < p.n; j++)
            assert_bits(p, i, j, p.alpha * dot(p, i, j) + (p.beta == 0 ? 0 : before[i * p.c_stride + j]));
}

static void check_all_orders(const int shape[3], real beta) {
    for (int way = NT; way <= TN; way++) {
        struct matmul p = sizes(way, shape, (real)0.7, beta);
        prepare(p);
        if (way == NT)
            portable_product_nt(c, a, b, &p);
        else
            portable_product(c, a, (struct walk){way == TN ? 1 : p.a_stride, way == TN ? p.a_stride : 1}, b, &p);
        check_order(way, p);
    }
    struct matmul p = sizes(NT, shape, (real)0.7, beta);
    prepare(p);
    portable_dots(c, a, b, &p);
    check_dots(p);
}

/* Rows that lie anywhere, some more than once, come to the same bits as if they lay one after another. */
static void check_rows(const int shape[3], real beta) {
    static real gathered[WIDEST], expected[WIDEST];
    struct matmul p = sizes(NN, shape, (real)0.7, beta);
    int rows = WIDEST / p.b_stride, row[1024];
    for (int k = 0; k < p.k; k++) {
        row[k] = k * 7919 % (rows < 300 ? rows : 300);
        memcpy(gathered + (size_t)k * p.b_stride, b + (size_t)row[k] * p.b_stride, (size_t)p.n * sizeof *b);
    }
    prepare(p);
    portable_product(c, a, (struct walk){(size_t)p.a_stride, 1}, gathered, &p);
    memcpy(expected, c, sizeof c);
    prepare(p);
    matmul_rows(c, a, b, row, p);
    assert_memory_equal(c, expected, (size_t)p.m * p.c_stride * sizeof *c);
}

TEST(any_rows) {
    for (size_t s = 0; s < SHAPES(shapes); s++)
        for (int beta = 0; beta < 2; beta++)
            check_rows(shapes[s], (real)beta);
}

TEST_WITH(order_of_sums, NULL, as_before) {
    for (int level = 0; level < LEVELS && portable_limit(level) == level; level++)
        for (size_t s = 0; s < SHAPES(shapes); s++)
            for (int beta = 0; beta < 2; beta++)
                check_all_orders(shapes[s], (real)beta);
}

/* The same numbers in every thread, each of which multiplies by what it was told to. */
TEST_WITH(threads, NULL, as_before) {
    static real each[4][36 * 40];
    static const int kind[] = {PRODUCTS_PORTABLE, PRODUCTS_BLAS, PRODUCTS_PORTABLE, PRODUCTS_PORTABLE};
    const struct matmul p = {36, 40, 300, 40, 300, 300, 1, 0};
#pragma omp parallel for num_threads(4) schedule(static, 1)
    for (int thread = 0; thread < 4; thread++) {
        matmul_use(kind[thread]);
        for (int again = 0; again < 20; again++)
            matmul_nt(each[thread], a, b, p);
        matmul_use(PRODUCTS_BLAS);
    }
    portable_product_nt(c, a, b, &p);
    for (int thread = 0; thread < 4; thread++)
        if (kind[thread] == PRODUCTS_PORTABLE)
            assert_memory_equal(each[thread], c, sizeof *each);
    assert_string_equal(matmul_kernels(PRODUCTS_PORTABLE), "portable");
    assert_string_not_equal(matmul_kernels(PRODUCTS_BLAS), "portable");
}

GROUP(products, fill_all, NULL)
