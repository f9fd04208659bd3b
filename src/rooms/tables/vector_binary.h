/* vector_binary.h -- vectors of words as word2vec writes them with -binary 1: a line "rows columns", then for each row
 * its word, a blank, and its numbers as little-endian floats, with or without a line end before the next word. Also out
 * of gzip.
 *
 * A word that is not valid UTF-8 is handed out empty: word2vec cuts long words at a byte. Errors: EXIT_DATA, EXIT_IO.
 */
#pragma once

#include "format/source.h"
#include "maths/real.h"

struct vector_binary {
    const char *path;
    struct source from;
    unsigned char *buffer;
    size_t at, filled;
    int columns;
    long rows, promised; /* read so far; as the first line says */
    /* of the row that was read last, good until the next one: */
    const char *word; /* not ended by 0 */
    size_t length;
    const unsigned char *numbers;
};

/* Whether a file begins as one: numbers on its first line, and then bytes that no text has. A pipe is none. */
bool vector_binary_is(const char *path);
bool vector_binary_open(struct vector_binary *v, const char *path, struct error *e);
/* The next row; *more is false where there is none. */
bool vector_binary_next(struct vector_binary *v, bool *more, struct error *e);
/* Its first `count` numbers, all finite. */
bool vector_binary_numbers(const struct vector_binary *v, real *out, int count, struct error *e);
void vector_binary_close(struct vector_binary *v);
