/* chart_rows.h -- which rows of a result a chart shows. */
#pragma once

#include "draw/chart.h"
#include "study/comparison.h"

enum { FILL_ROWS = 64 };
/* Which rows of a result a chart has. */
struct fill_rows {
    int count, row[FILL_ROWS];
    bool policies; /* curves are named by their policies: all are of one member */
    bool labels;   /* or by their labels: each is the first row of its member */
    bool best;     /* of models that differ in options alone each is that which is best in range */
    bool training; /* models still train: a mean stands where all seeds have a number, and a seed is a thin line */
    bool helped;   /* after a member's first row comes that of the policy that helps it most, dashed */
};
/* A chart of a metric: its digits, bounds and title. */
struct chart fill_chart(const struct metric *m, struct arena *arena);
/* A dot at x for the value of one seed in column i, where it has one. */
void fill_seed(struct chart_curve *v, const struct member *m, const struct policy *policy, int metric, int i, double x);
/* A level of chance or of a baseline, from x to `to`; none where it is not known. */
void fill_level(struct chart *chart, const char *name, const struct metric *m, double level, double x, double to,
                struct arena *arena);
#define FILL_SEEDS_TEXT "Means over seeds with 95 % intervals; small dots: single seeds."
/* The first row of each member, which is its natural policy; as many as have numbers. Where these are many and some of
 * them differ in options alone, of these the best in range. */
void first_policy_rows(struct fill_rows *rows, const struct comparison_result *c);
/* The same, and below each the policy that is marked as the best for it (answer.h). */
void fill_helped(struct fill_rows *rows, const struct comparison_result *c);
/* What a chart says of the rows chosen, before its own note; may be empty. */
const char *fill_rows_text(const struct fill_rows *rows);
/* The rows whose name or label is among `names` (NULL-ended; an empty list: all where they are few, else the natural
 * ones). Errors, EXIT_USAGE: a name that no row has, a row without numbers. */
bool fill_choose(struct fill_rows *rows, const struct comparison_result *c, const char *const *names, struct error *e);
