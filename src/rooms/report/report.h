/* report.h -- one page about a run or comparison: a file that needs no other and no network.
 *
 * A page is written whole or not at all. Errors: EXIT_IO, EXIT_INTERNAL. */
#pragma once

#include "draw/html.h"
#include "study/result.h"

#define REPORT_FILE "report.html"

struct chart;
struct heat;

/* Writes the page. */
bool report_write(const struct result *f, const char *path, struct error *e);
/* ---- For its sections */

/* A page while it is written. */
struct report {
    struct html h, missing; /* `missing`: items of a list of what cannot be shown, and why */
    const struct result *f;
    const char *folder;
    struct arena arena; /* of one section */
    struct error *e;    /* why the page cannot be written, */
    bool failed;        /* if it cannot */
};

/* A chart as a figure, for screens and phones; a map, of at most so many rows and columns. */
void report_chart(struct html *h, const struct chart *c);
void report_heat(struct html *h, const struct heat *map, int rows, int columns);

/* Opens what is folded until it is clicked, or is open from the start; the caller closes it, "</details>". */
void report_fold(struct html *h, bool open, const char *summary);

/* A part of the page; those of other rooms are in their with_report.c. */
struct report_section {
    int place;                       /* the lowest comes first */
    void (*write)(struct report *r); /* nothing where it has nothing to say */
};

/* A metric by length, a panel per model; false: there are no numbers. */
bool report_lengths(struct report *r, int metric); /* report_figures.c */
void report_curves(struct report *r);
void report_policies(struct report *r);
void report_learning(struct report *r);
void report_table(struct report *r); /* report_table.c */
void report_pairs(struct report *r);
void report_seeds(struct report *r);
void report_why(struct report *r);      /* report_why.c */
void report_models(struct report *r);   /* report_models.c: positions and attention */
void report_missing(struct report *r);  /* report_missing.c: that list, with members and logs */
void report_settings(struct report *r); /* report_settings.c: config, how to repeat it */
/* Adds to what is missing. */
void report_miss(struct report *r, const char *what, const char *why);
