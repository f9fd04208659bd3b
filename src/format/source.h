/* source.h -- the bytes of a text in UTF-8, from a file, a pipe or a stream, as they are or out of gzip, in whatever
 * character set they are.
 *
 * That they are gzip is seen by their first two bytes, which no text has; of several members one after another all are
 * read. Errors: EXIT_DATA for gzip data that are damaged or end too early, and for a name that ends in .gz without
 * such; EXIT_IO, also for a file that grows or shrinks meanwhile. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "format/charset.h"

struct source_how {
    const char *path; /* "-": standard input */
    FILE *stream;     /* read in place of a file, of which `path` is the name; it stays open */
    enum charset charset;
    bool utf8_only; /* no setting of the user's says another */
};

struct source {
    const char *path;    /* as messages have it */
    uint64_t size, read; /* bytes of the file, 0 for a stream; bytes of it that were read */
    bool stays;          /* open, since the caller opened it */
    bool stream;         /* standard input, a pipe, or a FIFO: read once, and of no known size */
    bool ended;          /* no more bytes come from the file */
    bool utf8_only;
    FILE *file;
    unsigned char *raw; /* bytes as they came */
    size_t at, filled;
    void *gzip;  /* NULL: it is none */
    bool member; /* within a member of it */
    struct charset_state convert;
    unsigned char *unconverted;
    size_t waiting; /* bytes there */
};

bool source_open(struct source *s, const struct source_how *how, struct error *e);
/* Reads what there is, of a stream what has come, up to `capacity` bytes (at least 8): 0 only at the end. */
bool source_read(struct source *s, char *to, size_t capacity, size_t *got, struct error *e);
void source_close(struct source *s);
/* Bytes of the whole text; of a file that is not in UTF-8 as it is they are counted. A stream has none to tell: an
 * error (EXIT_USAGE). */
bool source_size(const struct source_how *how, uint64_t *bytes, struct error *e);
