/* charset.c -- see charset.h. */
#include "format/charset.h"

#include <stdint.h>
#include <unistr.h>

enum { MARK = 0xFEFF, MARK_TURNED = 0xFFFE, BROKEN = 0xFF };

/* Windows-1252 from 0x80 to 0x9F; 0: no character. */
static const unsigned short windows[32] = {0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                           0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,
                                           0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                           0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

bool charset_is_control(unsigned char byte) { return byte >= 0x80 && byte < 0xA0; }

static size_t windows1252(char *to, const unsigned char *from, size_t size) {
    char *at = to;
    for (size_t i = 0; i < size; i++) {
        ucs4_t c = charset_is_control(from[i]) ? windows[from[i] - 0x80] : from[i];
        if (c || !from[i])
            at += u8_uctomb((uint8_t *)at, c, CHARSET_GROWS);
        else
            *at++ = (char)BROKEN;
    }
    return (size_t)(at - to);
}

enum charset charset_of_mark(enum charset otherwise, const unsigned char *bytes, size_t size) {
    unsigned first = size >= 2 ? (unsigned)(bytes[1] << 8 | bytes[0]) : 0;
    return first == MARK || first == MARK_TURNED              ? CHARSET_UTF16
           : size >= 3 && first == 0xBBEF && bytes[2] == 0xBF ? CHARSET_UTF8
                                                              : otherwise;
}

static size_t latin1(char *to, const unsigned char *from, size_t size) {
    char *at = to;
    for (size_t i = 0; i < size; i++) {
        if (from[i] >= 0x80)
            *at++ = (char)(0xC0 | from[i] >> 6);
        *at++ = (char)(from[i] < 0x80 ? from[i] : 0x80 | (from[i] & 0x3F));
    }
    return (size_t)(at - to);
}

static unsigned unit_at(const struct charset_state *s, const unsigned char *at) {
    return s->big ? at[0] << 8 | at[1] : at[1] << 8 | at[0];
}

static bool is_high(unsigned unit) { return unit >= 0xD800 && unit <= 0xDBFF; }
static bool is_low(unsigned unit) { return unit >= 0xDC00 && unit <= 0xDFFF; }

/* The character at `at`, with `left` bytes there, and its size: 2, or 4 for a pair; 0: incomplete. */
static ucs4_t character_at(const struct charset_state *s, const unsigned char *at, size_t left, size_t *bytes) {
    unsigned first = left >= 2 ? unit_at(s, at) : 0, second = left >= 4 ? unit_at(s, at + 2) : 0;
    bool pair = is_high(first) && is_low(second);
    *bytes = left < 2 || (is_high(first) && left < 4) ? 0 : pair ? 4 : 2;
    return pair ? 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00) : first;
}

static size_t utf16(struct charset_state *s, char *to, const unsigned char *from, size_t size, size_t *used) {
    char *at = to;
    size_t bytes;
    if (!s->begun && size >= 2) {
        s->begun = true;
        s->big = unit_at(s, from) == MARK_TURNED;
    }
    for (*used = 0; *used < size; *used += bytes) {
        ucs4_t c = character_at(s, from + *used, size - *used, &bytes);
        if (bytes == 0)
            break;
        int written = u8_uctomb((uint8_t *)at, c, 4); /* it refuses surrogates */
        if (written < 0)
            *at = (char)BROKEN;
        at += written < 0 ? 1 : written;
    }
    return (size_t)(at - to);
}

size_t charset_convert(struct charset_state *s, char *to, const unsigned char *from, size_t size, bool ends,
                       size_t *used) {
    *used = size;
    if (s->from == CHARSET_LATIN1)
        return latin1(to, from, size);
    if (s->from == CHARSET_WINDOWS1252)
        return windows1252(to, from, size);
    size_t written = utf16(s, to, from, size, used);
    if (ends && *used < size) {
        to[written++] = (char)BROKEN;
        *used = size;
    }
    return written;
}
