/* tsv.c -- see tsv.h. */
#include "format/tsv.h"

#include <stdarg.h>
#include <string.h>

bool tsv_fault(const struct tsv *t, struct error *e, const char *format, ...) {
    char text[512];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return error_set(e, EXIT_DATA, "%s:%ld: %s", t->pieces.path, t->line, text);
}

/* The next line that is not empty, without its end; *length 0 at the end of the file. */
static bool next_line(struct tsv *t, const char **line, size_t *length, struct error *e) {
    for (*length = 0; *length == 0;) {
        if (t->at == t->end) {
            size_t size;
            if (!pieces_next(&t->pieces, &t->at, &size, e))
                return false;
            t->end = t->at + size;
            if (size == 0)
                return true;
        }
        const char *stop = memchr(t->at, '\n', (size_t)(t->end - t->at));
        *line = t->at;
        *length = (size_t)((stop ? stop : t->end) - t->at);
        t->at = stop ? stop + 1 : t->end;
        t->line++;
        if (*length > 0 && (*line)[*length - 1] == '\r')
            --*length;
    }
    return true;
}

bool tsv_is(struct tsv_field field, const char *text) {
    return field.length == strlen(text) && memcmp(field.text, text, field.length) == 0;
}

const char *tsv_show(struct tsv_field field, char buffer[TEXT_PRINTABLE]) {
    char copy[TEXT_PRINTABLE];
    snprintf(copy, sizeof copy, "%.*s", (int)(field.length < sizeof copy ? field.length : sizeof copy - 1), field.text);
    return text_printable(buffer, copy);
}

/* The fields of a line; more than TSV_COLUMNS where there are too many. */
static int divide(const char *line, size_t length, struct tsv_field field[TSV_COLUMNS]) {
    const char *end = line + length;
    int count = 0;
    for (;; line++) {
        const char *tab = memchr(line, '\t', (size_t)(end - line));
        if (count == TSV_COLUMNS)
            return count + 1;
        field[count++] = (struct tsv_field){line, (size_t)((tab ? tab : end) - line)};
        if (!tab)
            return count;
        line = tab;
    }
}

static bool read_first(struct tsv *t, struct tsv_field name[TSV_COLUMNS], struct error *e) {
    const char *line;
    size_t length;
    if (!next_line(t, &line, &length, e))
        return false;
    if (length == 0 && t->pieces.stream)
        return error_set(e, EXIT_DATA, "%s is empty; it takes rows of fields separated by tabs", t->pieces.path);
    if (length == 0)
        return error_set(e, EXIT_DATA, "%s:1: has no header line", t->pieces.path);
    if (memchr(line, '\r', length) && !t->pieces.stream)
        return tsv_fault(t, e, "the header has a carriage return within; lines end in LF or CR LF");
    t->columns = divide(line, length, name);
    return t->columns <= TSV_COLUMNS || tsv_fault(t, e, "has more than %d columns", TSV_COLUMNS);
}

bool tsv_open(struct tsv *t, const char *path, struct tsv_field name[TSV_COLUMNS], struct error *e) {
    *t = (struct tsv){0};
    return pieces_open(&t->pieces, path, PIECES_LINES, e) && read_first(t, name, e);
}

bool tsv_open_stream(struct tsv *t, FILE *stream, const char *called, struct tsv_field name[TSV_COLUMNS],
                     struct error *e) {
    *t = (struct tsv){0};
    pieces_open_stream(&t->pieces, stream, called);
    return read_first(t, name, e);
}

void tsv_no_header(struct tsv *t, const struct tsv_field *first) {
    t->at = first->text;
    t->line--;
    t->columns = 0;
}

bool tsv_next(struct tsv *t, struct tsv_field field[TSV_COLUMNS], bool *more, struct error *e) {
    const char *line;
    size_t length;
    if (!next_line(t, &line, &length, e))
        return false;
    *more = length > 0;
    if (!*more)
        return true;
    t->fields = divide(line, length, field);
    return t->fields == t->columns || t->columns == 0 ||
           tsv_fault(t, e, "has %d field%s; the header names %d (fields are separated by tabs)", t->fields,
                     t->fields == 1 ? "" : "s", t->columns);
}

/* Empty lines that are left are skipped together with what follows them. */
bool tsv_piece_ends(const struct tsv *t) {
    const char *at = t->at;
    while (at < t->end && (*at == '\n' || *at == '\r'))
        at++;
    return at == t->end;
}

void tsv_close(struct tsv *t) { pieces_close(&t->pieces); }
