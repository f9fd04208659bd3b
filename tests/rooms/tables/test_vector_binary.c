/* test_vector_binary.c -- binary word2vec files, written here byte by byte: what good ones contain, and how bad ones
 * are refused. */
#include <string.h>

#include "base/text.h"
#include "tables/vector_binary.h"
#include "unit/files.h"
#include "unit/opened.h"
#include "unit/tests.h"

enum { MOST = 4 };
#define ONE "\0\0\x80\x3f"
#define HALF "\0\0\0\xbf" /* -0.5 */
#define NAN_BYTES "\0\0\xc0\x7f"

/* "2|a: 1 -0.5|", or the error after the file's name. */
static void check(struct bytes content, const char *expected) {
    struct vector_binary v;
    struct error e = {0};
    char got[1024] = "";
    const char *path = in_folder("", "v.bin");
    real number[MOST];
    bool more = true;
    write_file(test_folder, "v.bin", content);
    bool ok = vector_binary_open(&v, path, &e);
    if (ok)
        text_append(got, sizeof got, "%d|", v.columns);
    while (ok && (ok = vector_binary_next(&v, &more, &e)) && more) {
        ok = vector_binary_numbers(&v, number, v.columns, &e);
        text_append(got, sizeof got, "%.*s:", (int)v.length, v.word);
        for (int i = 0; ok && i < v.columns; i++)
            text_append(got, sizeof got, " %g", (double)number[i]);
        text_append(got, sizeof got, "|");
    }
    if (v.buffer)
        vector_binary_close(&v);
    if (ok) {
        assert_string_equal(got, expected);
        return;
    }
    assert_int_equal(e.code, EXIT_DATA);
    assert_memory_equal(e.text, path, strlen(path));
    if (!has_parts(e.text + strlen(path), expected))
        fail_msg("expected: %s\ngot: %s", expected, e.text);
}

#define CHECK(content, expected) check((struct bytes)BYTES(content), expected)

TEST(good) {
    CHECK("2 2\na " ONE HALF "\nbc " HALF ONE "\n", "2|a: 1 -0.5|bc: -0.5 1|");
    CHECK("2 2\na " ONE HALF "bc " HALF ONE, "2|a: 1 -0.5|bc: -0.5 1|");
    CHECK("1 1\na \4\3\2\1", "1|a: 2.38794e-38|"); /* 2^-125 * (1 + 0x20304 / 2^23) */
    CHECK("1 1\n\xe2\x82\xac " ONE, "1|\xe2\x82\xac: 1|");
    CHECK("2 1\nx\xe2 " ONE "y " HALF, "1|: 1|y: -0.5|");     /* a word cut at a byte */
    CHECK("1 2\nw \n\n\n\n" ONE "\n", "2|w: 6.64635e-33 1|"); /* line ends within a number: 2^-107 * 1.0784 */
}

TEST(bad) {
    static char word[9000];
    memset(word, 'x', sizeof word);
    memcpy(word, "1 1\n", 4);
    CHECK("2 2\na " ONE HALF "\nbc " HALF "\0\0\x80", "row 2 ... 2 rows");
    CHECK("2 2\na " ONE HALF "\n", "row 2 ... 2 rows");
    CHECK("3 2\na", "row 1 ... 3 rows");
    CHECK("1 1\na " ONE ONE, " continues after the 1 rows that its first line promises");
    CHECK("1 2\na " ONE NAN_BYTES, ": number 2 of row 1 ");
    check((struct bytes){word, sizeof word},
          ": the word of row 1 of 1 is longer than 4096 bytes; is the file damaged?");
    check((struct bytes){word, 4 + 4096}, ": the word of row 1 of 1 is longer than 4096 bytes; is the file damaged?");
    check((struct bytes){word, 4 + 4095}, "row 1 ... 1 rows");
    static const char *const headers[] = {
        "nan 2\na b",   "0 2\na b", "2 0\na b", "-1 2\na b", "2 2.5\na b", "2\n2 a", "99999999999999999999 2\na b",
        "2 65537\na b", "2 2"};
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        check((struct bytes){headers[i], strlen(headers[i])},
              ": does not begin with \"rows columns\", as binary word2vec files do");
    CHECK("999999999 65536\na " ONE, "row 1 ... 999999999 rows");
}

TEST(is) {
    const char *path = in_folder("", "v.bin");
    write_file(test_folder, "v.bin", (struct bytes)BYTES("1 2\na 1 2\n"));
    assert_false(vector_binary_is(path));
    write_file(test_folder, "v.bin", (struct bytes)BYTES("1 1\na " ONE));
    assert_true(vector_binary_is(path));
    write_file(test_folder, "v.bin", (struct bytes)BYTES("a " ONE));
    assert_false(vector_binary_is(path));
}

GROUP(vector_binary, folder_setup, folder_teardown)
