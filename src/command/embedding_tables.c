/* embedding_tables.c -- see embedding_tables.h. */
#include "command/embedding_tables.h"

#include <stdio.h>
#include <string.h>

#include "base/path.h"
#include "base/text.h"
#include "cli/choices.h"
#include "cli/operands.h"
#include "encoding/kinds.h"
#include "tables/position_table.h"
#include "view/position_tables.h"

void embedding_tables_folder(char folder[PATH_MAX_LENGTH], const char *path) {
    if (file_may_be_folder(path))
        snprintf(folder, PATH_MAX_LENGTH, "%s", path);
    else
        path_folder(folder, path);
}

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

/* ---- Several tables of positions */

enum { POSITIONS_USUAL = 1024, POSITIONS_MOST = 4096 };

static int count_positions(const struct arguments *a, int there) {
    return a->positions ? a->positions : there < POSITIONS_USUAL ? there : POSITIONS_USUAL;
}

/* Of model.safetensors in a folder the folder's name. */
static void set_name(struct shown_table *t, const char *path) {
    char whole[PATH_MAX_LENGTH];
    snprintf(whole, sizeof whole, "%s", path);
    char *slash = strrchr(whole, '/');
    if (slash && (strncmp(slash + 1, "model.safetensors", 17) == 0 || !slash[1]))
        *slash = 0;
    slash = strrchr(whole, '/');
    snprintf(t->name, sizeof t->name, "%.*s", (int)sizeof t->name - 1, slash ? slash + 1 : whole);
}

/* No table of ours has its colour: they are those of encodings without tables. */
static bool open_public_positions(struct shown_table *s, struct arguments *a, const char *path, bool second,
                                  struct error *e) {
    struct public_table t;
    const char *tensor = a->table && strcmp(a->table, public_kinds[PUBLIC_POSITION]) != 0 ? a->table : NULL;
    if (!public_table_open(&t, path, PUBLIC_POSITION, tensor, &a->arena, e))
        return false;
    int there = t.rows - t.first, count = count_positions(a, there);
    bool ok = count <= there || error_set(e, EXIT_USAGE, "--positions %d: %s has %d", count, s->name, there);
    if (ok) {
        real *row = arena_alloc(&a->arena, (size_t)t.columns, sizeof *row);
        s->vectors = matrix_alloc(count, t.columns, &a->arena);
        for (int i = 0; i < count && ok; i++) {
            ok = public_table_rows(row, &t, t.first + i, 1, e);
            for (int c = 0; c < t.columns; c++)
                matrix_row(&s->vectors, i)[c] = (double)row[c];
        }
        const char *patches =
            !t.side
                ? ""
                : arena_format(&a->arena, "; positions are patches of an image, %d x %d, row by row", t.side, t.side);
        s->about = arena_format(&a->arena, "%s, %d rows of %d columns, %s%s%s%s.", t.tensor, t.rows, t.columns, t.dtype,
                                t.why_first ? "; " : "", t.why_first ? t.why_first : "", patches);
        s->kind = second ? &encoding_rope : &encoding_none;
    }
    public_table_close(&t);
    return ok;
}

static bool open_our_positions(struct shown_table *s, const struct command *c, struct arguments *a, const char *path,
                               struct error *e) {
    struct run *r = arena_alloc(&a->arena, 1, sizeof *r);
    struct position_table t;
    const struct policy *policy;
    if (!command_open_run(r, path, &a->settings, e))
        return false;
    bool ok = command_policy_of_positions(&policy, c, a, r, e) &&
              position_table_open(&t, r, policy, count_positions(a, r->model.encoding.rows), e);
    if (ok) {
        s->vectors = matrix_alloc(t.vectors.rows, t.vectors.columns, &a->arena);
        memcpy(s->vectors.value, t.vectors.value, (size_t)t.vectors.rows * t.vectors.columns * sizeof *t.vectors.value);
        s->about = arena_format(&a->arena, "%s (%s), %d rows of %d columns after %d steps; trained: 0..%d%s.",
                                r->settings.task->name, r->settings.encoding->name, t.vectors.rows, t.vectors.columns,
                                r->step, t.trained - 1,
                                t.trained >= t.vectors.rows
                                    ? ""
                                    : arena_format(&a->arena, "; measure only these with --positions %d", t.trained));
        s->kind = r->settings.encoding;
    }
    run_free(r);
    return ok;
}

int embedding_tables_public(const struct arguments *a) {
    int count = 0;
    for (int i = 0; i < a->operands; i++)
        count += public_table_is(a->operand[i]);
    return count;
}

bool embedding_tables_check(const struct command *c, const struct arguments *a, bool public, struct error *e) {
    return !a->table || public ||
           error_set(e, EXIT_USAGE, "%s: --table names a public model's table, and there is none here", c->name);
}

bool embedding_tables_measure(struct shown_tables *t, const struct command *c, struct arguments *a, struct error *e) {
    int public = embedding_tables_public(a);
    t->count = 0;
    if (a->operands >= SHOWN_TABLES)
        return error_set(e, EXIT_USAGE, "%s compares at most %d tables with sinusoids", c->name, SHOWN_TABLES - 1);
    if (a->positions > POSITIONS_MOST)
        return error_set(e, EXIT_USAGE, "%s: --positions %d: at most %d", c->name, a->positions, POSITIONS_MOST);
    if (a->settings.count && public == a->operands)
        return error_set(e, EXIT_USAGE, "%s: a public model has no settings; leave out %s", c->name,
                         assignments_item(&a->settings, 0).key);
    if (!embedding_tables_check(c, a, public, e))
        return false;
    for (int i = 0; i < a->operands; i++) {
        struct shown_table *s = &t->of[t->count++];
        const char *path = a->operand[i];
        *s = (struct shown_table){.about = NULL};
        set_name(s, path);
        bool ok =
            public_table_is(path) ? open_public_positions(s, a, path, i > 0, e) : open_our_positions(s, c, a, path, e);
        if (!ok)
            return false;
    }
    shown_tables_measure(t, &a->arena);
    return true;
}
