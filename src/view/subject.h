/* subject.h -- an encoding by itself, built from settings as a run would build it, with its initial values: to be
 * looked at without a model. */
#ifndef VIEW_SUBJECT_H
#define VIEW_SUBJECT_H

#include "train/batches.h"
#include "view/geometry.h"

/* Holds pointers into itself: build it where it stays. */
struct subject {
    struct settings settings;
    struct arena arena;
    struct task_built task; /* whose lengths say which places are trained */
    struct encoding_built built;
    struct encoding_weights weights;
    struct encoding_use use;
};

/* Errors: those of settings, task and encoding. On an error nothing is left to free. */
bool subject_build(struct subject *s, const struct assignments *a, const struct task_input *in, struct error *e);
/* Opens s->use under encoding.beyond for so many places. Error: EXIT_USAGE. */
bool subject_open(struct subject *s, int places, struct error *e);
/* Whether places mean what they say: no table ends, and no policy bends what lies beyond the trained ones. */
bool subject_is_natural(const struct subject *s);
/* Places in a wave of each of the columns of `vectors`, measured over many more places where they are natural. */
double *subject_wavelengths(struct subject *s, const struct matrix *vectors, struct error *e);
void subject_free(struct subject *s);

#endif
