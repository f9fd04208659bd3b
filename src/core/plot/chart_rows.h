/* chart_rows.h -- which rows of a result a chart shows, and what charts of results share: their bounds and titles, dots
 * for single seeds, levels of chance and baselines. Only fill_choose can fail. */
#pragma once

#include "draw/chart.h"
#include "study/comparison.h"

enum { FILL_ROWS = 64, CHART_ROWS_FEW = 10 }; /* so many are all drawn */
struct fill_rows {
    int count, row[FILL_ROWS];
    bool policies; /* curves are named by policy: all are of one member */
    bool labels;   /* or by label: each is the first row of its member */
    bool best;     /* of models that differ only in options, each is the best in range */
    bool training; /* models may still train: means only where all seeds have a number; seeds are thin lines */
    const struct policy *policy; /* a member's first row is followed by that under this one, dashed; NULL: none is */
};
/* A chart that has only the digits, the bounds and the y title of a metric. */
struct chart fill_chart(const struct metric *m, struct arena *arena);
/* Adds a dot at x: the value of one seed in column i, if it has one. */
void fill_seed(struct chart_curve *v, const struct member *m, const struct policy *policy, int metric, int i, double x);
/* Adds the level of baseline k in column i along all of the axis; nothing if it is not known (NAN). */
void fill_level(struct chart *chart, const struct comparison_result *c, int k, int metric, int i, struct arena *arena);
/* What its points are, of several seeds, ended by a space: means with intervals, or few seeds one by one; else "". */
const char *fill_means_text(const struct chart *chart);
/* The first row of each member that has numbers, which is that of its natural policy. Of many, if some differ only in
 * options, the best of these in range. */
void first_policy_rows(struct fill_rows *rows, const struct comparison_result *c);
/* Each model that `compare DIR` prints, and after it its row under the policy of that screen (answer.h). */
void fill_under_policy(struct fill_rows *rows, const struct comparison_result *c);
/* What a chart says of the rows chosen, before its own note; may be empty. */
const char *fill_rows_text(const struct fill_rows *rows);
/* The rows whose name or label is among `names`, which end in NULL; without names all, or if these are many the first
 * of each member. Errors, EXIT_USAGE: a name that no row has, a row without numbers. */
bool fill_choose(struct fill_rows *rows, const struct comparison_result *c, const char *const *names, struct error *e);
