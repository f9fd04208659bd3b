/* forest.h -- numbers with their intervals, a row each, along one axis: what is called a forest plot, before anybody
 * draws it.
 *
 * Rows that share an axis and a test are a part. A part shades where an interval means yes: one that lies inside is a
 * yes, one outside a no, one across the border neither. A fill_*.c fills it once; svg_forest.c draws it for pages and
 * files, screen_forest.c in a terminal, csv_forest.c writes its data. Texts that are NULL are left out. */
#pragma once

#include <stdio.h>

#include "base/arena.h"
#include "draw/screen.h"

enum { FOREST_TICKS = 12, FOREST_TEXT = 64 };
enum forest_answer { FOREST_NONE, FOREST_YES, FOREST_NO, FOREST_OPEN };

struct forest_row {
    const char *name, *from; /* "order, 2x"; the numbers behind it: "in range 100.0, longer 71.1" */
    const char *said;        /* at its end: "yes", "?"; "": nothing */
    const char *told;        /* all of it in words */
    double value, low, high; /* NAN: no number; no interval */
    int n;                   /* values it is the mean of */
    enum forest_answer answer;
};

struct forest_part {
    const char *title;        /* what a yes means */
    const char *value;        /* what is along the axis: "lost (points)" */
    double yes_low, yes_high; /* yes lies between them, may be infinite; NAN: nothing is tested */
    double none;              /* what is no difference, 0 or of a ratio 1: in view and marked; NAN: nothing is */
    bool log;                 /* the axis is logarithmic and has no 0 */
    double low, high;         /* of the axis: forest_fit */
    struct forest_row *row;
    int rows;
};

struct forest {
    const char *title, *subtitle, *note; /* above it, below the title, below the rows */
    const char *describe;                /* in sentences, for those who cannot see it */
    struct forest_part *part;
    int parts;
};

/* Chooses the axes, so that all numbers, the border of yes and what is no difference are in view; one for all parts of
 * the same value. */
void forest_fit(struct forest *f);
/* How far to the right a number lies, from 0 to 1; one that lies outside stands at the end. */
double forest_across(const struct forest_part *p, double x);
/* Round numbers along the axis, about `count`; how many they are. */
int forest_ticks(const struct forest_part *p, int count, double tick[FOREST_TICKS]);
/* "yes: 5 or more"; "" where nothing is tested. */
const char *forest_rule(const struct forest_part *p, char text[FOREST_TEXT]);

/* In a terminal: everything between the subtitle and the note. */
void screen_forest(const struct screen *s, const struct forest *f);
/* The data: a header, then a line for each row, NA where there is no number. */
void csv_forest(FILE *out, const struct forest *f);
