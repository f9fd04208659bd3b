/* test_shown.c -- untrusted texts made safe to show: control characters of ASCII and C1, direction marks and invalid
 * UTF-8 as \x1b; everything else unchanged. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/utf8.h"
#include "draw/html.h"
#include "unit/tests.h"

static const struct {
    const char *text, *shown;
} texts[] = {
    {"plain 100% %s %n", "plain 100% %s %n"},
    {"\x1b[31mred\x7f\t\r\n", "\\x1b[31mred\\x7f\\x09\\x0d\\x0a"},
    {"a\xc2\x80z\xc2\x9bz\xc2\x9f", "a\\xc2\\x80z\\xc2\\x9bz\\xc2\\x9f"}, /* U+0080, U+009B (CSI), U+009F */
    {"\xc2\xa0\xc2\xa1", "\xc2\xa0\xc2\xa1"},                             /* the first beyond C1 */
    {"\xd8\x9c\xe2\x80\x8e\xe2\x80\x8f", "\\xd8\\x9c\\xe2\\x80\\x8e\\xe2\\x80\\x8f"},
    {"\xe2\x80\xaa\xe2\x80\xae\xe2\x81\xa6\xe2\x81\xa9",
     "\\xe2\\x80\\xaa\\xe2\\x80\\xae\\xe2\\x81\\xa6\\xe2\\x81\\xa9"},
    {"\xd7\x90\xd8\xa8 \xe6\x97\xa5 \xf0\x9f\x98\x80 e\xcc\x81",
     "\xd7\x90\xd8\xa8 \xe6\x97\xa5 \xf0\x9f\x98\x80 e\xcc\x81"},
    {"\xff\xc3(\xe2\x82", "\\xff\\xc3(\\xe2\\x82"},        /* no first byte; one cut short; one at the end */
    {"\xc0\xaf\xed\xa0\x80", "\\xc0\\xaf\\xed\\xa0\\x80"}, /* too long a form; half of a pair */
};
enum { TEXTS = sizeof texts / sizeof *texts };

TEST(everywhere) {
    for (int i = 0; i < TEXTS; i++) {
        struct arena arena = {0};
        struct error e, prefixed;
        struct html h;
        char buffer[TEXT_PRINTABLE];
        error_set(&e, EXIT_DATA, "%s", texts[i].text);
        assert_string_equal(e.text, texts[i].shown);
        error_set(&prefixed, EXIT_DATA, "why");
        error_prefix(&prefixed, "%s", texts[i].text);
        assert_string_equal(prefixed.text, arena_format(&arena, "%s: why", texts[i].shown));
        assert_string_equal(text_printable(buffer, texts[i].text), texts[i].shown);
        assert_string_equal(text_shown(texts[i].text, &arena), texts[i].shown);
        html_open(&h);
        html_text(&h, texts[i].text);
        assert_string_equal(h.page.bytes, texts[i].shown);
        html_drop(&h);
        arena_free(&arena);
    }
}

/* A form is whole or left out, and what did not fit is known. */
TEST(cut) {
    char to[8];
    assert_int_equal(utf8_show(to, sizeof to, "abc\x1bxyz"), 4);
    assert_string_equal(to, "abc\\x1b");
    assert_int_equal(utf8_show(to, sizeof to, "abcd\x1bxyz"), 4);
    assert_string_equal(to, "abcd");
    assert_int_equal(utf8_show(to, sizeof to, "abcdef\xc3\xa4"), 6);
    assert_string_equal(to, "abcdef");
    assert_int_equal(utf8_show(to, sizeof to, "abcde\xc3\xa4"), 7);
    assert_string_equal(to, "abcde\xc3\xa4");
}

TEST(printable_is_cut) {
    char text[400], buffer[TEXT_PRINTABLE];
    memset(text, 'a', sizeof text);
    text[TEXT_PRINTABLE - 4] = 0;
    assert_string_equal(text_printable(buffer, text), text);
    text[TEXT_PRINTABLE - 4] = 'a';
    text[sizeof text - 1] = 0;
    text_printable(buffer, text);
    assert_int_equal(strlen(buffer), TEXT_PRINTABLE - 1);
    assert_string_equal(buffer + TEXT_PRINTABLE - 4, "...");
}

GROUP(shown, NULL, NULL)
