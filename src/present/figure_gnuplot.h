/* figure_gnuplot.h -- what the scripts of charts and of heat maps share. */
#ifndef PRESENT_FIGURE_GNUPLOT_H
#define PRESENT_FIGURE_GNUPLOT_H

#include "present/figure.h"

/* A text in single quotes, where gnuplot reads nothing into it. */
void gnuplot_quote(struct html *gp, const char *text);
/* The beginning of a script: colours, terminal, output; sizes in points of a screen. */
void gnuplot_open(struct html *gp, const char *form, int width, int height);
/* A text as one field of the data, with a tab behind it. */
void gnuplot_field(struct html *tsv, const char *text);
/* A number, likewise. */
void gnuplot_number(struct html *tsv, double x);

#endif
