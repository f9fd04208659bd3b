/* tables.c -- see tables.h. */
#include "command/tables.h"

#include <string.h>

#include "base/text.h"

static bool refuse(const struct command *c, const char *named, struct error *e) {
    char shown[TEXT_PRINTABLE];
    return error_set(e, EXIT_USAGE, "%s: --table %s: it is one of token, segment, position", c->name,
                     text_printable(shown, named));
}

static bool open_ours(struct vectors *v, const struct command *c, struct arguments *a, const char *named,
                      struct error *e) {
    const struct vectors_table *table = vectors_tables;
    while (table->name && strcmp(table->name, named) != 0)
        table++;
    if (!table->name)
        return refuse(c, named, e);
    const struct run *r = command_read_run(c, a, e);
    return r && vectors_open(v, table, r, e);
}

/* A table is named by its kind, or by its tensor, whose name tells the kind. */
static bool open_public(struct vectors *v, const struct command *c, struct arguments *a, const char *named,
                        struct error *e) {
    enum public_kind kind;
    struct public_table *t = arena_alloc(&a->arena, 1, sizeof *t);
    if (!public_kind_of(&kind, named))
        return refuse(c, named, e);
    const char *tensor = strcmp(named, public_kinds[kind]) == 0 ? NULL : named;
    if (!public_table_open(t, a->operand[0], kind, tensor, &a->arena, e))
        return false;
    vectors_open_public(v, t, &a->arena);
    public_table_close(t);
    return true;
}

bool tables_open(struct vectors *v, const struct command *c, struct arguments *a, const char *name, struct error *e) {
    bool public = a->operand[0] && public_table_is(a->operand[0]);
    return (public ? open_public : open_ours)(v, c, a, a->table ? a->table : name, e);
}
