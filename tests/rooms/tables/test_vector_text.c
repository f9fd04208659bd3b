/* test_vector_text.c -- vectors as text: what good files contain, and how bad ones are refused. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "tables/vector_text.h"
#include "unit/files.h"
#include "unit/opened.h"
#include "unit/tests.h"

#define MOST 4
#define POINTS "; expected a point. To convert the file: sed -E 's/([[:blank:]]-?[0-9]*),/\\1./g' OLD >NEW"

/* What is read of the file, a line a row: "word: number number"; or its error. */
static void read_all(const char *path, char *out, size_t size) {
    struct vector_text t;
    struct error e = {0};
    real number[MOST];
    bool more = true, ok = vector_text_open(&t, path, &e);
    out[0] = 0;
    if (ok)
        text_append(out, size, "%d\n", t.columns);
    while (ok && (ok = vector_text_next(&t, &more, &e)) && more) {
        ok = vector_text_numbers(&t, number, t.columns, &e);
        text_append(out, size, "%.*s:", (int)t.length, t.word);
        for (int i = 0; ok && i < t.columns; i++)
            text_append(out, size, " %.9g", (double)number[i]);
        text_append(out, size, "\n");
    }
    vector_text_close(&t);
    if (ok)
        return;
    assert_int_equal(e.code, EXIT_DATA);
    assert_memory_equal(e.text, path, strlen(path));
    snprintf(out, size, "%s", e.text + strlen(path));
}

/* Bytes of a file, and what is read of it. */
static const char *const cases[][2] = {
    /* word2vec, fastText (a blank ends each line), CR LF, no end of line, tabs, empty lines */
    {"2 3\na 1 2.5 -3e2\nb 0 0 1\n", "3\na: 1 2.5 -300\nb: 0 0 1\n"},
    {"2 2 \na 1 2 \nb 3 4 \n", "2\na: 1 2\nb: 3 4\n"},
    {"2 2\r\na 1 2\r\nb 3 4", "2\na: 1 2\nb: 3 4\n"},
    {"a\t1\t2\n\nb\t3\t4\n\n", "2\na: 1 2\nb: 3 4\n"},
    /* GloVe, also with blanks in words and words that are numbers; a byte order mark */
    {"the 0.25 0.5\n. . . 1 2\nat x@y.z 3 4\n7 5 6\n", "2\nthe: 0.25 0.5\n. . .: 1 2\nat x@y.z: 3 4\n7: 5 6\n"},
    {"\xef\xbb\xbfo 1 2 3\n\xe2\x82\xac 4 5 6\n", "3\no: 1 2 3\n\xe2\x82\xac: 4 5 6\n"},
    {"5 0.5\n6 1\n", "1\n5: 0.5\n6: 1\n"},
    /* what is not as the first line says */
    {"", ":1: ... empty"},
    {"\n\n", ":1: ... empty"},
    {"the\n", ":1: ... \"rows columns\""},
    {"the cat sat\n", ":1: ... \"rows columns\""},
    {"a 1 2\nb 3\n", ":2: has 1 number after its word; expected 2"},
    {"a 1 2\nb\n", ":2: has 0 numbers after its word; expected 2"},
    {"a 1 2\n 3 4\n", ":2: has 1 number after its word; expected 2"},
    {"a 1 2\nb 3 4 5\n", ":2: has more than 2 numbers"},
    {"1 2\na 1 2 3\n", ":2: has more than 2 numbers"},
    {"3 2\na 1 2\nb 3 4\n", " has 2 rows; its first line says 3: is it cut short?"},
    {"1 2\na 1 2\nb 3 4\n", ":3: is beyond the 1 rows that the first line says"},
    {"a 1 2\nb 3 nan\n", ":2: number 2 is 'nan'; expected a finite number"},
    {"a 1 2\nb inf 3\n", ":2: number 1 is 'inf'; expected a finite number"},
    {"a 1 2\nb 1e999 3\n", ":2: number 1 is '1e999'; expected a finite number"},
    {"a 1 2\nb 1,5 3\n", ":2: '1,5' has a decimal comma" POINTS},
    {"a -,5 1,25e-3\nb 1 3\n", ":1: '1,25e-3' has a decimal comma" POINTS},
    {"a 0,5 3\nb 1 3\n", ":1: '0,5' has a decimal comma" POINTS},
    {"the 1,5 0.5\na 1.5\n", "1\nthe 1,5: 0.5\na: 1.5\n"},
    {"a 1 2\nb 1,500,000 3\n", ":2: number 1 is '1,500,000'; expected a finite number"},
    {"a 1 2\nb 0x1 3\n", ":2: number 1 is '0x1'; expected a finite number"},
    {"a 1 2\nb 3 \xff\n", ":2: byte 5 of the line (0xff) ... UTF-8"},
};

TEST(cases) {
    char out[1024];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        write_file(test_folder, "vectors.txt", (struct bytes){cases[i][0], strlen(cases[i][0])});
        read_all(in_folder("", "vectors.txt"), out, sizeof out);
        assert_says(out, cases[i][1]);
    }
}

/* As many numbers as a row may have, and one more. */
TEST(many_columns) {
    static char text[2 + 2 * (VECTOR_COLUMNS_MAX + 1) + 1] = "a";
    struct vector_text t;
    struct error e;
    for (int extra = 0; extra < 2; extra++) {
        size_t size = 1;
        for (int i = 0; i < VECTOR_COLUMNS_MAX + extra; i++, size += 2)
            memcpy(text + size, " 1", 2);
        text[size++] = '\n';
        write_file(test_folder, "vectors.txt", (struct bytes){text, size});
        assert_true(vector_text_open(&t, in_folder("", "vectors.txt"), &e) == !extra);
        if (extra)
            assert_non_null(strstr(e.text, ":1: "));
        else
            assert_int_equal(t.columns, VECTOR_COLUMNS_MAX);
        vector_text_close(&t);
    }
}

/* Numbers that nobody asks for are not read. */
TEST(numbers_wait) {
    struct vector_text t;
    struct error e;
    real number;
    bool more;
    write_file(test_folder, "vectors.txt", (struct bytes)BYTES("a 1 2\nb x nan\nc 0.1 y\n"));
    assert_true(vector_text_open(&t, in_folder("", "vectors.txt"), &e));
    for (int i = 0; i < 3; i++)
        assert_true(vector_text_next(&t, &more, &e) && more);
    assert_true(vector_text_numbers(&t, &number, 1, &e) && number == (real)0.1 && t.length == 1 && *t.word == 'c');
    assert_true(vector_text_next(&t, &more, &e) && !more && t.rows == 3);
    vector_text_close(&t);
}

GROUP(vector_text, folder_setup, folder_teardown)
