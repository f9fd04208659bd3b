/* mixer.h -- the one interface of what lets the rows of a sequence see each other: attention, or a recurrence instead.
 *
 * A mixer reads z (N, D), all rows, and writes `sum` (A, D), its output at the targets before the residual is added.
 * The offsets of its weights are in m->mixing, its arrays in activations.mixing. */
#pragma once

#include "model/parts.h"

struct mixer {
    const char *name, *summary, *source;
    const char *part;              /* what the tensors' names call it: "attention" */
    const struct setting *options; /* table ended by a NULL key, or NULL for none */
    const void *kind;              /* which of a family it is */

    /* Checks sizes and options, declares tensors, sets m->mixing. Errors: EXIT_USAGE. */
    bool (*build)(struct model *m, struct arena *arena, struct error *e);
    /* The arrays of one set of activations: those of the gradients are a second. */
    void *(*alloc)(const struct model *m, const struct workspace *w, struct arena *arena);
    void (*forward)(const struct model *m, struct workspace *w, const struct batch *b, const struct encoding_use *use);
    /* From w->grad.sum: the gradients of its own weights, and what must be computed for all rows at once. */
    void (*backward)(const struct model *m, struct workspace *w, const struct batch *b, const struct encoding_use *use,
                     real *grad);
    /* Then the gradient of z for the rows of a tile: in w->grad.z, or in an array of the mixer's. */
    real *(*rows_backward)(const struct model *m, struct workspace *w, const struct batch *b, struct tile s);
    /* After a forward pass whose workspace keeps them: the weight of each row of its sequence for each target (targets,
     * H, T), sequence by sequence, rows summing to 1; NULL: it has no such weights. */
    const real *(*weights)(const struct workspace *w);
    /* Multiplications of one forward pass. */
    double (*products)(const struct model *m, const struct batch *b);
};

extern const struct mixer mixer_attention, mixer_rnn, mixer_gru, mixer_lstm;
/* All of them, NULL-ended. */
extern const struct mixer *const mixers[];
/* The mixer of that name; NULL if there is none. */
const struct mixer *mixer_find(const char *name);

/* Memory for (rows, columns) numbers. */
real *mixer_alloc(struct arena *arena, int rows, int columns);
