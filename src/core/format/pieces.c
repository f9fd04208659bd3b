/* pieces.c -- see pieces.h. */
#include "format/pieces.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/memory.h"
#include "base/utf8.h"

enum { LEAST = 16, CAPACITY = PIECES_LONGEST + LEAST }; /* the smallest request to a source */

bool pieces_open(struct pieces *p, const struct source_how *how, enum pieces_end ends, struct error *e) {
    *p = (struct pieces){.ends = ends, .line = 1};
    if (!source_open(&p->from, how, e))
        return false;
    p->buffer = memory_alloc(CAPACITY);
    p->state = XXH3_createState();
    if (!p->state)
        memory_die("try smaller sizes");
    XXH3_64bits_reset(p->state);
    return true;
}

void pieces_close(struct pieces *p) {
    source_close(&p->from);
    free(p->buffer);
    XXH3_freeState(p->state);
    p->buffer = p->state = NULL;
}

static long count_lines(const char *text, size_t size) {
    long count = 0;
    for (const char *end = text + size; (text = memchr(text, '\n', (size_t)(end - text))); text++)
        count++;
    return count;
}

/* Bytes after the last line end in `size` bytes; if there is none, `size` + `before`. */
static size_t column_after(const char *text, size_t size, size_t before) {
    size_t start = size;
    while (start > 0 && text[start - 1] != '\n')
        start--;
    return start > 0 ? size - start : before + size;
}

/* Moves the unread rest to the front. */
static void shift(struct pieces *p) {
    p->line += count_lines(p->buffer, p->given);
    p->column = column_after(p->buffer, p->given, p->column);
    p->at += p->given;
    p->filled -= p->given;
    memmove(p->buffer, p->buffer + p->given, p->filled);
    p->given = 0;
}

static bool read_more(struct pieces *p, struct error *e) {
    size_t got;
    if (!source_read(&p->from, p->buffer + p->filled, CAPACITY - p->filled, &got, e))
        return false;
    p->filled += got;
    p->ended = got == 0;
    return true;
}

/* Whether a byte order mark may still be incomplete. */
static bool mark_goes_on(const struct pieces *p) {
    return p->at == 0 && !p->ended && p->filled < 3 && p->buffer[0] == '\xEF';
}

static void skip_mark(struct pieces *p) {
    size_t mark = p->at == 0 ? utf8_mark(p->buffer, p->filled) : 0;
    p->filled -= mark;
    p->at += mark;
    memmove(p->buffer, p->buffer + mark, p->filled);
}

/* Bytes up to the last complete character. */
static size_t whole_characters(const char *text, size_t size) {
    size_t last = size;
    for (int back = 0; back < 4 && last > 0; back++) {
        unsigned char c = (unsigned char)text[--last];
        if ((c & 0xC0) != 0x80) /* a first byte */
            return last + (size_t)utf8_length(text + last) <= size ? size : last;
    }
    return size; /* invalid; the check that follows reports it */
}

/* Whether these bytes end in a white space character. */
static bool blank_ends(const char *text, size_t size) {
    for (size_t n = 1; n <= 3 && n <= size; n++)
        if (utf8_space(text + size - n, n) == (int)n)
            return true;
    return false;
}

/* Bytes of the piece: up to the last line, word or character that certainly ends within; 0 if none does. */
static size_t piece_size(const struct pieces *p) {
    size_t size = p->filled;
    if (p->ended)
        return size;
    if (p->ends == PIECES_CHARACTERS)
        return whole_characters(p->buffer, size);
    while (size > 0 && !(p->ends == PIECES_LINES ? p->buffer[size - 1] == '\n' : blank_ends(p->buffer, size)))
        size--;
    return size;
}

/* Reads until there is a piece; *size 0: none is short enough, or the end. */
static bool fill(struct pieces *p, size_t *size, struct error *e) {
    shift(p);
    for (*size = 0; *size == 0 && !p->ended && CAPACITY - p->filled >= LEAST;) {
        if (!read_more(p, e))
            return false;
        if (mark_goes_on(p))
            continue;
        skip_mark(p);
        *size = piece_size(p);
    }
    return true;
}

/* Bytes up to the first that is not text. */
static size_t text_size(const struct pieces *p, size_t size) {
    size_t good = utf8_broken(p->buffer, size);
    const char *nul = memchr(p->buffer, 0, good);
    return nul ? (size_t)(nul - p->buffer) : good;
}

/* What is wrong with that byte. */
static bool not_text(const struct pieces *p, size_t at, struct error *e) {
    char name[CHARSET_NAME];
    long line = p->line + count_lines(p->buffer, at);
    size_t byte = column_after(p->buffer, at, p->column) + 1;
    const char *path = p->from.path;
    if (!p->buffer[at])
        return error_set(e, EXIT_DATA, "%s:%ld: byte %zu of the line is NUL; this is not a text file", path, line,
                         byte);
    if (p->from.convert.from == CHARSET_UTF16)
        return error_set(e, EXIT_DATA, "%s:%ld: a character is cut in half; this is not UTF-16, or it is damaged", path,
                         line);
    if (p->from.convert.from != CHARSET_UTF8)
        return error_set(e, EXIT_DATA, "%s:%ld: has a byte that %s does not have", path, line,
                         charset_name(p->from.convert.from, name));
    return error_set(e, EXIT_DATA,
                     "%s:%ld: byte %zu of the line (0x%02x) is not valid UTF-8; convert the file to UTF-8%s", path,
                     line, byte, (unsigned char)p->buffer[at],
                     p->from.utf8_only ? "" : ", or say what it is (task.charset, such as windows-1252)");
}

/* The piece stops before a line with invalid bytes; they are an error once nothing is before them. */
static bool check(const struct pieces *p, size_t *size, struct error *e) {
    size_t good = text_size(p, *size), lines = good;
    while (good < *size && lines > 0 && p->buffer[lines - 1] != '\n')
        lines--;
    if (good < *size && (lines == 0 || p->ends != PIECES_LINES))
        return not_text(p, good, e);
    *size = lines;
    return true;
}

bool pieces_next(struct pieces *p, const char **text, size_t *size, struct error *e) {
    if (!fill(p, size, e))
        return false;
    *text = p->buffer;
    if (*size == 0 && p->filled > 0) { /* invalid bytes have no lines either */
        size_t whole = whole_characters(p->buffer, p->filled), good = text_size(p, whole);
        return good < whole ? not_text(p, good, e)
                            : error_set(e, EXIT_DATA, "%s:%ld: the %s is longer than %d bytes", p->from.path, p->line,
                                        p->ends == PIECES_LINES ? "line" : "word", PIECES_LONGEST);
    }
    if (*size == 0 && !p->begun && !p->from.stream)
        return error_set(e, EXIT_DATA, "%s:1: the file is empty", p->from.path);
    if (!check(p, size, e))
        return false;
    p->begun = true;
    p->given = *size;
    XXH3_64bits_update(p->state, *text, *size);
    p->fingerprint = XXH3_64bits_digest(p->state);
    return true;
}
