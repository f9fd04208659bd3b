/* start.c -- see start.h. */
#include "maths/start.h"

#ifdef __SSE__
#include <xmmintrin.h>
#endif

#include "maths/matmul_blas.h"

void maths_flush_subnormals(bool flush) {
#ifdef __SSE__
    enum { FLUSH_TO_ZERO = 0x8000, DENORMALS_ARE_ZERO = 0x40 }; /* the names of x86's manuals */
    unsigned now = _mm_getcsr(), wanted = now & ~(unsigned)(FLUSH_TO_ZERO | DENORMALS_ARE_ZERO);
    wanted |= flush ? FLUSH_TO_ZERO | DENORMALS_ARE_ZERO : 0;
    if (now != wanted)
        _mm_setcsr(wanted);
#else
    (void)flush;
#endif
}

void maths_start(void) {
    maths_flush_subnormals(true);
    blas_start();
}
