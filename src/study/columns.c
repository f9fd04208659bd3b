/* columns.c -- see columns.h. */
#include "study/columns.h"

#include <math.h>

int columns_find(const struct range words[], int lengths, struct range one) {
    for (int i = 0; i < lengths; i++)
        if (words[i].low == one.low && words[i].high == one.high)
            return i;
    return -1;
}

int columns_of(const struct comparison_result *c, const struct evaluation_result *r, int i) {
    return i < c->lengths ? columns_find(r->words, r->lengths, c->words[i]) : r->total ? r->lengths : -1;
}

static struct score no_score(void) {
    struct score s = {.count = 0};
    for (int k = 0; k < metric_count; k++)
        s.value[k] = (double)NAN;
    return s;
}

struct score *columns_scores(const struct comparison_result *c, const struct evaluation_result *r,
                             const struct evaluation_row *row) {
    struct score *out = arena_alloc(c->arena, (size_t)c->lengths + (size_t)c->total, sizeof *out);
    for (int i = 0; i < c->lengths + c->total; i++) {
        int at = row ? columns_of(c, r, i) : -1;
        out[i] = at < 0 ? no_score() : row->at[at];
    }
    return out;
}
