/* touched.c -- see touched.h. */
#include "train/touched.h"

#include <string.h>

static size_t slots(const struct touched *t) { return (size_t)1 << (32 - t->shift); }

void touched_build(struct touched *t, size_t table, int room, struct arena *arena) {
    *t = (struct touched){.table = table, .shift = 31};
    while (slots(t) < 2 * (size_t)room)
        t->shift--;
    t->row = arena_take(arena, (size_t)room, sizeof *t->row);
    t->slot = arena_take(arena, slots(t), sizeof *t->slot);
}

void touched_clear(struct touched *t) {
    memset(t->slot, 0, slots(t) * sizeof *t->slot);
    t->count = 0;
}

/* Where to look first is the product's high bits (Knuth 1973, multiplicative hashing); then the next slots. */
int touched_number(struct touched *t, int row) {
    size_t at = (uint32_t)row * UINT32_C(2654435769) >> t->shift;
    for (; t->slot[at]; at = (at + 1) & (slots(t) - 1))
        if (t->row[t->slot[at] - 1] == row)
            return t->slot[at] - 1;
    t->row[t->count] = row;
    t->slot[at] = ++t->count;
    return t->count - 1;
}

bool touched_holds(const struct touched *t, const struct tensor *tensor) { return t && t->table == tensor->offset; }

size_t touched_used(const struct touched *t, const struct tensor *tensor) {
    return touched_holds(t, tensor) ? (size_t)t->count * tensor->columns : tensor->count;
}
