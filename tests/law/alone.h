/* alone.h -- an encoding by itself, without a model: built with options and sizes, opened under a policy. */
#pragma once

#include "encoding/encoding.h"

struct alone {
    struct arena arena;
    struct encoding_built built;
    struct encoding_weights weights; /* the initial ones */
    struct encoding_use use;
    real *value, *grad; /* of its first tensor */
    _Alignas(16) char options[ENCODING_OPTIONS_MAX];
};

/* `options`: key, value, ..., NULL; or NULL for none. A failure fails the test. */
void alone_build(struct alone *a, const struct encoding *kind, struct encoding_sizes size, const char *const *options);
void alone_use(struct alone *a, const struct policy *policy, int length);
/* Both. */
void alone_open(struct alone *a, const struct encoding *kind, struct encoding_sizes size, const char *const *options,
                const struct policy *policy, int length);

/* row (D): what `embed` adds at a position to ones, and to zeros in its own columns. */
void alone_added(const struct alone *a, int position, double *row);
/* What `bias` adds to the score of a query and a key at these positions. */
double alone_bias(const struct alone *a, int head, int query, int key);
