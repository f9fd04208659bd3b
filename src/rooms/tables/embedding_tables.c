/* embedding_tables.c -- see embedding_tables.h. */
#include "tables/embedding_tables.h"

#include <string.h>

#include "base/text.h"
#include "cli/choices.h"
#include "cli/operands.h"

/* A table is named by its kind; of a public model also by its tensor, whose name tells the kind. */
bool embedding_tables_open(struct vectors *v, const struct command *c, struct arguments *a, struct error *e) {
    const char *named = a->table ? a->table : public_kinds[PUBLIC_TOKEN];
    char shown[TEXT_PRINTABLE];
    enum public_kind kind;
    bool public = a->operand[0] && public_table_is(a->operand[0]), known = public_kind_of(&kind, named);
    bool tensor = known && strcmp(named, public_kinds[kind]) != 0;
    if (!known || (tensor && !public))
        return error_set(e, EXIT_USAGE, "%s: --table %s: expected token, segment or position", c->name,
                         text_printable(shown, named));
    if (!public) {
        const struct run *r = command_read_run(c, a, e);
        return r && vectors_open(v, kind, r, e);
    }
    struct public_table *t = arena_alloc(&a->arena, 1, sizeof *t);
    if (!public_table_open(t, a->operand[0], kind, tensor ? named : NULL, &a->arena, e))
        return false;
    bool ok = vectors_open_public(v, t, &a->arena, e);
    public_table_close(t);
    return ok;
}
