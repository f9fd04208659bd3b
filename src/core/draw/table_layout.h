/* table_layout.h -- how a table stands on a screen: what is in each column of each line, and how wide it is; between
 * table_terminal.c, which draws it, and table_layout.c, which fits it. */
#pragma once

#include "draw/table.h"

enum { LAYOUT_INDENT = 2, LAYOUT_BAR = 2 };
enum { LAYOUT_HEAD = -99, LAYOUT_DETAIL }; /* lines before those of the baselines, which are the last before row 0 */

/* Columns are labels, then values, then the spark line. */
struct layout {
    const struct screen *s;
    const struct table *t;
    int layer, columns;
    bool stacked, spark, intervals, spare, lengths; /* some values are at lengths */
    bool below;                                     /* labels that may stand below their row do */
    bool above;                                     /* the corner has a line of its own */
    int cut;                                        /* columns of labels that may be cut; 0: all that they need */
    bool points;                                    /* those of numbers stand below each other */
    int gap, part;                                  /* columns between two; of the longest part of a name */
    int after_bar;                                  /* columns between a bar and what follows it */
    int *width;                                     /* (columns) 0: not drawn */
    int *ends;                                      /* (columns) of which intervals and marks take so many */
    int *point;                                     /* (columns) of numbers, a point and what follows it do */
    bool *gone;                                     /* (columns) values that are left out */
    int from, end;                                  /* values and spark line in this block */
    int blanks;                                     /* not printed yet: no line ends in them */
};

/* Column k of a line: a head, a label or the spark line. */
const char *layout_says(char text[CELL_TEXT], const struct layout *l, int line, int k);
/* A value's cell; `text` has its number or word, `ends` its interval and its mark. */
const struct cell *layout_cell(char text[CELL_TEXT], char ends[CELL_TEXT], const struct layout *l, int line, int k);
/* How many blanks follow a number in column k, so that points stand below each other. */
int layout_after_number(const struct layout *l, int k, const char *number);
/* What the details of the heads are, or what the numbers are. */
const char *layout_corner(const struct layout *l);
/* The row of a baseline's line, or of a line. */
const struct table_row *layout_row(const struct table *t, int line);
/* Whether row i keeps its whole name where others are stacked, whether two have one group, and whether a label is said
 * of the group. */
bool layout_is_whole(const struct layout *l, int i);
bool layout_same_group(const struct table *t, int i, int j);
bool layout_is_of_model(const struct table_label *label);
/* Whether no row knows a label. */
bool layout_is_unknown(const struct table *t, int k);

/* Chooses what is drawn, until it fits. */
void layout_fit(struct layout *l);
/* Columns between a bar and what follows it. */
int layout_after_bar(const struct layout *l);
/* Columns of labels and values from..end-1, each with what divides it from the one before. */
int layout_span(const struct layout *l, int from, int end);
/* Whether a bar divides value k from the one drawn before it. */
bool layout_has_bar(const struct layout *l, int k);
