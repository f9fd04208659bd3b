/* matmul_portable.c -- products that go over the rows of b; see matmul_portable.h.
 *
 * A tile of c stays in registers while the rows of b go by. Its size depends on the processor, and no bit does: each
 * number of c is a sum of its own, in the order of k, DEPTH terms at a time. */
#include "maths/matmul_portable.h"

#include <assert.h>
#include <omp.h>

#include "base/memory.h"
#include "maths/vector.h"

enum {
    THREADS_MAX = 256,  /* of a team */
    DEPTH = 256,        /* terms of a sum that are added up before they are added to c */
    COPIED_FROM = 128,  /* rows of c for which it pays to copy a panel of b, so that it lies together */
    NARROW = LANES / 4, /* numbers of the shortest vector */
};

/* ---- Tiles */

/* rows x p.n numbers of c in `wide` vectors a row; the last one overlaps the one before it where p.n is no multiple. */
#define TILE(name, vector)                                                                                          \
    HOT_PART void name(real *c, const real *a, struct walk w, const real *b, struct matmul p, int rows, int wide) { \
        enum { N = sizeof(vector) / sizeof(real), ROWS = 8, WIDE = 4 };                                             \
        vector sum[ROWS][WIDE] = {0};                                                                               \
        int last = p.n - N;                                                                                         \
        for (int k = 0; k < p.k; k++, a += w.along, b += p.b_stride)                                                \
            for (int r = 0; r < rows; r++)                                                                          \
                for (int v = 0; v < wide; v++)                                                                      \
                    sum[r][v] += a[r * w.down] * *(const vector *)(b + (v == wide - 1 ? last : v * N));             \
        for (int r = 0; r < rows; r++, c += p.c_stride) {                                                           \
            for (int v = 0; v < wide; v++)                                                                          \
                sum[r][v] *= p.alpha;                                                                               \
            for (int v = 0; v < wide && p.beta != 0; v++)                                                           \
                sum[r][v] += *(const vector *)(c + (v == wide - 1 ? last : v * N));                                 \
            for (int v = 0; v < wide; v++)                                                                          \
                *(vector *)(c + (v == wide - 1 ? last : v * N)) = sum[r][v];                                        \
        }                                                                                                           \
    }
TILE(tile_of_lanes, lanes)
TILE(tile_of_halves, lanes_half)
TILE(tile_of_quarters, lanes_quarter)

/* All rows of a stripe of p.n columns, `most` of them together. */
typedef void stripe(real *c, const real *a, struct walk w, const real *b, const struct matmul *size);
#define STRIPE(name, target, tile, most, wide)                                                                 \
    target static void name(real *c, const real *a, struct walk w, const real *b, const struct matmul *size) { \
        struct matmul p = *size;                                                                               \
        size_t down = (size_t)p.c_stride;                                                                      \
        int i = 0;                                                                                             \
        for (; i + (most) <= p.m; i += (most))                                                                 \
            tile(c + i * down, a + i * w.down, w, b, p, most, wide);                                           \
        for (; i + 4 <= p.m; i += 4)                                                                           \
            tile(c + i * down, a + i * w.down, w, b, p, 4, wide);                                              \
        for (; i + 2 <= p.m; i += 2)                                                                           \
            tile(c + i * down, a + i * w.down, w, b, p, 2, wide);                                              \
        for (; i < p.m; i++)                                                                                   \
            tile(c + i * down, a + i * w.down, w, b, p, 1, wide);                                              \
    }
#define STRIPES(name, target, tile, most)   \
    STRIPE(name##_1, target, tile, most, 1) \
    STRIPE(name##_2, target, tile, most, 2) \
    STRIPE(name##_3, target, tile, most, 3)

STRIPES(quarters, , tile_of_quarters, 4)
STRIPE(quarters_4, , tile_of_quarters, 4, 4)

/* Columns too few for a vector. */
HOT static void columns_few(real *c, const real *a, struct walk w, const real *b, const struct matmul *size) {
    const struct matmul p = *size;
    for (int r = 0; r < p.m; r++, c += p.c_stride, a += w.down) {
        real sum[NARROW] = {0};
        for (int k = 0; k < p.k; k++)
            for (int j = 0; j < p.n; j++)
                sum[j % NARROW] += a[k * w.along] * b[(size_t)k * p.b_stride + j];
        for (int j = 0; j < p.n; j++)
            c[j] = (p.beta == 0 ? 0 : c[j]) + p.alpha * sum[j % NARROW];
    }
}
static stripe *const narrow[] = {columns_few, quarters_1, quarters_2, quarters_3, quarters_4};

/* What a processor has: the numbers in a vector, and stripes by how many vectors they are wide. With four of them there
 * are registers for four rows alone. */
struct level {
    int vector, most;
    stripe *by_vectors[5];
};

#if defined(VECTOR_CLONES) && defined(__x86_64__)
#define AVX2 __attribute__((target("avx2")))
#define AVX512 __attribute__((target("avx512f")))
STRIPES(halves, AVX2, tile_of_halves, 4)
STRIPES(lanes, AVX512, tile_of_lanes, 8)
STRIPE(lanes_4, AVX512, tile_of_lanes, 4, 4)
static const struct level levels[] = {
    {NARROW, 3, {NULL, quarters_1, quarters_2, quarters_3}},
    {LANES / 2, 3, {NULL, halves_1, halves_2, halves_3}},
    {LANES, 4, {NULL, lanes_1, lanes_2, lanes_3, lanes_4}},
};
static int level_here(void) { return __builtin_cpu_supports("avx512f") ? 2 : __builtin_cpu_supports("avx2") ? 1 : 0; }
#else
static const struct level levels[] = {{NARROW, 3, {NULL, quarters_1, quarters_2, quarters_3}}};
static int level_here(void) { return 0; }
#endif

static int highest = sizeof levels / sizeof *levels - 1;

int portable_limit(int level) {
    int here = level_here();
    highest = level;
    return level < here ? level : here;
}

/* ---- Panels: the columns of a stripe, DEPTH rows of them */

real *portable_room(void) {
    static real *all[THREADS_MAX];
    int number = omp_get_thread_num();
    assert(number < THREADS_MAX);
    if (!all[number])
        all[number] = memory_alloc(PORTABLE_ROOM * sizeof **all);
    return all[number];
}

/* Four rows of four, transposed. */
HOT_PART void transpose_four(real *out, const real *b, int n, int stride) {
    lanes_quarter row[4], pair[4];
    for (int r = 0; r < 4; r++)
        row[r] = *(const lanes_quarter *)(b + (size_t)r * stride);
    for (int r = 0; r < 2; r++) {
        pair[r] = __builtin_shufflevector(row[r], row[r + 2], 0, 4, 1, 5);
        pair[r + 2] = __builtin_shufflevector(row[r], row[r + 2], 2, 6, 3, 7);
    }
    for (int r = 0; r < 4; r += 2) {
        *(lanes_quarter *)(out + (size_t)r * n) = __builtin_shufflevector(pair[r], pair[r + 1], 0, 4, 1, 5);
        *(lanes_quarter *)(out + (size_t)(r + 1) * n) = __builtin_shufflevector(pair[r], pair[r + 1], 2, 6, 3, 7);
    }
}

HOT void portable_transpose(real *restrict out, const real *restrict b, struct matmul p) {
    int j = 0;
    for (; j + 4 <= p.n; j += 4) {
        const real *row = b + (size_t)j * p.b_stride;
        int k = 0;
        for (; k + 4 <= p.k; k += 4)
            transpose_four(out + (size_t)k * p.n + j, row + k, p.n, p.b_stride);
        for (; k < p.k; k++)
            for (int r = 0; r < 4; r++)
                out[(size_t)k * p.n + j + r] = row[(size_t)r * p.b_stride + k];
    }
    for (; j < p.n; j++)
        for (int k = 0; k < p.k; k++)
            out[(size_t)k * p.n + j] = b[(size_t)j * p.b_stride + k];
}

/* out (k, n) = b (k, n) */
HOT static void copy(real *restrict out, const real *restrict b, struct matmul p) {
    for (int k = 0; k < p.k; k++, out += p.n, b += p.b_stride)
        for (int j = 0; j < p.n; j++)
            out[j] = b[j];
}

/* How a panel comes into the room; NULL: it is read where it is. */
typedef void gatherer(real *restrict out, const real *restrict b, struct matmul p);

/* c = alpha * sum + beta * c of one panel of b. */
static void panel(const struct level *l, real *c, const real *a, struct walk w, const real *b, gatherer *gather,
                  struct matmul p) {
    if (gather) {
        gather(portable_room(), b, p);
        b = portable_room();
        p.b_stride = p.n;
    }
    (p.n < l->vector ? narrow[p.n < NARROW ? 0 : (p.n + NARROW - 1) / NARROW]
                     : l->by_vectors[(p.n + l->vector - 1) / l->vector])(c, a, w, b, &p);
}

/* The element (k, j) of b is at k * of.down + j * of.along. With k = 0 the sums are empty. */
static void product(real *c, const real *a, struct walk w, const real *b, struct walk of, gatherer *gather,
                    struct matmul p) {
    int here = level_here(), depth = p.k, columns = p.n;
    const struct level *l = &levels[here < highest ? here : highest];
    int most = (p.m < 8 ? l->most : 3) * l->vector, usual = (p.m < 8 && l->most == 4 ? 4 : 2) * l->vector;
    for (int k = 0; k == 0 || k < depth; k += DEPTH, p.beta = 1) {
        p.k = depth - k < DEPTH ? depth - k : DEPTH;
        for (int j = 0; j < columns; j += p.n) {
            p.n = columns - j <= most ? columns - j : usual;
            panel(l, c + j, a + k * w.along, w, b + k * of.down + j * of.along, gather, p);
        }
    }
}

void portable_product(real *c, const real *a, struct walk w, const real *b, struct matmul p) {
    product(c, a, w, b, (struct walk){(size_t)p.b_stride, 1}, p.m >= COPIED_FROM && p.k >= LANES ? copy : NULL, p);
}

void portable_product_nt(real *c, const real *a, const real *b, struct matmul p) {
    product(c, a, (struct walk){(size_t)p.a_stride, 1}, b, (struct walk){1, (size_t)p.b_stride}, portable_transpose, p);
}
