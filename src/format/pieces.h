/* pieces.h -- a text file of any size, read in pieces that end where a line or a word ends; or a stream such as
 * standard input, line by line as it comes.
 *
 * Memory stays at about a piece whatever the file. What is not text is refused, with file and line: a file of 0 bytes,
 * a NUL byte, invalid UTF-8, and a line (or word) longer than PIECES_LONGEST. So is a file that grows or shrinks
 * meanwhile. A byte order mark at the start is skipped. Errors: EXIT_DATA, EXIT_IO. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"

#ifndef PIECES_LONGEST /* fuzz targets are built with a smaller one, for more pieces */
#define PIECES_LONGEST (1 << 20)
#endif

enum pieces_end { PIECES_LINES, PIECES_WORDS, PIECES_CHARACTERS };

struct pieces {
    FILE *file;
    const char *path;
    enum pieces_end ends;
    char *buffer;
    size_t filled, given; /* bytes in the buffer; how many of them were given out */
    long line;            /* of the first byte of the piece, from 1 */
    uint64_t at, size;    /* offset of that byte; bytes of the file */
    uint64_t fingerprint; /* XXH3 of all that was handed out */
    bool begun, ended;    /* something was handed out; all is in the buffer */
    bool stream;
    size_t capacity; /* of the buffer */
    void *state;
};

bool pieces_open(struct pieces *p, const char *path, enum pieces_end ends, struct error *e);
/* A stream, which stays open; `name` stands for it in messages. An empty one is no error. */
void pieces_open_stream(struct pieces *p, FILE *stream, const char *name);
/* The next piece: *size bytes at *text, which stay until the next call; 0 bytes at the end of the file. */
bool pieces_next(struct pieces *p, const char **text, size_t *size, struct error *e);
void pieces_close(struct pieces *p);
