/* figure_make.h -- figures of a run's or a comparison's results. */
#ifndef PRESENT_FIGURE_MAKE_H
#define PRESENT_FIGURE_MAKE_H

#include "present/figure.h"
#include "study/result.h"

enum { FIGURE_ROWS = 64 };

/* Which rows of the result a chart has. */
struct figure_rows {
    int count, row[FIGURE_ROWS];
    bool policies; /* curves are named by their policies: all are of one member */
    bool labels;   /* or by their labels: each is the first row of its member */
};

/* The first row of each member, which is its natural policy; as many as have numbers. */
void figure_natural(struct figure_rows *rows, const struct result *f);
/* The rows whose name or label is among `names` (NULL-ended; an empty list: all where they are few, else the natural
 * ones). Errors, EXIT_USAGE: a name that no row has; no row has numbers. */
bool figure_choose(struct figure_rows *rows, const struct result *f, const char *const *names, struct error *e);
/* Accuracy by length; all in the arena. */
void figure_extrapolation(struct figure_chart *c, const struct result *f, const struct figure_rows *rows,
                          struct arena *arena);
/* Accuracy on the training batches by step, means over the seeds of each label that the rows have. Error, EXIT_USAGE:
 * no metrics.jsonl in any of the folders. */
bool figure_learning(struct figure_chart *c, const struct result *f, const struct figure_rows *rows,
                     struct arena *arena, struct error *e);

#endif
