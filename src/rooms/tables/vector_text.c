/* vector_text.c -- see vector_text.h. */
#include "tables/vector_text.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "base/text.h"

enum { NUMBER = 64, ROWS_MAX = 1000000000 };

static bool fault(const struct vector_text *t, struct error *e, const char *format, ...) PRINTF_LIKE(3, 4);
static bool fault(const struct vector_text *t, struct error *e, const char *format, ...) {
    char text[512];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return error_set(e, EXIT_DATA, "%s:%ld: %s", t->path, t->line, text);
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/* The next nonempty line, without trailing blanks; *line NULL at the end of the file. */
static bool next_line(struct vector_text *t, const char **line, const char **end, struct error *e) {
    for (*line = *end = NULL; *line == *end;) {
        size_t size;
        if (t->at == t->end) {
            if (!pieces_next(&t->pieces, &t->at, &size, e))
                return false;
            t->end = t->at + size;
            if (size == 0) {
                *line = NULL;
                return true;
            }
        }
        const char *stop = memchr(t->at, '\n', (size_t)(t->end - t->at));
        *line = t->at;
        *end = stop ? stop : t->end;
        t->at = stop ? stop + 1 : t->end;
        t->line++;
        while (*end > *line && is_blank((*end)[-1]))
            --*end;
    }
    return true;
}

/* The last field of line..end; *end moves to the end of what is before it. */
static const char *last_field(const char *line, const char **end, size_t *length) {
    const char *stop = *end, *at = stop;
    while (at > line && !is_blank(at[-1]))
        at--;
    *length = (size_t)(stop - at);
    for (*end = at; *end > line && is_blank((*end)[-1]);)
        --*end;
    return at;
}

static bool number_of(const char *field, size_t length, double *out) {
    char text[NUMBER];
    if (length >= sizeof text)
        return false;
    memcpy(text, field, length);
    text[length] = 0;
    return text_number(text, out);
}

/* A field of digits alone that is 1..most; else 0. */
static long count_of(const char *field, size_t length, long most) {
    long count = 0;
    for (size_t i = 0; i < length && count <= most; i++) {
        if (field[i] < '0' || field[i] > '9')
            return 0;
        count = 10 * count + field[i] - '0';
    }
    return count <= most ? count : 0;
}

/* Whether a line is "rows columns". */
static bool is_count(struct vector_text *t, const char *line, const char *end) {
    size_t length;
    const char *field = last_field(line, &end, &length);
    long columns = count_of(field, length, VECTOR_COLUMNS_MAX);
    field = last_field(line, &end, &length);
    long rows = count_of(field, length, ROWS_MAX);
    if (end > line || rows == 0 || columns == 0)
        return false;
    t->promised = rows;
    t->columns = (int)columns;
    return true;
}

/* Whether a field would be a number if its comma were a point, like "0,418"; then *e says so. */
static bool has_comma(const struct vector_text *t, const char *field, size_t length, struct error *e) {
    char text[NUMBER];
    double unused;
    const char *comma = memchr(field, ',', length);
    if (!comma || length >= sizeof text)
        return false;
    memcpy(text, field, length);
    text[comma - field] = '.';
    return number_of(text, length, &unused) &&
           !fault(t, e,
                  "'%.*s' has a decimal comma; expected a point. To convert the file: sed -E "
                  "'s/([[:blank:]]-?[0-9]*),/\\1./g' OLD >NEW",
                  (int)length, field);
}

/* Counts the numbers at the end of a line; its first field is never one. Error: they have decimal commas. */
static bool count_numbers(int *count, const struct vector_text *t, const char *line, const char *end, struct error *e) {
    double unused;
    bool points = false;
    for (size_t length; end > line && *count <= VECTOR_COLUMNS_MAX; ++*count) {
        const char *field = last_field(line, &end, &length);
        if (field == line)
            return true;
        if (!number_of(field, length, &unused)) /* with decimal points after it, it is part of a word with blanks */
            return points || !has_comma(t, field, length, e);
        points |= memchr(field, '.', length) != NULL;
    }
    return true;
}

static bool read_first(struct vector_text *t, struct error *e) {
    const char *line, *end;
    if (!next_line(t, &line, &end, e))
        return false;
    if (!line)
        return error_set(e, EXIT_DATA, "%s:1: the file is empty", t->path);
    if (is_count(t, line, end))
        return true;
    if (!count_numbers(&t->columns, t, line, end, e))
        return false;
    if (t->columns == 0 || t->columns > VECTOR_COLUMNS_MAX)
        return fault(t, e, "is not a table of vectors: expected \"rows columns\", or a word and its numbers");
    t->at = line; /* it is a row */
    t->line--;
    return true;
}

bool vector_text_open(struct vector_text *t, const char *path, struct error *e) {
    *t = (struct vector_text){.path = path};
    if (!pieces_open(&t->pieces, &(struct source_how){.path = path, .utf8_only = true}, PIECES_LINES, e))
        return false;
    if (read_first(t, e))
        return true;
    vector_text_close(t);
    return false;
}

/* Splits the latest line into word and numbers. */
static bool divide(struct vector_text *t, const char *line, const char *end, struct error *e) {
    size_t length;
    double unused;
    int fields = 0;
    for (t->numbers = t->numbers_end = end; fields < t->columns && end > line; fields++)
        t->numbers = last_field(line, &end, &length);
    if (end == line)
        return fault(t, e, "has %d number%s after its word; expected %d", fields - 1, fields == 2 ? "" : "s",
                     t->columns);
    t->word = line;
    t->length = (size_t)(end - line);
    const char *last = last_field(line, &end, &length);
    return last == line || !number_of(last, length, &unused) || fault(t, e, "has more than %d numbers", t->columns);
}

bool vector_text_next(struct vector_text *t, bool *more, struct error *e) {
    const char *line, *end;
    if (!next_line(t, &line, &end, e))
        return false;
    *more = line != NULL;
    if (!line && t->rows < t->promised)
        return error_set(e, EXIT_DATA, "%s has %ld rows; its first line says %ld: is it cut short?", t->path, t->rows,
                         t->promised);
    if (!line)
        return true;
    t->rows++;
    return (t->promised == 0 || t->rows <= t->promised ||
            fault(t, e, "is beyond the %ld rows that the first line says", t->promised)) &&
           divide(t, line, end, e);
}

bool vector_text_numbers(const struct vector_text *t, real *out, int count, struct error *e) {
    char shown[TEXT_PRINTABLE], field[NUMBER];
    const char *at = t->numbers;
    double number;
    for (int i = 0; i < count; i++) {
        const char *start = at;
        while (at < t->numbers_end && !is_blank(*at))
            at++;
        bool ok = number_of(start, (size_t)(at - start), &number);
        out[i] = (real)(ok ? number : 0);
        if (!ok || !isfinite(out[i])) {
            snprintf(field, sizeof field, "%.*s", (int)(at - start), start);
            return !has_comma(t, start, (size_t)(at - start), e) &&
                   fault(t, e, "number %d is '%s'; expected a finite number", i + 1, text_printable(shown, field));
        }
        while (at < t->numbers_end && is_blank(*at))
            at++;
    }
    return true;
}

void vector_text_close(struct vector_text *t) { pieces_close(&t->pieces); }
