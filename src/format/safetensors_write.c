/* safetensors_write.c -- a whole file as bytes; see safetensors.h. */
#include <assert.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "format/safetensors.h"
#include "format/safetensors_internal.h"

enum { LENGTH_BYTES = 8, PADDED = 8 };

size_t safetensors_width(const char *dtype) {
    static const struct {
        const char *name;
        size_t width;
    } dtypes[] = {{"F64", 8}, {"I64", 8}, {"U64", 8},  {"F32", 4},     {"I32", 4},
                  {"U32", 4}, {"F16", 2}, {"BF16", 2}, {"I16", 2},     {"U16", 2},
                  {"I8", 1},  {"U8", 1},  {"BOOL", 1}, {"F8_E4M3", 1}, {"F8_E5M2", 1}};
    for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++)
        if (strcmp(dtypes[i].name, dtype) == 0)
            return dtypes[i].width;
    return 0;
}

void safetensors_sum(char text[SAFETENSORS_SUM], const unsigned char *data, size_t size) {
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, XXH3_128bits(data, size));
    for (size_t i = 0; i < sizeof canonical.digest; i++)
        snprintf(text + 2 * i, 3, "%02x", canonical.digest[i]);
}

static int by_width_and_name(const void *left, const void *right) {
    const struct safetensors_entry *a = left, *b = right;
    size_t wa = safetensors_width(a->dtype), wb = safetensors_width(b->dtype);
    if (wa != wb)
        return wa < wb ? 1 : -1;
    int dtype = strcmp(a->dtype, b->dtype);
    return dtype ? dtype : strcmp(a->name, b->name);
}

static json_t *metadata_json(const struct safetensors *s, const char *sum) {
    json_t *json = json_pack("{ss}", "format", "pt");
    for (int i = 0; i < s->pairs; i++)
        json_object_set_new(json, s->metadata[i].key, json_string(s->metadata[i].value));
    json_object_set_new(json, SAFETENSORS_CHECKSUM, json_string(sum));
    return json;
}

static json_t *entry_json(const struct safetensors_entry *entry, size_t begin) {
    json_t *shape = json_array();
    for (int i = 0; i < entry->dims; i++)
        json_array_append_new(shape, json_integer((json_int_t)entry->shape[i]));
    size_t end = begin + entry->bytes;
    return json_pack("{ss so s[II]}", "dtype", entry->dtype, "shape", shape, "data_offsets", (json_int_t)begin,
                     (json_int_t)end);
}

/* The header as compact JSON; free it. */
static char *header_text(const struct safetensors *s, const struct safetensors_entry *sorted, const char *sum) {
    json_t *json = json_object();
    size_t begin = 0;
    json_object_set_new(json, "__metadata__", metadata_json(s, sum));
    for (int i = 0; i < s->entries; i++) {
        assert(!json_object_get(json, sorted[i].name));
        json_object_set_new(json, sorted[i].name, entry_json(&sorted[i], begin));
        begin += sorted[i].bytes;
    }
    char *text = json_dumps(json, JSON_COMPACT);
    json_decref(json);
    assert(text);
    return text;
}

/* The tensors in the order of the file, and the size of their data. */
static struct safetensors_entry *sort_entries(const struct safetensors *s, struct arena *arena, size_t *bytes) {
    struct safetensors_entry *sorted = arena_take(arena, (size_t)s->entries, sizeof *sorted);
    *bytes = 0;
    for (int i = 0; i < s->entries; i++) {
        assert(safetensors_width(s->entry[i].dtype));
        sorted[i] = s->entry[i];
        *bytes += sorted[i].bytes;
    }
    if (sorted)
        qsort(sorted, (size_t)s->entries, sizeof *sorted, by_width_and_name);
    return sorted;
}

/* Length, header padded with blanks; returns where the data starts. */
static unsigned char *put_header(unsigned char *out, const char *text, size_t length, size_t padded) {
    for (int i = 0; i < LENGTH_BYTES; i++)
        out[i] = (unsigned char)((uint64_t)padded >> (8 * i));
    memcpy(out + LENGTH_BYTES, text, length);
    memset(out + LENGTH_BYTES + length, ' ', padded - length);
    return out + LENGTH_BYTES + padded;
}

unsigned char *safetensors_bytes(const struct safetensors *s, struct arena *arena, size_t *size) {
    char sum[SAFETENSORS_SUM];
    size_t bytes, at = 0;
    struct safetensors_entry *sorted = sort_entries(s, arena, &bytes);
    unsigned char *data = arena_take(arena, bytes + 1, 1);
    for (int i = 0; i < s->entries; i++) {
        if (sorted[i].bytes)
            memcpy(data + at, sorted[i].data, sorted[i].bytes);
        at += sorted[i].bytes;
    }
    safetensors_sum(sum, data, bytes);
    char *text = header_text(s, sorted, sum);
    size_t length = strlen(text), padded = (length + PADDED - 1) / PADDED * PADDED;
    *size = LENGTH_BYTES + padded + bytes;
    unsigned char *out = arena_take(arena, *size, 1);
    memcpy(put_header(out, text, length, padded), data, bytes);
    free(text);
    return out;
}
