/* encoding_alone.h -- an encoding without a model, built from settings as a run would build it, with its initial
 * values. */
#pragma once

#include "measure/geometry.h"
#include "run/run.h"

/* Has pointers into itself: do not move it. */
struct encoding_alone {
    struct settings settings;
    struct arena arena;
    struct task_built task; /* whose lengths say which positions are trained */
    struct encoding_built built;
    struct encoding_weights weights;
    bool learned;          /* these are a model's */
    const struct run *run; /* whose; NULL: nobody's */
    struct encoding_use use;
    int positions;
    bool has_vectors;
    struct matrix vectors; /* of these positions, if there are any */
};

/* Errors: those of settings, task and encoding. After an error there is nothing to free. */
bool encoding_alone_build(struct encoding_alone *s, const struct assignments *a, const struct task_input *in,
                          struct error *e);
/* The same from settings and their task, which must outlive it. */
bool encoding_alone_of(struct encoding_alone *s, const struct settings *set, const struct task_built *t,
                       struct error *e);
/* What a run of this encoding learned, in place of the initial values. False: it has other tensors. */
bool encoding_alone_take(struct encoding_alone *s, const struct run *r);
/* That of a run; it has nothing to free. */
struct encoding_alone encoding_alone_of_run(const struct run *r);
/* Positions of a text of so many words. */
int encoding_alone_positions(const struct encoding_alone *s, int words);
/* Opens it under encoding.extrapolation for so many positions. Error: EXIT_USAGE. */
bool encoding_alone_open(struct encoding_alone *s, int positions, struct error *e);
/* The wavelength, in positions, of each column of what it embeds, or of a head that it rotates, as the formula has it;
 * of a hybrid where one part alone is in the column. */
double *encoding_alone_wavelengths(struct encoding_alone *s, bool rotated, int columns);
/* The shortest and the longest wave; how many columns are waves or straight lines. */
struct waves {
    double shortest, longest;
    int waves, straight;
};
struct waves waves_of(const double *wave, int columns);
/* What the bias adds by distance: row n is head n, column distance + positions - 1; NAN for distances that causal
 * attention cannot see. */
struct matrix encoding_alone_biases(struct encoding_alone *s);
enum { CLOSEST_POSITIONS = 100000 };
/* The nearest two of the vectors of positions 0..*count-1; with a count of 0, which is then set, of the first of these,
 * or of a table's. Errors: EXIT_USAGE. It must have vectors. */
bool encoding_alone_closest(struct encoding_alone *s, struct closest *out, int *count, struct error *e);
void encoding_alone_free(struct encoding_alone *s);
