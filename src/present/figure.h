/* figure.h -- what a figure is before anybody draws it: a chart of curves, or a heat map. figure_svg.c draws both for
 * the report, figure_gnuplot.c writes them down for gnuplot; figure_make.c and its neighbours fill them. */
#ifndef PRESENT_FIGURE_H
#define PRESENT_FIGURE_H

#include <stdio.h>

#include "base/arena.h"
#include "base/setting.h"
#include "present/html.h"

enum { FIGURE_COLOURS = 7, FIGURE_TICKS = 40 };

/* One mean with its interval; low and high are NAN without one. */
struct figure_point {
    double from, to, y, low, high; /* x is `to`; from < to: the mean of a whole range of x */
    int n;                         /* values it is the mean of */
};

struct figure_curve {
    const char *name;
    struct figure_point *point;
    struct figure_point *seed; /* every single value, drawn as small dots */
    int points, seeds;
    int colour; /* counted from 0; beyond FIGURE_COLOURS they come again, dashed */
};

struct figure_chart {
    const char *describe; /* in a sentence, for those who cannot see it */
    const char *x_title, *y_title;
    bool log_x, band; /* band: intervals as areas, else as bars */
    double x_low, x_high, y_low, y_high;
    struct range trained; /* x that training had; high 0: not drawn */
    double tick[FIGURE_TICKS];
    int ticks;                         /* along x; 0: round numbers */
    const struct figure_point *chance; /* (chances) */
    int chances;
    struct figure_curve *curve;
    int curves;
};

struct figure_heat {
    const char *describe;
    const char *row_title, *column_title, *value_title;
    int rows, columns;
    const char *const *row, *const *column; /* their names; NULL: their numbers */
    double *value;                          /* (rows, columns); NAN: none */
    double low, high;                       /* ends of the scale of colours; low = -high: 0 is neutral */
    int row_edge, column_edge;              /* first row and column beyond training; 0: no such boundary */
    int row_step, column_step;              /* 0 or 1: all are there; else every so many-th */
};

/* Colour k of the palette (Okabe and Ito 2008, told apart by the colour-blind), "#0072b2". */
const char *figure_colour(int k, bool dark);
/* Which dashes a curve's line has: 0 none. */
int figure_dash(int colour);
/* Distance between two round ticks, so that low..high has about `count` of them. */
double figure_step(double low, double high, int count);
/* Moves y (n), in any order, apart until all are `gap` from each other and within low..high where there is room. */
void figure_spread(double *y, int n, double gap, double low, double high);
/* Takes room for y_low..y_high from all that is drawn: whole tens of percent, with 0 or chance in view. */
void figure_fit(struct figure_chart *c);
/* Moves bars of curve k aside, so that they do not hide each other: times x on a log axis. */
double figure_dodge(const struct figure_chart *c, int k);

/* Leaves every second, third, ... row and column, until there are at most so many. The values are moved. */
void figure_shrink(struct figure_heat *m, int rows, int columns);

/* As <svg>, for a page that has figure_svg_style. */
void figure_svg_chart(struct html *h, const struct figure_chart *c);
void figure_svg_heat(struct html *h, const struct figure_heat *map);

/* The script and its data, as FILE.gp and FILE.tsv are to hold them; `form` is svg, png or pdf. */
struct figure_script {
    struct html gp, tsv;
};
void figure_gnuplot_chart(struct figure_script *s, const char *form, const struct figure_chart *c);
void figure_gnuplot_heat(struct figure_script *s, const char *form, const struct figure_heat *map);

#endif
