/* records.h -- rows of named columns: tab-separated values, CSV or JSON, from a file or a stream (source.h).
 *
 * TSV: fields separated by tabs, no quoting: a quote is a character like any other. CSV: RFC 4180; a field in quotes
 * may hold separators, quotes and line ends. The separator is a comma, or the semicolon, tab or bar that makes more
 * columns of the header. Both begin with a header (names.h), a row that names the columns, and a row with more or fewer
 * fields is an error. JSON lines: one object per line, or one array of objects, whose keys are the columns; strings,
 * numbers and booleans are fields as they are, null and a missing key are empty. Lines end in LF or CR LF, empty ones
 * are skipped. Errors: EXIT_DATA
 * ("file:line: ...", the line that the row begins on), EXIT_IO. */
#pragma once

#include "base/text.h"
#include "format/pieces.h"

enum { RECORDS_COLUMNS = 256 };

/* RECORDS_AUTO_TEXT is RECORDS_AUTO where the first line may be a sentence: one with blanks is no header of CSV. */
enum records_form { RECORDS_AUTO, RECORDS_TSV, RECORDS_CSV, RECORDS_JSONL, RECORDS_KINDS, RECORDS_AUTO_TEXT };
#define RECORDS_FORMS "auto|tsv|csv|jsonl" /* the choices of a setting */

struct records_how {
    struct source_how from;
    enum records_form form; /* RECORDS_AUTO: by the ending (records_form_of), else by the first line */
    bool maybe_headless;    /* the first line may be a row: it is taken as it is */
};

struct records_field {
    const char *text; /* not ended by 0 */
    size_t length;
    bool nested; /* an array or an object of JSON: its text */
};

struct records {
    struct pieces pieces;
    const struct records_kind *kind;
    const char *at, *end; /* the rest of the piece */
    long line;            /* the latest row begins there */
    long lines;           /* read so far */
    int columns;          /* of every row; with JSON a new key adds one; 0: there is no header, each has its own */
    int fields;           /* of the latest row */
    char separator;       /* of CSV, as it was found; else 0 */
    int comments;         /* lines of # before the header */
    bool row_names;       /* the first column, which has no name, is the rows' names */
    bool maybe_headless;  /* as struct records_how has it */
    bool ahead;           /* no further than the piece that is in memory */
    struct records_field object; /* that row as it is written, of JSON lines; else empty */
    bool again;                  /* the first row is still to be handed out */
    bool array;                  /* JSON: one array of objects */
    struct records_field name[RECORDS_COLUMNS];
    struct records_field first[RECORDS_COLUMNS]; /* the header as it stands */
    struct arena names;
    void *own;
};

/* The form that the ending of a file's name says, whatever its case and without .gz; RECORDS_AUTO: none. */
enum records_form records_form_of(const char *path);
/* Opens a file and finds the names of its columns. An empty stream is an error, too. */
bool records_open(struct records *r, const struct records_how *how, struct error *e);
/* Reads the next row, one field per column; *more is false at the end. */
bool records_next(struct records *r, struct records_field field[RECORDS_COLUMNS], bool *more, struct error *e);
void records_close(struct records *r);
/* Declares that the row read at opening is not a header: it becomes the first row, and rows may differ in their number
 * of fields. False for JSON lines, which have no header. */
bool records_no_header(struct records *r);

/* The column of that name; -1: there is none. */
int records_column(const struct records *r, const char *name);
/* Whether a field is exactly that text. */
bool records_is(struct records_field field, const char *text);
/* What a reader of the file should know: "FILE: columns are separated by semicolons", if not by the usual separator;
 * lines before the header that were skipped; names of rows. NULL: nothing. */
const char *records_told(const struct records *r, char *text, size_t size);
/* A field as a text that is safe to show. */
const char *records_show(struct records_field field, char buffer[TEXT_PRINTABLE]);
/* The names of the columns, safe to show, with commas between them; many of them cut. */
const char *records_names(const struct records *r, char *text, size_t size);
/* Fills in an error about the latest row; returns false. */
bool records_fault(const struct records *r, struct error *e, const char *format, ...) PRINTF_LIKE(3, 4);
