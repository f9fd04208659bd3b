/* mixer.h -- the one interface for what mixes the rows of a sequence: attention, or a recurrence instead.
 *
 * A mixer reads z (N, D), all rows, and writes `sum` (A, D), its output at the targets before the residual is added.
 * The offsets of its weights are in m->mixing, its arrays in activations.mixing. */
#pragma once

#include "model/model.h"

/* Some sequences of a batch, with their rows: few enough for a near cache. */
struct tile {
    int sequence, end; /* the first, and the one after the last */
    int row, rows;
};
/* Moves to the next sequences, at least one; starts from zeros; false after the last. */
bool tile_next(struct tile *s, const struct batch *b, int d);
/* The largest number of rows in a tile. */
int tile_rows(struct capacity capacity, int d);

struct mixer {
    const char *name, *summary, *source;
    const char *part;              /* its part of tensor names: "attention" */
    const struct setting *options; /* table ended by a NULL key, or NULL for none */
    const void *kind;              /* which of a family it is */
    bool ordered;                  /* it depends on the order of rows even without positions */
    int arrays;                    /* (N, D) each, of a layer with it, at most: for the memory estimate */

    /* Checks sizes and options, declares tensors, sets m->mixing. Errors: EXIT_USAGE. */
    bool (*build)(struct model *m, struct arena *arena, struct error *e);
    /* The arrays of one set of activations; the gradients are a second set. */
    void *(*alloc)(const struct model *m, const struct workspace *w, struct arena *arena);
    /* What it computes of each row of z by itself, before `forward`; NULL: nothing. */
    void (*rows)(const struct model *m, struct workspace *w, const struct batch *b, const struct encoding_use *use);
    /* What else can be known of `rows` in workspace `all`, for queries as those of b in w; NULL: nothing. */
    void (*know)(const struct model *m, struct workspace *all, const struct batch *rows, struct workspace *w,
                 const struct batch *b, const struct encoding_use *use);
    /* With w->known, z has no rows yet, and there are no `rows`: it copies what it reads. */
    void (*forward)(const struct model *m, struct workspace *w, const struct batch *b, const struct encoding_use *use);
    /* From w->grad.sum: the gradients of its weights; what it needs all rows of a batch for is added to their gradient
     * w->grad.z if m->whole_rows. */
    void (*backward)(const struct model *m, struct workspace *w, const struct batch *b, const struct encoding_use *use,
                     real *grad);
    /* Then dz (rows, D) of a tile, a part of w->grad.z: overwritten, but added to if m->whole_rows; NULL: no more. */
    void (*rows_backward)(const struct model *m, struct workspace *w, const struct batch *b, struct tile s, real *dz);
    /* After a forward pass whose workspace keeps them: the weights (targets, H, T) of all rows for each target,
     * sequence by sequence, rows summing to 1; NULL: it has no such weights. */
    const real *(*weights)(const struct workspace *w);
    /* After the same: so many numbers that the encoding's `content` saved, or zeros; NULL: it has none. */
    const real *(*saved)(const struct workspace *w, size_t *numbers);
};

extern const struct mixer mixer_attention, mixer_rnn, mixer_gru, mixer_lstm;
/* All of them, NULL-ended. */
extern const struct mixer *const mixers[];
/* The mixer with that name; NULL if there is none. */
const struct mixer *mixer_find(const char *name);
/* How a model looks in every picture: as its encoding; a recurrence with a dash of its own, or without positions by a
 * row of its own. NULL: a baseline. */
struct sign mixer_sign(const struct mixer *mixer, const struct encoding *kind);

/* Allocates (rows, columns) numbers. */
real *mixer_alloc(struct arena *arena, int rows, int columns);

/* ---- Shared by the parts of the layer */

/* din += dout (A, D) at the targets of a tile, whose rows are din */
void rows_scatter(real *din, const real *dout, const struct batch *b, struct tile s, int d);

/* x (rows, columns) = 0; a NULL array is ignored */
void rows_clear(real *x, int rows, int columns);

/* Tensors are named as in public checkpoints of BERT (post-norm) and ViT (pre-norm), if they have them. */
#define MODEL_LAYER "encoder.layer.0."

/* Declares NAME.weight (out, in) and NAME.bias (out). */
struct linear declare_linear(struct model *m, const char *name, int out, int in);
/* Declares a matrix (rows, columns) with the usual initial values, of standard deviation 1 / sqrt(D). */
size_t declare_matrix(struct model *m, const char *name, int rows, int columns);

/* y = linear(x) with weights at their offsets in the block, and its backward */
void linear_at(const struct model *m, struct linear l, real *y, const real *x, int rows, int in, int out);
void linear_at_backward(const struct model *m, struct linear l, real *grad, real *dx, const real *dy, const real *x,
                        int rows, int in, int out);
