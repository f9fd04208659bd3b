/* safetensors_sum.h -- the checksum of a safetensors file, in its metadata.
 *
 * Key and digits are at the same offset in every file, first in the header after "format". The checksum is XXH3-128 of
 * all bytes of the file with its own digits as zeros, so every changed bit is detected: in the length, header, padding
 * or data it changes the sum, in the digits it contradicts the sum, and in the key it leaves a file without a
 * checksum. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "format/checksum.h"

#define SAFETENSORS_SUM "xxh3_128_of_file"
#define SAFETENSORS_SUM_ZEROS "00000000000000000000000000000000"

/* Writes the digits into a file that has zeros there. */
void safetensors_sum_write(unsigned char *bytes, size_t size);
/* Copies the digits of a file that has a checksum. */
void safetensors_sum_copy(char digits[CHECKSUM_DIGITS + 1], const unsigned char *bytes);
/* Whether a file begins with a checksum; then it must be checked. */
bool safetensors_sum_present(const unsigned char *bytes, size_t size);
/* Error: EXIT_DATA, the file is damaged. */
bool safetensors_sum_check(const unsigned char *bytes, size_t size, struct error *e);
