/* columns.c -- see columns.h. */
#include "study/columns.h"

#include <math.h>

int columns_of(const struct comparison_result *c, const struct evaluation_result *r, int i) {
    if (i > c->lengths)
        return r->total ? 1 + r->lengths : -1;
    for (int k = 1; k <= r->lengths && i != IN_RANGE; k++)
        if (range_same(r->words[k], c->words[i]))
            return k;
    return i == IN_RANGE ? i : -1;
}

struct score **columns_scores(const struct comparison_result *c, const struct evaluation_result *r,
                              const struct evaluation_row *row, struct arena *arena) {
    struct score **out = arena_alloc(arena, (size_t)compare_columns(c), sizeof *out),
                 *none = arena_alloc(arena, 1, sizeof *none);
    for (int k = 0; k < metric_count; k++)
        none->value[k] = (double)NAN;
    for (int i = 0; i < compare_columns(c); i++) {
        int at = columns_of(c, r, i);
        out[i] = at == IN_RANGE ? r->in_range : at > 0 && row ? row->at[at] : none;
    }
    return out;
}

int length_longest(const struct comparison_result *c) {
    int longest = 1;
    for (int i = 2; i <= c->lengths; i++) {
        bool all = !c->some_lack[i], before = !c->some_lack[longest];
        longest = all > before || (all == before && c->words[i].high > c->words[longest].high) ? i : longest;
    }
    return longest;
}

int length_tested(const struct comparison_result *c) { return c->total ? 1 + c->lengths : length_longest(c); }

bool length_is_tested(const struct comparison_result *c, int i) {
    return c->full || *c->compare.pairs || i == length_tested(c);
}
