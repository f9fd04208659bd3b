/* test_export.c -- names with white space in a file whose readers split lines there, and numpy's header. */
#include <stdio.h>
#include <string.h>

#include "tables/npy.h"
#include "tables/vectors.h"
#include "unit/tests.h"

/* The first fields of the lines of --to word2vec, of rows with these words; NULL: a row without one. */
static void assert_names(const char *const *word, int rows, const char *names) {
    static const real value[8] = {0};
    const struct public_table table = {.word = word};
    const struct vectors v = {.public = &table, .value = value, .rows = rows, .columns = 1};
    const struct vectors_form *form = vectors_forms;
    char text[512] = "", expected[512];
    FILE *f = fmemopen(text, sizeof text, "w");
    while (strcmp(form->name, "word2vec") != 0)
        form++;
    form->file[0].fill(f, &v);
    fclose(f);
    snprintf(expected, sizeof expected, "%d 1\n", rows);
    for (const char *c = names; *c; c++)
        snprintf(expected + strlen(expected), sizeof expected - strlen(expected), *c == ' ' ? " 0\n" : "%c", *c);
    assert_string_equal(text, expected);
}
#define NAMES(names, ...)                                                                                         \
    assert_names((const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *), \
                 names " ")

/* A blank is a sign that no word has, and no two rows have one name. */
/* says help export: a name that a row before has gets that sign and the number of its row */
TEST(names) {
    NAMES("new_york a_b_c _no__break_ caf\xc3\xa9", "new york", "a\tb\nc", "\xc2\xa0no\xe2\x80\xa8 break ",
          "caf\xc3\xa9");
    NAMES("a_b a\xe2\x90\xa3"
          "b plain",
          "a_b",
          "a\xc2\xa0"
          "b",
          "plain");
    NAMES("_ \xe2\x90\xa3 \xe2\x90\xa4x \xe2\x90\xa4\xe2\x90\xa4y", "_", "\xe2\x90\xa3", " x",
          "\xe3\x80\x80\xe2\x80\x83y");
    NAMES("a_b a_b_1 a_b_2", "a b",
          "a\xc2\xa0"
          "b",
          "a\tb");                                             /* the blanks alone differ */
    NAMES("x x_1 x_1_2 x_3", "x", "x", "x 1", "x");            /* x 1 is taken by then */
    NAMES("row1 row1_1 _2 _3 a", "row1", NULL, "", " 3", "a"); /* a row without a word; an empty one */
}

/* 10 bytes, the last two of them the length of the rest: a text, padded with blanks, and a line end. */
TEST(npy) {
    char expected[NPY_HEADER + 1], text[NPY_HEADER];
    unsigned char header[NPY_HEADER];
    snprintf(text, sizeof text, "{'descr': '<f%d', 'fortran_order': False, 'shape': (3, 5), }", (int)sizeof(real));
    snprintf(expected, sizeof expected, "%-*s\n", NPY_HEADER - 11, text);
    npy_header(header, 3, 5);
    assert_memory_equal(header, "\x93NUMPY\x01\x00\x76\x00", 10);
    assert_memory_equal(header + 10, expected, NPY_HEADER - 10);
}

GROUP(export, NULL, NULL)
