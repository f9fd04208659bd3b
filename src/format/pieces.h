/* pieces.h -- a text of any size, read in pieces that end where a line or a word ends: a file, or a stream as it comes.
 *
 * Memory stays at about a piece whatever the file. What is not text is refused, with file and line: a file of 0 bytes,
 * a NUL byte, invalid UTF-8, and a line (or word) longer than PIECES_LONGEST; and what source.h refuses. A byte order
 * mark at the start is skipped. Errors: EXIT_DATA, EXIT_IO. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/source.h"

#ifndef PIECES_LONGEST /* fuzz targets are built with a smaller one, for more pieces */
#define PIECES_LONGEST (1 << 20)
#endif

enum pieces_end { PIECES_LINES, PIECES_WORDS, PIECES_CHARACTERS };

struct pieces {
    struct source from;
    enum pieces_end ends;
    char *buffer;
    size_t filled, given; /* bytes in the buffer; how many of them were given out */
    long line;            /* of the first byte of the piece, from 1 */
    size_t column;        /* bytes of that line before it */
    uint64_t at;          /* offset of that byte in the text */
    uint64_t fingerprint; /* XXH3 of all that was handed out */
    bool begun, ended;    /* something was handed out; all is in the buffer */
    void *state;
};

/* An empty stream is no error. */
bool pieces_open(struct pieces *p, const struct source_how *how, enum pieces_end ends, struct error *e);
/* The next piece: *size bytes at *text, which stay until the next call; 0 bytes at the end. */
bool pieces_next(struct pieces *p, const char **text, size_t *size, struct error *e);
void pieces_close(struct pieces *p);
