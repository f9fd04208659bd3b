/* safetensors.c -- dtypes, sizes and look-ups of safetensors.h; reading and writing have a file each. Bytes are never
 * swapped: the host is little-endian, as the format is. */
#include "format/safetensors.h"

#include <stdio.h>
#include <string.h>
#include <xxhash.h>

#include "format/safetensors_internal.h"

#ifdef __BYTE_ORDER__
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "tensor data is used as it is in the file");
#endif

/* In the order of the reference implementation, which the writer's sorting follows. */
static const struct safetensors_dtype dtypes[] = {
    {"BOOL", 1}, {"U8", 1},  {"I8", 1},  {"F8_E5M2", 1}, {"F8_E4M3", 1}, {"F8_E8M0", 1},
    {"I16", 2},  {"U16", 2}, {"F16", 2}, {"BF16", 2},    {"I32", 4},     {"U32", 4},
    {"F32", 4},  {"C64", 8}, {"F64", 8}, {"I64", 8},     {"U64", 8},
};

const struct safetensors_dtype *safetensors_dtype(const char *name) {
    for (size_t i = 0; i < sizeof dtypes / sizeof dtypes[0]; i++)
        if (strcmp(dtypes[i].name, name) == 0)
            return &dtypes[i];
    return NULL;
}

static bool multiply(uint64_t *product, uint64_t factor) {
    if (factor && *product > UINT64_MAX / factor)
        return false;
    *product *= factor;
    return true;
}

bool safetensors_size(const struct safetensors_entry *t, uint64_t *bytes) {
    *bytes = 1;
    for (int i = 0; i < t->dims; i++)
        if (!multiply(bytes, t->shape[i]))
            return false;
    return multiply(bytes, safetensors_dtype(t->dtype)->width);
}

void safetensors_checksum(char hex[SAFETENSORS_HEX], const void *data, size_t bytes) {
    XXH128_canonical_t big_endian;
    XXH128_canonicalFromHash(&big_endian, XXH3_128bits(data, bytes));
    for (size_t i = 0; i < sizeof big_endian.digest; i++)
        snprintf(hex + 2 * i, 3, "%02x", big_endian.digest[i]);
}

const struct safetensors_entry *safetensors_find(const struct safetensors *s, const char *name) {
    for (int i = 0; i < s->entries; i++)
        if (strcmp(s->entry[i].name, name) == 0)
            return &s->entry[i];
    return NULL;
}

const char *safetensors_value(const struct safetensors *s, const char *key) {
    for (int i = 0; i < s->pairs; i++)
        if (strcmp(s->metadata[i].key, key) == 0)
            return s->metadata[i].value;
    return NULL;
}
