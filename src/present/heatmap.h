/* heatmap.h -- a matrix as a picture: a cell of colour for each number, or a character on a plain screen.
 *
 * A coloured picture of many rows puts two of them into one line of half blocks. Where columns do not fit, a cell is
 * the mean of several, and a line below the picture says so. NAN stands for no number: its cell is blank. */
#ifndef PRESENT_HEATMAP_H
#define PRESENT_HEATMAP_H

#include "measure/geometry.h"
#include "present/screen.h"

struct heatmap {
    struct matrix m;
    bool square;   /* rows are what columns are: both are drawn together */
    int first_row; /* number of the first row and column, where they do not begin at 0 */
    int first_column;
    int rule;              /* row before which a line is drawn, and column in a square one; 0: none */
    const char *rule_says; /* what the line says */
    const bool *mark;      /* (rows) a star stands at these rows; NULL: no such column */
    double limit;          /* number of the full colours; 0: the largest */
};
void heatmap_draw(const struct screen *s, const struct heatmap *h);

/* The largest absolute number; 1 where all are 0. */
double matrix_limit(const struct matrix *m);

#endif
