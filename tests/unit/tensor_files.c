/* tensor_files.c -- see tensor_files.h. */
#include "unit/tensor_files.h"

#include <stdlib.h>
#include <string.h>

#include "unit/tests.h"

struct file file_of(const char *header, size_t length, size_t data) {
    struct file f = {.size = LENGTH_BYTES + length + data};
    f.bytes = malloc(f.size);
    assert_non_null(f.bytes);
    for (int i = 0; i < LENGTH_BYTES; i++)
        f.bytes[i] = (unsigned char)((uint64_t)length >> 8 * i);
    memcpy(f.bytes + LENGTH_BYTES, header, length);
    for (size_t i = 0; i < data; i++)
        f.bytes[LENGTH_BYTES + length + i] = (unsigned char)i;
    return f;
}

struct file copy_of(const void *bytes, size_t size) {
    struct file f = {malloc(size ? size : 1), size};
    assert_non_null(f.bytes);
    if (size)
        memcpy(f.bytes, bytes, size);
    return f;
}

void check_error(const char *what, const struct safetensors *s, const struct error *e, const char *says) {
    if (e->code != EXIT_DATA || s->entries || s->pairs || s->entry || s->metadata)
        fail_msg("%s: code %d, %d tensors left", what, (int)e->code, s->entries);
    for (const char *c = e->text; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7F)
            fail_msg("%s: byte %d of the message is a control character", what, (int)(c - e->text));
    if (!strstr(e->text, says))
        fail_msg("%s: the message is \"%s\", without \"%s\"", what, e->text, says);
}

void check_rejected(const char *what, struct file f, const char *says) {
    struct arena arena = {0};
    struct safetensors s;
    struct error e = {0};
    if (safetensors_read(&s, &arena, f.bytes, f.size, &e))
        fail_msg("%s: was accepted", what);
    check_error(what, &s, &e, says);
    arena_free(&arena);
    free(f.bytes);
}

void check_read(const char *what, struct safetensors *s, struct arena *arena, struct file f) {
    struct error e = {0};
    if (!safetensors_read(s, arena, f.bytes, f.size, &e))
        fail_msg("%s: was rejected: %s", what, e.text);
}

const struct dtype dtypes[DTYPES] = {
    {"BOOL", 1}, {"U8", 1},  {"I8", 1},  {"F8_E5M2", 1}, {"F8_E4M3", 1}, {"F8_E8M0", 1},
    {"I16", 2},  {"U16", 2}, {"F16", 2}, {"BF16", 2},    {"I32", 4},     {"U32", 4},
    {"F32", 4},  {"C64", 8}, {"F64", 8}, {"I64", 8},     {"U64", 8},
};
