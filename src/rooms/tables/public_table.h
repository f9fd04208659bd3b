/* public_table.h -- an embedding table of a public model: of tokens, segments or positions.
 *
 * A model is FILE.safetensors, a folder with model.safetensors or model.safetensors.index.json, or such an index of
 * shards. A table is found by the end of its name, with any prefix, as BERT, RoBERTa, DistilBERT, ELECTRA, GPT-2, ViT,
 * OPT, BART and CLIP name theirs; the rest of the model is ignored. Files are mapped, so only what is read is loaded.
 * Numbers are F32, F16, BF16 or F64. */
#pragma once

#include "base/file.h"
#include "base/file_map.h"
#include "maths/real.h"

enum public_kind { PUBLIC_TOKEN, PUBLIC_SEGMENT, PUBLIC_POSITION, PUBLIC_KINDS };
/* "token", "segment", "position": also of our tables */
extern const char *const public_kinds[PUBLIC_KINDS];
/* The kind with this name, or whose tables' names end like this one. */
bool public_kind_of(enum public_kind *kind, const char *name);
/* The row of position 0 in ViT; in RoBERTa, OPT and BART. In others it is 0. */
enum { PUBLIC_AFTER_CLS = 1, PUBLIC_AFTER_PADDING = 2 };

struct public_table {
    enum public_kind kind;
    const char *tensor, *dtype;
    char file[PATH_MAX_LENGTH]; /* that has the tensor: one of several shards */
    int rows, columns;
    int first; /* of positions: the row of position 0 */

    /* Of tokens. */
    const char *const *word; /* (rows) printable; NULL: the model's folder has no words */
    const char *words_from;  /* "vocab.txt" */

    /* Its own. */
    const unsigned char *data;
    struct file_map map;
};

/* Whether a path is that of such a model, or of a safetensors file that no run of ours wrote. */
bool public_table_is(const char *path);

/* Opens the only table of that kind, or of several the one named `name` (NULL: any) or ending in it after a point.
 * Words of tokens are read from vocab.txt, vocab.json or tokenizer.json, the first in the model's folder. Texts are in
 * the arena. After an error nothing is open. Errors: EXIT_USAGE (no such table, or several), EXIT_DATA (a file that is
 * cut short or wrong), EXIT_IO. */
bool public_table_open(struct public_table *t, const char *path, enum public_kind kind, const char *name,
                       struct arena *arena, struct error *e);
/* Rows first..first+count-1 (count, columns). Error, EXIT_DATA: a number is not finite. */
bool public_table_rows(real *out, const struct public_table *t, int first, int count, struct error *e);
/* The name of a row: its word, "row7" where it has none, "position5", "segment1", and before position 0 "[CLS]" or
 * "unread0". A blank before a word of GPT-2 and RoBERTa is shown as the mark of an open box, U+2423. */
enum { PUBLIC_NAME = 32 };
const char *public_table_name(const struct public_table *t, int row, char buffer[PUBLIC_NAME]);
void public_table_close(struct public_table *t);
