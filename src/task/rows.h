/* rows.h -- labelled rows of a tsv file as numbers: words of one or two texts, and a label.
 *
 * A file is read as format/tsv.h reads it; the columns label, text_a and text_b are found by their names. Errors:
 * EXIT_DATA with file and line, EXIT_IO. */
#pragma once

#include "task/task.h"
#include "task/vocabulary.h"

enum { ROWS_LABELS = 10000 }; /* at most */

struct rows {
    int count, words, texts; /* texts: 1 or 2 a row */
    int *start;              /* (count + 1) offset of a row's words */
    int *split;              /* (count) words of its first text */
    int *label;              /* (count) */
    int *token;              /* (words) */
};

/* A file to be read. Vocabularies are made from training rows; test rows only look words up. */
struct rows_source {
    const char *path;
    bool training;
    int most; /* words of a training row: task.max_words */
    struct vocabulary *words, *labels;
    const struct task_input *in; /* for progress */
};

/* Reads a file into the arena: words and labels as numbers, rows in the file's order. */
bool rows_read(struct rows *out, const struct rows_source *from, uint64_t *fingerprint, struct arena *arena,
               struct error *e);
/* The same rows from the shortest on, with tokens of the closed vocabularies in place of numbers. */
void rows_settle(struct rows *out, const struct rows *in, const struct vocabulary *words,
                 const struct vocabulary *labels, struct arena *arena);

static inline int rows_length(const struct rows *rows, int n) { return rows->start[n + 1] - rows->start[n]; }
