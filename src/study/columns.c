/* columns.c -- see columns.h. */
#include "study/columns.h"

#include <math.h>

int columns_find(const struct comparison_result *c, int i, const struct range words[], int lengths, bool total) {
    if (i == IN_RANGE || i > c->lengths)
        return i == IN_RANGE ? i : total ? 1 + lengths : -1;
    for (int k = 1; k <= lengths; k++)
        if (words[k].low == c->words[i].low && words[k].high == c->words[i].high)
            return k;
    return -1;
}

int columns_of(const struct comparison_result *c, const struct evaluation_result *r, int i) {
    return columns_find(c, i, r->words, r->lengths, r->total);
}

struct score **columns_scores(const struct comparison_result *c, const struct evaluation_result *r,
                              const struct evaluation_row *row) {
    struct score **out = arena_alloc(c->arena, (size_t)compare_columns(c), sizeof *out),
                 *none = arena_alloc(c->arena, 1, sizeof *none);
    for (int k = 0; k < metric_count; k++)
        none->value[k] = (double)NAN;
    for (int i = 0; i < compare_columns(c); i++) {
        int at = columns_of(c, r, i);
        out[i] = at == IN_RANGE ? r->in_range : at > 0 && row ? row->at[at] : none;
    }
    return out;
}
