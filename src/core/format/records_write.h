/* records_write.h -- writes rows as TSV, CSV or JSON lines, the opposite of records.h.
 *
 * TSV: a tab, line feed or carriage return within a field is written \t, \n or \r, everything else unchanged. CSV: RFC
 * 4180; a field is quoted if necessary. JSON lines: one object per row. A spreadsheet may run a field that begins
 * with = + - @, a tab or a line end as a formula, unless it is a number. */
#pragma once

#include <stdio.h>
#include <string.h>

#include "format/records.h"

struct records_writer {
    FILE *out;
    enum records_form form; /* not RECORDS_AUTO */
    int fields;             /* written in this row */
    bool quote_formulas;    /* TSV and CSV: an apostrophe before a field that a spreadsheet may run */
};

/* A field under its name, which only JSON lines need. */
void records_write(struct records_writer *w, const char *name, struct records_field field);
/* The same for a number, to six digits; and for a missing value: an empty field, or null. */
void records_write_number(struct records_writer *w, const char *name, double value);
void records_write_nothing(struct records_writer *w, const char *name);
/* For JSON lines, first in a row: the text of an object. */
void records_write_object(struct records_writer *w, struct records_field object);
/* Ends the row. */
void records_write_end(struct records_writer *w);

static inline struct records_field records_text(const char *text) {
    return (struct records_field){text, strlen(text), false};
}
