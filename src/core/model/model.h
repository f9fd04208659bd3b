/* model.h -- the layer: token, segment and position tables under one attention layer.
 *
 *   x = [norm](token + segment + position)              all rows
 *   pre-norm:   y = x + mixer(norm(x))                  targets only from here on
 *               y = y + feedforward(norm(y))            (with d_ff > 0)
 *               logits = head(norm(y))
 *   post-norm:  y = norm(x + mixer(x))
 *               y = norm(y + feedforward(y))            (with d_ff > 0)
 *               logits = head(y)
 *
 * The mixer is attention, or a recurrence instead (mixer.h). Everything after it is computed at the target positions
 * only. Weights are as in PyTorch's Linear, (out, in); no dropout. */
#pragma once

#include "base/arena.h"
#include "base/error.h"
#include "encoding/encoding_built.h"
#include "maths/layers.h"
#include "maths/matmul.h"
#include "model/batch.h"
#include "model/model_config.h"
#include "model/params.h"

struct model_sizes {
    int vocabulary, segments, classes; /* V, S, C */
    int positions;                     /* positions 0..positions-1 occur in training */
    int longest;                       /* L: rows of the longest training sequence */
    int targets;                       /* targets in it, 0 if unknown: with few, attention absorbs its projections */
};

/* Offsets into the parameter block; a pair of vectors or a matrix and its bias. */
struct linear {
    size_t weight, bias; /* (out, in), (out) */
};
struct norm {
    size_t gain, shift; /* (D), (D) */
};

/* A model; its options belong to encoding and mixer and must outlive it. */
struct model_kinds {
    const struct mixer *mixer;
    const void *mixer_options;
    const struct encoding *encoding;
    const void *encoding_options;
};

struct model {
    struct model_config config;
    struct model_sizes size;
    struct params params;
    struct encoding_built encoding;
    enum matmul_products products; /* what multiplies matrices in a pass */
    const struct mixer *mixer;
    const void *mixer_options;
    void *mixing;                      /* the mixer's own: offsets of its tensors, choices by shape */
    bool sees_later;                   /* a row sees rows after itself */
    bool whole_rows;                   /* the mixer's gradients of rows exist for all of a batch, not only a tile */
    size_t token, segment;             /* (V, D - columns), (S, D - columns) */
    size_t position[ENCODING_TENSORS]; /* what the encoding declared */
    struct norm embedding_norm;
    struct norm mixer_norm;       /* before the mixer, or after its residual sum */
    struct norm hidden_norm;      /* the same for the feed-forward */
    struct linear hidden, shrink; /* (F, D), (D, F) */
    struct norm final_norm;       /* with pre-norm */
    struct linear head;           /* (C, D) */
};

/* The arrays of one batch, in the order they are computed; the gradients are a second set, in which those of rows (N,
 * D) exist for one tile at a time. If a step is absent (no norm, no feed-forward), its output is the same array as its
 * input, so that a step reads the name of what comes before it, whatever the kind of model. */
struct activations {
    real *embedded;        /* (N, D) sum of the tables */
    real *x;               /* (N, D) normed, with embedding_norm */
    real *z;               /* (N, D) normed, with pre-norm: what the mixer sees */
    void *mixing;          /* the mixer's own */
    real *sum, *y;         /* (A, D) residual sum after the mixer; normed, with post-norm */
    real *inner;           /* (A, D) normed, with pre-norm */
    real *hidden, *active; /* (A, F): one array with relu, and in gradients */
    real *last_sum, *last; /* (A, D) residual sum after the feed-forward; normed, with post-norm */
    real *final;           /* (A, D) normed, with pre-norm */
    real *logits;          /* (A, C), or of a block of targets; their gradient is the same array */
};

/* The largest batches a workspace can hold: sequences, rows of each, targets of each. */
struct capacity {
    int sequences, rows, targets;
};

/* What a forward pass keeps: states, for logits block by block; all logits and the mixer's weights; everything for a
 * backward pass, for logits block by block. */
enum workspace_use { WORKSPACE_BLOCKS, WORKSPACE_WEIGHTS, WORKSPACE_TRAINING };

struct workspace {
    struct activations value, grad; /* grad only in training */
    struct norm_saved embedding_saved, mixer_saved, hidden_saved, final_saved;
    struct capacity capacity;
    int rows, targets;              /* the largest N and A */
    int block;                      /* targets whose logits there is memory for */
    const struct known_rows *known; /* rows are copied from there (known_rows.h); NULL: they are computed */
    bool keeps; /* the mixer's weights are kept until the next pass; otherwise it may overwrite them */
};

/* Declares and names all tensors; params_commit allocates them. Errors: EXIT_USAGE. */
bool model_declare(struct model *m, struct model_config config, struct model_sizes size, struct model_kinds kinds,
                   uint32_t seed, struct arena *arena, struct error *e);
/* Sets the initial values, from the seed it was built with. */
void model_init(struct model *m);

void workspace_build(struct workspace *w, const struct model *m, struct capacity capacity, enum workspace_use use,
                     struct arena *arena);

/* The weights of the encoding, with gradients in block `grad` (NULL: none). */
struct encoding_weights model_encoding_weights(const struct model *m, real *grad);

/* Whether the policy makes sense for its encoding and its mixer. */
bool model_accepts(const struct model *m, const struct policy *policy);
/* Opens the encoding for up to so many positions under a policy, and makes this thread's products the model's. Errors:
 * EXIT_USAGE (a position that the policy refuses; a policy that makes no sense). */
bool model_open(const struct model *m, struct encoding_use *use, const struct policy *policy, int positions,
                struct arena *arena, struct error *e);
/* The part of a forward pass that computes each row by itself: x and z of w->value, and rows of the mixer. */
void model_rows(const struct model *m, struct workspace *w, const struct batch *b, const struct encoding_use *use);
/* A forward pass up to the head: fills w->value.final. */
void model_states(const struct model *m, struct workspace *w, const struct batch *b, const struct encoding_use *use);
/* Then the head: w->value.logits are those of `count` targets from number `first` on, at most w->block of them. */
void model_logits(const struct model *m, struct workspace *w, int first, int count);
/* Both, for all targets, of which there are at most w->block. */
void model_forward(const struct model *m, struct workspace *w, const struct batch *b, const struct encoding_use *use);

/* Backward, from the first block on: from w->grad.logits, which hold dlogits of that block, fills w->grad.final of its
 * targets and the gradients of the head in block `grad`, to which later blocks add. */
void model_logits_backward(const struct model *m, struct workspace *w, int first, int count, real *grad);
/* Then the rest of the gradient block (params.size), of which tensors without grad_is_overwritten must be 0 before. */
void model_states_backward(const struct model *m, struct workspace *w, const struct batch *b,
                           const struct encoding_use *use, real *grad);
