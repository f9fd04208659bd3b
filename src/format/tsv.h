/* tsv.h -- rows of fields separated by tabs, under a header line that names the columns.
 *
 * There is no quoting: a quote is a character like any other. Lines end in LF or CR LF, empty ones are skipped. A row
 * that has more or fewer fields than the header is an error, as is all that pieces.h refuses. Errors: EXIT_DATA
 * ("file:line: ..."), EXIT_IO. */
#pragma once

#include "base/text.h"
#include "format/pieces.h"

enum { TSV_COLUMNS = 64 };

struct tsv_field {
    const char *text; /* not ended by 0; good until another piece of the file is read */
    size_t length;
};

struct tsv {
    struct pieces pieces;
    const char *at, *end; /* what is left of the piece */
    long line;            /* of the row that was read last */
    int columns;          /* of every row; 0: each may have its own */
    int fields;           /* of the row that was read last */
};

/* Opens a file and reads its header: `columns` names. */
bool tsv_open(struct tsv *t, const char *path, struct tsv_field name[TSV_COLUMNS], struct error *e);
/* Likewise a stream, whose first line may be no header. */
bool tsv_open_stream(struct tsv *t, FILE *stream, const char *called, struct tsv_field name[TSV_COLUMNS],
                     struct error *e);
/* The next row, a field for each column; *more is false where there is none. */
bool tsv_next(struct tsv *t, struct tsv_field field[TSV_COLUMNS], bool *more, struct error *e);
/* Whether the next row is in another piece of the file, so that reading it ends all fields given out so far. */
bool tsv_piece_ends(const struct tsv *t);
void tsv_close(struct tsv *t);
/* That the line read at opening is no header: it becomes the first row, and each row may have its own fields. */
void tsv_no_header(struct tsv *t, const struct tsv_field *first);
/* Whether a field holds just that text. */
bool tsv_is(struct tsv_field field, const char *text);
/* A field as a text that is safe to show. */
const char *tsv_show(struct tsv_field field, char buffer[TEXT_PRINTABLE]);
/* An error about the row that was read last; returns false. */
bool tsv_fault(const struct tsv *t, struct error *e, const char *format, ...) PRINTF_LIKE(3, 4);
