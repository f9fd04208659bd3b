/* utf8.c -- see utf8.h. */
#include "base/utf8.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unictype.h>
#include <unistr.h>
#include <uniwidth.h>

static const uint8_t *bytes_of(const char *text) { return (const uint8_t *)text; }

size_t utf8_broken(const char *text, size_t size) {
    const uint8_t *broken = u8_check(bytes_of(text), size);
    return broken ? (size_t)(broken - bytes_of(text)) : size;
}

bool utf8_is_ascii(const char *text, size_t size) {
    unsigned char all = 0;
    for (size_t i = 0; i < size; i++)
        all |= (unsigned char)text[i];
    return all < 0x80;
}

size_t utf8_mark(const char *text, size_t size) {
    static const char mark[] = "\xEF\xBB\xBF";
    return size >= 3 && memcmp(text, mark, 3) == 0 ? 3 : 0;
}

int utf8_length(const char *at) {
    unsigned char first = (unsigned char)*at;
    return first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

size_t utf8_next(const char *at, bool *printable) {
    ucs4_t c;
    int length = u8_strmbtouc(&c, bytes_of(at));
    *printable = length > 0 && !uc_is_cntrl(c) && !uc_is_property_bidi_control(c);
    return length > 0 ? (size_t)length : 1;
}

bool utf8_printable(const char *text) {
    bool printable = true;
    while (*text && printable)
        text += utf8_next(text, &printable);
    return printable;
}

size_t utf8_shown(char shown[UTF8_SHOWN], const char *at) {
    bool printable;
    size_t length = utf8_next(at, &printable);
    for (size_t i = 0; i < length; i++)
        shown += sprintf(shown, printable ? "%c" : "\\x%02x", (unsigned char)at[i]);
    return length;
}

size_t utf8_show(char *to, size_t size, const char *from) {
    char shown[UTF8_SHOWN];
    const char *at = from;
    for (size_t used = 0, length; *at; at += length) {
        length = utf8_shown(shown, at);
        used += strlen(shown);
        if (used >= size)
            break;
        to = stpcpy(to, shown);
    }
    *to = 0;
    return (size_t)(at - from);
}

/* What a first byte can start: part of a word, ASCII white space, or perhaps other white space. */
enum { WITHIN, BLANK, PERHAPS };
static const unsigned char kinds[256] = {
    ['\t'] = BLANK, ['\n'] = BLANK,   ['\v'] = BLANK,   ['\f'] = BLANK,   ['\r'] = BLANK,
    [' '] = BLANK,  [0xC2] = PERHAPS, [0xE1] = PERHAPS, [0xE2] = PERHAPS, [0xE3] = PERHAPS,
};

int utf8_space(const char *at, size_t left) {
    unsigned char kind = kinds[(unsigned char)*at];
    ucs4_t c;
    if (kind != PERHAPS)
        return kind;
    if (left > 1 && *at == '\xE3' && at[1] != '\x80') /* Japanese is full of these; U+3000 is the only blank there */
        return 0;
    int length = u8_mbtoucr(&c, bytes_of(at), left);
    return length > 0 && uc_is_property_white_space(c) ? length : 0;
}

static bool is_blank(const char *p, const char *end, int *bytes) {
    *bytes = utf8_space(p, (size_t)(end - p));
    return *bytes > 0;
}

/* The first byte from p on that may end a word: no letter, digit or sign of ASCII. Eight at a time: a byte below 33
 * borrows into its highest bit, and one above 127 has it set (Mycroft 1987). */
static const char *skip_ascii(const char *p, const char *end) {
    const uint64_t ones = UINT64_C(0x0101010101010101), high = UINT64_C(0x8080808080808080);
    uint64_t eight;
    while (end - p >= (ptrdiff_t)sizeof eight) {
        memcpy(&eight, p, sizeof eight);
        uint64_t stops = ((eight - 33 * ones) | eight) & high;
        if (stops)
            return p + __builtin_ctzll(stops) / 8;
        p += sizeof eight;
    }
    return p;
}

const char *utf8_word(const char **at, const char *end, size_t *length) {
    const char *p = *at;
    int bytes;
    while (p < end && is_blank(p, end, &bytes))
        p += bytes;
    const char *start = p;
    for (p = skip_ascii(p, end); p < end && (kinds[(unsigned char)*p] == WITHIN || !is_blank(p, end, &bytes));)
        p = skip_ascii(p + 1, end);
    *at = p;
    *length = (size_t)(p - start);
    return p > start ? start : NULL;
}

/* Bytes of the character at `at` if nobody sees it at the end of a text; else 0. */
static size_t unseen(const char *at, size_t left) {
    bool narrow = left >= 3 && (memcmp(at, "\xE2\x81\xA0", 3) == 0 || utf8_mark(at, left) ||
                                (memcmp(at, "\xE2\x80", 2) == 0 && at[2] >= '\x8B' && at[2] <= '\x8F'));
    return narrow ? 3 : (size_t)utf8_space(at, left);
}

const char *utf8_trim(const char *text, size_t *length) {
    size_t left = *length, cut, n;
    for (; left > 0 && (cut = unseen(text, left)) > 0; left -= cut)
        text += cut;
    for (cut = 1; left > 0 && cut > 0; left -= cut) {
        for (n = 1; n < 4 && n < left && (text[left - n] & 0xC0) == 0x80; n++)
            ;
        cut = unseen(text + left - n, n);
    }
    *length = left;
    return text;
}

int utf8_columns_in(const char *text, size_t bytes) { return u8_width(bytes_of(text), bytes, "UTF-8"); }

int utf8_columns(const char *text) { return utf8_columns_in(text, strlen(text)); }

size_t utf8_fit(const char *text, int columns) {
    size_t end = 0, next;
    bool printable;
    for (; text[end]; end = next) {
        next = end + utf8_next(text + end, &printable);
        if (utf8_columns_in(text, next) > columns)
            break;
    }
    return end;
}
