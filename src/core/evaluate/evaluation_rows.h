/* evaluation_rows.h -- the rows of eval.tsv, written and read one by one; a part of evaluation_file.c.
 *
 * Baselines are first, so that the rows of chance say which lengths and metrics there are; then in range, training
 * examples and policies. A row that does not belong where it is, or has a number out of its limits, is not read. */
#pragma once

#include <stdio.h>

#include "evaluate/evaluate.h"

extern const char evaluation_heading[];

/* Who a row is about. */
struct evaluation_place {
    char row[BASELINE_NAME];
    int column;                    /* that was read last */
    struct score *const *score;    /* by column; NULL: a baseline */
    struct baseline_levels *level; /* of a baseline */
    bool *applies;                 /* of a policy */
};

void evaluation_rows_put(FILE *f, const struct evaluation_result *r);
/* Reads a row from a line, which ends in a newline; false: such a row cannot come next. */
bool evaluation_rows_read(struct evaluation_result *r, struct evaluation_place *p, const char *line);
/* A number with enough digits to read back the same bits (NAN: none); returns the length of the text. */
enum { NUMBER_TEXT = 32 };
int evaluation_number_text(char text[NUMBER_TEXT], double x);
/* The number at the beginning of a field; NAN: the field is empty. */
double evaluation_number(const char *field);
