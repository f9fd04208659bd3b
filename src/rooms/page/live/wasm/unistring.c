/* unistring.c -- the part of libunistring that the engine uses, for WebAssembly, where Debian has no build of it; its
 * headers are libunistring's own. What is white space, a control character or one of direction is exactly Unicode's.
 * Widths are those of a terminal, which the page has none of: letters of East Asia and emoji take two columns, accents
 * of the common blocks none. */
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <unictype.h>
#include <unistr.h>
#include <uniwidth.h>

struct block {
    ucs4_t low, high;
};

static bool within(const struct block *b, size_t blocks, ucs4_t c) {
    for (size_t i = 0; i < blocks; i++)
        if (c >= b[i].low && c <= b[i].high)
            return true;
    return false;
}

#define WITHIN(blocks, c) within(blocks, sizeof(blocks) / sizeof *(blocks), c)

bool uc_is_cntrl(ucs4_t c) {
    static const struct block control[] = {{0, 0x1F}, {0x7F, 0x9F}, {0x2028, 0x2029}};
    return WITHIN(control, c);
}

bool uc_is_property_bidi_control(ucs4_t c) {
    static const struct block direction[] = {{0x61C, 0x61C}, {0x200E, 0x200F}, {0x202A, 0x202E}, {0x2066, 0x2069}};
    return WITHIN(direction, c);
}

bool uc_is_property_white_space(ucs4_t c) {
    static const struct block blank[] = {{9, 13},          {32, 32},         {0x85, 0x85},     {0xA0, 0xA0},
                                         {0x1680, 0x1680}, {0x2000, 0x200A}, {0x2028, 0x2029}, {0x202F, 0x202F},
                                         {0x205F, 0x205F}, {0x3000, 0x3000}};
    return WITHIN(blank, c);
}

/* Bytes of the character at `at`, with `left` bytes there, and which it is; -1: it is not valid (RFC 3629). */
static int decode(ucs4_t *c, const uint8_t *at, size_t left) {
    static const ucs4_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    int length = *at < 0x80 ? 1 : *at < 0xC2 ? 0 : *at < 0xE0 ? 2 : *at < 0xF0 ? 3 : *at < 0xF5 ? 4 : 0;
    if (!length || (size_t)length > left)
        return -1;
    *c = length == 1 ? *at : *at & (0xFFu >> (length + 1));
    for (int i = 1; i < length; i++) {
        if ((at[i] & 0xC0) != 0x80)
            return -1;
        *c = *c << 6 | (at[i] & 0x3Fu);
    }
    return *c < least[length] || *c > 0x10FFFF || (*c >= 0xD800 && *c <= 0xDFFF) ? -1 : length;
}

int u8_mbtoucr(ucs4_t *c, const uint8_t *at, size_t left) { return decode(c, at, left); }

int u8_strmbtouc(ucs4_t *c, const uint8_t *at) {
    size_t left = strnlen((const char *)at, 4);
    *c = 0;
    return left ? decode(c, at, left) : 0;
}

const uint8_t *u8_check(const uint8_t *text, size_t size) {
    ucs4_t c;
    for (size_t at = 0; at < size;) {
        int length = decode(&c, text + at, size - at);
        if (length < 0)
            return text + at;
        at += (size_t)length;
    }
    return NULL;
}

static int width_of(ucs4_t c) {
    static const struct block none[] = {{0x300, 0x36F},   {0x200B, 0x200F}, {0x202A, 0x202E},
                                        {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFEFF, 0xFEFF}};
    static const struct block two[] = {{0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0xA4CF},  {0xAC00, 0xD7A3},
                                       {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF01, 0xFF60},  {0xFFE0, 0xFFE6},
                                       {0x1F300, 0x1F64F}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD}};
    return uc_is_cntrl(c) || WITHIN(none, c) ? 0 : WITHIN(two, c) ? 2 : 1;
}

int u8_width(const uint8_t *text, size_t size, const char *encoding) {
    int columns = 0;
    (void)encoding;
    for (size_t at = 0; at < size;) {
        ucs4_t c = 0xFFFD;
        int length = decode(&c, text + at, size - at);
        at += length > 0 ? (size_t)length : 1;
        columns += width_of(c);
    }
    return columns;
}
