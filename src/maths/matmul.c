/* matmul.c -- see matmul.h. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include "maths/matmul.h"

#include <cblas.h>
#include <omp.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#ifdef __SSE__
#include <xmmintrin.h>
#endif

#include "base/memory.h"
#include "maths/matmul_portable.h"
#include "maths/start.h"
#include "maths/vector.h"

#ifdef REAL_DOUBLE
#define GEMM cblas_dgemm
#else
#define GEMM cblas_sgemm
#endif

enum {
    THREADS_MAX = 256,          /* of a team */
    FEW_ROWS = 3,               /* with fewer rows the product is a walk over b */
    FEW_COLUMNS = 8,            /* with fewer columns, it goes dot by dot where both factors' rows are multiplied */
    SMALL_PRODUCT = 1 << 12,    /* multiplications below which a call of BLAS costs more than it saves */
    SOME_ROWS = 16,             /* with fewer rows, our own loops go dot by dot if these fill vectors */
    TRANSPOSED_BY_ROW = 1 << 8, /* numbers of b that are transposed for each row that gains by it */
    PIECE = 64,                 /* a product with a side of so few numbers is cut into pieces, ... */
    PIECE_WHOLE = 1000000, /* ... from so many multiplications on: smaller ones have kernels of their own in BLAS */
};

static double multiplications(struct matmul p) { return (double)p.m * p.n * p.k; }

/* ---- Products for BLAS */

static int least(int a, int b) { return a < b ? a : b; }

/* OpenBLAS maps a buffer for each thread that multiplies, and tries again for ever where it cannot: whether it can is
 * found out before, when a team of threads is larger than any before it. Threads of its own, which it starts when it is
 * loaded, have their buffers by then, or are in want of one themselves. */
static void reserve_buffers(int threads) {
    enum { BUFFER = 128 << 20 };
    static _Atomic int reserved;
    void *buffer[THREADS_MAX];
    int count = 0, wanted = least(threads, THREADS_MAX);
    if (threads <= reserved)
        return;
    for (bool ok = true; ok && count < wanted; count += ok) {
        /* cppcheck-suppress invalidFunctionArg ; -1 is what POSIX wants without a file */
        buffer[count] = mmap(NULL, BUFFER, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        ok = buffer[count] != MAP_FAILED;
    }
    for (int i = 0; i < count; i++)
        munmap(buffer[i], BUFFER);
    if (count < wanted)
        memory_out("OpenBLAS needs %d MB more address space; raise its limit (ulimit -v)", (wanted - count) * 128);
    reserved = threads;
}

static void gemm(real *c, const real *a, CBLAS_TRANSPOSE ta, const real *b, CBLAS_TRANSPOSE tb, struct matmul p) {
    reserve_buffers(omp_get_num_threads());
    GEMM(CblasRowMajor, ta, tb, p.m, p.n, p.k, p.alpha, a, p.a_stride, b, p.b_stride, p.beta, c, p.c_stride);
}

/* Some kernels of BLAS (those with AVX-512) are half as fast again where they need not copy their factors first, which
 * they do from a certain size on: a long and thin product is cut. */
static int is_cut(struct matmul p) { return multiplications(p) > PIECE_WHOLE && least(p.m, least(p.n, p.k)) <= PIECE; }

/* Long pieces where the rows of both factors run along k, else broad ones. A piece has half the multiplications
 * allowed. */
static struct matmul piece_of(struct matmul p, bool dots) {
    p.m = dots ? 32 : 128;
    p.n = PIECE;
    p.k = dots ? 256 : PIECE;
    return p;
}

static void product(real *c, const real *a, CBLAS_TRANSPOSE ta, const real *b, CBLAS_TRANSPOSE tb, struct matmul p) {
    if (!is_cut(p)) {
        gemm(c, a, ta, b, tb, p);
        return;
    }
    struct matmul most = piece_of(p, tb == CblasTrans), piece = p;
    for (int i = 0; i < p.m; i += most.m)
        for (int j = 0; j < p.n; j += most.n)
            for (int k = 0; k < p.k; k += most.k) {
                size_t row = (size_t)i, column = (size_t)j, at = (size_t)k;
                const real *left = a + (ta == CblasNoTrans ? row * p.a_stride + at : at * p.a_stride + row);
                const real *right = b + (tb == CblasNoTrans ? at * p.b_stride + column : column * p.b_stride + at);
                piece.m = least(p.m - i, most.m);
                piece.n = least(p.n - j, most.n);
                piece.k = least(p.k - k, most.k);
                piece.beta = k ? 1 : p.beta;
                gemm(c + row * p.c_stride + column, left, ta, right, tb, piece);
            }
}

/* ---- Which way */

static _Thread_local enum matmul_products chosen;

void matmul_use(enum matmul_products products) { chosen = products; }

static bool is_small(struct matmul p) { return p.m <= FEW_ROWS || p.k <= 2 || multiplications(p) <= SMALL_PRODUCT; }

void matmul_nn(real *c, const real *a, const real *b, struct matmul p) {
    if (chosen == PRODUCTS_PORTABLE || is_small(p))
        portable_product(c, a, (struct walk){(size_t)p.a_stride, 1}, b, &p);
    else
        product(c, a, CblasNoTrans, b, CblasNoTrans, p);
}

void matmul_tn(real *c, const real *a, const real *b, struct matmul p) {
    if (chosen == PRODUCTS_PORTABLE || is_small(p))
        portable_product(c, a, (struct walk){1, (size_t)p.a_stride}, b, &p);
    else
        product(c, a, CblasTrans, b, CblasNoTrans, p);
}

/* The slowest of the three for BLAS: a small b is transposed first. */
static void product_nt(real *c, const real *a, const real *b, struct matmul p) {
    if (p.n * p.k <= PORTABLE_ROOM && p.n * p.k <= TRANSPOSED_BY_ROW * p.m) {
        real *transposed = portable_room();
        portable_transpose(transposed, b, (size_t)p.b_stride, p.n, p.k);
        p.b_stride = p.n;
        matmul_nn(c, a, transposed, p);
    } else {
        product(c, a, CblasNoTrans, b, CblasTrans, p);
    }
}

void matmul_nt(real *c, const real *a, const real *b, struct matmul p) {
    bool portable = chosen == PRODUCTS_PORTABLE, few = p.m < SOME_ROWS && p.k % (LANES / 2) == 0;
    if (p.m <= FEW_ROWS || p.n <= FEW_COLUMNS || (p.k >= LANES && (portable ? few : is_small(p))))
        portable_dots(c, a, b, &p);
    else if (portable)
        portable_product_nt(c, a, b, &p);
    else
        product_nt(c, a, b, p);
}

void maths_start(void) {
#ifdef __SSE__
    enum { FLUSH_TO_ZERO = 0x8000, DENORMALS_ARE_ZERO = 0x40 }; /* the names of x86's manuals */
    _mm_setcsr(_mm_getcsr() | FLUSH_TO_ZERO | DENORMALS_ARE_ZERO);
#endif
    openblas_set_num_threads(1);
}

const char *matmul_kernels(enum matmul_products products) {
    return products == PRODUCTS_PORTABLE ? "portable" : openblas_get_corename();
}
