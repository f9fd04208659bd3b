/* matmul_portable.c -- products that go over the rows of b; see matmul_portable.h.
 *
 * A tile of c stays in registers while the rows of b go by. Its size depends on the processor, but no bit does: each
 * number of c is a separate sum, in the order of k, DEPTH terms at a time. */
#include "maths/matmul_portable.h"

#include <assert.h>
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#endif

#include "base/memory.h"
#include "maths/vector.h"

enum {
    THREADS_MAX = 256, /* of a team */
    DEPTH = PORTABLE_DEPTH,
    COPIED_FROM = 128,         /* rows of c that make it worth copying a panel of b into contiguous memory */
    NARROW = VECTOR_LANES / 4, /* numbers of the shortest vector */
};
_Static_assert(DEPTH * 4 * VECTOR_LANES <= PORTABLE_ROOM, "a panel fits into the room");

/* A part of a product whose sums are short enough to be added up at once: c (m, n) = alpha a b + beta c. The elements
 * of a lie as a walk says, those of b row by row. */
struct tiled {
    real *c;
    const real *a, *b;
    size_t c_stride, down, along, b_stride;
    int m, n, k;
    real alpha, beta;
};

/* ---- Tiles */

/* rows x n numbers of c in `wide` vectors a row; the last one overlaps the one before it where n is no multiple. */
#define TILE(name, vector)                                                                              \
    HOT_PART void name(real *c, const real *a, struct tiled p, int rows, int wide) {                    \
        enum { N = sizeof(vector) / sizeof(real), ROWS = 8, WIDE = 4 };                                 \
        vector sum[ROWS][WIDE] = {0};                                                                   \
        const real *b = p.b;                                                                            \
        int last = p.n - N;                                                                             \
        for (int k = 0; k < p.k; k++, a += p.along, b += p.b_stride)                                    \
            for (int r = 0; r < rows; r++)                                                              \
                for (int v = 0; v < wide; v++)                                                          \
                    sum[r][v] += a[r * p.down] * *(const vector *)(b + (v == wide - 1 ? last : v * N)); \
        for (int r = 0; r < rows; r++, c += p.c_stride) {                                               \
            for (int v = 0; v < wide; v++)                                                              \
                sum[r][v] *= p.alpha;                                                                   \
            for (int v = 0; v < wide && p.beta != 0; v++)                                               \
                sum[r][v] += *(const vector *)(c + (v == wide - 1 ? last : v * N));                     \
            for (int v = 0; v < wide; v++)                                                              \
                *(vector *)(c + (v == wide - 1 ? last : v * N)) = sum[r][v];                            \
        }                                                                                               \
    }
TILE(tile_of_quarters, lanes_quarter)

/* All rows of a stripe of columns, `most` rows at a time. */
typedef void stripe(const struct tiled *t);
#define STRIPE(name, target, tile, most, wide)                                             \
    target static void name(const struct tiled *t) {                                       \
        const struct tiled p = *t;                                                         \
        real *c = p.c;                                                                     \
        const real *a = p.a;                                                               \
        int left = p.m;                                                                    \
        for (; left >= (most); left -= (most), c += (most)*p.c_stride, a += (most)*p.down) \
            tile(c, a, p, most, wide);                                                     \
        for (; left >= 4; left -= 4, c += 4 * p.c_stride, a += 4 * p.down)                 \
            tile(c, a, p, 4, wide);                                                        \
        for (; left >= 2; left -= 2, c += 2 * p.c_stride, a += 2 * p.down)                 \
            tile(c, a, p, 2, wide);                                                        \
        if (left)                                                                          \
            tile(c, a, p, 1, wide);                                                        \
    }
#define STRIPES(name, target, tile, most)   \
    STRIPE(name##_1, target, tile, most, 1) \
    STRIPE(name##_2, target, tile, most, 2) \
    STRIPE(name##_3, target, tile, most, 3)

STRIPES(quarters, , tile_of_quarters, 4)
STRIPE(quarters_4, , tile_of_quarters, 4, 4)

/* Columns too few for a vector. */
HOT static void columns_few(const struct tiled *t) {
    const struct tiled p = *t;
    real *c = p.c;
    const real *a = p.a;
    for (int r = 0; r < p.m; r++, c += p.c_stride, a += p.down) {
        real sum[NARROW] = {0};
        for (int k = 0; k < p.k; k++)
            for (int j = 0; j < p.n; j++)
                sum[j % NARROW] += a[k * p.along] * p.b[k * p.b_stride + j];
        for (int j = 0; j < p.n; j++)
            c[j] = (p.beta == 0 ? 0 : c[j]) + p.alpha * sum[j % NARROW];
    }
}
static stripe *const narrow[] = {columns_few, quarters_1, quarters_2, quarters_3, quarters_4};

/* For each level of processor: numbers per vector, the stripe functions by width in vectors, and the width of all
 * stripes but the last. The last has the rest, at most `widest`. */
struct level {
    int vector, widest, usual;
    stripe *by_vectors[5];
};

#if defined(VECTOR_CLONES) && defined(__x86_64__)
#define AVX2 __attribute__((target("avx2")))
#define AVX512 __attribute__((target("avx512f")))
TILE(tile_of_halves, lanes_half)
TILE(tile_of_lanes, lanes)
STRIPES(halves, AVX2, tile_of_halves, 4)
STRIPES(lanes, AVX512, tile_of_lanes, 8)
STRIPE(lanes_4, AVX512, tile_of_lanes, 6, 4)
static const struct level levels[] = {
    {NARROW, 3 * NARROW, 2 * NARROW, {NULL, quarters_1, quarters_2, quarters_3}},
    {VECTOR_LANES / 2, 3 * VECTOR_LANES / 2, VECTOR_LANES, {NULL, halves_1, halves_2, halves_3}},
    {VECTOR_LANES, 4 * VECTOR_LANES, 4 * VECTOR_LANES, {NULL, lanes_1, lanes_2, lanes_3, lanes_4}},
};
static int level_here(void) { return __builtin_cpu_supports("avx512f") ? 2 : __builtin_cpu_supports("avx2") ? 1 : 0; }
#else
static const struct level levels[] = {{NARROW, 3 * NARROW, 2 * NARROW, {NULL, quarters_1, quarters_2, quarters_3}}};
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

HOT_PART void transpose_four(real *out, const real *b, int n, size_t stride) {
    lanes_quarter row[4];
    for (int r = 0; r < 4; r++)
        row[r] = *(const lanes_quarter *)(b + r * stride);
    lanes_transpose_four(row);
    for (int r = 0; r < 4; r++)
        *(lanes_quarter *)(out + (size_t)r * n) = row[r];
}

HOT void portable_transpose(real *restrict out, const real *restrict b, size_t stride, int n, int k) {
    int j = 0;
    for (; j + 4 <= n; j += 4) {
        const real *row = b + j * stride;
        int i = 0;
        for (; i + 4 <= k; i += 4)
            transpose_four(out + (size_t)i * n + j, row + i, n, stride);
        for (; i < k; i++)
            for (int r = 0; r < 4; r++)
                out[(size_t)i * n + j + r] = row[r * stride + i];
    }
    for (; j < n; j++)
        for (int i = 0; i < k; i++)
            out[(size_t)i * n + j] = b[j * stride + i];
}

/* out (k, n) = b (k, n) */
HOT static void copy(real *restrict out, const real *restrict b, size_t stride, int n, int k) {
    for (; k > 0; k--, out += n, b += stride)
        for (int j = 0; j < n; j++)
            out[j] = b[j];
}

/* How a panel is copied; NULL: it is read in place. */
typedef void gatherer(real *restrict out, const real *restrict b, size_t stride, int n, int k);

/* The stripe of so many columns. */
static stripe *stripe_of(const struct level *l, int n) {
    int vector = l->vector; /* no division by it: that would take as long as a small tile */
    return n < vector ? narrow[n < NARROW ? 0 : (n + NARROW - 1) / NARROW]
                      : l->by_vectors[1 + (n > vector) + (n > 2 * vector) + (n > 3 * vector)];
}

/* All columns of a part, panel by panel. */
static void panels(struct tiled t, const struct level *l, struct walk of, gatherer *gather, int columns) {
    const real *b = t.b;
    real *room = gather ? portable_room() : NULL;
    size_t stride = t.b_stride;
    assert(!gather || b != room);
    for (int left = columns; left > 0; left -= t.n, t.c += t.n, b += t.n * of.along) {
        t.n = left <= l->widest ? left : l->usual;
        t.b = b;
        if (gather) {
            gather(room, b, stride, t.n, t.k);
            t.b = room;
            t.b_stride = (size_t)t.n;
        }
        stripe_of(l, t.n)(&t);
    }
}

/* The element (k, j) of b is at k * of.down + j * of.along. With k = 0 the sums are empty. */
static void product(struct tiled t, struct walk of, gatherer *gather, const struct matmul *p) {
    int here = level_here();
    const struct level *l = &levels[here < highest ? here : highest];
    if (!gather && p->n <= l->widest && p->k <= DEPTH) { /* most of those that are small */
        stripe_of(l, p->n)(&t);
        return;
    }
    for (int k = 0; k == 0 || k < p->k; k += DEPTH, t.beta = 1) {
        t.k = p->k - k < DEPTH ? p->k - k : DEPTH;
        panels(t, l, of, gather, p->n);
        t.a += DEPTH * t.along;
        t.b += DEPTH * of.down;
    }
}

static struct tiled whole(real *c, const real *a, struct walk w, const real *b, const struct matmul *p) {
    return (struct tiled){c,    a,        b,      (size_t)p->c_stride, w.down, w.along, (size_t)p->b_stride, p->m, p->n,
                          p->k, p->alpha, p->beta};
}

void portable_product(real *c, const real *a, struct walk w, const real *b, const struct matmul *p) {
    product(whole(c, a, w, b, p), (struct walk){(size_t)p->b_stride, 1},
            p->m >= COPIED_FROM && p->k >= VECTOR_LANES ? copy : NULL, p);
}

void portable_product_nt(real *c, const real *a, const real *b, const struct matmul *p) {
    product(whole(c, a, (struct walk){(size_t)p->a_stride, 1}, b, p), (struct walk){1, (size_t)p->b_stride},
            portable_transpose, p);
}
