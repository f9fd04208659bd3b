/* fill_sweep.h -- a metric by a setting that members differ in, as a chart. */
#pragma once

#include "draw/chart.h"
#include "study/sweep.h"

/* A metric by a setting that members differ in, in column `at`: a curve for each combination of
 * all else. `kind` chooses "rope" or "rope+interpolate" (NULL-ended; an empty list: each encoding under its first
 * policy), `only` a value of each swept setting (NULL: any). Errors, EXIT_USAGE: no such kind; no numbers. */
struct fill_over {
    const struct sweep *over; /* one of c->sweeps */
    int metric, at;
    const char *const *kind, *const *only;
};
bool fill_sweep(struct chart *chart, const struct comparison_result *c, const struct fill_over *of, struct arena *arena,
                struct error *e);
