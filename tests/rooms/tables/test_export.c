/* test_export.c -- names with white space in a file whose readers split lines there, and numpy's header. */
#include <stdio.h>
#include <string.h>

#include "tables/npy.h"
#include "tables/vectors.h"
#include "unit/tests.h"

TEST(white_space) {
    static const char *const word[] = {"new york", "a\tb\nc", "\xc2\xa0no\xe2\x80\xa8 break ", "caf\xc3\xa9_"};
    const struct public_table table = {.word = word};
    const real value[] = {1, -2.5, 0, 0.25, 3, 4, 5, 6};
    const struct vectors v = {.public = &table, .value = value, .rows = 4, .columns = 2};
    const struct vectors_form *form = vectors_forms;
    char text[256] = "";
    FILE *f = fmemopen(text, sizeof text, "w");
    while (strcmp(form->name, "word2vec") != 0)
        form++;
    form->file[0].fill(f, &v);
    fclose(f);
    assert_string_equal(text, "4 2\nnew_york 1 -2.5\na_b_c 0 0.25\n_no__break_ 3 4\ncaf\xc3\xa9_ 5 6\n");
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

OF_BYTES;
GROUP(export, NULL, NULL)
