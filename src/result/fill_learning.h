/* fill_learning.h -- accuracy while models train, as a chart. */
#pragma once

#include "result/chart_rows.h"
#include "study/result.h"

/* The models of a chart about training, which may go on. */
struct fill_learners {
    int count;
    const struct series *of[FILL_ROWS];
    const char *says; /* fill_rows_text */
};
/* Those of the rows, then all of whose seeds none is finished. */
void fill_learners(struct fill_learners *l, const struct comparison_result *c, const struct fill_rows *rows);
/* The same of names, as fill_choose takes them; a label that no row has is one, too. Errors: as there. */
bool fill_learners_choose(struct fill_learners *l, const struct comparison_result *c, const char *const *names,
                          struct error *e);
/* Accuracy on the training batches by step so far, means over the seeds of each label. One of which a seed is not
 * finished says so in its name. Error, EXIT_USAGE: no metrics.jsonl in any of the folders. */
bool fill_learning(struct chart *chart, const struct result *f, const struct fill_learners *l, struct arena *arena,
                   struct error *e);
