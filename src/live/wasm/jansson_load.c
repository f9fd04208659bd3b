/* jansson_load.c -- see jansson.c. A document from a text: JSON as RFC 8259 has it, without NUL in texts, and no key
 * twice in an object whatever the flags say (every caller of ours asks for that). */
#include <jansson.h>

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"

enum { DEPTH = 2048 };

struct loading {
    const char *start, *at, *end; /* the text has a 0 at its end */
    int depth;
    json_error_t *error;
};

static json_t *value(struct loading *l);

/* The first error is kept. */
static json_t *fail(struct loading *l, enum json_error_code code, const char *text) {
    json_error_t *e = l->error;
    if (e->text[0])
        return NULL;
    e->line = 1;
    e->column = 0;
    e->position = (int)(l->at - l->start);
    for (const char *p = l->start; p < l->at; p++) {
        e->line += *p == '\n';
        e->column = *p == '\n' ? 0 : e->column + 1;
    }
    snprintf(e->text, sizeof e->text - 1, "%s", text);
    e->text[sizeof e->text - 1] = (char)code;
    return NULL;
}

static json_t *unexpected(struct loading *l) {
    return l->at >= l->end ? fail(l, json_error_premature_end_of_input, "the text ends too early")
                           : fail(l, json_error_invalid_syntax, "something else is expected here");
}

static bool skip(struct loading *l, char wanted) {
    l->at += strspn(l->at, " \t\n\r");
    if (*l->at != wanted || l->at >= l->end)
        return false;
    l->at++;
    return true;
}

/* ---- Texts */

static int digit_of(char c) {
    static const char digits[] = "0123456789abcdef";
    char lower = c >= 'A' && c <= 'F' ? (char)(c + 'a' - 'A') : c;
    const char *at = lower ? strchr(digits, lower) : NULL;
    return at ? (int)(at - digits) : -1;
}

/* The four digits after \u; < 0: they are not there. */
static long four(const char *at) {
    long code = 0;
    for (int i = 0; i < 4; i++) {
        int digit = digit_of(at[i]);
        if (digit < 0)
            return -1;
        code = code * 16 + digit;
    }
    return code;
}

static char *put(char *to, long code) {
    int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const unsigned char first[] = {0, 0xC0, 0xE0, 0xF0};
    *to++ = (char)(first[more] | code >> 6 * more);
    while (more-- > 0)
        *to++ = (char)(0x80 | (code >> 6 * more & 0x3F));
    return to;
}

/* After \u; *to is moved on. */
static bool escaped(struct loading *l, char **to) {
    long code = four(l->at);
    bool high = code >= 0xD800 && code < 0xDC00;
    l->at += code < 0 ? 0 : 4;
    if (high && l->at[0] == '\\' && l->at[1] == 'u') {
        long low = four(l->at + 2);
        if (low < 0xDC00 || low > 0xDFFF)
            return false;
        l->at += 6;
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    } else if (high) {
        return false;
    }
    if (code <= 0 || (code >= 0xDC00 && code <= 0xDFFF))
        return false;
    *to = put(*to, code);
    return true;
}

/* What a backslash begins. */
static bool special(struct loading *l, char **to) {
    static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    char c = *l->at++;
    const char *known = c ? strchr(letters, c) : NULL;
    if (!known)
        return c == 'u' && escaped(l, to);
    *(*to)++ = meant[known - letters];
    return true;
}

/* Bytes of a text as it is written, up to its closing quote. */
static size_t written(const char *at) {
    const char *end = at;
    while (*end && *end != '"')
        end += *end == '\\' && end[1] ? 2 : 1;
    return (size_t)(end - at);
}

/* After the opening quote; the caller frees it. A text is never longer than how it is written. */
static char *text(struct loading *l) {
    char *bytes = memory_alloc(written(l->at) + 1), *to = bytes;
    bool ok = true;
    while (ok && *l->at != '"') {
        if ((unsigned char)*l->at < ' ')
            ok = false;
        else if (*l->at != '\\')
            *to++ = *l->at++;
        else
            l->at++, ok = special(l, &to);
    }
    *to = 0;
    if (ok) {
        l->at++;
        return bytes;
    }
    free(bytes);
    unexpected(l);
    return NULL;
}

static json_t *string(struct loading *l) {
    char *bytes = text(l);
    json_t *json = bytes ? json_string(bytes) : NULL;
    free(bytes);
    return json;
}

/* ---- Numbers */

static size_t count_digits(const char *at) { return strspn(at, "0123456789"); }

/* Bytes of the number there, and whether it is a real; 0: it is none. */
static size_t measure(const char *at, bool *real) {
    const char *p = at + (*at == '-');
    size_t whole = *p == '0' ? 1 : count_digits(p);
    if (!whole)
        return 0;
    p += whole;
    *real = *p == '.' || *p == 'e' || *p == 'E';
    if (*p == '.') {
        size_t digits = count_digits(++p);
        if (!digits)
            return 0;
        p += digits;
    }
    if (*p == 'e' || *p == 'E') {
        p++;
        p += *p == '+' || *p == '-';
        size_t digits = count_digits(p);
        if (!digits)
            return 0;
        p += digits;
    }
    return (size_t)(p - at);
}

static json_t *number(struct loading *l) {
    bool real;
    size_t length = measure(l->at, &real);
    const char *at = l->at;
    if (!length)
        return unexpected(l);
    errno = 0;
    double x = real ? strtod(at, NULL) : 0;
    long long whole = real ? 0 : strtoll(at, NULL, 10);
    if (errno == ERANGE && (!real || isinf(x)))
        return fail(l, json_error_numeric_overflow, "the number is too large");
    l->at += length;
    return real ? json_real(x) : json_integer(whole);
}

/* ---- Containers */

static json_t *array(struct loading *l) {
    json_t *all = json_array(), *item;
    if (skip(l, ']'))
        return all;
    do {
        item = value(l);
        if (item)
            json_array_append_new(all, item);
    } while (item && skip(l, ','));
    if (item && skip(l, ']'))
        return all;
    json_decref(all);
    return unexpected(l);
}

static bool pair(struct loading *l, json_t *all) {
    char *key = skip(l, '"') ? text(l) : NULL;
    bool twice = key && json_object_get(all, key), ok = key && !twice && skip(l, ':');
    json_t *item = ok ? value(l) : NULL;
    if (twice)
        fail(l, json_error_duplicate_key, "duplicate object key");
    if (item)
        json_object_set_new(all, key, item);
    free(key);
    return item;
}

static json_t *object(struct loading *l) {
    json_t *all = json_object();
    bool ok = true;
    if (skip(l, '}'))
        return all;
    do
        ok = pair(l, all);
    while (ok && skip(l, ','));
    if (ok && skip(l, '}'))
        return all;
    json_decref(all);
    return unexpected(l);
}

static json_t *deeper(struct loading *l, json_t *(*read)(struct loading *)) {
    if (++l->depth > DEPTH)
        return fail(l, json_error_stack_overflow, "too many levels");
    json_t *json = read(l);
    l->depth--;
    return json;
}

static json_t *value(struct loading *l) {
    static const struct word {
        const char *text;
        json_t *(*make)(void);
    } words[] = {{"true", json_true}, {"false", json_false}, {"null", json_null}};
    if (skip(l, '{'))
        return deeper(l, object);
    if (skip(l, '['))
        return deeper(l, array);
    if (skip(l, '"'))
        return string(l);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strncmp(l->at, words[i].text, strlen(words[i].text)) == 0) {
            l->at += strlen(words[i].text);
            return words[i].make();
        }
    return number(l);
}

/* ---- Whole texts */

static json_t *document(struct loading *l, size_t flags) {
    size_t size = (size_t)(l->end - l->start), valid = utf8_broken(l->start, size);
    if (valid < size) {
        l->at += valid;
        return fail(l, json_error_invalid_utf8, "the text is not valid UTF-8");
    }
    json_t *json = value(l);
    bool any = flags & JSON_DECODE_ANY || json_is_object(json) || json_is_array(json);
    l->at += strspn(l->at, " \t\n\r");
    if (json && any && l->at >= l->end)
        return json;
    json_decref(json);
    return any ? fail(l, json_error_end_of_input_expected, "the text goes on after its end") : unexpected(l);
}

json_t *json_loadb(const char *text, size_t size, size_t flags, json_error_t *error) {
    json_error_t ours;
    char *copy = memory_alloc(size + 1);
    struct loading l = {copy, copy, copy + size, 0, error ? error : &ours};
    *l.error = (json_error_t){0};
    memcpy(copy, text, size);
    copy[size] = 0;
    json_t *json = document(&l, flags);
    free(copy);
    return json;
}

json_t *json_loads(const char *text, size_t flags, json_error_t *error) {
    return json_loadb(text, strlen(text), flags, error);
}
