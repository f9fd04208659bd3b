/* prediction_columns.h -- what a trained run answers about rows of a file, as further columns of it. */
#pragma once

#include "example/prediction.h"
#include "format/records_write.h"

/* A model's answers as columns next to those of a file: the likeliest answer and the probability of each, or the N
 * likeliest with theirs. */
struct prediction_columns {
    const struct task_built *t;
    int top;           /* 0: answer, p_A, p_B, ...; else answer_1, p_1, ..., answer_N, p_N */
    int count;         /* of names */
    const char **name; /* where the file has one of them, all end in _2, or the next number that makes them new */
};

/* All of it in the arena. */
void prediction_columns_build(struct prediction_columns *c, const struct task_built *t, int top,
                              const struct records *file, struct arena *arena);
/* One of the names that the file has; NULL: none. */
const char *prediction_columns_taken(const struct prediction_columns *c, const struct records *file);
void prediction_columns_head(const struct prediction_columns *c, struct records_writer *w);
/* The fields of a row, from the probabilities of all answers; NULL: it has none. */
void prediction_columns_write(const struct prediction_columns *c, const real *probability, struct records_writer *w);
