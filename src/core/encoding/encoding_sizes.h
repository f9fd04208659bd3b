/* encoding_sizes.h -- what the settings of a run must know of encodings: how large their options are, and which
 * positions an earlier training had. So files that keep settings do not depend on what an encoding does. */
#pragma once

#include <stdbool.h>

/* Encodings in one model at most, and what each of them may have. */
enum { ENCODING_PARTS = 4, ENCODING_PART_TENSORS = 5, ENCODING_PART_OPTIONS = 1024, ENCODING_FORMULA = 1024 };
enum {
    ENCODING_TENSORS = ENCODING_PARTS * ENCODING_PART_TENSORS,
    ENCODING_OPTIONS_MAX = ENCODING_PARTS * ENCODING_PART_OPTIONS
};

/* Of a model whose training began from another one: positions 0..positions-1 occurred there, and the policy of training
 * maps the trained ones into them. Not above 0, or not below L: it maps nothing. */
struct encoding_origin {
    int positions;
    const struct policy *policy;
};

/* Where training leaves out every fourth position, 0 1 2 4 5 6 8: position k of a text, and whether t is left out. */
static inline int encoding_with_gaps(int k) { return k + k / 3; }
static inline bool encoding_is_gap(int t) { return t % 4 == 3; }
