/* safetensors_internal.h -- what the reader and the writer of safetensors share. */
#ifndef FORMAT_SAFETENSORS_INTERNAL_H
#define FORMAT_SAFETENSORS_INTERNAL_H

#include <stddef.h>

enum { SAFETENSORS_SUM = 33 };

#define SAFETENSORS_CHECKSUM "xxh3_128"

/* Bytes of one number of that dtype; 0: no such dtype. */
size_t safetensors_width(const char *dtype);
/* XXH3-128 of the data as 32 hexadecimal digits. */
void safetensors_sum(char text[SAFETENSORS_SUM], const unsigned char *data, size_t size);

#endif
