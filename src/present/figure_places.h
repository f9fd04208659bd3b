/* figure_places.h -- figures of one model: what its encoding gives to places, and what its heads attend to. */
#ifndef PRESENT_FIGURE_PLACES_H
#define PRESENT_FIGURE_PLACES_H

#include "present/figure.h"
#include "train/run.h"

/* Which places a figure has: 0..count-1, or of twice as many as training has where count is 0; and what lies beyond
 * the trained ones. */
struct figure_reach {
    int count;
    const struct policy *beyond;
};
/* What an encoding's figures show for places. Errors, EXIT_USAGE: the encoding has nothing of the kind, or no such
 * place. All lies in the arena. */
bool figure_vectors(struct figure_heat *m, const struct run *r, struct figure_reach reach, struct arena *arena,
                    struct error *e);
bool figure_similarity(struct figure_heat *m, const struct run *r, struct figure_reach reach, struct arena *arena,
                       struct error *e);
/* Adds a curve of this name to a chart: the error of the best T_k for k = 1..the trained places, in %. */
bool figure_shift(struct figure_chart *c, const char *name, const struct run *r, struct figure_reach reach,
                  struct arena *arena, struct error *e);

/* One example: of the texts, or where text[0] is NULL number `number` of evaluation at the longest trained length. */
struct figure_example {
    const char *text[2];
    int number;
    const struct policy *beyond;
};
/* What each head of the first asked row attends to. Errors: EXIT_USAGE (no attention), EXIT_DATA (the texts). */
bool figure_attention(struct figure_heat *m, const struct run *r, const struct figure_example *x, struct arena *arena,
                      struct error *e);

#endif
