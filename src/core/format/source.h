/* source.h -- a text as UTF-8, from a file, a pipe or a stream, plain or gzip, in any supported character set.
 *
 * The first two bytes, which no text has, identify gzip; all members are read. What file_kind.h knows is refused by its
 * name, also within gzip. A byte order mark is believed, whatever the settings say. Errors: EXIT_DATA for that, for
 * damaged or truncated gzip data, and for a name ending in .gz without such data, and for text that is not Latin-1;
 * EXIT_IO, also for a file whose size changes meanwhile. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "format/charset.h"

struct source_how {
    const char *path; /* "-": standard input */
    FILE *stream;     /* read instead of the file `path`; it is not closed */
    enum charset charset;
    bool utf8_only; /* the user's settings do not override it */
};

struct source {
    const char *path;    /* as messages have it */
    uint64_t size, read; /* size of the file, 0 for a stream; bytes read so far */
    bool stays;          /* open, since the caller opened it */
    bool stream;         /* standard input, a pipe, or a FIFO: read once, and of no known size */
    bool ended;          /* the file is at its end */
    bool utf8_only;
    FILE *file;
    unsigned char *raw; /* raw bytes */
    size_t at, filled;
    void *gzip;  /* NULL: it is none */
    bool member; /* within a member of it */
    struct charset_state convert;
    unsigned char *unconverted; /* the first bytes; then those that are to be converted */
    size_t waiting;             /* bytes there */
    long lines;                 /* converted so far, of Latin-1 */
};

bool source_open(struct source *s, const struct source_how *how, struct error *e);
/* Reads up to `capacity` bytes (at least 16), from a stream what has arrived: 0 only at the end. */
bool source_read(struct source *s, char *to, size_t capacity, size_t *got, struct error *e);
/* The first bytes, before any is read: not converted yet, and of a stream those that have come. */
const unsigned char *source_start(const struct source *s, size_t *size);
void source_close(struct source *s);
/* Bytes of the whole text, which are counted unless the file is plain UTF-8. A stream has no known size: error
 * (EXIT_USAGE). */
bool source_size(const struct source_how *how, uint64_t *bytes, struct error *e);
