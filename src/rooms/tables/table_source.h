/* table_source.h -- a file of vectors, read row by row: word2vec (text or binary) or GloVe, a public model in
 * safetensors, or our checkpoint (or a run's folder).
 *
 * A row of words has its text. A row of positions has its number: in a text it is the one called position0, position1
 * and so on, as `poslab export` names them; rows that no position reads do not have one. */
#pragma once

#include "tables/public_table.h"
#include "tables/vector_binary.h"
#include "tables/vector_text.h"
#include "tables/vectors.h"

struct table_source {
    const char *path, *form; /* form: "GloVe text" */
    enum public_kind kind;   /* PUBLIC_TOKEN or PUBLIC_POSITION */
    int columns;
    /* of the latest row: */
    const char *word; /* not ended by 0 */
    size_t length;
    int position; /* < 0: none */

    /* One of four; the others are zeros. */
    struct vector_text text;
    struct vector_binary binary;
    struct public_table public;
    struct run *run; /* in the arena */
    struct vectors vectors;
    int row; /* of the last two */
    real *numbers;
    char name[TASK_WORD_MAX];
    struct arena arena;
};

/* Errors: EXIT_USAGE (it has no such table), EXIT_DATA, EXIT_IO. After an error nothing is open. */
bool table_source_open(struct table_source *s, const char *path, enum public_kind kind, struct error *e);
/* Reads the next row; *more is false at the end. */
bool table_source_next(struct table_source *s, bool *more, struct error *e);
/* Its first `count` numbers, all finite. */
bool table_source_numbers(struct table_source *s, real *out, int count, struct error *e);
void table_source_close(struct table_source *s);
