/* embedding_tables.c -- see embedding_tables.h. */
#include "tables/embedding_tables.h"

#include <string.h>

#include "base/text.h"
#include "cli/choices.h"
#include "cli/operands.h"

bool embedding_tables_open(struct vectors *v, const struct command *c, struct arguments *a, struct error *e) {
    char shown[TEXT_PRINTABLE];
    const char *named = a->table ? a->table : public_kinds[a->first ? PUBLIC_POSITION : PUBLIC_TOKEN];
    bool public = a->operand[0] && public_table_is(a->operand[0]);
    int kind = 0;
    while (kind < PUBLIC_KINDS && strcmp(named, public_kinds[kind]) != 0)
        kind++;
    if (!public && kind == PUBLIC_KINDS)
        return error_set(e, EXIT_USAGE, "%s: --table %s: expected token, segment or position", c->name,
                         text_printable(shown, named));
    if (!public && a->first)
        return error_set(e, EXIT_USAGE, "%s: --first is for a public model; a run knows its row of position 0",
                         c->name);
    if (!public) {
        const struct run *r = command_read_run(c, a, e);
        return r && vectors_open(v, (enum public_kind)kind, r, e);
    }
    struct public_table *t = arena_alloc(&a->arena, 1, sizeof *t);
    if (!public_table_open(t, a->operand[0], (enum public_kind)kind, kind == PUBLIC_MATRIX ? named : NULL, a->first,
                           &a->arena, e))
        return false;
    bool ok = vectors_open_public(v, t, &a->arena, e);
    public_table_close(t);
    return ok;
}
