/* fill_learning.h -- a metric while models train, as a chart: means over equal stretches of all steps, since a single
 * batch says little. */
#pragma once

#include "plot/chart_rows.h"
#include "study/result.h"

enum { COURSE_STRETCHES = 60 };

/* How training went: of one seed; starts as zeros. */
struct course {
    int seed, lines; /* lines: steps that are known */
    int count[COURSE_STRETCHES];
    double sum[COURSE_STRETCHES];
};

/* Adds the value of one step, 1..steps. */
void course_add(struct course *c, int step, int steps, double value);

/* The courses of a label's seeds. A value of a batch is the mean of `batch` examples. */
struct courses {
    const struct course *of; /* (seeds) */
    int seeds, steps, batch;
    const struct metric *metric;
    bool training; /* they may still train: means only where all seeds have steps; seeds are thin lines */
};
/* Adds a curve with a point for each stretch, the mean over the seeds that have steps there. */
void courses_fill(struct chart *chart, const char *name, struct sign sign, const struct courses *of,
                  struct arena *arena);
/* A chart of a metric by step, with room for so many curves; LEARNING_NOTE belongs into its note. */
#define LEARNING_NOTE "Each point is the mean of a sixtieth of the steps."
void learning_chart(struct chart *chart, const struct metric *m, int curves, struct arena *arena);

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
 * finished says so in its name. Error, EXIT_USAGE: no metrics.jsonl in the folder. */
bool fill_learning(struct chart *chart, const struct result *f, const struct fill_learners *l, struct arena *arena,
                   struct error *e);
