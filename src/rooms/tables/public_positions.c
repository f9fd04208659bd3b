/* public_positions.c -- poslab show positions of a public model: any of its matrices as a table of positions. */
#include <string.h>

#include "base/text.h"
#include "command/show.h"
#include "measure/position_table.h"
#include "tables/public_table.h"

enum { USUAL = 1024 }; /* positions that are shown */

/* Its rows from that of position 0 on. */
static bool read_rows(struct position_table *p, const struct public_table *t, struct arena *arena, struct error *e) {
    real *row = arena_alloc(arena, (size_t)t->columns, sizeof *row);
    p->vectors = matrix_alloc(p->positions, t->columns, arena);
    for (int i = 0; i < p->positions; i++) {
        if (!public_table_rows(row, t, t->first + i, 1, e))
            return false;
        for (int c = 0; c < t->columns; c++)
            matrix_row(&p->vectors, i)[c] = (double)row[c];
    }
    p->similarity = geometry_similarity(&p->vectors, arena);
    return true;
}

static bool open(struct view_of *of, struct arguments *a, struct error *e) {
    struct public_table t;
    struct position_table *p = arena_alloc(&a->arena, 1, sizeof *p);
    const char *name = a->table && strcmp(a->table, public_kinds[PUBLIC_POSITION]) != 0 ? a->table : NULL;
    if (a->settings.count)
        return error_set(e, EXIT_USAGE, "show positions: a public model has no settings; leave out %s",
                         assignments_item(&a->settings, 0).key);
    if (!public_table_open(&t, a->operand[0], PUBLIC_POSITION, name, a->first, &a->arena, e))
        return false;
    int there = t.rows - t.first;
    p->positions = a->positions ? a->positions : there < USUAL ? there : USUAL;
    p->about = arena_format(&a->arena, "%s: %d row%s of %d columns, %s; row %d is position 0: %s.", t.tensor, t.rows,
                            text_plural(t.rows), t.columns, t.dtype, t.first, t.why);
    bool ok = (p->positions <= there ||
               error_set(e, EXIT_USAGE, "--positions %d: %s has %d", p->positions, t.tensor, there)) &&
              read_rows(p, &t, &a->arena, e);
    public_table_close(&t);
    of->table = p;
    return ok;
}

extern const struct show_subject show_public_positions;
const struct show_subject show_public_positions = {
    .name = "positions",
    .operand = "FILE|FOLDER",
    .operands = 1,
    .open = open,
    .takes = public_table_is,
    .summary = "of a public model: any of its matrices, and which row is position 0",
    .options = "table first",
};
