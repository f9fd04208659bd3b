/* test_text.c -- texts made safe for display and as one field of a line. */
#include "unit/tests.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/path.h"
#include "base/text.h"
#include "base/text_wrap.h"

TEST(printable) {
    static const struct {
        const char *text, *shown;
    } rows[] = {
        {"", ""},
        {"h.0.weight", "h.0.weight"},
        {"\x01\n\x1f ~\x7f", "\\x01\\x0a\\x1f ~\\x7f"},
        {"\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x90\x84", "\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x90\x84"},
        {"\xC2\x80\xC2\x9F\xC2\xA0", "\\xc2\\x80\\xc2\\x9f\xC2\xA0"},
        {"\u200e\u061c\u202e\u2066 \u200d",
         "\\xe2\\x80\\x8e\\xd8\\x9c\\xe2\\x80\\xae\\xe2\\x81\\xa6 \u200d"}, /* the direction of a text */
        {"\xC0\xAF\xED\xA0\x80", "\\xc0\\xaf\\xed\\xa0\\x80"},              /* overlong, a surrogate */
        {"\xFF\x80w\xE2\x82", "\\xff\\x80w\\xe2\\x82"},                     /* no UTF-8 */
    };
    char buffer[TEXT_PRINTABLE], text[4 * TEXT_PRINTABLE];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_string_equal(text_printable(buffer, rows[i].text), rows[i].shown);
    for (int c = 0; c < 4 * 256; c++) { /* long ones are cut, wherever their escapes fall */
        size_t plain = (size_t)c / 256;
        memset(text, 'w', plain);
        memset(text + plain, c % 256 ? c % 256 : 'w', sizeof text - plain);
        text[sizeof text - 1] = 0;
        text_printable(buffer, text);
        assert_in_range(strlen(buffer), TEXT_PRINTABLE - 12, TEXT_PRINTABLE - 1);
        assert_string_equal(buffer + strlen(buffer) - 3, "...");
    }
}

/* Items of a list, each cut to the size of the buffer. */
TEST(item) {
    char item[] = "xxxxx|";
    const char *at = " ab, cdefg\thi";
    assert_true(text_item(&at, item, 5));
    assert_string_equal(item, "ab");
    assert_true(text_item(&at, item, 5));
    assert_string_equal(item, "cdef");
    assert_int_equal(item[5], '|');
    assert_true(text_item(&at, item, 5));
    assert_string_equal(item, "hi");
    assert_false(text_item(&at, item, 5));
}

/* The last part of a path; all of a path that ends with a slash. */
TEST(last) {
    assert_string_equal(path_last("a/bc"), "bc");
    assert_string_equal(path_last("bc"), "bc");
    assert_string_equal(path_last("a/bc/"), "a/bc/");
    assert_string_equal(path_last("/"), "/");
}

TEST(field) {
    static const struct {
        const char *text, *field;
    } rows[] = {
        {"w1", "w1"},
        {"[CLS] \xC3\xA9", "[CLS] \xC3\xA9"},
        {"a\tb\nc\rd\\", "a\\tb\\nc\\rd\\\\"},
        {"\t\t\t", "\\t\\t\\t"},
        {" ", "\\x20"},
        {"  a b ", "\\x20 a b "},
        {"", "\\0"}, /* a line that looks empty would be skipped, and all names after it move up */
    };
    char buffer[64];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_string_equal(text_field(buffer, 4 * strlen(rows[i].text) + 3, rows[i].text), rows[i].field);
}

/* A shell turns each back into the word. */
TEST(quote) {
    static const char *const rows[][2] = {
        {"runs/a=1", "runs/a=1"},
        {"", "''"},
        {"it's", "'it'\\''s'"},
        {"two\n", "'two\n'"},
        {"r\x1b[1m\xC3\xA9", "\"$(printf 'r\\033[1m\xC3\xA9')\""},
        {"\xC2\x9b'5%\\", "\"$(printf '\\302\\233\\0475\\045\\134')\""},
    };
    struct arena arena = {0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_string_equal(text_quote(rows[i][0], &arena), rows[i][1]);
    arena_free(&arena);
}

TEST(print) {
    static const char text[] = "a\t\x1b[1m\x7f\xC2\x9b\xE2\x80\xAE\xC3\xA9\n";
    static const char *const printed[] = {"a\t\\x1b[1m\\x7f\\xc2\\x9b\\xe2\\x80\\xae\xC3\xA9\n",
                                          "a\t\\u001b[1m\\u007f\\u009b\\u202e\xC3\xA9\n"};
    for (int json = 0; json < 2; json++) {
        struct memory_stream m;
        memory_stream_open(&m);
        text_print(m.f, text, sizeof text - 1, json);
        assert_string_equal(m.bytes, printed[json]);
        fclose(m.f);
        free(m.bytes);
    }
}

/* Whatever a message is made of, it is one line without control characters, cut where it grows too long. */
TEST(messages) {
    struct error e = {0};
    char longest[2 * sizeof e.text];
    assert_false(error_set(&e, EXIT_DATA, "%s: '%s'", "a\nb", "\x1b[2J\t\x7f\xC3\xA9"));
    assert_string_equal(e.text, "a\\x0ab: '\\x1b[2J\\x09\\x7f\xC3\xA9'");
    assert_false(error_prefix(&e, "c\r:%d", 5));
    assert_string_equal(e.text, "c\\x0d:5: a\\x0ab: '\\x1b[2J\\x09\\x7f\xC3\xA9'");
    for (int control = 0; control < 2; control++) {
        memset(longest, control ? '\n' : 'w', sizeof longest);
        longest[sizeof longest - 1] = 0;
        assert_false(error_set(&e, EXIT_USAGE, "%s", longest));
        assert_in_range(strlen(e.text), sizeof e.text - 6, sizeof e.text - 1);
        assert_false(error_prefix(&e, "%s", longest));
        assert_in_range(strlen(e.text), sizeof e.text - 6, sizeof e.text - 1);
    }
}

/* What is printed, by text_wrap with four numbers or by text_flow where `at` is -1. */
static void assert_printed(int width, int at, int indent, const char *text, const char *expected) {
    char *bytes;
    size_t size;
    FILE *out = open_memstream(&bytes, &size);
    if (at < 0)
        text_flow(out, width, text);
    else
        text_wrap(out, width, at, indent, text);
    fclose(out);
    assert_string_equal(bytes, expected);
    free(bytes);
}

TEST(wrap) {
    assert_printed(10, 0, 2, "one two three four", "one two\n  three\n  four\n");
    assert_printed(10, 0, 2, "one two th", "one two th\n"); /* to the last column */
    assert_printed(10, 0, 2, "one two the", "one two\n  the\n");
    assert_printed(10, 0, 4, "  one  two  three ", "  one two\n    three\n"); /* blanks in front stay, others are one */
    assert_printed(10, 0, 2, "incomprehensible it is", "incomprehensible\n  it is\n");
    assert_printed(10, 0, 2, "it incomprehensible is", "it\n  incomprehensible\n  is\n");
    assert_printed(12, 0, 2, "is incompre|hensible|it is (a|b)", "is incompre|\n  hensible|\n  it is\n  (a|b)\n");
    assert_printed(10, 6, 3, "one two", "one\n   two\n"); /* behind a heading of six columns */
    assert_printed(10, 6, 3, "seven", "\n   seven\n");    /* even the first word may not fit there */
    assert_printed(9, 0, 0, "\u6c34\u6c34 e\u0301 \u6c34\u6c34", "\u6c34\u6c34 e\u0301\n\u6c34\u6c34\n");
    assert_printed(11, 0, 0, "\u6c34\u6c34 e\u0301 \u6c34\u6c34", "\u6c34\u6c34 e\u0301 \u6c34\u6c34\n");
    assert_printed(10, 0, 2, "", "\n");
}

TEST(flow) {
    assert_printed(12, -1, 0, "one two three\nfour\n\nfive", "one two\nthree\nfour\n\nfive\n");
    assert_printed(12, -1, 0, "one\n  an example that is long\ntwo\n", "one\n  an example that is long\ntwo\n");
    assert_printed(16, -1, 0, "  name   what it means\nx  y\n", "  name   what it\n         means\nx  y\n");
    assert_printed(12, -1, 0, "", "");
}

TEST(join) {
    struct arena arena = {0};
    assert_string_equal(text_join("one", ", ", "two", &arena), "one, two");
    assert_string_equal(text_join("", ", ", "two", &arena), "two");
    assert_string_equal(text_join(NULL, ", ", "two", &arena), "two");
    assert_string_equal(text_join("one", ", ", "", &arena), "one");
    assert_null(text_join(NULL, ", ", NULL, &arena));
    arena_free(&arena);
}

GROUP(text, NULL, NULL)
