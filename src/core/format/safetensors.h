/* safetensors.h -- the safetensors file format, strictly.
 *
 * A file is 8 bytes of header length (little-endian), a JSON header, and packed row-major data. The reader works on
 * bytes in memory, trusts nothing and says what is wrong; the writer's bytes depend only on its input. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"

enum {
    SAFETENSORS_DIMS = 8, /* a file with more dimensions or tensors is refused */
    SAFETENSORS_TENSORS = 65536,
};

struct safetensors_entry {
    const char *name;
    const char *dtype; /* "F32", "I64", ...; read from a file it may be one that we do not know */
    int dims;
    uint64_t shape[SAFETENSORS_DIMS];
    const unsigned char *data; /* little-endian, not aligned: copy, do not cast */
    size_t bytes;
};

struct safetensors_pair {
    const char *key, *value;
};

/* One file: read (data points into the caller's bytes) or to be written. */
struct safetensors {
    struct safetensors_entry *entry;
    int entries;
    struct safetensors_pair *metadata;
    int pairs;
    bool checked; /* read from a file with a correct checksum */
};

/* Reads a whole file from `bytes`, which must outlive *s. Tensors keep the order of the header; names, shapes and
 * metadata live in the arena. A file of safetensors_bytes is checked against its checksum. After an error (EXIT_DATA,
 * one line that is safe to print) *s is empty. */
bool safetensors_read(struct safetensors *s, struct arena *arena, const void *bytes, size_t size, struct error *e);
/* The tensor or value with that name; NULL if there is none. */
const struct safetensors_entry *safetensors_find(const struct safetensors *s, const char *name);
/* A tensor of shape (rows, columns), or (rows) where columns is 0. */
struct safetensors_entry safetensors_tensor(const char *name, const char *dtype, const void *data, size_t rows,
                                            size_t columns);
/* The file's tensor with that name, dtype and shape; where 0 rows are wanted it has any number but none. NULL,
 * EXIT_DATA: there is none. */
const struct safetensors_entry *safetensors_expect(const struct safetensors *s, struct safetensors_entry wanted,
                                                   struct error *e);
const char *safetensors_value(const struct safetensors *s, const char *key);

/* The bytes of a file in the arena, *size of them: "format": "pt" first, then "xxh3_128_of_file", then the given
 * metadata (less keys of those names and "xxh3_128"); tensors by dtype (wider first), then name. The checksum is that
 * of all bytes of the file, its own 32 digits taken as zeros, and they always stand at the same byte: no bit can change
 * unseen. Names must be unique, dtypes known, and `bytes` be what shape and dtype ask for (asserted). The caller sees
 * to writing them whole. */
unsigned char *safetensors_bytes(const struct safetensors *s, struct arena *arena, size_t *size);
