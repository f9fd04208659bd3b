/* test_charset.c -- every character set of task.charset as UTF-8, at once and byte by byte; the bytes on both sides are
 * Python's. */
#include "unit/tests.h"

#include <stdio.h>
#include <string.h>

#include "format/charset.h"

enum { ROOM = 100 };

/* Text beyond ASCII, of one byte a character, of several, and of as many as there are. */
static const struct {
    const char *name, *bytes, *utf8;
} known[] = {
    {"utf-8", NULL, NULL}, /* nothing is converted */
    {"latin-1", "\xE4", "\xC3\xA4"},
    {"utf-16", "\xE4\0\x3D\xD8\x00\xDE", "\xC3\xA4\xF0\x9F\x98\x80"},
    {"windows-1252", "\x93x\x94", "\xE2\x80\x9Cx\xE2\x80\x9D"},
    {"iso-8859-15", "1 \xA4", "1 \xE2\x82\xAC"},
    {"windows-1250", "\xF8 \x9A", "\xC5\x99 \xC5\xA1"},
    {"windows-1251", "\xE4\xE0 \x88", "\xD0\xB4\xD0\xB0 \xE2\x82\xAC"},
    {"koi8-r", "\xC4\xC1", "\xD0\xB4\xD0\xB0"},
    {"shift_jis", "\x93\xFA\x96\x7B \xB1", "\xE6\x97\xA5\xE6\x9C\xAC \xEF\xBD\xB1"},
    {"euc-jp", "\xC6\xFC\xCB\xDC", "\xE6\x97\xA5\xE6\x9C\xAC"},
    {"gb18030", "\xC8\xD5\xB1\xBE \x94\x39\xDA\x33", "\xE6\x97\xA5\xE6\x9C\xAC \xF0\x9F\x92\xA9"},
    {"big5", "\xA4\xE9\xA5\xBB", "\xE6\x97\xA5\xE6\x9C\xAC"},
    {"euc-kr", "\xC7\xD1\xB1\xB9", "\xED\x95\x9C\xEA\xB5\xAD"},
};
enum { KNOWN = sizeof known / sizeof *known };

/* What comes of it where so many bytes more are known each time; what is no character yet waits. */
static size_t convert(char to[ROOM], enum charset from, const char *bytes, size_t size, size_t step) {
    struct charset_state s = {.from = from};
    struct error e;
    size_t written = 0;
    assert_true(charset_open(&s, (const unsigned char *)bytes, size, &e));
    for (size_t at = 0, end = 0, used; at < size; at += used) {
        end = end + step < size ? end + step : size;
        written += charset_convert(&s, to + written, (const unsigned char *)bytes + at, end - at, end == size, &used);
    }
    charset_close(&s);
    to[written] = 0;
    return written;
}

TEST(every_choice) {
    char name[CHARSET_NAME], got[ROOM];
    int choices = 1;
    for (const char *at = CHARSETS; (at = strchr(at, '|')); at++)
        choices++;
    assert_int_equal(choices, KNOWN);
    for (int i = 0; i < KNOWN; i++) {
        assert_string_equal(charset_name((enum charset)i, name), known[i].name);
        size_t size = !known[i].bytes ? 0 : i == CHARSET_UTF16 ? 6 : strlen(known[i].bytes);
        for (size_t step = 1; step <= size; step++) {
            convert(got, (enum charset)i, known[i].bytes, size, step);
            if (strcmp(got, known[i].utf8) != 0)
                fail_msg("%s, %zu bytes a time: %s", known[i].name, step, got);
        }
    }
}

/* A byte that no character begins with is one that UTF-8 does not have; so is what is cut off at the end. */
TEST(broken) {
    const enum charset shift_jis = 8;
    char got[ROOM];
    for (size_t step = 1; step < 4; step++) {
        convert(got, shift_jis, "x\xFDy", 3, step);
        assert_string_equal(got, "x\xFFy");
        convert(got, shift_jis, "x\x93", 2, step);
        assert_string_equal(got, "x\xFF");
    }
}

GROUP(charset, NULL, NULL)
