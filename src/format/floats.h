/* floats.h -- converts numbers of a file: IEEE 754 single (F32), double (F64) and half (F16) precision, and the upper
 * half of a single (BF16), all little-endian.
 *
 * Every F16 and BF16 number is a float, so none is rounded. Infinities and NaN are kept. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "maths/real.h"

/* Bytes of a number; 0: unknown name. */
size_t floats_width(const char *dtype);
/* Converts `count` numbers; the bytes need not be aligned. The dtype must be one of the four. */
void floats_read(real *out, const unsigned char *bytes, const char *dtype, size_t count);
