/* test_tokens.c -- the tokens of a text, computed by hand; and laws: ASCII is split as libunistring splits it, and
 * tokens written as text are read back. */
#include <stdio.h>
#include <string.h>
#include <uniwbrk.h>

#include "base/random.h"
#include "base/text.h"
#include "data/tokens.h"
#include "unit/tests.h"

enum { ROOM = 1000 };

/* All of them with '|' between; returns how many. */
static int join(char got[ROOM], struct tokens *t, const char *text, size_t length) {
    struct vocabulary_word word;
    int count = 0;
    got[0] = 0;
    for (tokens_of(t, text, length); tokens_next(t, &word); count++)
        text_append(got, ROOM, "%s%.*s", count ? "|" : "", (int)word.length, word.text);
    return count;
}

static void check(enum tokens_kind kind, const char *text, const char *expected) {
    struct tokens t = tokens_open(kind);
    char got[ROOM];
    join(got, &t, text, strlen(text));
    if (strcmp(got, expected) != 0)
        fail_msg("'%s'\nexpected: %s\ngot:      %s", text, expected, got);
    tokens_close(&t);
}

TEST(ascii_words) {
    check(TOKENS_WORDS, "Coffee, coffee", "coffee|,|coffee");
    check(TOKENS_WORDS, " Don't pay 3.14\tor 1,000.50 in the U.S.A. now\n",
          "don't|pay|3.14|or|1,000.50|in|the|u.s.a|.|now");
    check(TOKENS_WORDS, "a,b a;b A.b 1;2 1.b b.1", "a|,|b|a|;|b|a.b|1;2|1|.|b|b|.|1");
    check(TOKENS_WORDS, "x:y 10:30", "x|:|y|10|:|30");
    check(TOKENS_WORDS, "foo_bar _x B2b e-mail (well)!", "foo_bar|_x|b2b|e|-|mail|(|well|)|!");
    check(TOKENS_WORDS, "... 'tis rock'n'roll dogs' a''b", ".|.|.|'|tis|rock'n'roll|dogs|'|a|'|'|b");
    check(TOKENS_WORDS, "[UNK] [MASK] [unk] x[CLS] [UNK].", "[UNK]|[MASK]|[|unk|]|x|[|cls|]|[|unk|]|.");
    check(TOKENS_WORDS, " \n", "");
}

TEST(unicode_words) {
    check(TOKENS_WORDS, "Stra\u00dfe STRASSE", "strasse|strasse");
    check(TOKENS_WORDS, "\u00c4rger \u00e4RGER A\u0308rger", "\u00e4rger|\u00e4rger|\u00e4rger");
    check(TOKENS_WORDS, "\u03a3\u039f\u03a3 \u03c3\u03bf\u03c2", "\u03c3\u03bf\u03c3|\u03c3\u03bf\u03c3");
    check(TOKENS_WORDS, "caf\u00e9's na\u00efve:x \u00e9,1,5", "caf\u00e9's|na\u00efve|:|x|\u00e9|,|1,5");
    check(TOKENS_WORDS, "\u201cTea\u201d\u2026 it\u2019s", "\u201c|tea|\u201d|\u2026|it\u2019s");
    check(TOKENS_WORDS, "a\u00a0B\u3000c", "a|b|c");
    check(TOKENS_WORDS, "\u65e5\u672c \u30ab\u30bf", "\u65e5|\u672c|\u30ab\u30bf");
    check(TOKENS_WORDS, "e\u0301:e\u0301", "\u00e9|:|\u00e9");
}

TEST(other_kinds) {
    struct tokens t = tokens_open(TOKENS_CHARACTERS);
    char got[ROOM];
    check(TOKENS_SPACES, " Coffee, \u00c4\u00a0[UNK]x ", "Coffee,|\u00c4|[UNK]x");
    check(TOKENS_CHARACTERS, "Aa \u00df\t", "A|a|" TOKENS_BLANK "|\u00df|" TOKENS_BLANK);
    check(TOKENS_CHARACTERS, "[UNK]", "[|U|N|K|]");
    t.written = true;
    join(got, &t, "a[UNK]]", 7);
    assert_string_equal(got, "a|[UNK]|]");
    tokens_close(&t);
}

/* Words stay until they are forgotten, also where many and long ones are folded; and a text may be forgotten halfway.
 */
TEST(lasting) {
    enum { LONG = 100000, MANY = 30000 };
    static char text[LONG + MANY * 8], expected[16];
    static struct vocabulary_word word[MANY + 2];
    struct tokens t = tokens_open(TOKENS_WORDS);
    int count = 0;
    memset(text, 'A', LONG);
    char *at = text + LONG;
    for (int i = 0; i < MANY; i++)
        at += sprintf(at, " \u00c4%d", i);
    for (int round = 0; round < 2; round++, tokens_forget(&t), count = 0) {
        for (tokens_of(&t, text, (size_t)(at - text)); tokens_next(&t, &word[count]);)
            count++;
        assert_int_equal(count, MANY + 1);
        assert_int_equal(word[0].length, LONG);
        assert_true(word[0].text[0] == 'a' && word[0].text[LONG - 1] == 'a');
        for (int i = 0; i < MANY; i++) {
            size_t length = (size_t)sprintf(expected, "\u00e4%d", i);
            assert_int_equal(word[1 + i].length, length);
            assert_memory_equal(word[1 + i].text, expected, length);
        }
    }
    tokens_of(&t, "\u00c4,\u00d6", 5);
    assert_true(tokens_next(&t, &word[0]));
    tokens_forget(&t);
    assert_true(tokens_next(&t, &word[0]) && tokens_next(&t, &word[1]));
    assert_memory_equal(word[1].text, "\u00f6", 2);
    tokens_close(&t);
}

/* Without colons and capitals, and with one space at its end that is no word. */
TEST(ascii_as_unicode) {
    static const char letters[] = "aabz019__..,,;;''\"!-(";
    char text[9], breaks[9], got[ROOM];
    for (uint64_t n = 0; n < 20000; n++) {
        struct random r = random_open(3, RANDOM_TRAIN, n);
        struct tokens t = tokens_open(TOKENS_WORDS);
        char expected[ROOM] = "";
        int length = random_between(&r, 1, 8);
        for (int i = 0; i < length; i++)
            text[i] = letters[random_below(&r, sizeof letters - 1)];
        u8_wordbreaks((const uint8_t *)text, (size_t)length, breaks);
        for (int i = 0; i < length; i++)
            text_append(expected, ROOM, "%s%c", i > 0 && breaks[i] ? "|" : "", text[i]);
        join(got, &t, text, (size_t)length);
        assert_string_equal(got, expected);
        tokens_close(&t);
    }
}

/* A text of tokens has the same tokens; and never more of them than bytes. */
static void check_again(struct tokens *t, const char *text, size_t length) {
    char once[ROOM], twice[ROOM];
    int count = join(once, t, text, length);
    assert_in_range(count, 0, length);
    for (char *c = once; *c; c++)
        *c = *c == '|' ? ' ' : *c;
    join(twice, t, once, strlen(once));
    for (char *c = twice; *c; c++)
        *c = *c == '|' ? ' ' : *c;
    if (strcmp(once, twice) != 0)
        fail_msg("%s is not read back: %s", once, twice);
    tokens_forget(t);
}

static size_t write_character(char *to, uint32_t c) {
    char text[16];
    if (c < 0x80)
        return (size_t)sprintf(to, "%c", (int)c);
    size_t length = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = length; i-- > 1; c >>= 6)
        text[i] = (char)(0x80 | (c & 0x3F));
    text[0] = (char)((length == 2 ? 0xC0 : length == 3 ? 0xE0 : 0xF0) | c);
    memcpy(to, text, length);
    return length;
}

TEST(read_back) {
    struct tokens t = tokens_open(TOKENS_WORDS);
    char text[64];
    for (uint32_t c = 1; c < 0x20000; c++)
        if (c != '|' && (c < 0xD800 || c > 0xDFFF))
            check_again(&t, text, write_character(text, c));
    for (uint64_t n = 0; n < 20000; n++) {
        struct random r = random_open(4, RANDOM_TRAIN, n);
        size_t length = 0;
        for (int i = random_between(&r, 1, 6); i > 0; i--) {
            uint32_t c = random_below(&r, 3) ? random_below(&r, 0x600) + 1 : random_below(&r, 0xD000) + 1;
            length += write_character(text + length, c == '|' ? 'a' : c);
        }
        check_again(&t, text, length);
    }
    tokens_close(&t);
}

GROUP(tokens, NULL, NULL)
