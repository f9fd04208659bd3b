/* safetensors.c -- see safetensors.h. Bytes are never swapped: the host is little-endian, as the format is.
 *
 * Each step of the reader may rely on the ones before it: the header's length, the checksum if there is one, the
 * header's JSON, the tensors one by one, their offsets in the data. Only then are data pointers made, so no offset from
 * a file is used before it has been checked. Bad input to the writer is a bug of ours and asserted. */
#include "format/safetensors.h"

#include <assert.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/utf8.h"
#include "format/checksum.h"
#include "format/file_kind.h"
#include "format/json.h"
#include "format/json_put.h"
#include "format/node.h"

enum {
    HEADER_MAX = 100000000,
    LENGTH = 8, /* bytes of the header's length; the header is padded to a multiple of 8 */
};

#define METADATA "__metadata__"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "tensor data is used as it is in the file");

/* In the order of the reference implementation, which the writer's sorting follows. */
static const struct dtype {
    const char *name;
    unsigned width; /* bytes of one number */
} dtypes[] = {
    {"BOOL", 1}, {"U8", 1},  {"I8", 1},  {"F8_E5M2", 1}, {"F8_E4M3", 1}, {"F8_E8M0", 1},
    {"I16", 2},  {"U16", 2}, {"F16", 2}, {"BF16", 2},    {"I32", 4},     {"U32", 4},
    {"F32", 4},  {"C64", 8}, {"F64", 8}, {"I64", 8},     {"U64", 8},
};

static const struct dtype *find_dtype(const char *name) {
    for (size_t i = 0; i < sizeof dtypes / sizeof dtypes[0]; i++)
        if (strcmp(dtypes[i].name, name) == 0)
            return &dtypes[i];
    return NULL;
}

/* The bytes for this shape and dtype; false if they overflow. */
static bool size_of(const struct safetensors_entry *t, uint64_t *bytes) {
    *bytes = 1;
    for (int i = 0; i <= t->dims; i++)
        if (__builtin_mul_overflow(*bytes, i < t->dims ? t->shape[i] : find_dtype(t->dtype)->width, bytes))
            return false;
    return true;
}

const struct safetensors_entry *safetensors_find(const struct safetensors *s, const char *name) {
    for (int i = 0; i < s->entries; i++)
        if (strcmp(s->entry[i].name, name) == 0)
            return &s->entry[i];
    return NULL;
}

struct safetensors_entry safetensors_tensor(const char *name, const char *dtype, const void *data, size_t rows,
                                            size_t columns) {
    return (struct safetensors_entry){.name = name,
                                      .dtype = dtype,
                                      .dims = columns ? 2 : 1,
                                      .shape = {rows, columns},
                                      .data = data,
                                      .bytes = rows * (columns ? columns : 1) * find_dtype(dtype)->width};
}

const struct safetensors_entry *safetensors_expect(const struct safetensors *s, struct safetensors_entry wanted,
                                                   struct error *e) {
    const struct safetensors_entry *t = safetensors_find(s, wanted.name);
    if (t && strcmp(t->dtype, wanted.dtype) == 0 && t->dims == wanted.dims && t->shape[0] > 0 &&
        (!wanted.shape[0] || t->shape[0] == wanted.shape[0]) && (t->dims == 1 || t->shape[1] == wanted.shape[1]))
        return t;
    error_set(e, EXIT_DATA, "tensor %s is missing, or has another type or shape than its configuration needs",
              wanted.name);
    return NULL;
}

const char *safetensors_value(const struct safetensors *s, const char *key) {
    for (int i = 0; i < s->pairs; i++)
        if (strcmp(s->metadata[i].key, key) == 0)
            return s->metadata[i].value;
    return NULL;
}

/* ---- Reading */

struct extent {
    uint64_t begin, end; /* in the data */
    struct safetensors_entry *tensor;
};

struct header_reader {
    struct safetensors file;
    struct extent *extent; /* (entries) */
    const unsigned char *data;
    uint64_t bytes; /* of data */
    struct arena *arena;
    struct error *error;
};

static bool read_length(const unsigned char *bytes, size_t size, size_t *length, struct error *e) {
    uint64_t n = 0;
    if (size < LENGTH)
        return error_set(e, EXIT_DATA, "the file has %zu byte%s; a safetensors file has 8 at least", size,
                         text_plural((int)size));
    for (int i = LENGTH; i-- > 0;)
        n = n << 8 | bytes[i];
    if (n > HEADER_MAX)
        return error_set(e, EXIT_DATA,
                         "not a safetensors file: its header would have %" PRIu64 " bytes; at most %d may be", n,
                         HEADER_MAX);
    *length = (size_t)n;
    return n <= size - LENGTH ||
           error_set(e, EXIT_DATA, "the file is cut short: of its header's %" PRIu64 " bytes, %zu are there", n,
                     size - LENGTH);
}

static bool too_many(struct error *e) {
    return error_set(e, EXIT_DATA,
                     "the file has more than %d tensors, the most that poslab reads; name the file of a single model",
                     SAFETENSORS_TENSORS);
}

/* Counts tensors by the commas between them, and stops above the limit: parsing so many would take seconds. The
 * metadata adds one comma. */
static bool check_count(const char *text, size_t length, struct error *e) {
    int depth = 0, commas = 0;
    bool quoted = false;
    for (size_t i = 0; i < length && commas <= SAFETENSORS_TENSORS; i++) {
        char c = text[i];
        i += quoted && c == '\\';
        quoted ^= c == '"';
        depth += quoted ? 0 : (c == '{' || c == '[') - (c == '}' || c == ']');
        commas += !quoted && c == ',' && depth == 1;
    }
    return commas <= SAFETENSORS_TENSORS || too_many(e);
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

static void not_json(const char *text, const json_error_t *why, struct arena *arena, struct error *e) {
    char shown[TEXT_PRINTABLE];
    enum json_error_code code = json_error_code(why);
    if (code == json_error_duplicate_key)
        error_set(e, EXIT_DATA, "the header has the name %s twice in one object (byte %d)",
                  text_printable(shown, string_before(text + why->position, arena)), why->position);
    else
        error_set(e, EXIT_DATA, "%s: %s (byte %d)",
                  code == json_error_numeric_overflow ? "a number in the header is too large"
                                                      : "the header is not JSON",
                  text_printable(shown, json_why(why)), why->position);
}

/* The header as an object; NULL after an error. jansson ignores a NUL byte after a number, so it is looked for here. */
static json_t *parse(const char *text, size_t length, struct arena *arena, struct error *e) {
    json_error_t why;
    bool nul = memchr(text, 0, length);
    json_t *header = nul ? NULL : json_loadb(text, length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &why);
    if (json_is_object(header))
        return header;
    if (nul)
        error_set(e, EXIT_DATA, "the header is not JSON: it has a NUL byte");
    else if (header)
        error_set(e, EXIT_DATA, "the header is JSON, but not an object");
    else
        not_json(text, &why, arena, e);
    json_decref(header);
    return NULL;
}

static bool read_metadata(struct header_reader *r, json_t *object) {
    char shown[TEXT_PRINTABLE];
    if (!object)
        return true;
    if (!json_is_object(object))
        return error_set(r->error, EXIT_DATA, "%s is not an object", METADATA);
    r->file.metadata = arena_alloc(r->arena, json_object_size(object), sizeof *r->file.metadata);
    for (void *at = json_object_iter(object); at; at = json_object_iter_next(object, at)) {
        const char *key = json_object_iter_key(at), *value = json_string_value(json_object_iter_value(at));
        if (!value)
            return error_set(r->error, EXIT_DATA, "%s: the value of '%s' is not a string", METADATA,
                             text_printable(shown, key));
        r->file.metadata[r->file.pairs++] =
            (struct safetensors_pair){arena_text(r->arena, key), arena_text(r->arena, value)};
    }
    return true;
}

/* Whole numbers from 0 on. */
static bool read_numbers(uint64_t *out, const struct node *list, int count) {
    long number = 0;
    bool ok = true;
    for (int i = 0; ok && i < count; i++) {
        ok = node_long(node_item(list, i), 0, LONG_MAX, &number);
        out[i] = (uint64_t)number;
    }
    return ok;
}

static bool check_size(const struct safetensors_entry *t, const struct extent *x, struct error *e) {
    uint64_t bytes;
    if (!size_of(t, &bytes))
        return error_set(e, EXIT_DATA, "shape is too large: its bytes overflow 64 bits");
    return x->end - x->begin == bytes ||
           error_set(e, EXIT_DATA, "shape and dtype take %" PRIu64 " bytes, but data_offsets hold %" PRIu64, bytes,
                     x->end - x->begin);
}

/* One of an unknown dtype has the bytes that it says; whoever wants its numbers refuses it. */
static bool read_tensor(struct header_reader *r, struct safetensors_entry *t, struct extent *x, const json_t *json) {
    const struct node_file h = {"the header", "the file is damaged, or another program wrote it wrongly", r->error};
    const struct node n = {.file = &h, .json = json}, type = node_key(&n, "dtype"), shape = node_key(&n, "shape"),
                      offsets = node_key(&n, "data_offsets");
    uint64_t ends[2], dims = json_array_size(shape.json);
    if (!json_is_object(json))
        return node_refuse(&n, "an object");
    if (!json_string_length(type.json))
        return node_refuse(&type, "a type of numbers");
    if (!json_is_array(shape.json) || dims > SAFETENSORS_DIMS)
        return node_refuse(&shape, "an array of at most %d", SAFETENSORS_DIMS);
    t->dtype = text_shown(json_string_value(type.json), r->arena);
    t->dims = (int)dims;
    if (!read_numbers(t->shape, &shape, t->dims) || !node_array(&offsets, 2) || !read_numbers(ends, &offsets, 2))
        return false;
    *x = (struct extent){ends[0], ends[1], t};
    return (ends[0] <= ends[1] || node_refuse(&offsets, "an end after the begin")) &&
           (!find_dtype(t->dtype) || check_size(t, x, r->error));
}

static bool tensor_error(const struct safetensors_entry *t, struct error *e) {
    char shown[TEXT_PRINTABLE];
    return error_prefix(e, "tensor '%s'", text_printable(shown, t->name));
}

static bool read_tensors(struct header_reader *r, json_t *header) {
    struct safetensors *s = &r->file;
    size_t tensors = json_object_size(header) - (json_object_get(header, METADATA) != NULL);
    if (tensors > SAFETENSORS_TENSORS)
        return too_many(r->error);
    s->entry = arena_alloc(r->arena, tensors, sizeof *s->entry);
    r->extent = arena_alloc(r->arena, tensors, sizeof *r->extent);
    for (void *at = json_object_iter(header); at; at = json_object_iter_next(header, at)) {
        const char *name = json_object_iter_key(at);
        if (strcmp(name, METADATA) == 0)
            continue;
        struct safetensors_entry *t = &s->entry[s->entries];
        t->name = arena_text(r->arena, name);
        if (!read_tensor(r, t, &r->extent[s->entries], json_object_iter_value(at)))
            return tensor_error(t, r->error);
        s->entries++;
    }
    return true;
}

static int by_offset(const void *left, const void *right) {
    const struct extent *a = left, *b = right;
    if (a->begin == b->begin && a->end == b->end)
        return a->tensor < b->tensor ? -1 : a->tensor > b->tensor;
    return a->begin < b->begin || (a->begin == b->begin && a->end < b->end) ? -1 : 1;
}

static bool check_extent(const struct extent *x, uint64_t free, uint64_t bytes, struct error *e) {
    if (x->begin != free)
        return error_set(e, EXIT_DATA, "begins at byte %" PRIu64 " of the data and %s %" PRIu64, x->begin,
                         x->begin > free ? "leaves a hole from byte" : "overlaps another, which ends at", free);
    return x->end <= bytes ||
           error_set(e, EXIT_DATA, "ends at byte %" PRIu64 " of the data, but the file is cut short at %" PRIu64,
                     x->end, bytes);
}

/* Checks that every byte of the data belongs to one tensor, then sets the tensors' pointers. */
static bool assign_data(struct header_reader *r) {
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
        r->extent[i].tensor->data = r->data + r->extent[i].begin;
        r->extent[i].tensor->bytes = (size_t)(r->extent[i].end - r->extent[i].begin);
    }
    return true;
}

bool safetensors_read(struct safetensors *s, struct arena *arena, const void *bytes, size_t size, struct error *e) {
    size_t length = 0;
    *s = (struct safetensors){0};
    bool checked = safetensors_sum_present(bytes, size), named = size > LENGTH && ((const char *)bytes)[LENGTH] == '{';
    if ((!named && !file_kind_check(NULL, bytes, size, e)) || !read_length(bytes, size, &length, e) ||
        (checked && !safetensors_sum_check(bytes, size, e)))
        return false;
    const char *text = (const char *)bytes + LENGTH;
    json_t *header = check_count(text, length, e) ? parse(text, length, arena, e) : NULL;
    if (!header)
        return false;
    struct header_reader r = {.file = {.checked = checked},
                              .data = (const unsigned char *)text + length,
                              .bytes = size - LENGTH - length,
                              .arena = arena,
                              .error = e};
    bool ok = read_metadata(&r, json_object_get(header, METADATA)) && read_tensors(&r, header) && assign_data(&r);
    json_decref(header);
    if (ok)
        *s = r.file;
    return ok;
}

/* ---- Writing */

/* Wider dtypes first, then by name. */
static int by_dtype(const void *left, const void *right) {
    const struct safetensors_entry *a = left, *b = right;
    const struct dtype *wide = find_dtype(a->dtype), *wider = find_dtype(b->dtype);
    return wide == wider ? strcmp(a->name, b->name) : wide > wider ? -1 : 1;
}

static bool is_text(const char *text) { return utf8_broken(text, strlen(text)) == strlen(text); }

/* The tensors in the order of the file. */
static const struct safetensors_entry *sorted(const struct safetensors *s, struct arena *arena) {
    assert(s->entries <= SAFETENSORS_TENSORS && "as many as the reader takes");
    uint64_t bytes;
    struct safetensors_entry *order = arena_alloc(arena, (size_t)s->entries, sizeof *order);
    for (int i = 0; i < s->entries; i++) {
        const struct safetensors_entry *t = &s->entry[i];
        assert(find_dtype(t->dtype) && "a dtype of the table");
        assert(t->dims >= 0 && t->dims <= SAFETENSORS_DIMS && is_text(t->name) && strcmp(t->name, METADATA) != 0);
        bool fits = size_of(t, &bytes) && bytes == t->bytes;
        assert(fits && "as many bytes as shape and dtype ask for");
        for (int k = 0; k < i; k++)
            assert(strcmp(s->entry[k].name, t->name) != 0 && "names are unique");
        order[i] = *t;
    }
    if (s->entries)
        qsort(order, (size_t)s->entries, sizeof *order, by_dtype);
    return order;
}

static void put_metadata(struct json_writer *w, const struct safetensors *s) {
    json_put(w, "{ * { format s * s", METADATA, "pt", SAFETENSORS_SUM, CHECKSUM_ZEROS);
    for (int i = 0; i < s->pairs; i++) {
        const char *key = s->metadata[i].key;
        assert(is_text(key) && is_text(s->metadata[i].value));
        for (int k = 0; k < i; k++)
            assert(strcmp(s->metadata[k].key, key) != 0 && "so are keys");
        if (strcmp(key, "format") != 0 && strcmp(key, SAFETENSORS_SUM) != 0)
            json_put(w, "* s", key, s->metadata[i].value);
    }
    json_put(w, "}");
}

static void put_tensor(struct json_writer *w, const struct safetensors_entry *t, size_t begin) {
    json_put(w, "* { dtype s shape [", t->name, t->dtype);
    for (int i = 0; i < t->dims; i++)
        json_put(w, "z", (size_t)t->shape[i]);
    json_put(w, "] data_offsets [ z z ] }", begin, begin + (size_t)t->bytes);
}

unsigned char *safetensors_bytes(const struct safetensors *s, struct arena *arena, size_t *size) {
    const struct safetensors_entry *order = sorted(s, arena);
    struct json_writer header;
    size_t data = 0;
    json_open(&header, false);
    put_metadata(&header, s);
    for (int i = 0; i < s->entries; data += order[i++].bytes)
        put_tensor(&header, &order[i], data);
    json_put(&header, "}");
    size_t length = header.text.size, padded = (length + LENGTH - 1) / LENGTH * LENGTH;
    *size = LENGTH + padded + data;
    unsigned char *bytes = arena_alloc(arena, *size, 1), *text = bytes + LENGTH, *to = text + padded;
    for (int i = 0; i < LENGTH; i++)
        bytes[i] = (unsigned char)((uint64_t)padded >> 8 * i);
    memcpy(text, header.text.bytes, length);
    free(json_close(&header));
    memset(text + length, ' ', padded - length);
    for (int i = 0; i < s->entries; to += order[i++].bytes)
        if (order[i].bytes)
            memcpy(to, order[i].data, order[i].bytes);
    safetensors_sum_write(bytes, *size);
    return bytes;
}
