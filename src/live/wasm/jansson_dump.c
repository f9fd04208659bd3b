/* jansson_dump.c -- see jansson.c. A document as a text. */
#include <jansson.h>

#include <stdbool.h>
#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"

enum { PRECISION = 17, NUMBER = 64 };

struct dumping {
    char *bytes;
    size_t size, capacity, flags;
};

static void put(struct dumping *d, const char *bytes, size_t size) {
    if (d->size + size >= d->capacity) {
        d->capacity = 2 * (d->size + size) + 64;
        d->bytes = memory_grow(d->bytes, d->capacity);
    }
    memcpy(d->bytes + d->size, bytes, size);
    d->size += size;
}

static void say(struct dumping *d, const char *text) { put(d, text, strlen(text)); }

static void value(struct dumping *d, const json_t *json, int depth);

static int indent_of(const struct dumping *d) { return (int)(d->flags & JSON_MAX_INDENT); }

/* A new line of that depth, or a blank after a comma where there are no lines. */
static void new_line(struct dumping *d, int depth, bool comma) {
    if (!indent_of(d)) {
        say(d, comma && !(d->flags & JSON_COMPACT) ? " " : "");
        return;
    }
    say(d, "\n");
    for (int i = 0; i < depth * indent_of(d); i++)
        say(d, " ");
}

/* ---- Texts */

static unsigned long code_of(const char *at, int length) {
    unsigned long code = (unsigned char)*at;
    code &= length == 1 ? 0x7F : 0xFF >> (length + 1);
    for (int i = 1; i < length; i++)
        code = code << 6 | ((unsigned char)at[i] & 0x3F);
    return code;
}

static void escape(struct dumping *d, unsigned long code) {
    char digits[NUMBER];
    if (code < 0x10000)
        snprintf(digits, sizeof digits, "\\u%04lX", code);
    else
        snprintf(digits, sizeof digits, "\\u%04lX\\u%04lX", 0xD800 + ((code - 0x10000) >> 10),
                 0xDC00 + ((code - 0x10000) & 0x3FF));
    say(d, digits);
}

static void text(struct dumping *d, const char *at) {
    static const char special[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
    say(d, "\"");
    for (int length; *at; at += length) {
        const char *known = strchr(special, *at);
        length = utf8_length(at);
        if (known)
            put(d, (char[]){'\\', letters[known - special]}, 2);
        else if ((length == 1 && (unsigned char)*at < ' ') || (length > 1 && d->flags & JSON_ENSURE_ASCII))
            escape(d, code_of(at, length));
        else
            put(d, at, (size_t)length);
    }
    say(d, "\"");
}

/* ---- Numbers */

static void integer(struct dumping *d, json_int_t x) {
    char digits[NUMBER];
    snprintf(digits, sizeof digits, "%" JSON_INTEGER_FORMAT, x);
    say(d, digits);
}

/* With a point or an exponent, so that it is read as a real; the exponent without a plus and zeros in front. */
static void real(struct dumping *d, double x) {
    int precision = (int)(d->flags >> 11) & 0x1F;
    char digits[NUMBER];
    snprintf(digits, sizeof digits - 2, "%.*g", precision ? precision : PRECISION, x);
    if (!strpbrk(digits, ".e"))
        strcat(digits, ".0");
    char *exponent = strchr(digits, 'e');
    if (exponent) {
        char *to = exponent + 1, *from = to + (*to == '+' || *to == '-');
        to += *to == '-';
        from += strspn(from, "0");
        memmove(to, from, strlen(from) + 1);
    }
    say(d, digits);
}

/* ---- Containers */

static void array(struct dumping *d, const json_t *json, int depth) {
    size_t size = json_array_size(json);
    say(d, "[");
    for (size_t i = 0; i < size; i++) {
        if (i)
            say(d, ",");
        new_line(d, depth + 1, i > 0);
        value(d, json_array_get(json, i), depth + 1);
    }
    if (size)
        new_line(d, depth, false);
    say(d, "]");
}

static void object(struct dumping *d, const json_t *json, int depth) {
    json_t *o = (json_t *)json;
    void *first = json_object_iter(o);
    say(d, "{");
    for (void *at = first; at; at = json_object_iter_next(o, at)) {
        if (at != first)
            say(d, ",");
        new_line(d, depth + 1, at != first);
        text(d, json_object_iter_key(at));
        say(d, d->flags & JSON_COMPACT ? ":" : ": ");
        value(d, json_object_iter_value(at), depth + 1);
    }
    if (first)
        new_line(d, depth, false);
    say(d, "}");
}

static void value(struct dumping *d, const json_t *json, int depth) {
    switch (json_typeof(json)) {
    case JSON_OBJECT: object(d, json, depth); break;
    case JSON_ARRAY: array(d, json, depth); break;
    case JSON_STRING: text(d, json_string_value(json)); break;
    case JSON_INTEGER: integer(d, json_integer_value(json)); break;
    case JSON_REAL: real(d, json_real_value(json)); break;
    default: say(d, json_is_true(json) ? "true" : json_is_false(json) ? "false" : "null");
    }
}

/* All of it, the caller's to free; NULL where it is no document. */
static char *dump(const json_t *json, size_t flags, size_t *size) {
    struct dumping d = {.flags = flags};
    if (!json || !(flags & JSON_ENCODE_ANY || json_is_object(json) || json_is_array(json)))
        return NULL;
    value(&d, json, 0);
    *size = d.size;
    put(&d, "", 1);
    return d.bytes;
}

char *json_dumps(const json_t *json, size_t flags) {
    size_t size;
    return dump(json, flags, &size);
}

size_t json_dumpb(const json_t *json, char *buffer, size_t room, size_t flags) {
    size_t size = 0;
    char *text = dump(json, flags, &size);
    if (text && size <= room)
        memcpy(buffer, text, size);
    free(text);
    return size;
}
