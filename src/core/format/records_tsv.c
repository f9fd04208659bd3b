/* records_tsv.c -- tab-separated values: fields point into the piece. */
#include <string.h>

#include "format/records_kind.h"

static void divide(struct records *r, struct records_field field[RECORDS_COLUMNS], const char *line, size_t length) {
    const char *end = line + length;
    for (r->fields = 0;; line++) {
        const char *tab = memchr(line, '\t', (size_t)(end - line));
        if (r->fields++ == RECORDS_COLUMNS)
            return;
        field[r->fields - 1] = (struct records_field){line, (size_t)((tab ? tab : end) - line), false};
        if (!tab)
            return;
        line = tab;
    }
}

static bool next(struct records *r, struct records_field field[RECORDS_COLUMNS], bool *more, struct error *e) {
    const char *line;
    size_t length;
    if (!records_line(r, &line, &length, e))
        return false;
    *more = length > 0;
    if (*more)
        divide(r, field, line, length);
    return true;
}

static const char *as_written(char c, char buffer[8]) {
    (void)buffer;
    return c == '\t' ? "\\t" : c == '\n' ? "\\n" : c == '\r' ? "\\r" : NULL;
}

static void write_field(FILE *out, struct records_field field) { records_replace(out, field, as_written); }

const struct records_kind records_tsv = {
    .endings = (const char *const[]){".tsv", ".tab", NULL},
    .rows = "rows of fields separated by tabs",
    .header = true,
    .next = next,
    .between = "\t",
    .lost = "\t\n\r",
    .write = write_field,
};
