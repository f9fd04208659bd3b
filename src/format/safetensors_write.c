/* safetensors_write.c -- the writer of safetensors.h.
 *
 * What is wrong with its input is a broken promise of ours and asserted. The same tensors and metadata give the same
 * bytes, whatever order the tensors come in. */
#include <assert.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "format/safetensors_internal.h"

#define FORMAT "format"

/* Wider dtypes first, then by name. */
static int by_dtype(const void *left, const void *right) {
    const struct safetensors_entry *a = left, *b = right;
    const struct safetensors_dtype *wide = safetensors_dtype(a->dtype), *wider = safetensors_dtype(b->dtype);
    if (wide != wider)
        return wide > wider ? -1 : 1;
    return strcmp(a->name, b->name);
}

static void check_entry(const struct safetensors_entry *t) {
    uint64_t bytes;
    assert(safetensors_dtype(t->dtype) && "a dtype of the table");
    assert(t->dims >= 0 && t->dims <= SAFETENSORS_DIMS);
    bool fits = safetensors_size(t, &bytes) && bytes == t->bytes;
    assert(fits && "as many bytes as shape and dtype ask for");
    (void)fits;
}

/* The tensors in the order of the file. */
static const struct safetensors_entry *sorted(const struct safetensors *s, struct arena *arena) {
    assert(s->entries <= SAFETENSORS_TENSORS && "as many as the reader takes");
    struct safetensors_entry *order = arena_alloc(arena, (size_t)s->entries, sizeof *order);
    for (int i = 0; i < s->entries; i++) {
        check_entry(&s->entry[i]);
        order[i] = s->entry[i];
    }
    if (s->entries)
        qsort(order, (size_t)s->entries, sizeof *order, by_dtype);
    return order;
}

/* Gives `value` to the object; the name must be new to it. */
static void add(json_t *object, const char *name, json_t *value) {
    bool repeated = json_object_get(object, name) != NULL;
    assert(!repeated && "names are unique, and none is " SAFETENSORS_METADATA);
    (void)repeated;
    int failed = json_object_set_new(object, name, value);
    assert(!failed && "names and values are UTF-8, and there is memory");
    (void)failed;
}

static json_t *metadata(const struct safetensors *s, json_t *checksum) {
    json_t *object = json_object();
    add(object, FORMAT, json_string("pt"));
    for (int i = 0; i < s->pairs; i++) {
        const char *key = s->metadata[i].key;
        if (strcmp(key, FORMAT) != 0 && strcmp(key, SAFETENSORS_CHECKSUM) != 0)
            add(object, key, json_string(s->metadata[i].value));
    }
    add(object, SAFETENSORS_CHECKSUM, checksum);
    return object;
}

static json_t *describe(const struct safetensors_entry *t, size_t begin) {
    json_t *shape = json_array();
    for (int i = 0; i < t->dims; i++)
        json_array_append_new(shape, json_integer((json_int_t)t->shape[i]));
    return json_pack("{s:s, s:o, s:[I, I]}", "dtype", t->dtype, "shape", shape, "data_offsets", (json_int_t)begin,
                     (json_int_t)begin + (json_int_t)t->bytes);
}

static void write_length(unsigned char *bytes, uint64_t length) {
    for (int i = 0; i < SAFETENSORS_LENGTH; i++)
        bytes[i] = (unsigned char)(length >> 8 * i);
}

static void write_data(unsigned char *data, const struct safetensors_entry *order, int entries) {
    for (int i = 0; i < entries; i++) {
        if (order[i].bytes)
            memcpy(data, order[i].data, order[i].bytes);
        data += order[i].bytes;
    }
}

/* The checksum's length is known before its digits: zeros take its place in the header until the data are written. */
unsigned char *safetensors_bytes(const struct safetensors *s, struct arena *arena, size_t *size) {
    char hex[SAFETENSORS_HEX] = "00000000000000000000000000000000";
    const struct safetensors_entry *order = sorted(s, arena);
    json_t *header = json_object(), *checksum = json_string(hex);
    size_t data = 0;
    add(header, SAFETENSORS_METADATA, metadata(s, checksum));
    for (int i = 0; i < s->entries; data += order[i++].bytes)
        add(header, order[i].name, describe(&order[i], data));
    size_t length = json_dumpb(header, NULL, 0, JSON_COMPACT);
    length = (length + SAFETENSORS_LENGTH - 1) / SAFETENSORS_LENGTH * SAFETENSORS_LENGTH;
    *size = SAFETENSORS_LENGTH + length + data;

    unsigned char *bytes = arena_alloc(arena, *size, 1);
    unsigned char *text = bytes + SAFETENSORS_LENGTH;
    write_data(text + length, order, s->entries);
    safetensors_checksum(hex, text + length, data);
    json_string_set(checksum, hex);
    write_length(bytes, length);
    memset(text, ' ', length);
    json_dumpb(header, (char *)text, length, JSON_COMPACT);
    json_decref(header);
    return bytes;
}
