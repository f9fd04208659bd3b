/* vector_text.h -- vectors of words as text, a word and its numbers a line, as word2vec, fastText and GloVe write them.
 *
 * A first line of two whole numbers is word2vec's and fastText's "rows columns"; without it, as in GloVe, the first row
 * says how many numbers each has. Fields are separated by blanks or tabs. A word may have blanks in it, as some of
 * GloVe's have: the numbers are the last fields of a line. Numbers are read where they are asked for. All that pieces.h
 * refuses is refused, and a row with other numbers than the first line says. Errors: EXIT_DATA ("file:line: ..."),
 * EXIT_IO. */
#pragma once

#include "format/pieces.h"
#include "maths/real.h"

struct vector_text {
    const char *path;
    struct pieces pieces;
    const char *at, *end; /* what is left of the piece */
    long line;            /* of the row that was read last */
    int columns;
    long rows, promised; /* read so far; as the first line says, 0 where it does not */
    /* of the row that was read last, good until the next one: */
    const char *word; /* not ended by 0 */
    size_t length;
    const char *numbers, *numbers_end;
};

bool vector_text_open(struct vector_text *t, const char *path, struct error *e);
/* The next row; *more is false where there is none. */
bool vector_text_next(struct vector_text *t, bool *more, struct error *e);
/* Its first `count` numbers. */
bool vector_text_numbers(const struct vector_text *t, real *out, int count, struct error *e);
void vector_text_close(struct vector_text *t);
