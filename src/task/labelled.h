/* labelled.h -- rows of a label and one or two texts: the columns label, text_a and text_b, found by their names under
 * a header, among any others. Errors: EXIT_DATA with file and line, EXIT_IO. */
#pragma once

#include "format/tsv.h"

enum { LABELLED_LABEL, LABELLED_A, LABELLED_B, LABELLED_COLUMNS };

struct labelled {
    struct tsv file;
    int column[LABELLED_COLUMNS]; /* which field it is; -1: not there */
};

/* A file: its header names label and text_a, and perhaps text_b. */
bool labelled_open(struct labelled *l, const char *path, struct error *e);
/* A stream, line by line as it comes: its header may lack a label; without a header lines are text_a and perhaps
 * text_b. */
bool labelled_open_stream(struct labelled *l, FILE *stream, const char *called, struct error *e);
/* The next row; `text` is NULL where it has no such field. *more is false where there is none. */
bool labelled_next(struct labelled *l, struct tsv_field out[LABELLED_COLUMNS], bool *more, struct error *e);
void labelled_close(struct labelled *l);
