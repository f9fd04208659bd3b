/* safetensors_read.c -- a strict reader; see safetensors.h. Nothing in the file is
 * believed before it was compared with the file's size. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "format/safetensors.h"
#include "format/safetensors_internal.h"

enum { LENGTH_BYTES = 8, HEADER_MAX = 100000000, SHOWN = 80 };

static bool bad(struct error *e, const char *what) { return error_set(e, EXIT_DATA, "not safetensors: %s", what); }

/* A name from the file, made safe to print and short. */
static const char *shown(char buffer[4 * SHOWN], const char *name) {
    buffer[0] = 0;
    for (int i = 0; name[i] && i < SHOWN; i++) {
        unsigned char c = (unsigned char)name[i];
        text_append(buffer, 4 * SHOWN, c < 0x20 || c == 0x7f ? "\\x%02x" : "%c", c);
    }
    return buffer;
}

static bool bad_tensor(struct error *e, const char *name, const char *what) {
    char buffer[4 * SHOWN];
    return error_set(e, EXIT_DATA, "not safetensors: tensor %s: %s", shown(buffer, name), what);
}

/* An integer >= 0 that JSON can hold; larger ones never get past the parser. */
static bool read_count(const json_t *json, uint64_t *out) {
    if (!json_is_integer(json) || json_integer_value(json) < 0)
        return false;
    *out = (uint64_t)json_integer_value(json);
    return true;
}

/* The product of the shape times the width; false where it overflows. */
static bool multiply(const struct safetensors_entry *entry, uint64_t *bytes) {
    *bytes = safetensors_width(entry->dtype);
    for (int i = 0; i < entry->dims; i++)
        if (entry->shape[i] == 0) {
            *bytes = 0;
            return true;
        }
    for (int i = 0; i < entry->dims; i++) {
        if (*bytes > UINT64_MAX / entry->shape[i])
            return false;
        *bytes *= entry->shape[i];
    }
    return true;
}

static bool read_shape(struct safetensors_entry *entry, const json_t *shape, struct error *e) {
    if (!json_is_array(shape))
        return bad_tensor(e, entry->name, "has no shape");
    if (json_array_size(shape) > SAFETENSORS_DIMS)
        return bad_tensor(e, entry->name, "has more than 8 dimensions");
    entry->dims = (int)json_array_size(shape);
    for (int i = 0; i < entry->dims; i++)
        if (!read_count(json_array_get(shape, (size_t)i), &entry->shape[i]))
            return bad_tensor(e, entry->name, "has a dimension that is no whole number >= 0");
    return true;
}

/* begin and end within the data, and as far apart as the shape asks */
static bool read_offsets(struct safetensors_entry *entry, const json_t *offsets, uint64_t room, uint64_t *begin,
                         struct error *e) {
    uint64_t end, bytes;
    if (json_array_size(offsets) != 2 || !read_count(json_array_get(offsets, 0), begin) ||
        !read_count(json_array_get(offsets, 1), &end))
        return bad_tensor(e, entry->name, "data_offsets are not two whole numbers >= 0");
    if (end < *begin)
        return bad_tensor(e, entry->name, "ends before it begins");
    if (end > room)
        return bad_tensor(e, entry->name, "lies beyond the end of the file");
    if (!multiply(entry, &bytes))
        return bad_tensor(e, entry->name, "has a shape too large to count");
    if (end - *begin != bytes)
        return bad_tensor(e, entry->name, "does not have the size that its shape and dtype ask for");
    entry->bytes = (size_t)bytes;
    return true;
}

static bool read_entry(struct safetensors_entry *entry, const json_t *json, const unsigned char *data, uint64_t room,
                       struct arena *arena, struct error *e) {
    const char *dtype = json_string_value(json_object_get(json, "dtype"));
    uint64_t begin = 0;
    if (!json_is_object(json))
        return bad_tensor(e, entry->name, "is not described by an object");
    if (!dtype || !safetensors_width(dtype))
        return bad_tensor(e, entry->name, dtype ? "has an unknown dtype" : "has no dtype");
    entry->dtype = arena_text(arena, dtype);
    if (!read_shape(entry, json_object_get(json, "shape"), e) ||
        !read_offsets(entry, json_object_get(json, "data_offsets"), room, &begin, e))
        return false;
    if (json_object_size(json) != 3)
        return bad_tensor(e, entry->name, "has a key besides dtype, shape and data_offsets");
    entry->data = data + begin;
    return true;
}

static bool read_metadata(struct safetensors *s, json_t *json, struct arena *arena, struct error *e) {
    const char *key;
    json_t *value;
    if (!json_is_object(json))
        return bad(e, "__metadata__ is no object");
    s->metadata = arena_take(arena, json_object_size(json), sizeof *s->metadata);
    json_object_foreach(json, key, value) {
        if (!json_is_string(value))
            return bad(e, "__metadata__ holds something that is not a string");
        s->metadata[s->pairs++] =
            (struct safetensors_pair){arena_text(arena, key), arena_text(arena, json_string_value(value))};
    }
    return true;
}

static int by_place(const void *left, const void *right) {
    const struct safetensors_entry *a = left, *b = right;
    if (a->data != b->data)
        return a->data < b->data ? -1 : 1;
    return (a->bytes > b->bytes) - (a->bytes < b->bytes);
}

/* Sorted by offset the tensors must cover the data, without a hole or an overlap. */
static bool check_cover(const struct safetensors *s, const unsigned char *data, size_t room, struct error *e) {
    const unsigned char *at = data;
    for (int i = 0; i < s->entries; i++) {
        if (s->entry[i].data != at)
            return bad_tensor(e, s->entry[i].name,
                              s->entry[i].data > at ? "leaves a hole before it" : "overlaps the one before it");
        at += s->entry[i].bytes;
    }
    return at == data + room || bad(e, "bytes stand behind the last tensor");
}

static bool check_sum(const struct safetensors *s, const unsigned char *data, size_t room, struct error *e) {
    char sum[SAFETENSORS_SUM];
    const char *expected = safetensors_value(s, SAFETENSORS_CHECKSUM);
    if (!expected)
        return true;
    safetensors_sum(sum, data, room);
    return strcmp(sum, expected) == 0 ||
           error_set(e, EXIT_DATA, "damaged: the data do not match their checksum " SAFETENSORS_CHECKSUM);
}

static bool read_object(struct safetensors *s, json_t *json, const unsigned char *data, size_t room,
                        struct arena *arena, struct error *e) {
    const char *key;
    json_t *value;
    if (!json_is_object(json))
        return bad(e, "the header is no JSON object");
    if (json_object_size(json) > SAFETENSORS_TENSORS)
        return bad(e, "more than 65536 tensors");
    s->entry = arena_take(arena, json_object_size(json), sizeof *s->entry);
    json_object_foreach(json, key, value) {
        if (strcmp(key, "__metadata__") == 0) {
            if (!read_metadata(s, value, arena, e))
                return false;
            continue;
        }
        struct safetensors_entry *entry = &s->entry[s->entries++];
        entry->name = arena_text(arena, key);
        if (!read_entry(entry, value, data, room, arena, e))
            return false;
    }
    if (s->entries)
        qsort(s->entry, (size_t)s->entries, sizeof *s->entry, by_place);
    return check_cover(s, data, room, e) && check_sum(s, data, room, e);
}

bool safetensors_read(struct safetensors *s, struct arena *arena, const void *bytes, size_t size, struct error *e) {
    const unsigned char *file = bytes;
    uint64_t length = 0;
    json_error_t where;
    memset(s, 0, sizeof *s);
    if (size < LENGTH_BYTES)
        return bad(e, "shorter than 8 bytes");
    for (int i = 0; i < LENGTH_BYTES; i++)
        length |= (uint64_t)file[i] << (8 * i);
    if (length > HEADER_MAX)
        return bad(e, "the header is longer than 100000000 bytes");
    if (length > size - LENGTH_BYTES)
        return bad(e, "the header is longer than the file");
    json_t *json = json_loadb((const char *)file + LENGTH_BYTES, (size_t)length, JSON_REJECT_DUPLICATES, &where);
    if (!json)
        return error_set(e, EXIT_DATA, "not safetensors: the header is not JSON: %s", where.text);
    bool ok = read_object(s, json, file + LENGTH_BYTES + length, size - LENGTH_BYTES - (size_t)length, arena, e);
    json_decref(json);
    return ok;
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
