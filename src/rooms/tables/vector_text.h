/* vector_text.h -- word vectors as text, a word and its numbers per line, as word2vec, fastText and GloVe write them.
 *
 * A first line of two integers is word2vec's and fastText's "rows columns"; without it, as in GloVe, the first row
 * determines the number of columns. Fields are separated by blanks or tabs. A word may contain blanks, as some of
 * GloVe's do: the numbers are the last fields of a line, and are parsed on request. Errors are those of pieces.h, and a
 * row with another number of columns. Errors: EXIT_DATA ("file:line: ..."), EXIT_IO. */
#pragma once

#include "base/caps.h"
#include "format/pieces.h"
#include "maths/real.h"

enum { VECTOR_COLUMNS_MAX = CAP(65536, 256) };

struct vector_text {
    const char *path;
    struct pieces pieces;
    const char *at, *end; /* what is left of the piece */
    long line;            /* of the row that was read last */
    int columns;
    long rows, promised; /* read so far; according to the first line, 0 without one */
    /* of the latest row, valid until the next one: */
    const char *word; /* not ended by 0 */
    size_t length;
    const char *numbers, *numbers_end;
};

bool vector_text_open(struct vector_text *t, const char *path, struct error *e);
/* Reads the next row; *more is false at the end. */
bool vector_text_next(struct vector_text *t, bool *more, struct error *e);
/* Its first `count` numbers. */
bool vector_text_numbers(const struct vector_text *t, real *out, int count, struct error *e);
void vector_text_close(struct vector_text *t);
