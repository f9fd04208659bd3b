/* formula.h -- evaluates the printed formula of an encoding.
 *
 * It is lines "NAME = SUM", "NAME(t) = SUM", "NAME(t,COLUMN) = SUM" with an i that gives the column, and others that a
 * test reads itself. Each may end in " for A < B". NAME[row] and NAME[row, column] are the tensor whose
 * name ends in .NAME, or else the first; a vector has one index; "sum over u < N of A" and "sum over k from A to B of
 * C" go to the end; "q . e[n]" and "q . k / sqrt(h)" are products of a query. In a list [A, B] each has half of the
 * columns; [x, A] leaves them all to A. An unreadable formula fails the test. */
#pragma once

#include "measure/encoding_alone.h"

enum { FORMULA_NAMES = 16 };

/* Names have the values that were bound last. */
struct formula {
    char text[ENCODING_FORMULA];
    const struct encoding_alone *of;
    const double *query, *product; /* of a row: q (h), and q . k / sqrt(h) of each key */
    int column, width;             /* which of how many numbers a vector stands for */
    struct {
        char text[16];
        double value;
    } name[FORMULA_NAMES];
    int names;
};

void formula_bind(struct formula *f, const char *name, double value);
/* What stands at *at, which moves past it: whether it is that text; it must be that text; a sum. */
bool formula_takes(const char **at, const char *text);
void formula_need(const char **at, const char *text);
double formula_sum(struct formula *f, const char **at);
/* Whether the condition at the end of a line holds; there may be none. */
bool formula_applies(struct formula *f, const char *line);
/* The value of a line from its = on; false: it does not apply. */
bool formula_line(struct formula *f, const char *at, double *value);
const char *formula_next(const char *line);
