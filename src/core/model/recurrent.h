/* recurrent.h -- what rnn, gru and lstm share: h_t = f(h_(t-1), x_t) over each sequence, one way or both ways, and
 * backward through time.
 *
 * A kind is a cell: the arithmetic of one step, for all sequences that have that step. Weights are named and ordered as
 * in PyTorch's modules. Sequences start from zeros. Both ways are the default: [CLS], the target, comes before the
 * words. */
#pragma once

#include "base/setting.h"
#include "model/mixer.h"

/* One step of `rows` sequences at once; forward fills gate, memory and h. */
struct cell_step {
    int rows, d;
    real *gate;              /* (rows, G d) in: W_ih x + b_ih; out: the gates */
    const real *from;        /* (rows, G d) W_hh h_prev + b_hh */
    const real *h_prev;      /* (rows, d); NULL: the first step, all zeros */
    const real *memory_prev; /* the same */
    real *h, *memory;        /* (rows, d); memory is the cell's private state */
};

/* The same backward: from dh and dmemory to everything that the step read. */
struct cell_back {
    const real *dh;               /* (rows, d) */
    const real *dmemory;          /* (rows, d) from the step after */
    real *dgate, *dfrom;          /* (rows, G d) overwritten */
    real *dh_prev, *dmemory_prev; /* (rows, d) added to, without the part that comes through `from`; NULL at
                                   * the first step */
};

struct cell {
    int gates; /* G */
    void (*forward)(const struct cell_step *s);
    void (*backward)(const struct cell_step *s, const struct cell_back *b);
};

/* The mixer of a cell: all but its name, summary, source and kind. Two ways of an LSTM have most arrays. */
#define RECURRENT_MIXER                                                                                         \
    .ordered = true, .arrays = 32, .part = "recurrent", .options = recurrent_options, .build = recurrent_build, \
    .alloc = recurrent_alloc, .forward = recurrent_forward, .backward = recurrent_backward

extern const struct setting recurrent_options[];
bool recurrent_build(struct model *m, struct arena *arena, struct error *e);
void *recurrent_alloc(const struct model *m, const struct workspace *w, struct arena *arena);
void recurrent_forward(const struct model *m, struct workspace *w, const struct batch *b,
                       const struct encoding_use *use);
void recurrent_backward(const struct model *m, struct workspace *w, const struct batch *b,
                        const struct encoding_use *use, real *grad);
