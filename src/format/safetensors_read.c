/* safetensors_read.c -- the reader of safetensors.h.
 *
 * Each step may rely on the ones before it: the header's length, its JSON, the tensors one by one, their offsets in the
 * data, the checksum. Only then are data pointers made, so no offset from a file is used before it has been checked. */
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "format/safetensors_internal.h"

enum { HEADER_MAX = 100000000 };

struct extent {
    uint64_t begin, end; /* in the data */
    struct safetensors_entry *tensor;
};

struct reading {
    struct safetensors file;
    struct extent *extent; /* (entries) */
    const unsigned char *data;
    uint64_t bytes; /* of data */
    struct arena *arena;
    struct error *error;
};

static bool read_length(const unsigned char *bytes, size_t size, size_t *length, struct error *e) {
    uint64_t n = 0;
    if (size < SAFETENSORS_LENGTH)
        return error_set(e, EXIT_DATA, "the file has %zu bytes; a safetensors file has 8 at least", size);
    for (int i = SAFETENSORS_LENGTH; i-- > 0;)
        n = n << 8 | bytes[i];
    if (n > HEADER_MAX)
        return error_set(e, EXIT_DATA,
                         "not a safetensors file: its header would have %" PRIu64 " bytes; at most %d may be", n,
                         HEADER_MAX);
    if (n > size - SAFETENSORS_LENGTH)
        return error_set(e, EXIT_DATA, "the file is cut short: of its header's %" PRIu64 " bytes, %zu are there", n,
                         size - SAFETENSORS_LENGTH);
    *length = (size_t)n;
    return true;
}

/* A copy of the JSON string whose closing quote is the last byte before `end`. Any quote inside it follows a backslash,
 * and its opening quote never does. */
static char *string_before(const char *end, struct arena *arena) {
    const char *start = end - 2;
    while (start[0] != '"' || start[-1] == '\\')
        start--;
    size_t length = (size_t)(end - start);
    return memcpy(arena_alloc(arena, length + 1, 1), start, length);
}

static bool not_json(const char *text, const json_error_t *why, struct arena *arena, struct error *e) {
    char shown[TEXT_PRINTABLE];
    if (json_error_code(why) == json_error_duplicate_key) {
        text_printable(shown, string_before(text + why->position, arena));
        return error_set(e, EXIT_DATA, "the header has the name %s twice in one object (byte %d)", shown,
                         why->position);
    }
    bool number = json_error_code(why) == json_error_numeric_overflow;
    return error_set(e, EXIT_DATA, "%s: %s (byte %d)",
                     number ? "a number in the header is too large" : "the header is not JSON",
                     text_printable(shown, why->text), why->position);
}

/* The header as an object; NULL after an error. A NUL byte is searched for here because jansson ignores one that
 * follows a number. */
static json_t *parse(const char *text, size_t length, struct arena *arena, struct error *e) {
    json_error_t why;
    if (memchr(text, 0, length)) {
        error_set(e, EXIT_DATA, "the header is not JSON: it has a NUL byte");
        return NULL;
    }
    json_t *header = json_loadb(text, length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &why);
    if (!header) {
        not_json(text, &why, arena, e);
    } else if (!json_is_object(header)) {
        error_set(e, EXIT_DATA, "the header is JSON, but not an object");
        json_decref(header);
        header = NULL;
    }
    return header;
}

static bool read_metadata(struct reading *r, json_t *object) {
    char shown[TEXT_PRINTABLE];
    if (!object)
        return true;
    if (!json_is_object(object))
        return error_set(r->error, EXIT_DATA, "%s is not an object", SAFETENSORS_METADATA);
    r->file.metadata = arena_alloc(r->arena, json_object_size(object), sizeof *r->file.metadata);
    for (void *at = json_object_iter(object); at; at = json_object_iter_next(object, at)) {
        const char *key = json_object_iter_key(at);
        const char *value = json_string_value(json_object_iter_value(at));
        if (!value)
            return error_set(r->error, EXIT_DATA, "%s: the value of '%s' is not a string", SAFETENSORS_METADATA,
                             text_printable(shown, key));
        r->file.metadata[r->file.pairs++] =
            (struct safetensors_pair){arena_text(r->arena, key), arena_text(r->arena, value)};
    }
    return true;
}

static bool read_dtype(struct safetensors_entry *t, const json_t *json, struct error *e) {
    char shown[TEXT_PRINTABLE];
    const char *name = json_string_value(json);
    if (!name)
        return error_set(e, EXIT_DATA, json ? "dtype is not a string" : "has no dtype");
    const struct safetensors_dtype *dtype = safetensors_dtype(name);
    if (!dtype)
        return error_set(e, EXIT_DATA, "has the unknown dtype '%s'", text_printable(shown, name));
    t->dtype = dtype->name;
    return true;
}

static bool read_number(uint64_t *out, const json_t *json, const char *what, struct error *e) {
    if (!json_is_number(json))
        return error_set(e, EXIT_DATA, "%s has an item that is not a number", what);
    if (!json_is_integer(json))
        return error_set(e, EXIT_DATA, "%s has a number with a point or an exponent", what);
    if (json_integer_value(json) < 0)
        return error_set(e, EXIT_DATA, "%s has the negative number %lld", what, (long long)json_integer_value(json));
    *out = (uint64_t)json_integer_value(json);
    return true;
}

static bool read_shape(struct safetensors_entry *t, const json_t *json, struct error *e) {
    if (!json_is_array(json))
        return error_set(e, EXIT_DATA, json ? "shape is not an array" : "has no shape");
    size_t dims = json_array_size(json);
    if (dims > SAFETENSORS_DIMS)
        return error_set(e, EXIT_DATA, "shape has %zu dimensions; at most %d are read", dims, SAFETENSORS_DIMS);
    for (size_t i = 0; i < dims; i++)
        if (!read_number(&t->shape[i], json_array_get(json, i), "shape", e))
            return false;
    t->dims = (int)dims;
    return true;
}

static bool read_offsets(struct extent *x, const json_t *json, struct error *e) {
    static const char what[] = "data_offsets";
    if (!json_is_array(json))
        return error_set(e, EXIT_DATA, json ? "%s is not an array" : "has no %s", what);
    if (json_array_size(json) != 2)
        return error_set(e, EXIT_DATA, "%s has %zu items instead of 2", what, json_array_size(json));
    if (!read_number(&x->begin, json_array_get(json, 0), what, e) ||
        !read_number(&x->end, json_array_get(json, 1), what, e))
        return false;
    if (x->end < x->begin)
        return error_set(e, EXIT_DATA, "%s ends at %" PRIu64 ", before its begin at %" PRIu64, what, x->end, x->begin);
    return true;
}

static bool check_size(const struct safetensors_entry *t, const struct extent *x, struct error *e) {
    uint64_t bytes;
    if (!safetensors_size(t, &bytes))
        return error_set(e, EXIT_DATA, "shape is too large: its bytes overflow 64 bits");
    if (x->end - x->begin != bytes)
        return error_set(e, EXIT_DATA, "shape and dtype take %" PRIu64 " bytes, but data_offsets hold %" PRIu64, bytes,
                         x->end - x->begin);
    return true;
}

static bool read_tensor(struct safetensors_entry *t, struct extent *x, const json_t *json, struct error *e) {
    x->tensor = t;
    if (!json_is_object(json))
        return error_set(e, EXIT_DATA, "is not described by an object");
    return read_dtype(t, json_object_get(json, "dtype"), e) && read_shape(t, json_object_get(json, "shape"), e) &&
           read_offsets(x, json_object_get(json, "data_offsets"), e) && check_size(t, x, e);
}

static bool tensor_error(const struct safetensors_entry *t, struct error *e) {
    char shown[TEXT_PRINTABLE];
    return error_prefix(e, "tensor '%s'", text_printable(shown, t->name));
}

static bool read_tensors(struct reading *r, json_t *header) {
    struct safetensors *s = &r->file;
    size_t tensors = json_object_size(header) - (json_object_get(header, SAFETENSORS_METADATA) != NULL);
    if (tensors > SAFETENSORS_TENSORS)
        return error_set(r->error, EXIT_DATA, "the file has %zu tensors; at most %d are read", tensors,
                         SAFETENSORS_TENSORS);
    s->entry = arena_alloc(r->arena, tensors, sizeof *s->entry);
    r->extent = arena_alloc(r->arena, tensors, sizeof *r->extent);
    for (void *at = json_object_iter(header); at; at = json_object_iter_next(header, at)) {
        const char *name = json_object_iter_key(at);
        if (strcmp(name, SAFETENSORS_METADATA) == 0)
            continue;
        struct safetensors_entry *t = &s->entry[s->entries];
        t->name = arena_text(r->arena, name);
        if (!read_tensor(t, &r->extent[s->entries], json_object_iter_value(at), r->error))
            return tensor_error(t, r->error);
        s->entries++;
    }
    return true;
}

static int by_offset(const void *left, const void *right) {
    const struct extent *a = left, *b = right;
    if (a->begin != b->begin)
        return a->begin < b->begin ? -1 : 1;
    if (a->end != b->end)
        return a->end < b->end ? -1 : 1;
    return a->tensor < b->tensor ? -1 : a->tensor > b->tensor;
}

static bool check_extent(const struct extent *x, uint64_t free, uint64_t bytes, struct error *e) {
    if (x->begin > free)
        return error_set(e, EXIT_DATA, "begins at byte %" PRIu64 " of the data and leaves a hole from byte %" PRIu64,
                         x->begin, free);
    if (x->begin < free)
        return error_set(e, EXIT_DATA,
                         "begins at byte %" PRIu64 " of the data and overlaps another, which ends at %" PRIu64,
                         x->begin, free);
    if (x->end > bytes)
        return error_set(e, EXIT_DATA, "ends at byte %" PRIu64 " of the data, but the file is cut short at %" PRIu64,
                         x->end, bytes);
    return true;
}

/* Every byte of the data belongs to one tensor; then the tensors get their pointers. */
static bool assign_data(struct reading *r) {
    uint64_t free = 0;
    int tensors = r->file.entries;
    if (tensors)
        qsort(r->extent, (size_t)tensors, sizeof *r->extent, by_offset);
    for (int i = 0; i < tensors; free = r->extent[i++].end)
        if (!check_extent(&r->extent[i], free, r->bytes, r->error))
            return tensor_error(r->extent[i].tensor, r->error);
    if (free < r->bytes)
        return error_set(r->error, EXIT_DATA, "the file has %" PRIu64 " bytes after its last tensor", r->bytes - free);
    for (int i = 0; i < tensors; i++) {
        const struct extent *x = &r->extent[i];
        x->tensor->data = r->data + x->begin;
        x->tensor->bytes = (size_t)(x->end - x->begin);
    }
    return true;
}

static bool check_sum(struct reading *r) {
    char hex[SAFETENSORS_HEX], shown[TEXT_PRINTABLE];
    const char *promised = safetensors_value(&r->file, SAFETENSORS_CHECKSUM);
    if (!promised)
        return true;
    safetensors_checksum(hex, r->data, (size_t)r->bytes);
    if (strcmp(hex, promised) != 0)
        return error_set(r->error, EXIT_DATA, "the data is damaged: its %s is %s, but the header has '%s'",
                         SAFETENSORS_CHECKSUM, hex, text_printable(shown, promised));
    return true;
}

bool safetensors_read(struct safetensors *s, struct arena *arena, const void *bytes, size_t size, struct error *e) {
    size_t length = 0;
    *s = (struct safetensors){0};
    if (!read_length(bytes, size, &length, e))
        return false;
    const char *text = (const char *)bytes + SAFETENSORS_LENGTH;
    json_t *header = parse(text, length, arena, e);
    if (!header)
        return false;
    struct reading r = {
        .data = (const unsigned char *)text + length,
        .bytes = size - SAFETENSORS_LENGTH - length,
        .arena = arena,
        .error = e,
    };
    bool ok = read_metadata(&r, json_object_get(header, SAFETENSORS_METADATA)) && read_tensors(&r, header) &&
              assign_data(&r) && check_sum(&r);
    json_decref(header);
    if (ok)
        *s = r.file;
    return ok;
}
