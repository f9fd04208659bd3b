/* numbers.h -- a matrix as numbers with names, on colours where the screen has them. Columns that do not fit stand in
 * further blocks below. NAN stands for no number. */
#ifndef PRESENT_NUMBERS_H
#define PRESENT_NUMBERS_H

#include "measure/geometry.h"
#include "present/screen.h"

struct numbers {
    struct matrix m;
    const char *const *row_name, *const *column_name; /* printable; NULL: the numbers from 0 */
    int digits;                                       /* behind the point */
    double limit;                                     /* number of the full colours; 0: the largest */
    bool first_block;                                 /* draw only the columns that fit beside each other */
};
void numbers_draw(const struct screen *s, const struct numbers *n);
/* How many columns of numbers stand beside each other. */
int numbers_fit(const struct screen *s, const struct numbers *n);

#endif
