/* position_tables.h -- tables of positions compared with each other and with exact sinusoids, whoever trained them:
 * measures as charts, and each table as heat maps. All lies in the arena. */
#pragma once

#include "draw/chart.h"
#include "draw/heat.h"
#include "tables/table_measures.h"

enum { SHOWN_TABLES = 3, SHOWN_NAME = 128 };

struct shown_table {
    char name[SHOWN_NAME];
    const char *about;           /* where it comes from, in sentences; NULL: nothing to say */
    const struct encoding *kind; /* gives the colour */
    struct matrix vectors;       /* (positions, columns) */
    struct table_basis basis;
    struct table_measures m;
};

struct shown_tables {
    struct shown_table of[SHOWN_TABLES]; /* the last: sinusoids */
    int count;
};

/* Measures those that are there and adds sinusoids of the size of the first. */
void shown_tables_measure(struct shown_tables *t, struct arena *arena);

/* A measure as points: values along x, which is first, first + 1 and so on where `x` is NULL; what random numbers have
 * there, or NULL. */
struct measured {
    int count, first;
    const int *x;
    const double *value, *noise; /* (count) */
};

/* A chart of a measure of all tables. */
struct table_figure {
    const char *title, *means; /* means: what its number is, in sentences */
    const char *x_title, *y_title;
    int digits;
    double scale, least, most; /* of y */
    bool lines, doubled;       /* of many points; x in powers of two */
    bool no_sinusoids;         /* they are so far away that others would look flat */
    struct measured (*measured)(const struct table_measures *m);
    const char *(*note)(const struct shown_tables *t, struct arena *arena); /* or NULL */
};
/* False: the tables have too few positions for it. */
bool fill_table_figure(struct chart *c, const struct table_figure *f, const struct shown_tables *t,
                       struct arena *arena);

/* Two maps of one of them: its numbers, and cosines of all pairs of its rows. */
void fill_table_maps(struct heat map[2], const struct shown_table *t, struct arena *arena);
