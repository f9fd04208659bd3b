/* records_csv.c -- CSV, by libcsv, separated by commas or, where the header says so, by semicolons, tabs or bars.
 * libcsv is strict here: a quote within a field that is not in quotes, or after one that is, is an error. It is fed up
 * to the next line end, so it returns at most one row. */
#include <csv.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "format/records_kind.h"

struct csv {
    struct csv_parser parser;
    char *bytes; /* of the row's fields */
    size_t used, capacity;
    size_t length[RECORDS_COLUMNS];
    int fields;
    size_t fed; /* bytes of the row; 0: none has begun */
    bool whole; /* it has ended */
};

static void add_field(void *text, size_t length, void *user) {
    struct csv *c = user;
    if (c->fields++ >= RECORDS_COLUMNS)
        return;
    if (c->used + length > c->capacity) {
        c->capacity = 2 * (c->used + length);
        c->bytes = memory_grow(c->bytes, c->capacity);
    }
    if (length > 0)
        memcpy(c->bytes + c->used, text, length);
    c->length[c->fields - 1] = length;
    c->used += length;
}

static void end_row(int end, void *user) {
    (void)end;
    ((struct csv *)user)->whole = true;
}

static int no_space(unsigned char c) {
    (void)c;
    return 0;
}

static void start(struct records *r) {
    struct csv *c = r->own;
    csv_free(&c->parser);
    if (csv_init(&c->parser, CSV_STRICT | CSV_STRICT_FINI) != 0)
        memory_die("try smaller sizes");
    csv_set_realloc_func(&c->parser, memory_grow);
    csv_set_space_func(&c->parser, no_space); /* blanks about a field belong to it */
    if (r->separator)
        csv_set_delim(&c->parser, (unsigned char)r->separator);
}

/* The separator that makes the most columns of the header's first line, which is in the buffer. */
static void choose_separator(struct records *r) {
    struct csv *c = r->own;
    int most = 0;
    for (const char *separator = ",;\t|"; *separator; separator++) {
        int columns = 0;
        bool quoted = false;
        for (const char *at = r->at; at < r->end && *at != '\n'; at++) {
            quoted ^= *at == '"';
            columns += !quoted && *at == *separator;
        }
        if (columns > most || *separator == ',') {
            most = columns;
            r->separator = *separator;
        }
    }
    csv_set_delim(&c->parser, (unsigned char)r->separator);
}

/* ---- Rows */

/* Up to the next line end; it begins a row unless it is one itself. */
static size_t next_bytes(struct records *r) {
    struct csv *c = r->own;
    size_t left = (size_t)(r->end - r->at);
    const char *feed = memchr(r->at, '\n', left);
    size_t size = feed ? (size_t)(feed - r->at) + 1 : left;
    const char *back = memchr(r->at, '\r', size);
    size = back ? (size_t)(back - r->at) + 1 : size;
    if (c->fed == 0)
        r->line = r->lines + 1;
    c->fed += c->fed > 0 || (*r->at != '\n' && *r->at != '\r') ? size : 0;
    r->lines += r->at[size - 1] == '\n';
    return size;
}

static bool feed(struct records *r, struct error *e) {
    struct csv *c = r->own;
    size_t size = next_bytes(r);
    if (csv_parse(&c->parser, r->at, size, add_field, end_row, c) != size)
        return records_fault(r, e,
                             "a misplaced quote in this row; put a field that contains quotes in quotes, and double "
                             "each quote in it");
    r->at += size;
    return c->fed <= PIECES_LONGEST || c->whole ||
           records_fault(r, e, "the row that begins here is longer than %d bytes; is a quote left open?",
                         PIECES_LONGEST);
}

static bool next(struct records *r, struct records_field field[RECORDS_COLUMNS], bool *more, struct error *e) {
    struct csv *c = r->own;
    c->used = c->fed = 0;
    c->fields = 0;
    for (c->whole = false; !c->whole;) {
        if (!records_piece(r, e))
            return false;
        if (r->at == r->end)
            break;
        if (!r->separator)
            choose_separator(r);
        if (!feed(r, e))
            return false;
    }
    if (!c->whole && csv_fini(&c->parser, add_field, end_row, c) != 0)
        return records_fault(r, e, "a quote in the row that begins here is left open");
    *more = c->whole;
    r->fields = c->fields;
    size_t at = 0;
    for (int i = 0; i < c->fields && i < RECORDS_COLUMNS; at += c->length[i++])
        field[i] = (struct records_field){c->bytes ? c->bytes + at : "", c->length[i], false};
    return true;
}

static void finish(struct records *r) {
    struct csv *c = r->own;
    csv_free(&c->parser);
    free(c->bytes);
}

static const char *as_written(char c, char buffer[8]) {
    (void)buffer;
    return c == '"' ? "\"\"" : NULL;
}

static bool needs_quotes(struct records_field field) {
    bool needs = false;
    for (size_t i = 0; i < field.length; i++)
        needs |= field.text[i] == ',' || field.text[i] == '"' || field.text[i] == '\n' || field.text[i] == '\r';
    return needs;
}

static void write_field(FILE *out, struct records_field field) {
    const char *quote = needs_quotes(field) ? "\"" : "";
    fputs(quote, out);
    records_replace(out, field, as_written);
    fputs(quote, out);
}

const struct records_kind records_csv = {
    .endings = (const char *const[]){".csv", NULL},
    .rows = "rows of fields separated by commas",
    .header = true,
    .next = next,
    .own = sizeof(struct csv),
    .start = start,
    .close = finish,
    .between = ",",
    .lost = "",
    .write = write_field,
};
