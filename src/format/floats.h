/* floats.h -- numbers of a file as numbers of the program: IEEE 754 single (F32), double (F64) and half (F16)
 * precision, and the upper half of a single (BF16), all little-endian.
 *
 * Every F16 and BF16 number is a float: none is rounded. Infinities stay, a NaN stays one. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "maths/real.h"

/* Bytes of a number; 0: the name is none of the four. */
size_t floats_width(const char *dtype);
/* `count` numbers from bytes that need not be aligned. The dtype must be one of the four. */
void floats_read(real *out, const unsigned char *bytes, const char *dtype, size_t count);
