/* test_utf8.c -- UTF-8 against a slow decoder written from RFC 3629: all sequences of one, two and three bytes, of four
 * bytes those about each border; and words against Unicode's table of white space. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "base/utf8.h"
#include "unit/tests.h"

/* Bytes of the character that stands there: 0 where none does. The value is put together, then looked at. */
static size_t decode(const unsigned char *at, size_t left, uint32_t *value) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t length = at[0] < 0x80 ? 1 : at[0] >> 5 == 6 ? 2 : at[0] >> 4 == 14 ? 3 : at[0] >> 3 == 30 ? 4 : 0;
    if (length == 0 || length > left)
        return 0;
    *value = length == 1 ? at[0] : at[0] & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) {
        if (at[i] >> 6 != 2)
            return 0;
        *value = *value << 6 | (at[i] & 0x3F);
    }
    bool surrogate = *value >= 0xD800 && *value <= 0xDFFF;
    return *value >= least[length] && *value <= 0x10FFFF && !surrogate ? length : 0;
}

static size_t slowly_broken(const unsigned char *text, size_t size) {
    size_t i = 0, length;
    uint32_t value;
    while (i < size && (length = decode(text + i, size - i, &value)))
        i += length;
    return i;
}

/* From a block of exactly its size, so that a sanitizer sees every byte read after it. */
static void check(const unsigned char *bytes, size_t size) {
    static unsigned char *block[5];
    unsigned char *text = size <= 4 && block[size] ? block[size] : malloc(size);
    if (size <= 4)
        block[size] = text;
    memcpy(text, bytes, size);
    size_t got = utf8_broken((const char *)text, size), expected = slowly_broken(text, size);
    if (got != expected)
        fail_msg("%02x %02x %02x %02x of %zu bytes: %zu, not %zu", bytes[0], size > 1 ? bytes[1] : 0,
                 size > 2 ? bytes[2] : 0, size > 3 ? bytes[3] : 0, size, got, expected);
    if (size > 4)
        free(text);
}

TEST(short_sequences) {
    for (uint32_t n = 0; n < 1u << 24; n++) {
        const unsigned char bytes[] = {(unsigned char)n, (unsigned char)(n >> 8), (unsigned char)(n >> 16)};
        if (n < 1u << 8)
            check(bytes, 1);
        if (n < 1u << 16)
            check(bytes, 2);
        check(bytes, 3);
    }
}

/* Bytes on both sides of every border of the format. */
TEST(four_bytes) {
    static const unsigned char border[] = {0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0,
                                           0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0,
                                           0xF1, 0xF3, 0xF4, 0xF5, 0xF7, 0xF8, 0xFB, 0xFC, 0xFE, 0xFF};
    enum { BORDERS = sizeof border };
    for (int n = 0; n < BORDERS * BORDERS * BORDERS * BORDERS; n++) {
        const unsigned char bytes[] = {border[n % BORDERS], border[n / BORDERS % BORDERS],
                                       border[n / BORDERS / BORDERS % BORDERS],
                                       border[n / BORDERS / BORDERS / BORDERS]};
        check(bytes, 4);
    }
}

/* Writes a code point as UTF-8; returns its bytes. */
static size_t encode(uint32_t value, char *out) {
    size_t length = value < 0x80 ? 1 : value < 0x800 ? 2 : value < 0x10000 ? 3 : 4;
    static const unsigned char mark[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (size_t i = length - 1; i > 0; i--, value >>= 6)
        out[i] = (char)(0x80 | (value & 0x3F));
    out[0] = (char)(mark[length] | value);
    return length;
}

/* White_Space=yes of Unicode 15's PropList.txt. */
static bool white(uint32_t c) {
    return (c >= 0x09 && c <= 0x0D) || c == 0x20 || c == 0x85 || c == 0xA0 || c == 0x1680 ||
           (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

/* All characters there are: well-formed, of their length, white space or not, a word or the end of one. */
TEST(characters) {
    for (uint32_t value = 0; value <= 0x10FFFF; value++) {
        char text[8] = "a";
        const char *at = text;
        size_t length = encode(value, text + 1), found;
        text[1 + length] = 'b';
        bool surrogate = value >= 0xD800 && value <= 0xDFFF;
        assert_int_equal(utf8_broken(text, length + 2), surrogate ? 1 : length + 2);
        if (surrogate)
            continue;
        assert_int_equal(utf8_length(text + 1), length);
        assert_int_equal(utf8_space(text + 1, length), white(value) ? length : 0);
        assert_ptr_equal(utf8_word(&at, text + length + 2, &found), text);
        assert_int_equal(found, white(value) ? 1 : length + 2);
        assert_int_equal(at - text, white(value) ? 1 : length + 2);
    }
}

/* White space that is cut by the end of the text is none. */
TEST(cut_space) {
    for (size_t left = 1; left < 3; left++)
        assert_int_equal(utf8_space("\xE3\x80\x80", left), 0);
    assert_int_equal(utf8_space("\xC2\xA0", 1), 0);
    assert_int_equal(utf8_space("\xE3\x80\x80", 3), 3);
}

/* Long texts: a fault at each position, in front of it ASCII or not, is found where it is. */
TEST(long_texts) {
    enum { SIZE = 41 };
    static const char *const fill[] = {"a", "\xC3\xA9", "a\xE2\x82\xAC", "\xF0\x9F\x98\x80", "abcdefgh\xC3\xA9"};
    for (size_t f = 0; f < sizeof fill / sizeof *fill; f++)
        for (size_t size = 1; size <= SIZE; size++)
            for (size_t fault = 0; fault <= size; fault++) {
                unsigned char text[SIZE];
                for (size_t i = 0; i < size; i++)
                    text[i] = (unsigned char)fill[f][i % strlen(fill[f])];
                if (fault < size)
                    text[fault] = 0xFF;
                check(text, size);
            }
}

/* Words and the blanks between them, drawn; what utf8_word finds are these words in their order. */
TEST(words) {
    static const uint32_t blank[] = {' ', '\n', '\t', 0x85, 0xA0, 0x1680, 0x2003, 0x2028, 0x205F, 0x3000};
    static const uint32_t letter[] = {'a', 0xE9, 0x20AC, 0x200B, 0xFEFF, 0x2060, 0x3001, 0x1681, 0x1F600, '\x1f'};
    enum { WORDS = 50 };
    struct random r = random_open(1, RANDOM_TRAIN, 0);
    for (int round = 0; round < 2000; round++) {
        char text[8 * WORDS * 4];
        size_t start[WORDS], stop[WORDS], size = 0, length;
        int words = random_between(&r, 0, WORDS);
        size += random_below(&r, 2) ? encode(blank[random_below(&r, 10)], text) : 0;
        for (int k = 0; k < words; k++) {
            start[k] = size;
            for (int n = random_between(&r, 1, 4); n > 0; n--)
                size += encode(letter[random_below(&r, 10)], text + size);
            stop[k] = size;
            for (int n = random_between(&r, k + 1 < words, 3); n > 0; n--)
                size += encode(blank[random_below(&r, 10)], text + size);
        }
        const char *at = text;
        for (int k = 0; k < words; k++) {
            assert_ptr_equal(utf8_word(&at, text + size, &length), text + start[k]);
            assert_int_equal(length, stop[k] - start[k]);
        }
        assert_null(utf8_word(&at, text + size, &length));
        assert_int_equal(length, 0);
    }
}

/* What fits into some columns: whole characters, an accent with the letter that it stands on. */
TEST(fit) {
    static const char text[] = "a\u6c34e\u0301z";
    assert_int_equal(utf8_columns(text), 5);
    assert_int_equal(utf8_columns_in(text, 4), 3);
    assert_int_equal(utf8_columns(""), 0);
    static const size_t bytes[] = {0, 1, 1, 4, 7, 8, 8};
    for (int columns = 0; columns < 7; columns++)
        assert_int_equal(utf8_fit(text, columns), bytes[columns]);
    assert_int_equal(utf8_fit(text, -3), 0);
}

/* Any text that ends in 0, character by character: what is not valid is one byte, and never printable. */
TEST(next) {
    static const struct {
        const char *text;
        size_t bytes;
        bool printable;
    } rows[] = {
        {"a", 1, true},       {"\n", 1, false},           {"\x7f", 1, false},      {"\xC2\x85", 2, false},
        {"\u00e9", 2, true},  {"\u6c34", 3, true},        {"\U0001F600", 4, true}, {"\u202e", 3, false},
        {"\u061c", 2, false}, {"\xE6\xB0", 1, false},     {"\xC3(", 1, false},     {"\xFF", 1, false},
        {"\x80", 1, false},   {"\xED\xA0\x80", 1, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool printable;
        assert_int_equal(utf8_next(rows[i].text, &printable), rows[i].bytes);
        assert_int_equal(printable, rows[i].printable);
    }
}

/* What nobody sees at the ends of a text goes, and only that: white space, marks of U+200B..U+200F, a word
 * joiner, a mark of byte order; not what comes next to them in Unicode, nor what is within. */
TEST(trim) {
    static const char *const unseen[] = {" ",      "\n",     "\u00a0", "\u200a", "\u200b", "\u200c", "\u200d",
                                         "\u200e", "\u200f", "\u2029", "\u2060", "\u3000", "\ufeff"},
                             *const seen[] = {"a",      "\u00a1", "\u2010", "\u2027",
                                              "\u2030", "\u2061", "\u3001", "\U0001F600"};
    for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++)
        for (size_t k = 0; k < sizeof seen / sizeof *seen; k++) {
            char text[64], within[32];
            snprintf(within, sizeof within, "%s%s%s", seen[k], unseen[i], seen[k]);
            snprintf(text, sizeof text, "%s%s%s%s", unseen[i], unseen[i], within, unseen[i]);
            size_t length = strlen(text);
            const char *trimmed = utf8_trim(text, &length);
            if (length != strlen(within) || memcmp(trimmed, within, length) != 0)
                fail_msg("character %zu about %zu", i, k);
            length = strlen(unseen[i]);
            utf8_trim(unseen[i], &length);
            assert_int_equal(length, 0);
        }
}

GROUP(utf8, NULL, NULL)
