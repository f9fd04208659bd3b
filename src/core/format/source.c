/* source.c -- see source.h. Bytes are read into one buffer; the first ones, and text that is not in UTF-8, go
 * through a second. */
#include "format/source.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "format/file_kind.h"

enum { RAW = 1 << 16, UNCONVERTED = 1 << 15, GZIP_WINDOW = 15 + 16, GZIP_FIRST = 0x1F, GZIP_SECOND = 0x8B };

/* ---- Raw bytes */

/* Reads more bytes after those in the buffer. */
static bool read_more(struct source *s, struct error *e) {
    ssize_t got;
    do
        got = read(fileno(s->file), s->raw + s->filled, RAW - s->filled);
    while (got < 0 && errno == EINTR);
    if (got < 0)
        return error_io(e, "read", s->path);
    s->filled += (size_t)got;
    s->read += (uint64_t)got;
    s->ended = got == 0;
    return s->stream || (s->read <= s->size && (!s->ended || s->read == s->size)) ||
           error_set(e, EXIT_IO, "%s changed while it was read; try again when nothing writes to it", s->path);
}

/* Makes sure that the buffer has a byte, or that the end is reached. */
static bool refill(struct source *s, struct error *e) {
    if (s->at < s->filled || s->ended)
        return true;
    s->at = s->filled = 0;
    return read_more(s, e);
}

static bool copy(struct source *s, unsigned char *to, size_t capacity, size_t *got, struct error *e) {
    if (!refill(s, e))
        return false;
    *got = s->filled - s->at < capacity ? s->filled - s->at : capacity;
    memcpy(to, s->raw + s->at, *got);
    s->at += *got;
    return true;
}

/* ---- Decompression */

/* Decompresses the bytes in the buffer. */
static bool inflate_raw(struct source *s, z_stream *z, struct error *e) {
    if (!s->member)
        inflateReset(z);
    z->next_in = s->raw + s->at;
    z->avail_in = (unsigned)(s->filled - s->at);
    int code = inflate(z, Z_NO_FLUSH);
    s->at = s->filled - z->avail_in;
    s->member = code != Z_STREAM_END;
    if (code == Z_MEM_ERROR)
        memory_die("try smaller sizes");
    return code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR ||
           error_set(e, EXIT_DATA, "%s: the gzip data are damaged (%s)", s->path, z->msg ? z->msg : "no dictionary");
}

static bool unzip(struct source *s, unsigned char *to, size_t capacity, size_t *got, struct error *e) {
    z_stream *z = s->gzip;
    z->next_out = to;
    z->avail_out = (unsigned)capacity;
    while (z->avail_out == capacity) {
        if (!refill(s, e))
            return false;
        if (s->ended && s->member)
            return error_set(e, EXIT_DATA, "%s: the gzip data end too early; the file is not complete", s->path);
        if (s->ended)
            break;
        if (!inflate_raw(s, z, e))
            return false;
    }
    *got = capacity - z->avail_out;
    return true;
}

static bool begins_gzip(const struct source *s) {
    return s->filled >= 2 && s->raw[0] == GZIP_FIRST && s->raw[1] == GZIP_SECOND;
}

/* Looks at the first two bytes. */
static bool find_gzip(struct source *s, struct error *e) {
    while (s->filled < 2 && !s->ended)
        if (!read_more(s, e))
            return false;
    if (!begins_gzip(s) && !file_kind_check(s->path, s->raw, s->filled, e))
        return false;
    if (!begins_gzip(s))
        return s->filled == 0 || !text_ends(s->path, ".gz") ||
               error_set(e, EXIT_DATA, "%s: is not gzip data, though its name says so", s->path);
    z_stream *z = s->gzip = memory_alloc(sizeof *z);
    memset(z, 0, sizeof *z);
    if (inflateInit2(z, GZIP_WINDOW) != Z_OK)
        memory_die("try smaller sizes");
    return true;
}

/* ---- Text */

static bool read_bytes(struct source *s, unsigned char *to, size_t capacity, size_t *got, struct error *e) {
    return s->gzip ? unzip(s, to, capacity, got, e) : copy(s, to, capacity, got, e);
}

/* A first byte that may begin a byte order mark; the rest of it may come later. */
static bool mark_goes_on(const struct source *s) {
    const unsigned char *at = s->unconverted;
    return s->waiting == 1 ? at[0] == 0xEF || at[0] == 0xFE || at[0] == 0xFF
                           : s->waiting == 2 && at[0] == 0xEF && at[1] == 0xBB;
}

/* Looks at the first bytes of the text, which wait in s->unconverted. */
static bool look(struct source *s, struct error *e) {
    size_t more = 1;
    do {
        if (!read_bytes(s, s->unconverted + s->waiting, UNCONVERTED / 2 - s->waiting, &more, e))
            return false;
        s->waiting += more;
    } while (more > 0 && mark_goes_on(s));
    s->convert.from = charset_of_mark(s->convert.from, s->unconverted, s->waiting);
    return (s->convert.from == CHARSET_UTF8 || charset_open(&s->convert, s->unconverted, s->waiting, e)) &&
           (!s->gzip || file_kind_check(s->path, s->unconverted, s->waiting, e));
}

/* Where Latin-1 has control characters, which no text has, Windows-1252 mostly has quotes and dashes. */
static bool check_latin1(struct source *s, size_t size, struct error *e) {
    for (size_t i = 0; i < size; i++) {
        s->lines += s->unconverted[i] == '\n';
        if (s->unconverted[i] >= 0x80 && s->unconverted[i] < 0xA0)
            return error_set(
                e, EXIT_DATA,
                "%s:%ld: has the byte 0x%02x, a control character in latin-1: this looks like windows-1252 "
                "(task.charset = windows-1252)",
                s->path, s->lines + 1, s->unconverted[i]);
    }
    return true;
}

/* What waits; more is read only where that is no character yet. */
static bool convert(struct source *s, char *to, size_t capacity, size_t *got, struct error *e) {
    size_t most = (capacity - 1) / CHARSET_GROWS < UNCONVERTED ? (capacity - 1) / CHARSET_GROWS : UNCONVERTED;
    bool reads = s->waiting == 0;
    for (*got = 0; *got == 0; reads = true) {
        size_t more = 1, used;
        if (reads && !read_bytes(s, s->unconverted + s->waiting, most - s->waiting, &more, e))
            return false;
        s->waiting += reads ? more : 0;
        if (s->waiting == 0)
            return true;
        size_t size = s->waiting < most ? s->waiting : most;
        if (s->convert.from == CHARSET_LATIN1 && !check_latin1(s, size, e))
            return false;
        *got = charset_convert(&s->convert, to, s->unconverted, size, more == 0, &used);
        s->waiting -= used;
        memmove(s->unconverted, s->unconverted + used, s->waiting);
    }
    return true;
}

static bool hand_out(struct source *s, char *to, size_t capacity, size_t *got) {
    *got = s->waiting < capacity ? s->waiting : capacity;
    memcpy(to, s->unconverted, *got);
    s->waiting -= *got;
    memmove(s->unconverted, s->unconverted + *got, s->waiting);
    return true;
}

bool source_read(struct source *s, char *to, size_t capacity, size_t *got, struct error *e) {
    return s->convert.from != CHARSET_UTF8 ? convert(s, to, capacity, got, e)
           : s->waiting                    ? hand_out(s, to, capacity, got)
                                           : read_bytes(s, (unsigned char *)to, capacity, got, e);
}

const unsigned char *source_start(const struct source *s, size_t *size) {
    *size = s->waiting;
    return s->unconverted;
}

static bool is_standard(const struct source_how *how) { return strcmp(how->path, "-") == 0; }

static bool open_file(struct source *s, const struct source_how *how, struct error *e) {
    bool standard = !how->stream && is_standard(how), pipe = !how->stream && !standard && file_is_pipe(how->path);
    s->stays = how->stream || standard;
    s->stream = s->stays || pipe;
    s->path = standard ? "standard input" : how->path;
    s->file = how->stream ? how->stream
              : standard  ? stdin
              : pipe      ? file_open_pipe(how->path, e)
                          : file_open(how->path, &s->size, e);
    return s->file != NULL;
}

bool source_open(struct source *s, const struct source_how *how, struct error *e) {
    *s = (struct source){.convert = {.from = how->charset}, .utf8_only = how->utf8_only};
    if (!open_file(s, how, e))
        return false;
    s->raw = memory_alloc(RAW);
    s->unconverted = memory_alloc(UNCONVERTED);
    return find_gzip(s, e) && look(s, e);
}

void source_close(struct source *s) {
    if (s->file && !s->stays)
        fclose(s->file);
    if (s->gzip)
        inflateEnd(s->gzip);
    charset_close(&s->convert);
    free(s->gzip);
    free(s->raw);
    free(s->unconverted);
    *s = (struct source){.path = s->path, .size = s->size, .read = s->read, .stream = s->stream};
}

static bool count_bytes(struct source *s, uint64_t *bytes, struct error *e) {
    char *buffer = memory_alloc(RAW);
    size_t got = 1;
    bool ok = true;
    for (*bytes = 0; ok && got > 0; *bytes += got)
        ok = source_read(s, buffer, RAW, &got, e);
    free(buffer);
    return ok;
}

bool source_size(const struct source_how *how, uint64_t *bytes, struct error *e) {
    struct source s;
    if (how->stream || is_standard(how) || file_is_pipe(how->path))
        return error_set(e, EXIT_USAGE,
                         "%s: a text cannot come from standard input or a pipe: its length must be known",
                         is_standard(how) ? "standard input" : how->path);
    bool ok = source_open(&s, how, e);
    *bytes = s.size;
    if (ok && (s.gzip || s.convert.from != CHARSET_UTF8))
        ok = count_bytes(&s, bytes, e);
    source_close(&s);
    return ok;
}
