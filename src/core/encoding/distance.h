/* distance.h -- mapped distances, for encodings whose bias is a formula of the distance. */
#pragma once

#include <stdlib.h>

#include "encoding/encoding.h"
#include "maths/vector.h"

/* For `open`: by_position (length) becomes the mapped distance of each. */
static inline void distance_open(struct encoding_use *use, const struct encoding_weights *w, struct arena *arena) {
    (void)w;
    use->by_position = arena_alloc(arena, (size_t)use->length, sizeof(real));
    for (int t = 0; t < use->length; t++)
        use->by_position[t] = (real)encoding_mapped(use, t, encoding_counts(use));
}

enum { DISTANCE_BLOCK = 2 * VECTOR_LANES }; /* of keys that are computed together */

/* Of a block of keys from number `from` on: their distances, then zeros. Returns how many keys. */
HOT_PART int distance_block(real d[DISTANCE_BLOCK], const struct encoding_use *use, int query, struct span key,
                            int from) {
    int count = key.rows - from < DISTANCE_BLOCK ? key.rows - from : DISTANCE_BLOCK;
    for (int j = 0; j < count; j++)
        d[j] = use->by_position[abs(key.position[from + j] - query)];
    for (int j = count; j < DISTANCE_BLOCK; j++)
        d[j] = 0;
    return count;
}
