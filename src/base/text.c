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

enum { WORD_MAX = 63 };

static int smaller(int a, int b) { return a < b ? a : b; }

int text_distance(const char *a, const char *b) {
    int cost[WORD_MAX + 2][WORD_MAX + 2];
    size_t n = strlen(a), m = strlen(b);
    if (n > WORD_MAX || m > WORD_MAX)
        return INT_MAX;
    for (size_t i = 0; i <= n; i++) {
        for (size_t j = 0; j <= m; j++) {
            if (i == 0 || j == 0) {
                cost[i][j] = (int)(i + j);
                continue;
            }
            int best = cost[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            best = smaller(best, smaller(cost[i - 1][j], cost[i][j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                best = smaller(best, cost[i - 2][j - 2] + 1);
            cost[i][j] = best;
        }
    }
    return cost[n][m];
}

bool text_nearer(const char *word, const char *candidate, int *best) {
    int distance = text_distance(word, candidate);
    int limit = (int)(strlen(candidate) + 2) / 3;
    if (distance > limit || distance >= *best)
        return false;
    *best = distance;
    return true;
}

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

bool text_integer(const char *text, int *out) {
    char *end;
    if (!*text || strspn(text, "+-0123456789") != strlen(text))
        return false;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (*end || end == text || errno == ERANGE || value < INT_MIN || value > INT_MAX)
        return false;
    *out = (int)value;
    return true;
}

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

bool text_append(char *buffer, size_t size, const char *format, ...) {
    size_t used = strlen(buffer);
    va_list list;
    va_start(list, format);
    int wrote = vsnprintf(buffer + used, size - used, format, list);
    va_end(list);
    return wrote >= 0 && (size_t)wrote < size - used;
}

/* Bytes of the UTF-8 character at `text`; 1 where it is none. */
static size_t character_length(const char *text) {
    unsigned char first = (unsigned char)text[0];
    size_t length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    for (size_t i = 1; i < length; i++)
        if (((unsigned char)text[i] & 0xC0) != 0x80)
            return 1;
    return length;
}

/* Not a control character, be it of ASCII, one of U+0080..U+009F, or one that turns the direction of what follows:
 * U+200E, 200F, 202A..202E, 2066..2069. */
static bool visible(const char *text, size_t length) {
    const unsigned char *c = (const unsigned char *)text;
    if (length == 1)
        return c[0] >= 0x20 && c[0] < 0x7F;
    if (length == 3 && c[0] == 0xE2 && c[1] == 0x80)
        return !(c[2] == 0x8E || c[2] == 0x8F || (c[2] >= 0xAA && c[2] <= 0xAE));
    if (length == 3 && c[0] == 0xE2 && c[1] == 0x81)
        return c[2] < 0xA6 || c[2] > 0xA9;
    return c[0] != 0xC2 || c[1] >= 0xA0;
}

size_t text_character(const char *text, bool *shown) {
    size_t length = character_length(text);
    *shown = visible(text, length);
    return length;
}

char *text_printable(char buffer[TEXT_PRINTABLE], const char *text) {
    size_t used = 0, length;
    bool shown;
    for (buffer[0] = 0; *text; text += length) {
        length = text_character(text, &shown);
        if (used + 4 * length + sizeof "..." > TEXT_PRINTABLE) {
            memcpy(buffer + used, "...", sizeof "...");
            break;
        }
        const char *format = shown ? "%c" : "\\x%02x";
        for (size_t i = 0; i < length; i++)
            used += (size_t)snprintf(buffer + used, TEXT_PRINTABLE - used, format, (unsigned char)text[i]);
    }
    return buffer;
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
