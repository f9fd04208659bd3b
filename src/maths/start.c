/* start.c -- see start.h. */
#include "maths/start.h"

#ifdef __SSE__
#include <xmmintrin.h>
#endif

#include "maths/matmul.h"

void maths_start(void) {
#ifdef __SSE__
    enum { FLUSH_TO_ZERO = 0x8000, DENORMALS_ARE_ZERO = 0x40 }; /* the names of x86's manuals */
    _mm_setcsr(_mm_getcsr() | FLUSH_TO_ZERO | DENORMALS_ARE_ZERO);
#endif
    matmul_start();
}
