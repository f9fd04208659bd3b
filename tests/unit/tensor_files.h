/* tensor_files.h -- tensor files as blocks of exactly their size, so that a sanitizer sees every byte read past the
 * end. */
#pragma once

#include "base/error.h"
#include "format/safetensors.h"

enum { LENGTH_BYTES = 8 };
#define LENGTH(text) (sizeof(text) - 1)
#define COUNT(array) (sizeof(array) / sizeof(array)[0])

struct file {
    unsigned char *bytes;
    size_t size;
};

/* With the length in front of the header, and so many bytes 0, 1, 2, ... of data after it. */
struct file file_of(const char *header, size_t length, size_t data);
struct file copy_of(const void *bytes, size_t size);

/* One line, printable, with the right code, and nothing left in *s. */
void check_error(const char *what, const struct safetensors *s, const struct error *e, const char *says);
/* Reads and frees the file, which must be rejected. */
void check_rejected(const char *what, struct file f, const char *says);
/* Reads a file, which must be accepted. */
void check_read(const char *what, struct safetensors *s, struct arena *arena, struct file f);

/* All dtypes there are, in the order that the writer reverses. */
extern const struct dtype {
    const char *name;
    int width;
} dtypes[];
enum { DTYPES = 17 };
