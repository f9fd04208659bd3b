/* known_rows.h -- rows that many sequences have in common, computed once.
 *
 * Up to the mixer, a row is a function of its token, segment and position. With V tokens, S segments and P positions
 * there are V S P different ones: an evaluation of many texts with few words meets each of them many times, and copies
 * it instead. If all queries are the same, because [CLS] is always the target, even their scores are looked up. */
#pragma once

#include "model/mixer.h"

struct known_rows {
    struct batch all; /* each row once: by position, then token, then segment */
    struct workspace work;
    real *scratch; /* (H, N) for the mixer */
};

/* Whether it pays for a pass of so many rows, at positions 0..positions-1: rows repeat, and the different ones fit into
 * memory. */
bool known_rows_pay(const struct model *m, int positions, double rows);
/* Room for all rows at so many positions. */
void known_rows_build(struct known_rows *k, const struct model *m, int positions, struct arena *arena);
/* Computes them for `use`, in place of those before. The queries of batch b, in a workspace for it, are those that will
 * come, for which w->known is set. */
void known_rows_compute(struct known_rows *k, const struct model *m, const struct encoding_use *use,
                        struct workspace *w, const struct batch *b);
/* Fills b->known. */
void known_rows_number(const struct model *m, struct batch *b);
/* out (rows, D) = the known rows `in` with these numbers */
void known_rows_copy(real *out, const real *in, const int *number, int rows, int d);
