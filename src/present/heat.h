/* heat.h -- a heat map before anybody draws it: a matrix, what its rows and columns are, where training ends.
 *
 * A fill_*.c or a view fills it once; svg_heat.c draws it for pages and files, screen_heat.c in a terminal,
 * csv_picture.c writes its data. Texts that are NULL are left out. */
#ifndef PRESENT_HEAT_H
#define PRESENT_HEAT_H

#include "measure/geometry.h"

struct heat_axis {
    const char *title;       /* "position": what a number of it counts */
    const char *const *name; /* one each; NULL: numbers */
    int first;               /* number of the first */
    int per;                 /* numbers that a cell is the mean of; 0 as 1 */
    int edge;                /* first cell beyond training; 0: no such boundary */
    int edge_number;         /* of that cell; filled by heat_shrink */
};

struct heat {
    const char *title, *subtitle, *note;
    const char *describe;    /* in sentences, for those who cannot see it */
    const char *value_title; /* what the numbers are */
    struct matrix m;         /* NAN: no number */
    struct heat_axis row, column;
    bool square;           /* rows are what columns are: both are drawn together */
    const char *edge_says; /* what the edges mean */
    const bool *mark;      /* (rows) these rows are marked; NULL: none */
    double low, high;      /* ends of the scale of colours; low = -high: 0 is neutral; both 0: all numbers fit */
};

/* The largest absolute number; 1 where all are 0. */
double matrix_limit(const struct matrix *m);
/* The number that has the full colours. */
double heat_limit(const struct heat *h);
/* The number of cell i, or of the first in it. */
int heat_number(const struct heat_axis *a, int i);
/* The map with at most so many rows and columns: cells become means, none across an edge. What has names stays whole.
 * New numbers lie in the arena. */
struct heat heat_shrink(const struct heat *h, int rows, int columns, struct arena *arena);

#endif
