/* encoding_built.h -- an encoding with its options and sizes, and under a policy: what a model has of it, for code that
 * does not call it (encoding.h). */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "encoding/encoding_sizes.h"
#include "encoding/policy.h"
#include "maths/real.h"

struct encoding_sizes {
    int d_model, heads;
    int trained; /* L: positions 0..L-1 occur in training */
    int causal;  /* scores of later positions are not used */
};

/* A learned tensor of an encoding: (rows, columns). */
struct encoding_tensor {
    const char *name;
    int rows, columns;
    bool frozen; /* stays as initialised */
    bool vector; /* a single row, kept as (columns): weight decay is for matrices */
};

/* The weights of its tensors and where their gradients go, in the order declared. */
struct encoding_weights {
    const real *value[ENCODING_TENSORS];
    real *grad[ENCODING_TENSORS];
};

/* An encoding with its options and sizes: read-only once built. */
struct encoding_built {
    const struct encoding *kind;
    const void *options;
    struct encoding_sizes size;
    struct encoding_origin origin;
    uint32_t seed; /* of the initial values, also for rows beyond a table */
    int acts_on;   /* with its options */
    const struct policy
        *fixed; /* maps the trained positions into the original ones, at every length; NULL: none does */
    const struct policy *policies[ENCODING_POLICIES + 1]; /* that make sense here, natural one first, NULL-ended */
    int taken;                                            /* the last columns of x that other encodings fill */
    int columns;                                          /* columns of x that it fills; 0: it adds to all others */
    int first, width;                                     /* the columns of x that it adds to or fills */
    double scale;   /* what it adds is so many times what its formula names, such as PE: its option scale, or 1 */
    bool by_length; /* what it adds to a row depends on its sequence's length, too */
    int rows;       /* positions its table has; 0: no table, every position is defined */
    int tensors;
    struct encoding_tensor tensor[ENCODING_TENSORS];
    void *own; /* its fixed numbers, in the model's arena */
};

/* A built encoding under a policy, for positions 0..length-1. */
struct encoding_use {
    const struct encoding_built *built;
    const struct policy *policy;
    int length;                /* positions of the longest sequence it will see: the T that policies squeeze */
    real *by_position;         /* computed by `open`, if the encoding has one: (length, width) unless it says
                                * otherwise */
    int *lookup;               /* the same as integers */
    struct encoding_use *part; /* of a hybrid: each of its parts, under a policy of its own */
};

/* The rows of one sequence, as a hook sees them. */
struct span {
    int rows;            /* T */
    const int *position; /* (T) */
};

/* One query, as `content` sees it. */
struct encoding_query {
    int row, rows; /* its own in the sequence, and T */
    const real *q; /* (D) rotated */
    real *dq;      /* (D) */
    real *saved;   /* (H, T) from forward to backward; NULL: no backward pass follows */
};

/* The largest position of a sequence: T - 1 where they are 0, 1, 2, ... */
static inline int span_last(struct span s) {
    int last = 0;
    for (int i = 0; i < s.rows; i++)
        last = s.position[i] > last ? s.position[i] : last;
    return last;
}
