/* pieces.h -- a text of any size, from a file or a stream, in pieces that end at the end of a line or a word.
 *
 * It needs memory for about one piece. Errors name file and line: an empty file, a NUL byte, invalid UTF-8, a line (or
 * word) longer than PIECES_LONGEST, and the errors of source.h. A byte order mark at the start is skipped. Errors:
 * EXIT_DATA, EXIT_IO. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/caps.h"
#include "format/source.h"

#define PIECES_LONGEST CAP(1048576, 4096)

enum pieces_end { PIECES_LINES, PIECES_WORDS, PIECES_CHARACTERS };

struct pieces {
    struct source from;
    enum pieces_end ends;
    char *buffer;
    size_t filled, given; /* bytes in the buffer; how many of them the caller has */
    long line;            /* of the first byte of the piece, from 1 */
    size_t column;        /* bytes of that line before it */
    uint64_t at;          /* offset of that byte in the text */
    uint64_t fingerprint; /* XXH3 of all pieces so far */
    bool begun, ended;    /* a piece was returned; the rest of the file is in the buffer */
    void *state;
};

/* An empty stream is not an error. */
bool pieces_open(struct pieces *p, const struct source_how *how, enum pieces_end ends, struct error *e);
/* The next piece: *size bytes at *text, which stay until the next call; 0 bytes at the end. */
bool pieces_next(struct pieces *p, const char **text, size_t *size, struct error *e);
void pieces_close(struct pieces *p);
