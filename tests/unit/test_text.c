/* test_text.c -- texts made safe: to be shown, and to be one field of a line. */
#include "unit/tests.h"

#include <string.h>

#include "base/text.h"

static void test_printable(void **state) {
    (void)state;
    static const struct {
        const char *text, *shown;
    } rows[] = {
        {"", ""},
        {"h.0.weight", "h.0.weight"},
        {"\x01\n\x1f ~\x7f", "\\x01\\x0a\\x1f ~\\x7f"},
        {"\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x90\x84", "\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x90\x84"},
        {"\xC2\x80\xC2\x9F\xC2\xA0", "\\xc2\\x80\\xc2\\x9f\xC2\xA0"},
        {"\xFF\x80w\xE2\x82", "\\xff\\x80w\\xe2\\x82"}, /* no UTF-8 */
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

static void test_field(void **state) {
    (void)state;
    static const struct {
        const char *text, *field;
    } rows[] = {
        {"w1", "w1"},
        {"[CLS] \xC3\xA9", "[CLS] \xC3\xA9"},
        {"a\tb\nc\rd\\", "a\\tb\\nc\\rd\\\\"},
        {"\t\t\t", "\\t\\t\\t"},
        {" ", "\\x20"},
        {"  a b ", "\\x20 a b "},
        {"", "\\0"}, /* a line that looks empty would be skipped, and all names behind it move up */
    };
    char buffer[64];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_string_equal(text_field(buffer, 4 * strlen(rows[i].text) + 3, rows[i].text), rows[i].field);
}

/* Whatever a message is made of, it is one line without control characters, cut where it grows too long. */
static void test_messages(void **state) {
    struct error e = {0};
    char longest[2 * sizeof e.text];
    (void)state;
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

int test_text(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_printable),
        cmocka_unit_test(test_field),
        cmocka_unit_test(test_messages),
    };
    return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
