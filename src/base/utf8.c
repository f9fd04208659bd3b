/* utf8.c -- see utf8.h. */
#include "base/utf8.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static unsigned char byte(const char *at, size_t i) { return (unsigned char)at[i]; }

/* Bytes of the well-formed character at `at`; 0 where there is none. Overlong forms, surrogates and what
 * lies beyond U+10FFFF show in the second byte. */
static size_t well_formed(const char *at, size_t left) {
    unsigned char first = byte(at, 0), low = 0x80, high = 0xBF;
    size_t length = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
    if (length < 2 || length > left)
        return length > left ? 0 : length;
    if (first == 0xE0)
        low = 0xA0;
    if (first == 0xED)
        high = 0x9F;
    if (first == 0xF0)
        low = 0x90;
    if (first == 0xF4)
        high = 0x8F;
    if (byte(at, 1) < low || byte(at, 1) > high)
        return 0;
    for (size_t i = 2; i < length; i++)
        if ((byte(at, i) & 0xC0) != 0x80)
            return 0;
    return length;
}

size_t utf8_broken(const char *text, size_t size) {
    size_t i = 0;
    while (i < size) {
        uint64_t eight;
        while (i + sizeof eight <= size) { /* ASCII, eight at a time */
            memcpy(&eight, text + i, sizeof eight);
            if (eight & UINT64_C(0x8080808080808080))
                break;
            i += sizeof eight;
        }
        size_t length = i < size ? well_formed(text + i, size - i) : 0;
        if (length == 0)
            return i;
        i += length;
    }
    return size;
}

size_t utf8_mark(const char *text, size_t size) {
    static const char mark[] = "\xEF\xBB\xBF";
    return size >= 3 && memcmp(text, mark, 3) == 0 ? 3 : 0;
}

int utf8_length(const char *at) {
    unsigned char first = byte(at, 0);
    return first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

/* U+1680, U+2000..200A, 2028, 2029, 202F, 205F, 3000 */
static bool three_byte_space(unsigned char first, unsigned char second, unsigned char third) {
    if (first == 0xE2 && second == 0x80)
        return third <= 0x8A || third == 0xA8 || third == 0xA9 || third == 0xAF;
    return (first == 0xE2 && second == 0x81 && third == 0x9F) || (first == 0xE1 && second == 0x9A && third == 0x80) ||
           (first == 0xE3 && second == 0x80 && third == 0x80);
}

int utf8_space(const char *at, size_t left) {
    unsigned char first = byte(at, 0);
    if (first == ' ' || (first >= '\t' && first <= '\r'))
        return 1;
    if (first == 0xC2 && left > 1 && (byte(at, 1) == 0x85 || byte(at, 1) == 0xA0)) /* U+0085, U+00A0 */
        return 2;
    return first >= 0xE1 && first <= 0xE3 && left > 2 && three_byte_space(first, byte(at, 1), byte(at, 2)) ? 3 : 0;
}

/* What a first byte can be: 0 within a word, for sure; 1 one of ASCII's blanks, 2 the first byte of another, perhaps.
 */
enum { WITHIN, BLANK, PERHAPS };
static const unsigned char kinds[256] = {
    ['\t'] = BLANK, ['\n'] = BLANK,   ['\v'] = BLANK,   ['\f'] = BLANK,   ['\r'] = BLANK,
    [' '] = BLANK,  [0xC2] = PERHAPS, [0xE1] = PERHAPS, [0xE2] = PERHAPS, [0xE3] = PERHAPS,
};

static bool is_blank(const char *p, const char *end, int *bytes) {
    unsigned char kind = kinds[byte(p, 0)];
    *bytes = kind == PERHAPS ? utf8_space(p, (size_t)(end - p)) : kind;
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
    for (p = skip_ascii(p, end); p < end && (kinds[byte(p, 0)] == WITHIN || !is_blank(p, end, &bytes));)
        p = skip_ascii(p + 1, end);
    *at = p;
    *length = (size_t)(p - start);
    return p > start ? start : NULL;
}
