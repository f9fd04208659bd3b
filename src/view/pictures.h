/* pictures.h -- a model or its encoding as heat maps and a chart. All lies in the arena. */
#pragma once

#include "draw/chart.h"
#include "draw/heat.h"
#include "train/run.h"

/* Which positions a picture has: 0..count-1, or twice as many as training has where count is 0; and the policy beyond
 * the trained ones. */
struct fill_positions {
    int count;
    const struct policy *policy;
};
/* What an encoding gives to positions. Errors, EXIT_USAGE: it has nothing of the kind, or no such position. */
bool fill_vectors(struct heat *m, const struct run *r, struct fill_positions of, struct arena *arena, struct error *e);
bool fill_similarity(struct heat *m, const struct run *r, struct fill_positions of, struct arena *arena,
                     struct error *e);
/* Adds a curve of this name to a chart, which has room for it: the error of the best T_k for k = 1.. the trained
 * positions, in %. */
bool fill_shift(struct chart *c, const char *name, const struct run *r, struct fill_positions of, struct arena *arena,
                struct error *e);

/* Says which model a map is of: task, label, seed, steps. */
void fill_model(struct heat *m, const struct run *r, struct arena *arena);

/* One example: of the texts, or where text[0] is NULL number `number` of evaluation at the longest trained length. */
struct fill_example {
    const char *text[2];
    int number;
    const struct policy *policy;
};
/* What each head of the first target position attends to. Errors: EXIT_USAGE (no attention), EXIT_DATA (the texts). */
bool fill_attention(struct heat *m, const struct run *r, const struct fill_example *x, struct arena *arena,
                    struct error *e);
