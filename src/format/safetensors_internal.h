/* safetensors_internal.h -- what the reader and the writer of safetensors share. */
#pragma once

#include "format/safetensors.h"

enum {
    SAFETENSORS_LENGTH = 8, /* bytes of the header's length; the header is padded to a multiple of them */
    SAFETENSORS_HEX = 33,   /* a checksum as text, with its final NUL */
};

#define SAFETENSORS_METADATA "__metadata__"
#define SAFETENSORS_CHECKSUM "xxh3_128"

struct safetensors_dtype {
    const char *name;
    unsigned width; /* bytes of one number */
};

/* One row of the table of dtypes, in which wider ones come later; NULL if there is none of that name. */
const struct safetensors_dtype *safetensors_dtype(const char *name);
/* The bytes that shape and dtype ask for; false where they overflow. */
bool safetensors_size(const struct safetensors_entry *t, uint64_t *bytes);
/* XXH3-128 of the data, as 32 hexadecimal digits. */
void safetensors_checksum(char hex[SAFETENSORS_HEX], const void *data, size_t bytes);
