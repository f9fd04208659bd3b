/* text.c -- see text.h. */
#include "base/text.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/utf8.h"

bool text_number(const char *text, double *out) {
    char *end;
    if (!*text || strspn(text, "+-.0123456789eE") != strlen(text))
        return false;
    errno = 0;
    double value = strtod(text, &end);
    if (*end || !isfinite(value))
        return false;
    *out = value;
    return true;
}

void text_shortest(double value, char *buffer, size_t size) {
    int digits = 6;
    do
        snprintf(buffer, size, "%.*g", digits, value);
    while (strtod(buffer, NULL) != value && digits++ < 17);
}

bool text_integer(const char *text, int *out) {
    char *end;
    double whole;
    if (strpbrk(text, "eE")) /* "1e3" */
        return text_number(text, &whole) && whole == rint(whole) && fabs(whole) <= INT_MAX && (*out = (int)whole, true);
    if (!*text || strspn(text, "+-0123456789") != strlen(text))
        return false;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (*end || end == text || errno == ERANGE || value < INT_MIN || value > INT_MAX)
        return false;
    *out = (int)value;
    return true;
}

enum { LISTED = 256 };

bool text_item(const char **at, char *item, size_t size) {
    const char *start = *at + strspn(*at, ", \t");
    size_t length = strcspn(start, ", \t");
    *at = start + length;
    if (length == 0)
        return false;
    if (length >= size)
        length = size - 1;
    memcpy(item, start, length);
    item[length] = 0;
    return true;
}

bool text_lists(const char *list, const char *item) {
    char other[LISTED];
    bool found = false;
    while (!found && text_item(&list, other, sizeof other))
        found = strcmp(other, item) == 0;
    return found;
}

bool text_lists_all(const char *list, const char *items) {
    char item[LISTED];
    bool all = true;
    while (all && text_item(&items, item, sizeof item))
        all = text_lists(list, item);
    return all;
}

/* In the first unit that gives less than `most`, or the last one; one decimal below 10, but none in the first unit. */
struct unit {
    const char *name;
    double size, most;
};

static char *in_units(char *buffer, size_t size, double value, const struct unit *unit) {
    const struct unit *u = unit;
    while (u->most > 0 && value / u->size >= u->most)
        u++;
    value /= u->size;
    snprintf(buffer, size, "%.*f %s", u > unit && value < 9.95 ? 1 : 0, value, u->name);
    return buffer;
}

char *text_duration(char *buffer, size_t size, double seconds) {
    static const struct unit units[] = {{"s", 1, 89.5}, {"min", 60, 89.5}, {"h", 3600, 47.5}, {"days", 86400, 0}};
    return in_units(buffer, size, seconds, units);
}

char *text_bytes(char *buffer, size_t size, double bytes) {
    static const struct unit units[] = {{"bytes", 1, 999.5}, {"kB", 1e3, 999.5}, {"MB", 1e6, 999.5}, {"GB", 1e9, 0}};
    return in_units(buffer, size, bytes, units);
}

bool text_append(char *buffer, size_t size, const char *format, ...) {
    size_t used = strlen(buffer);
    va_list list;
    va_start(list, format);
    int wrote = vsnprintf(buffer + used, size - used, format, list);
    va_end(list);
    return wrote >= 0 && (size_t)wrote < size - used;
}

char *text_printable(char buffer[TEXT_PRINTABLE], const char *text) {
    enum { WHOLE = TEXT_PRINTABLE - sizeof "..." + 1 }; /* room for the dots */
    if (text[utf8_show(buffer, WHOLE, text)])
        text_append(buffer, TEXT_PRINTABLE, "...");
    return buffer;
}

char *text_shown(const char *text, struct arena *arena) {
    size_t size = 4 * strlen(text) + 1;
    char *all = arena_alloc(arena, size, 1);
    utf8_show(all, size, text);
    return all;
}

/* The code point of a character of one to three bytes (unprintable ones have no more), or a byte that is not valid. */
static unsigned code_of(const char *at, size_t length) {
    unsigned code = (unsigned char)*at & (length == 1 ? 0xFFU : 0x3FU >> (length - 1));
    for (size_t i = 1; i < length; i++)
        code = code << 6 | ((unsigned char)at[i] & 0x3FU);
    return code;
}

void text_print(FILE *out, const char *text, size_t size, bool json) {
    char shown[UTF8_SHOWN];
    bool printable;
    for (const char *at = text, *end = text + size; at < end;) {
        size_t length = utf8_next(at, &printable);
        if (printable || *at == '\n' || *at == '\t')
            fwrite(at, 1, length, out);
        else if (json)
            fprintf(out, "\\u%04x", code_of(at, length));
        else
            utf8_shown(shown, at), fputs(shown, out);
        at += length;
    }
}

static const char *field_escape(const char *text, const char *at) {
    switch (*at) {
    case '\t': return "\\t";
    case '\n': return "\\n";
    case '\r': return "\\r";
    case '\\': return "\\\\";
    default: return *at == ' ' && at == text ? "\\x20" : NULL;
    }
}

char *text_field(char *buffer, size_t size, const char *text) {
    char *to = buffer;
    assert(size >= 4 * strlen(text) + 3);
    if (!*text)
        to = stpcpy(to, "\\0");
    for (const char *at = text; *at; at++) {
        const char *escape = field_escape(text, at);
        if (escape)
            to = stpcpy(to, escape);
        else
            *to++ = *at;
    }
    *to = 0;
    return buffer;
}

void text_csv(FILE *out, const char *text) {
    struct arena arena = {0};
    const char *field = text_shown(text, &arena);
    const char *mark = strpbrk(field, ",\"") ? "\"" : "";
    fputs(mark, out);
    for (; *field; field++) {
        fputs(*field == '"' ? "\"" : "", out);
        fputc(*field, out);
    }
    fputs(mark, out);
    arena_free(&arena);
}

/* "$(printf 'a\033b')", which every shell understands, but which drops a newline at the end. */
static const char *quote_escaped(const char *word, struct arena *arena) {
    size_t size = 4 * strlen(word) + sizeof "\"$(printf '')\"";
    char *out = arena_alloc(arena, size, 1), *to = stpcpy(out, "\"$(printf '");
    bool printable;
    for (size_t length; *word; word += length) {
        length = utf8_next(word, &printable);
        for (size_t i = 0; i < length; i++)
            to += sprintf(to, !printable || strchr("'\\%", word[i]) ? "\\%03o" : "%c", (unsigned char)word[i]);
    }
    strcpy(to, "')\"");
    return out;
}

const char *text_join(const char *text, const char *sign, const char *more, struct arena *arena) {
    return !more || !*more ? text : !text || !*text ? more : arena_format(arena, "%s%s%s", text, sign, more);
}

const char *text_quote(const char *word, struct arena *arena) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:=,+-";
    if (*word && word[strspn(word, plain)] == 0)
        return word;
    if (!utf8_printable(word) && !text_ends(word, "\n"))
        return quote_escaped(word, arena);
    char *out = arena_alloc(arena, 4 * strlen(word) + 3, 1), *to = out;
    *to++ = '\'';
    for (; *word; word++)
        to = *word == '\'' ? stpcpy(to, "'\\''") : (*to = *word, to + 1);
    *to = '\'';
    return out;
}

bool text_ends(const char *text, const char *end) {
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}
