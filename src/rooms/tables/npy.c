/* npy.c -- see npy.h. A header is magic, version, its length in two bytes, and a Python dict padded with blanks, so
 * that the numbers start at a multiple of 64 bytes. */
#include "tables/npy.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { START = 10, TEXT = NPY_HEADER - START };

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "'<' says that numbers are little-endian");

void npy_header(unsigned char header[NPY_HEADER], int rows, int columns) {
    char text[TEXT + 1];
    int length = snprintf(text, sizeof text, "{'descr': '<f%d', 'fortran_order': False, 'shape': (%d, %d), }",
                          (int)sizeof(real), rows, columns);
    assert(length > 0 && length < TEXT);
    memset(header, ' ', NPY_HEADER);
    memcpy(header, "\x93NUMPY\x01\x00", 8);
    header[8] = TEXT;
    header[9] = 0;
    memcpy(header + START, text, (size_t)length);
    header[NPY_HEADER - 1] = '\n';
}
