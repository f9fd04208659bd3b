/* matmul_blas.c -- see matmul_blas.h. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, setenv */

#include "maths/matmul_blas.h"

#include <cblas.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/memory.h"

#ifdef REAL_DOUBLE
#define GEMM cblas_dgemm
#else
#define GEMM cblas_sgemm
#endif

enum {
    THREADS_MAX = 256,     /* of a team */
    PIECE = 64,            /* a product with so short a side is cut into pieces ... */
    PIECE_WHOLE = 1000000, /* ... above so many multiplications: BLAS has special kernels for smaller ones */
};

static int least(int a, int b) { return a < b ? a : b; }

/* OpenBLAS maps a buffer per thread that multiplies, and retries forever if it cannot. So we test that first, whenever
 * a team of threads is larger than all before. OpenBLAS's own threads allocate at load time. */
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
        memory_die("OpenBLAS needs %d MB more address space; raise its limit (ulimit -v)", (wanted - count) * 128);
    reserved = threads;
}

static void gemm(real *c, const real *a, bool ta, const real *b, bool tb, struct matmul p) {
    reserve_buffers(omp_get_num_threads());
    GEMM(CblasRowMajor, ta ? CblasTrans : CblasNoTrans, tb ? CblasTrans : CblasNoTrans, p.m, p.n, p.k, p.alpha, a,
         p.a_stride, b, p.b_stride, p.beta, c, p.c_stride);
}

/* Some BLAS kernels (those with AVX-512) are 1.5 times as fast if they need not copy their factors first, which they do
 * above a certain size. So long thin products are cut. */
static int is_cut(struct matmul p) {
    return (double)p.m * p.n * p.k > PIECE_WHOLE && least(p.m, least(p.n, p.k)) <= PIECE;
}

/* Long pieces if the rows of both factors run along k, else broad ones. A piece has half the allowed
 * multiplications. */
static struct matmul piece_of(struct matmul p, bool dots) {
    p.m = dots ? 32 : 128;
    p.n = PIECE;
    p.k = dots ? 256 : PIECE;
    return p;
}

void blas_product(real *c, const real *a, bool ta, const real *b, bool tb, struct matmul p) {
    if (!is_cut(p)) {
        gemm(c, a, ta, b, tb, p);
        return;
    }
    struct matmul most = piece_of(p, tb), piece = p;
    for (int i = 0; i < p.m; i += most.m)
        for (int j = 0; j < p.n; j += most.n)
            for (int k = 0; k < p.k; k += most.k) {
                size_t row = (size_t)i, column = (size_t)j, at = (size_t)k;
                const real *left = a + (ta ? at * p.a_stride + row : row * p.a_stride + at);
                const real *right = b + (tb ? column * p.b_stride + at : at * p.b_stride + column);
                piece.m = least(p.m - i, most.m);
                piece.n = least(p.n - j, most.n);
                piece.k = least(p.k - k, most.k);
                piece.beta = k ? 1 : p.beta;
                gemm(c + row * p.c_stride + column, left, ta, right, tb, piece);
            }
}

bool blas_is_here(void) { return true; }

void blas_start(void) { openblas_set_num_threads(1); }

const char *blas_kernels(void) { return openblas_get_corename(); }

void blas_restart(char **argv) {
#if defined(__x86_64__) && defined(__linux__)
    bool better = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    if (better && strcmp(blas_kernels(), "Prescott") == 0 && !getenv("OPENBLAS_CORETYPE") &&
        setenv("OPENBLAS_CORETYPE", "Haswell", 1) == 0 && setenv("OPENBLAS_NUM_THREADS", "1", 0) == 0)
        execv("/proc/self/exe", argv);
#else
    (void)argv;
#endif
}
