/* report.h -- one page about a run or comparison: a file that needs no other and no network. */
#pragma once

#include "draw/html.h"
#include "study/result.h"

#define REPORT_FILE "report.html"

/* Writes the page whole or not at all. Errors: EXIT_IO, EXIT_DATA (claims.json is damaged), EXIT_INTERNAL. */
bool report_write(const struct result *f, const char *path, struct error *e);
/* The same while models train: a page that renews itself, as it is written again after so many seconds, and says at the
 * top how far they are. It has neither positions nor attention, which take long. */
struct status;
struct report_renewal {
    const struct status *status;
    int seconds;
};
bool report_write_renewed(const struct result *f, const struct report_renewal *renewal, const char *path,
                          struct error *e);
/* The same about a folder of claims, which holds their claims.json. */
bool report_write_claims(const char *folder, const char *path, struct error *e);
/* The same about tables of positions that were measured (report_tables.c). */
struct shown_tables;
bool report_write_tables(const struct shown_tables *t, const char *path, struct error *e);

/* What every page begins and ends with. */
void report_open_page(struct html *h, const char *title);
void report_close_page(struct html *h);

/* A picture as a figure, for screens and phones (report_picture.c). */
struct chart;
struct heat;
void report_chart(struct html *h, const struct chart *c);
/* A map as a figure, of at most so many rows and columns. */
void report_heat(struct html *h, const struct heat *map, int rows, int columns);

/* Its sections, each in its own file; one that has nothing to say writes nothing. */
void report_table(struct html *h, const struct result *f); /* report_table.c */
void report_pairs(struct html *h, const struct result *f);
void report_seeds(struct html *h, const struct result *f);
void report_glossary(struct html *h);                       /* report_glossary.c */
void report_labels(struct html *h, const struct result *f); /* report_labels.c */
void report_curves(struct html *h, const struct result *f); /* report_figures.c */
void report_sweeps(struct html *h, const struct result *f);
void report_policies(struct html *h, const struct result *f);
void report_figures(struct html *h, const struct result *f, struct html *missing);
/* report_models.c: positions and attention. What could not be read goes to `missing`. */
void report_models(struct html *h, const struct result *f, struct html *missing);
/* report_progress.c: how far models are, in a page that is written again. */
void report_progress(struct html *h, const struct report_renewal *renewal);
/* report_link.c: a link to the live page, if that is in the folder of the report, which is written to `path`. */
void report_link(struct html *h, const struct result *f, const char *path);
/* report_settings.c: config, how to repeat it. Errors: those of reading config.ini. */
bool report_settings(struct html *h, const struct result *f, struct error *e);
/* report_missing.c: adds members and their logs to what is missing, shows all of it, and drops that page. */
void report_missing(struct html *h, const struct result *f, struct html *missing);
/* Something that cannot be shown, and why. */
void report_miss(struct html *missing, const char *what, const struct error *e);
bool report_claims(struct html *h, const char *folder, struct error *e); /* report_claims.c */
