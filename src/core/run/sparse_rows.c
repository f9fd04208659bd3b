/* sparse_rows.c -- see sparse_rows.h. */
#include "run/sparse_rows.h"

#include <string.h>

static size_t slots(const struct sparse_rows *t) { return (size_t)1 << (32 - t->shift); }

void sparse_rows_build(struct sparse_rows *t, int capacity, struct arena *arena) {
    *t = (struct sparse_rows){.shift = 31};
    while (slots(t) < 2 * (size_t)capacity)
        t->shift--;
    t->row = arena_alloc(arena, (size_t)capacity, sizeof *t->row);
    t->fade = arena_alloc(arena, (size_t)capacity, sizeof *t->fade);
    t->slot = arena_alloc(arena, slots(t), sizeof *t->slot);
}

void sparse_rows_clear(struct sparse_rows *t) {
    memset(t->slot, 0, slots(t) * sizeof *t->slot);
    t->count = 0;
}

/* The first slot is the product's high bits (Knuth 1973, multiplicative hashing); then the next ones are tried. */
int sparse_rows_number(struct sparse_rows *t, int row) {
    size_t at = (uint32_t)row * UINT32_C(2654435769) >> t->shift;
    for (; t->slot[at]; at = (at + 1) & (slots(t) - 1))
        if (t->row[t->slot[at] - 1] == row)
            return t->slot[at] - 1;
    t->row[t->count] = row;
    t->slot[at] = ++t->count;
    return t->count - 1;
}
