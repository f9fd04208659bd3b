/* test_ini.c -- INI files: what is read of a text, with the line on which each value begins; what is refused; and how
 * long values are written, so that they are read back as they were. */
#include "unit/refused.h"
#include "unit/tests.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "format/ini.h"

/* "key=value@line|" of all that was read. */
static bool note(void *user, const char *key, const char *value, int line, struct error *e) {
    if (strcmp(value, "refuse") == 0)
        return error_set(e, EXIT_USAGE, "refused");
    return text_append(user, 4000, "%s=%s@%d|", key, value, line);
}

static void check(const char *text, size_t size, const char *expected) {
    char seen[4000] = "";
    struct error e = {0};
    if (!ini_read(text, size, "c.ini", note, seen, &e))
        text_append(seen, sizeof seen, "%s", e.text);
    assert_string_equal(seen, expected);
}

static void reads(const char *text, const char *expected) { check(text, strlen(text), expected); }

TEST(lines) {
    reads("", "");
    reads("[a]\nx = 1\n\n[b c]\ny: 2", "a.x=1@2|b c.y=2@5|");
    reads("\xef\xbb\xbf[a]\r\nx=1\r\n", "a.x=1@2|");
    reads("; one\n# two\n  ; three\n[a] ; four\nx = 1 ; five\ny = 2;6 ; 7\n", "a.x=1@5|a.y=2;6@6|");
    reads("[a]\nx =\ny = b = c\n", "a.x=@2|a.y=b = c@3|");
}

/* A line that begins with a blank continues a value; a comment does not end it, an empty line does. */
TEST(values_over_lines) {
    reads("[a]\nx = 1,\n  2,\n\t3\ny = 4\n", "a.x=1, 2, 3@2|a.y=4@5|");
    reads("[a]\nx =\n  1\n", "a.x=1@2|");
    reads("[a]\nx = 1, ; one\n; between\n    # and indented\n  2 ; two\n   \t\ny = 3\n", "a.x=1, 2@2|a.y=3@7|");
    reads("[a]\nx = 1\r\n  2\r\n[b]\r\ny = 3", "a.x=1 2@2|b.y=3@5|");
    reads("[a]\nx = 1\n  y = 2\n  [b]", "a.x=1 y = 2 [b]@2|");
}

TEST(faults) {
    reads("[a]\nx = 1\n\n  2\n",
          "a.x=1@2|c.ini:4: begins with a blank and continues no value; write section and key at "
          "the start of the line");
    reads(" [a]\n",
          "c.ini:1: begins with a blank and continues no value; write section and key at the start of the line");
    reads("[a]\n  x = 1\n",
          "c.ini:2: begins with a blank and continues no value; write section and key at the start of the line");
    reads("x = 1\n", "c.ini:1: comes before the first [section]");
    reads("[a\nx = 1\n", "c.ini:1: opens a [section] and does not close it");
    reads("[a] x = 1\n", "c.ini:1: has text after the [section]; write it on a line of its own");
    reads("[a]\nx\n", "c.ini:2: is neither [section] nor key = value");
    reads("[a]\nx ; = 1\n", "c.ini:2: is neither [section] nor key = value");
    reads("[a]\ny = 0\nx = refuse\n\n\nz = 1\n", "a.y=0@2|c.ini:3: refused");
    reads("[a]\nx =\n refuse\n", "c.ini:2: refused"); /* where the value begins */
    check("[a]\nx = 1\n 2\0\n", 13, "c.ini:3: has a NUL byte; this is not a text file");
}

static bool measure(void *user, const char *key, const char *value, int line, struct error *e) {
    *(size_t *)user = strlen(value);
    return true;
}

/* 16384 bytes of a value, on one line or many; names of 127. */
TEST(longest) {
    static char text[40000];
    struct error e = {0};
    size_t length;
    char *end;
    for (int lines = 1; lines <= 2; lines++)
        for (int more = 0; more < 2; more++) {
            end = text + sprintf(text, "[a]\ny = 0\nx = ");
            memset(end, 'b', 16384);
            end += sprintf(end + 16384, "%s", more ? "b\n" : "\n") + 16384;
            if (lines == 2) {
                text[9000] = '\n'; /* two bytes are one blank then */
                text[9001] = ' ';
                end += sprintf(end - 1, "b\n") - 1;
            }
            e = (struct error){0};
            bool ok = ini_read(text, (size_t)(end - text), "c.ini", measure, &length, &e);
            assert_int_equal(ok, !more);
            assert_int_equal(length, more ? 1 : 16384);
            if (more)
                assert_refused("longer", ok, &e, EXIT_USAGE, "c.ini:3: a.x: the value is longer than 16384 bytes");
        }
    for (int more = 0; more < 2; more++) {
        sprintf(text, "[%0*d]\nx = 1\n", 125 + more, 0);
        assert_int_equal(ini_read(text, strlen(text), "c.ini", measure, &length, &e), !more);
    }
    assert_string_equal(e.text, "c.ini:2: has a key that is too long");
    sprintf(text, "[%0128d]\n", 0);
    assert_false(ini_read(text, strlen(text), "c.ini", measure, &length, &e));
    assert_string_equal(e.text, "c.ini:1: has the name of a section that is too long");
}

static bool is_same(void *user, const char *key, const char *value, int line, struct error *e) {
    return strcmp(user, value) == 0 || error_set(e, EXIT_USAGE, "'%s'", value);
}

static void comes_back(char *value, const char *expected_lines) {
    static char text[40000];
    struct error e = {0};
    strcpy(text, "[a]\n");
    ini_write(text, sizeof text, "x", value);
    if (!ini_read(text, strlen(text), "c.ini", is_same, value, &e))
        fail_msg("%s\nof: %s", e.text, value);
    if (expected_lines)
        assert_string_equal(text + 4, expected_lines);
}

#define TEN "aaaaaaaaa "
#define FIFTY TEN TEN TEN TEN TEN
TEST(written) {
    char value[400];
    comes_back(strcpy(value, "1, 2"), "x = 1, 2\n");
    comes_back(strcpy(value, FIFTY FIFTY "bbbbbbbbbbbbbbbb"), "x = " FIFTY FIFTY "bbbbbbbbbbbbbbbb\n"); /* 120 */
    comes_back(strcpy(value, FIFTY FIFTY "bbbbbb bbbbbbbbbb"), "x = " FIFTY FIFTY "bbbbbb\n    bbbbbbbbbb\n");
    comes_back(strcpy(value, FIFTY "aaaa, " FIFTY "bbbb bbbbbbbbbb"), /* after a comma */
               "x = " FIFTY "aaaa,\n    " FIFTY "bbbb bbbbbbbbbb\n");
    comes_back(strcpy(value, FIFTY FIFTY "bbbbb  bbbbbbbbbb"), /* two blanks stay two */
               "x = " TEN TEN TEN TEN TEN TEN TEN TEN TEN "aaaaaaaaa\n    bbbbb  bbbbbbbbbb\n");
    comes_back(strcpy(value, FIFTY FIFTY "bbbbbb #bbbbbbbbb"), /* no line begins as a comment */
               "x = " TEN TEN TEN TEN TEN TEN TEN TEN TEN "aaaaaaaaa\n    bbbbbb #bbbbbbbbb\n");
    memset(value, 'a', 300);
    memcpy(value + 300, " b c", sizeof " b c");
    comes_back(value, NULL); /* nothing to break it at but its end */
}

/* Words of any length with one or two blanks, tabs and signs between them. */
TEST(any_value) {
    static char value[20000];
    unsigned drawn = 7;
    for (int round = 0; round < 300; round++) {
        size_t used = 0, length = (size_t)round * 50 + 1;
        while (used < length) {
            drawn = drawn * 1664525u + 1013904223u;
            value[used++] = (drawn >> 16) % 3 ? 'a' : "  \t#,;=[\""[(drawn >> 20) % 9];
        }
        value[used] = 0;
        value[0] = 'a';
        value[used - 1] = 'b';
        if (!ini_unfit(value))
            comes_back(value, NULL);
    }
}

GROUP(ini, NULL, NULL)
