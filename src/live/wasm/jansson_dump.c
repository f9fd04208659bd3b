/* jansson_dump.c -- see jansson.c. A document as a text without blanks. */
#include <jansson.h>

#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"

enum { PRECISION = 17, NUMBER = 64 };

struct dumping {
    char *bytes;
    size_t size, capacity;
    int precision;
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

static void value(struct dumping *d, const json_t *json);

/* ---- Texts */

static void text(struct dumping *d, const char *at) {
    static const char special[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
    char code[NUMBER];
    say(d, "\"");
    for (int length; *at; at += length) {
        const char *known = strchr(special, *at);
        length = utf8_length(at);
        if (known)
            put(d, (char[]){'\\', letters[known - special]}, 2);
        else if ((unsigned char)*at < ' ')
            put(d, code, (size_t)snprintf(code, sizeof code, "\\u%04X", (unsigned)*at));
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
    char digits[NUMBER];
    snprintf(digits, sizeof digits - 2, "%.*g", d->precision ? d->precision : PRECISION, x);
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

static void array(struct dumping *d, const json_t *json) {
    say(d, "[");
    for (size_t i = 0; i < json_array_size(json); i++) {
        say(d, i ? "," : "");
        value(d, json_array_get(json, i));
    }
    say(d, "]");
}

static void object(struct dumping *d, const json_t *json) {
    json_t *o = (json_t *)json;
    void *first = json_object_iter(o);
    say(d, "{");
    for (void *at = first; at; at = json_object_iter_next(o, at)) {
        say(d, at != first ? "," : "");
        text(d, json_object_iter_key(at));
        say(d, ":");
        value(d, json_object_iter_value(at));
    }
    say(d, "}");
}

static void value(struct dumping *d, const json_t *json) {
    switch (json_typeof(json)) {
    case JSON_OBJECT: object(d, json); break;
    case JSON_ARRAY: array(d, json); break;
    case JSON_STRING: text(d, json_string_value(json)); break;
    case JSON_INTEGER: integer(d, json_integer_value(json)); break;
    case JSON_REAL: real(d, json_real_value(json)); break;
    default: say(d, json_is_true(json) ? "true" : json_is_false(json) ? "false" : "null");
    }
}

/* All of it, the caller's to free; NULL where it is no document. */
static char *dump(const json_t *json, size_t flags, size_t *size) {
    struct dumping d = {.precision = (int)(flags >> 11) & 0x1F};
    assert((flags & ~JSON_REAL_PRECISION(0x1F)) == JSON_COMPACT && "what the page asks for");
    if (!json_is_object(json) && !json_is_array(json))
        return NULL;
    value(&d, json);
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
