/* heat.h -- a heat map before anybody draws it: a matrix, what its rows and columns are, where training ends.
 *
 * A fill_*.c or a view fills it once; svg_heat.c draws it for pages and files, screen_heat.c in a terminal,
 * csv_picture.c writes its data. Texts that are NULL are left out, but for the titles of axes and numbers, which each
 * map has; those of the two axes differ. */
#pragma once

#include "draw/screen.h"
#include "maths/matrix.h"

struct example_marks;

struct heat_axis {
    const char *title;                 /* "position": what a number of it counts */
    const char *const *name;           /* one each; NULL: numbers */
    bool series;                       /* of names some may be left out, so that cells may be merged */
    const struct example_marks *marks; /* they are the tokens of an example; NULL: they are not */
    int first;                         /* number of the first */
    int per;                           /* numbers that a cell is the mean of; 0 as 1 */
    int edge;                          /* first cell beyond training; 0: no such boundary */
    int edge_number, end;              /* of that cell; one after the last number; both filled by heat_shrink */
    int bracket, bracket_end;          /* of columns those that are bracketed; 0, 0: none */
    const char *bracket_says;
};

struct heat {
    const char *title, *subtitle, *note;
    const char *describe;    /* in sentences, for those who cannot see it */
    const char *value_title; /* what the numbers are */
    struct matrix m;         /* NAN: no number */
    struct heat_axis row, column;
    bool square;           /* rows are what columns are: both are drawn together */
    const char *edge_says; /* what the edges mean */
    const bool *hatched;   /* (rows, columns) these cells are struck out under a veil; NULL: none */
    const bool *moved;     /* (rows) these rows get a bar or a *: training moved them; NULL: none */
    double low, high;      /* ends of the scale of colours; low = -high: 0 is neutral; both 0: all numbers fit */
};

/* The largest absolute number; 1 where all are 0. */
double matrix_limit(const struct matrix *m);
/* The number that has the full colours. */
double heat_limit(const struct heat *h);
/* The number of cell i, or of the first in it. */
int heat_number(const struct heat_axis *a, int i);
/* The map with at most so many rows and columns: cells become means, none across an edge; one is hatched
 * where any in it is. What has names, unless they are a series, or marks stays whole. New numbers lie in the arena. */
struct heat heat_shrink(const struct heat *h, int rows, int columns, struct arena *arena);

/* ---- In a terminal */

/* A cell of colour for each number, or a character on a plain screen. A coloured picture of many rows puts two of them
 * into one line of half blocks. Where columns do not fit into the width, or rows into s->lines, a cell is the mean of
 * several, and a line below the picture says so. A cell without a number is blank, one that is hatched has a stroke. */
void screen_heat(const struct screen *s, const struct heat *h);

/* A matrix as numbers with names, on colours where the screen has them. Columns that do not fit stand in further blocks
 * below. NAN stands for no number. */
struct screen_matrix {
    struct matrix m;
    const char *const *row_name, *const *column_name;     /* printable; NULL: the numbers from 0 */
    int digits;                                           /* after the point */
    double limit;                                         /* number of the full colours; 0: the largest */
    bool first_block;                                     /* draw only the columns that fit side by side */
    const struct example_marks *row_marks, *column_marks; /* they are tokens; NULL: they are not */
};
void screen_matrix_draw(const struct screen *s, const struct screen_matrix *n);
/* How many columns of numbers fit side by side. */
int screen_matrix_columns(const struct screen *s, const struct screen_matrix *n);
