/* floats.h -- numbers of a tensor file: IEEE 754 single (F32), double (F64) and half (F16) precision, and the upper
 * half of a single (BF16), all little-endian.
 *
 * Every F16 and BF16 number is a float, so none is rounded. Infinities and NaN are converted as well, but found: no
 * table or model with such a number is used. */
#pragma once

#include "format/safetensors.h"
#include "maths/real.h"

/* Bytes of a number; 0: unknown name. */
size_t floats_width(const char *dtype);
/* Converts `count` numbers; the bytes need not be aligned. The dtype must be one of the four. Returns how many are
 * finite from the first one on. */
size_t floats_read(real *out, const unsigned char *bytes, const char *dtype, size_t count);
/* Copies the numbers of the file's tensor with that name, dtype REAL_DTYPE and shape; with `out` NULL they are not
 * looked at. Errors, EXIT_DATA: there is none (safetensors_expect); a number is not finite, which the text names. */
bool floats_expect(real *out, const struct safetensors *file, struct safetensors_entry wanted, struct error *e);
