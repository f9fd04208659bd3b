/* public_table.h -- an embedding table of a public model: of tokens, segments or positions, or any other matrix.
 *
 * A model is FILE.safetensors, a folder with model.safetensors or model.safetensors.index.json, or such an index of
 * shards. A table is found by the end of its name (public_names.c), with any prefix, or named; the rest of the model is
 * ignored. Files are mapped, so only what is read is loaded. Numbers are F32, F16, BF16 or F64. */
#pragma once

#include "base/file.h"
#include "maths/real.h"

enum public_kind { PUBLIC_TOKEN, PUBLIC_SEGMENT, PUBLIC_POSITION, PUBLIC_KINDS, PUBLIC_MATRIX = PUBLIC_KINDS };
/* "token", "segment", "position": also of our tables; "matrix" */
extern const char *const public_kinds[PUBLIC_KINDS + 1];

struct public_table {
    enum public_kind kind;
    const char *tensor, *dtype;
    char file[PATH_MAX_LENGTH]; /* that has the tensor: one of several shards */
    int rows, columns;
    int first;       /* of positions: the row of position 0 */
    const char *why; /* it is that one: public_first.h; NULL: no table of positions */
    int patches;     /* on a side of the image that positions go through, row by row; 0: they are those of a text */

    /* Of tokens. */
    const char *const *word; /* (rows) printable; NULL: the model's folder has no words */
    const char *words_from;  /* "vocab.txt" */

    /* Its own. */
    const unsigned char *data;
    struct file_map map;
};

/* Whether a path is that of such a model, or of a safetensors file that no run of ours wrote. */
bool public_table_is(const char *path);

/* Opens the only table of that kind; or the matrix named `name` (NULL: that kind's), or the only one whose name ends so
 * after a point: PUBLIC_MATRIX stands for the kind that its name says. `first` is the row of position 0 as the user has
 * it, which makes it a table of positions; NULL: as public_first.c finds it. Words of tokens are read from vocab.txt,
 * vocab.json or tokenizer.json, the first in the model's folder. Texts are in the arena. After an error nothing is
 * open. Errors: EXIT_USAGE (no such table, or several), EXIT_DATA (a file that is cut short or wrong), EXIT_IO. */
bool public_table_open(struct public_table *t, const char *path, enum public_kind kind, const char *name,
                       const char *first, struct arena *arena, struct error *e);
/* Rows first..first+count-1 (count, columns). Error, EXIT_DATA: a number is not finite. */
bool public_table_rows(real *out, const struct public_table *t, int first, int count, struct error *e);
/* The name of a row: its word, "row7" where it has none, "position5", "segment1", and before position 0 "unread0", of
 * an image "[CLS]". A blank before a word of GPT-2 and RoBERTa is shown as the mark of an open box, U+2423. */
enum { PUBLIC_NAME = 32 };
const char *public_table_name(const struct public_table *t, int row, char buffer[PUBLIC_NAME]);
void public_table_close(struct public_table *t);
