/* vectors.h -- embedding tables as named rows, and as files for other programs. */
#pragma once

#include <stdio.h>

#include "run/run.h"
#include "tables/public_table.h"

struct vectors {
    enum public_kind kind;
    const struct run *run;             /* NULL: `public` has it */
    const struct public_table *public; /* or NULL */
    const real *value;                 /* (rows, columns) */
    int rows, columns;
    int unread; /* rows before that of position 0 */
};

/* The table of a run. Error, EXIT_USAGE: its encoding has no table of positions. */
bool vectors_open(struct vectors *v, enum public_kind kind, const struct run *r, struct error *e);
/* The same of a public model's table, whose numbers are copied into the arena. Error: that of public_table_rows. */
bool vectors_open_public(struct vectors *v, const struct public_table *t, struct arena *arena, struct error *e);
/* The name of a row: the word of a token, "segment0", "position0"; "unread0" if no position reads it. */
const char *vectors_name(const struct vectors *v, int row, char buffer[TASK_WORD_MAX]);

/* One of the files of a form, and the columns of its shape: those of the table, 1, or 0 where it has none. */
struct vectors_file {
    const char *name;
    void (*fill)(FILE *f, const void *vectors);
    enum { VECTORS_NO_SHAPE, VECTORS_NAMES, VECTORS_TABLE } shape;
};
enum { VECTORS_FILES = 3 };

/* What other programs read: tsv and projector are for TensorFlow's embedding projector, npy is NumPy's, word2vec is the
 * text that gensim and fastText load. */
struct vectors_form {
    const char *name;
    const char *reader;                          /* what loads its first file in Python; NULL: the projector's page */
    struct vectors_file file[VECTORS_FILES + 1]; /* ended by a NULL name */
};
/* All of them, ended by a NULL name. */
extern const struct vectors_form vectors_forms[];
/* Columns of the file's shape; 0: it has none. */
int vectors_columns(const struct vectors *v, const struct vectors_file *file);
/* Writes all files of a form, each complete or not at all; if one cannot be written, the earlier ones are removed. */
bool vectors_write(const struct vectors *v, const struct vectors_form *form, const char *folder, struct error *e);
