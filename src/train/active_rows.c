/* active_rows.c -- see active_rows.h. */
#include "train/active_rows.h"

#include <string.h>

static size_t slots(const struct active_rows *t) { return (size_t)1 << (32 - t->shift); }

void active_rows_build(struct active_rows *t, size_t table, int capacity, struct arena *arena) {
    *t = (struct active_rows){.table = table, .shift = 31};
    while (slots(t) < 2 * (size_t)capacity)
        t->shift--;
    t->row = arena_alloc(arena, (size_t)capacity, sizeof *t->row);
    t->fade = arena_alloc(arena, (size_t)capacity, sizeof *t->fade);
    t->slot = arena_alloc(arena, slots(t), sizeof *t->slot);
}

void active_rows_clear(struct active_rows *t) {
    memset(t->slot, 0, slots(t) * sizeof *t->slot);
    t->count = 0;
}

/* The first slot is the product's high bits (Knuth 1973, multiplicative hashing); then the next ones are tried. */
int active_rows_number(struct active_rows *t, int row) {
    size_t at = (uint32_t)row * UINT32_C(2654435769) >> t->shift;
    for (; t->slot[at]; at = (at + 1) & (slots(t) - 1))
        if (t->row[t->slot[at] - 1] == row)
            return t->slot[at] - 1;
    t->row[t->count] = row;
    t->slot[at] = ++t->count;
    return t->count - 1;
}

bool active_rows_holds(const struct active_rows *t, const struct tensor *tensor) {
    return t && t->table == tensor->offset;
}

size_t active_rows_used(const struct active_rows *t, const struct tensor *tensor) {
    return active_rows_holds(t, tensor) ? (size_t)t->count * tensor->columns : tensor->count;
}
