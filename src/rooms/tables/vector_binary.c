/* vector_binary.c -- see vector_binary.h. */
#include "tables/vector_binary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/utf8.h"

enum { HEADER = 64, WORD = 4096, COLUMNS_MAX = 65536, ROWS_MAX = 1000000000, NUMBER = 4 };
enum { BUFFER = 1 << 20 }; /* more than a row has */
_Static_assert(BUFFER > WORD + COLUMNS_MAX * NUMBER + HEADER, "a row fits");

/* At least `wanted` bytes in the buffer, or all that are left. */
static bool fill(struct vector_binary *v, size_t wanted, struct error *e) {
    size_t got = 1;
    if (v->filled - v->at >= wanted)
        return true;
    memmove(v->buffer, v->buffer + v->at, v->filled - v->at);
    v->filled -= v->at;
    v->at = 0;
    while (v->filled < wanted && got > 0) {
        if (!source_read(&v->from, (char *)v->buffer + v->filled, BUFFER - v->filled, &got, e))
            return false;
        v->filled += got;
    }
    return true;
}

/* Digits, and what comes after them; 0: another text, or a number above `most`. */
static long take_count(struct vector_binary *v, unsigned char end, long most) {
    long count = 0;
    while (v->at < v->filled && v->buffer[v->at] >= '0' && v->buffer[v->at] <= '9' && count <= most)
        count = 10 * count + v->buffer[v->at++] - '0';
    return v->at < v->filled && v->buffer[v->at++] == end && count <= most ? count : 0;
}

static bool read_header(struct vector_binary *v, struct error *e) {
    if (!fill(v, HEADER, e))
        return false;
    v->promised = take_count(v, ' ', ROWS_MAX);
    v->columns = (int)take_count(v, '\n', COLUMNS_MAX);
    return (v->promised && v->columns) ||
           error_set(e, EXIT_DATA, "%s: does not begin with \"rows columns\", as binary word2vec files do", v->path);
}

bool vector_binary_open(struct vector_binary *v, const char *path, struct error *e) {
    *v = (struct vector_binary){.path = path};
    v->buffer = memory_alloc(BUFFER);
    if (source_open(&v->from, &(struct source_how){.path = path}, e) && read_header(v, e))
        return true;
    vector_binary_close(v);
    return false;
}

static bool is_control(unsigned char c) { return c < ' ' && c != '\t' && c != '\n' && c != '\r'; }

bool vector_binary_is(const char *path) {
    struct vector_binary v;
    struct error unused;
    bool is = false;
    if (file_is_pipe(path) || strcmp(path, "-") == 0 || !vector_binary_open(&v, path, &unused))
        return false;
    if (fill(&v, BUFFER / 2, &unused))
        for (size_t i = v.at; i < v.filled && !is; i++)
            is = is_control(v.buffer[i]);
    vector_binary_close(&v);
    return is;
}

/* The word and its blank, which are in the buffer. */
static bool take_word(struct vector_binary *v, struct error *e) {
    while (v->at < v->filled && v->buffer[v->at] == '\n')
        v->at++;
    size_t left = v->filled - v->at;
    const unsigned char *start = v->buffer + v->at, *blank = memchr(start, ' ', left < WORD ? left : WORD);
    if (!blank && left >= WORD)
        return error_set(e, EXIT_DATA, "%s: the word of row %ld of %ld is longer than %d bytes; is the file damaged?",
                         v->path, v->rows + 1, v->promised, WORD);
    v->word = (const char *)start;
    v->length = blank ? (size_t)(blank - start) : left;
    v->at += v->length + (blank != NULL);
    if (utf8_broken(v->word, v->length) != v->length)
        v->length = 0;
    return true;
}

/* After the last row there is nothing, or the end of its line. */
static bool check_end(struct vector_binary *v, struct error *e) {
    if (!fill(v, 2, e))
        return false;
    bool ended = v->filled == v->at || (v->filled == v->at + 1 && v->buffer[v->at] == '\n');
    return ended || error_set(e, EXIT_DATA, "%s continues after the %ld rows that its first line promises", v->path,
                              v->promised);
}

bool vector_binary_next(struct vector_binary *v, bool *more, struct error *e) {
    size_t bytes = (size_t)v->columns * NUMBER;
    *more = v->rows < v->promised;
    if (!*more)
        return check_end(v, e);
    if (!fill(v, bytes + WORD + 1, e) || !take_word(v, e))
        return false;
    if (v->filled - v->at < bytes)
        return error_set(e, EXIT_DATA, "%s ends in row %ld; its first line says %ld rows: is it cut short?", v->path,
                         v->rows + 1, v->promised);
    v->numbers = v->buffer + v->at;
    v->at += bytes;
    v->rows++;
    return true;
}

bool vector_binary_numbers(const struct vector_binary *v, real *out, int count, struct error *e) {
    for (int i = 0; i < count; i++) {
        const unsigned char *b = v->numbers + (size_t)i * NUMBER;
        uint32_t bits = (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
        float number;
        memcpy(&number, &bits, sizeof number);
        if (!isfinite(number))
            return error_set(e, EXIT_DATA, "%s: number %d of row %ld is not finite", v->path, i + 1, v->rows);
        out[i] = (real)number;
    }
    return true;
}

void vector_binary_close(struct vector_binary *v) {
    source_close(&v->from);
    free(v->buffer);
    v->buffer = NULL;
}
