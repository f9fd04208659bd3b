/* first_rows.h -- what the first rows of a file have in its columns, and which of these are the label and the text:
 * named by the user, by their names, or by what they hold. */
#pragma once

#include "rows/data_file.h"

enum { ROWS = 20000, LABELS = 50, LABEL_WORDS = 3 };

/* What the first rows have in a column. */
struct column_values {
    const char *name;
    long words, filled, numbers;   /* of all rows; rows that are not empty; those that are numbers */
    const char *value[LABELS + 1]; /* different ones as labels, up to so many */
    int values;
    bool nested; /* a list or an object */
};

struct first_rows {
    const char *path;
    struct column_values *column;
    int columns, label, text[2];             /* -1: not found */
    long rows;                               /* that were read: ROWS + 1 where there are more */
    const char *label_column, *text_columns; /* as settings have them; NULL: not found */
    const char *told;                        /* as records_told tells it; NULL: nothing to tell */
    struct arena *arena;
};

/* Reads the first rows of l->path, with what the user says of it. Errors: as records.h has them, and EXIT_DATA for a
 * column that is not there. */
bool first_rows_look(struct first_rows *l, const struct assignments *given, struct error *e);
/* Finds what the user did not name; *unclear: another column may be a text, too. */
void first_rows_find(struct first_rows *l, bool *unclear);
/* How many columns may be the label, and the last of them. */
int first_rows_labels(const struct first_rows *l, int *last);
double first_rows_words(const struct column_values *s);
