/* records_kind.h -- the interface of a format of rows, for reading and writing. */
#pragma once

#include <stdio.h>

#include "format/records.h"

struct records_kind {
    const char *const *endings; /* of file names, in small letters, ended by NULL */
    const char *rows;           /* what it takes, for a message */
    bool header; /* its first row names the columns, and each row has as many fields; else a row is an object of JSON */
    /* The next row: sets r->line and r->fields; *more is false where there is none. Of more than RECORDS_COLUMNS fields
     * r->fields is one more, and only the first are there. */
    bool (*next)(struct records *r, struct records_field field[RECORDS_COLUMNS], bool *more, struct error *e);
    size_t own;                       /* bytes of its own, zeroed */
    void (*start)(struct records *r); /* also: starts over at r->at; NULL: nothing */
    void (*close)(struct records *r); /* NULL: nothing */
    const char *between;              /* the separator */
    const char *lost;                 /* characters that it loses: a field with one is read back differently */
    void (*write)(FILE *out, struct records_field field);
};

extern const struct records_kind records_tsv, records_csv, records_jsonl;
/* By their number, from RECORDS_AUTO + 1 on. */
extern const struct records_kind *const records_kinds[RECORDS_KINDS];

/* Reads the next piece if the last one is used up; r->at == r->end at the end. */
bool records_piece(struct records *r, struct error *e);
/* The next line that is not empty, without its end; *length 0 at the end. */
bool records_line(struct records *r, const char **line, size_t *length, struct error *e);
/* Writes a text; `written` says how a character is written that is not itself, NULL where it is. */
void records_replace(FILE *out, struct records_field field, const char *(*written)(char c, char buffer[8]));
/* Adds a column of the name that is in the cell; false if there are too many. */
bool records_add_column(struct records *r, struct records_field cell);
