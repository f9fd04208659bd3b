/* pieces.c -- see pieces.h. */
#include "format/pieces.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/utf8.h"

enum { CAPACITY = PIECES_LONGEST + 8 };

static void make_room(struct pieces *p) {
    p->capacity = CAPACITY;
    p->buffer = memory_alloc(p->capacity);
    p->state = XXH3_createState();
    if (!p->state)
        memory_out("try smaller sizes");
    XXH3_64bits_reset(p->state);
}

bool pieces_open(struct pieces *p, const char *path, enum pieces_end ends, struct error *e) {
    *p = (struct pieces){.path = path, .ends = ends, .line = 1};
    p->file = file_open(path, &p->size, e);
    if (!p->file)
        return false;
    if (p->size > 0) {
        make_room(p);
        return true;
    }
    pieces_close(p);
    return error_set(e, EXIT_DATA, "%s:1: the file is empty", path);
}

void pieces_open_stream(struct pieces *p, FILE *stream, const char *name) {
    *p = (struct pieces){.path = name, .ends = PIECES_LINES, .line = 1, .file = stream, .stream = true};
    make_room(p);
}

void pieces_close(struct pieces *p) {
    if (p->file && !p->stream)
        fclose(p->file);
    free(p->buffer);
    XXH3_freeState(p->state);
    p->file = NULL;
    p->buffer = p->state = NULL;
}

static long count_lines(const char *text, size_t size) {
    long count = 0;
    for (const char *end = text + size; (text = memchr(text, '\n', (size_t)(end - text))); text++)
        count++;
    return count;
}

/* Reads on after what is in the buffer: as much as there is room for, or the next line of a stream. */
static void read_on(struct pieces *p) {
    size_t capacity = CAPACITY - p->filled;
    ssize_t got = p->stream ? getline(&p->buffer, &p->capacity, p->file)
                            : (ssize_t)fread(p->buffer + p->filled, 1, capacity, p->file);
    p->filled += got > 0 ? (size_t)got : 0;
    p->ended = p->stream ? got <= 0 || p->buffer[got - 1] != '\n' : (size_t)got < capacity;
}

/* Moves what was not handed out to the front and fills up. */
static bool fill(struct pieces *p, struct error *e) {
    p->line += count_lines(p->buffer, p->given);
    p->at += p->given;
    p->filled -= p->given;
    memmove(p->buffer, p->buffer + p->given, p->filled);
    p->given = 0;
    read_on(p);
    if (ferror(p->file))
        return error_io(e, "read", p->path);
    uint64_t seen = p->at + p->filled; /* callers took memory for the size */
    if (!p->stream && (seen > p->size || (p->ended && seen < p->size)))
        return error_set(e, EXIT_IO, "%s changed while it was read; read it again once it stays as it is", p->path);
    size_t mark = p->at == 0 ? utf8_mark(p->buffer, p->filled) : 0;
    if (mark) {
        p->filled -= mark;
        p->at += mark;
        memmove(p->buffer, p->buffer + mark, p->filled);
    }
    return true;
}

/* Bytes up to the last character that is whole. */
static size_t whole_characters(const char *text, size_t size) {
    size_t last = size;
    for (int back = 0; back < 4 && last > 0; back++) {
        unsigned char c = (unsigned char)text[--last];
        if ((c & 0xC0) != 0x80) /* a first byte */
            return last + (size_t)utf8_length(text + last) <= size ? size : last;
    }
    return size; /* broken; the check that follows says so */
}

/* Whether these bytes end in a white space character. */
static bool blank_ends(const char *text, size_t size) {
    for (size_t n = 1; n <= 3 && n <= size; n++)
        if (utf8_space(text + size - n, n) == (int)n)
            return true;
    return false;
}

/* Bytes of the piece: up to the last line, word or character that surely ends within; 0 where none does. */
static size_t piece_size(const struct pieces *p) {
    size_t size = p->filled;
    if (p->stream)
        return size > CAPACITY ? 0 : size;
    if (p->ended)
        return size;
    if (p->ends == PIECES_CHARACTERS)
        return whole_characters(p->buffer, size);
    while (size > 0 && !(p->ends == PIECES_LINES ? p->buffer[size - 1] == '\n' : blank_ends(p->buffer, size)))
        size--;
    return size;
}

static bool check(const struct pieces *p, size_t size, struct error *e) {
    const char *nul = memchr(p->buffer, 0, size);
    size_t broken = utf8_broken(p->buffer, size),
           bad = nul && (size_t)(nul - p->buffer) < broken ? (size_t)(nul - p->buffer) : broken, start = bad;
    if (bad == size)
        return true;
    while (start > 0 && p->buffer[start - 1] != '\n')
        start--;
    long line = p->line + count_lines(p->buffer, bad);
    if (bad == broken)
        return error_set(e, EXIT_DATA,
                         "%s:%ld: byte %zu of the line (0x%02x) is not valid UTF-8; convert the file to UTF-8", p->path,
                         line, bad - start + 1, (unsigned char)p->buffer[bad]);
    return error_set(e, EXIT_DATA, "%s:%ld: byte %zu of the line is NUL; this is not a text file", p->path, line,
                     bad - start + 1);
}

bool pieces_next(struct pieces *p, const char **text, size_t *size, struct error *e) {
    if (!fill(p, e))
        return false;
    *size = piece_size(p);
    *text = p->buffer;
    if (*size == 0 && p->filled > 0) /* what is not text has no lines either */
        return check(p, whole_characters(p->buffer, p->filled), e) &&
               error_set(e, EXIT_DATA, "%s:%ld: the %s is longer than %d bytes", p->path, p->line,
                         p->ends == PIECES_LINES ? "line" : "word", PIECES_LONGEST);
    if (*size == 0 && !p->begun && !p->stream)
        return error_set(e, EXIT_DATA, "%s:1: the file is empty", p->path);
    if (!check(p, *size, e))
        return false;
    p->begun = true;
    p->given = *size;
    XXH3_64bits_update(p->state, *text, *size);
    p->fingerprint = XXH3_64bits_digest(p->state);
    return true;
}
