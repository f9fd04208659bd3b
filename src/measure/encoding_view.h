/* encoding_view.h -- an encoding by itself, built from settings as a run would build it, with its initial values: to be
 * looked at without a model. */
#pragma once

#include "measure/geometry.h"
#include "train/batches.h"

/* Holds pointers into itself: build it where it stays. */
struct encoding_view {
    struct settings settings;
    struct arena arena;
    struct task_built task; /* whose lengths say which places are trained */
    struct encoding_built built;
    struct encoding_weights weights;
    struct encoding_use use;
};

/* Errors: those of settings, task and encoding. On an error nothing is left to free. */
bool encoding_view_build(struct encoding_view *s, const struct assignments *a, const struct task_input *in,
                         struct error *e);
/* Opens s->use under encoding.extrapolation for so many places. Error: EXIT_USAGE. */
bool encoding_view_open(struct encoding_view *s, int positions, struct error *e);
/* Whether places mean what they say: no table ends, and no policy bends what lies beyond the trained ones. */
bool encoding_view_is_natural(const struct encoding_view *s);
/* Places in a wave of each of the columns of `vectors`, measured over many more places where they are natural. */
double *encoding_view_wavelengths(struct encoding_view *s, const struct matrix *vectors, struct error *e);
/* The nearest two of the vectors of positions 0..*count-1; with a count of 0, which is then set, of the first 100,000,
 * or of a table's. Errors: EXIT_USAGE. It must have vectors. */
bool encoding_view_closest(struct encoding_view *s, struct closest *out, int *count, struct error *e);
void encoding_view_free(struct encoding_view *s);
