/* rows.h -- labelled rows of a user's files as numbers: words of one or two texts, and a label.
 *
 * Files are read as format/records.h reads them. Rows without a label or a text, and test rows whose label is not in
 * training, are left out and counted. Errors: EXIT_USAGE, EXIT_DATA with file and line, EXIT_IO. */
#pragma once

#include "data/vocabulary.h"
#include "task/task.h"

enum { ROWS_LABELS = 10000 }; /* at most */

/* The task's options. */
struct rows_options {
    char train[SETTING_TEXT_MAX], test[SETTING_TEXT_MAX];
    char label_column[SETTING_TEXT_MAX], text_columns[SETTING_TEXT_MAX];
    int format, charset, tokens, too_long;
    int max_vocabulary, min_count, max_words, split_seed, cls;
    double held_out;
};

enum rows_too_long { ROWS_TRUNCATE, ROWS_SKIP, ROWS_ERROR };
#define ROWS_TOO_LONG "truncate|skip|error"

/* Counts of rows that are left out or changed. */
enum rows_reason { ROWS_NO_LABEL, ROWS_NO_TEXT, ROWS_UNKNOWN_LABEL, ROWS_SKIPPED, ROWS_TRUNCATED, ROWS_REASONS };

struct rows {
    int count, words;
    int *start; /* (count + 1) offset of a row's words */
    int *split; /* (count) words of its first text */
    int *label; /* (count) */
    int *token; /* (words) */
};

/* All that is read. */
struct rows_read {
    struct rows part[2];             /* by task_stream, each from the shortest row on */
    int texts;                       /* 1 or 2 a row */
    int left_out[2][ROWS_REASONS];   /* rows of the files of training and of test */
    uint64_t fingerprint[2];         /* of these files */
    struct vocabulary words, labels; /* closed */
    long *label_line;                /* (ROWS_LABELS + 1) by a label's number: where it is first */
    long unknown_line;               /* of the first test row whose label no training row has; 0: there is none */
    const char *unknown;             /* that label */
};

/* Reads the files, or the one of which a share is held out. Rows go to the arena, vocabularies to `scratch`. */
bool rows_read(struct rows_read *out, const struct rows_options *o, const struct task_input *in, struct arena *arena,
               struct arena *scratch, struct error *e);
/* The same rows, shortest first, with tokens of the closed vocabularies instead of numbers; without rows whose label no
 * training row has, which are also removed from `in`. */
void rows_settle(struct rows *out, struct rows *in, struct rows_read *read, struct arena *arena);
static inline int rows_length(const struct rows *rows, int n) { return rows->start[n + 1] - rows->start[n]; }

extern const struct task task_tsv;
