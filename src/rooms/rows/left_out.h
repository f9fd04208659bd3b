/* left_out.h -- what is told about the labels of rows and about rows that are left out, or why none can be used. */
#pragma once

#include "rows/rows.h"

/* Appends what was left out to a note, if anything was. */
void left_out_note(const int left_out[2][ROWS_REASONS], int max_words, char *text, size_t size);
/* Labels that differ only in case, many numbers as labels, the first label that training does not have: a line each. */
void left_out_tell(const struct rows_read *read, const struct rows_options *o, const struct task_input *in);
/* The error that no row of a file can be used, with the counts; returns false. */
bool left_out_all(const struct rows_read *read, const struct rows_options *o, enum task_stream file, struct error *e);
/* Whether labels are such that test rows can have them. Error: EXIT_DATA. */
bool left_out_check(const struct rows_read *read, const struct rows_options *o, struct error *e);
