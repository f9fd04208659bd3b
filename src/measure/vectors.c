/* vectors.c -- see vectors.h. */
#include "measure/vectors.h"

#include <float.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "format/npy.h"

static bool open_token(struct vectors *v, const struct model *m, struct error *e) {
    (void)e;
    v->value = m->params.value + m->token;
    v->rows = m->size.vocabulary;
    return true;
}

static const char *row_token(const struct vectors *v, int row, char buffer[TASK_WORD_MAX]) {
    return v->run->task.kind->word(&v->run->task, row, buffer);
}

static bool open_segment(struct vectors *v, const struct model *m, struct error *e) {
    (void)e;
    v->value = m->params.value + m->segment;
    v->rows = m->size.segments;
    return true;
}

static const char *row_segment(const struct vectors *v, int row, char buffer[TASK_WORD_MAX]) {
    (void)v;
    snprintf(buffer, TASK_WORD_MAX, "segment%d", row);
    return buffer;
}

static bool refuse_position(const struct model *m, struct error *e) {
    char with[256] = "";
    for (const struct encoding *const *c = encodings; *c; c++)
        if ((*c)->table)
            text_append(with, sizeof with, "%s%s", *with ? ", " : "", (*c)->name);
    return error_set(e, EXIT_USAGE, "encoding %s has no table of positions; one of these has: %s",
                     m->encoding.kind->name, with);
}

static bool open_position(struct vectors *v, const struct model *m, struct error *e) {
    const struct encoding_built *b = &m->encoding;
    for (int i = 0; b->kind->table && i < b->tensors; i++)
        if (strcmp(b->tensor[i].name, b->kind->table) == 0) {
            v->value = m->params.value + m->position[i];
            v->rows = b->tensor[i].rows;
            v->columns = b->tensor[i].columns;
            v->unread = v->rows - b->rows;
            return true;
        }
    return refuse_position(m, e);
}

static const char *row_position(const struct vectors *v, int row, char buffer[TASK_WORD_MAX]) {
    bool unread = row < v->unread;
    snprintf(buffer, TASK_WORD_MAX, "%s%d", unread ? "unread" : "position", unread ? row : row - v->unread);
    return buffer;
}

/* In the order of public_kinds. */
const struct vectors_table vectors_tables[] = {
    {"token", open_token, row_token},
    {"segment", open_segment, row_segment},
    {"position", open_position, row_position},
    {0},
};

bool vectors_open(struct vectors *v, const struct vectors_table *table, const struct run *r, struct error *e) {
    int columns = r->model.config.d_model - r->model.encoding.columns; /* of tables but that of positions */
    *v = (struct vectors){.table = table, .run = r, .columns = columns};
    return table->open(v, &r->model, e);
}

void vectors_open_public(struct vectors *v, const struct public_table *t, struct arena *arena) {
    real *value = arena_alloc(arena, (size_t)t->rows * t->columns, sizeof *value);
    public_table_rows(value, t, 0, t->rows);
    *v = (struct vectors){vectors_tables + t->kind, NULL, t, value, t->rows, t->columns, t->first};
}

const char *vectors_name(const struct vectors *v, int row, char buffer[TASK_WORD_MAX]) {
    return v->public ? public_table_name(v->public, row, buffer) : v->table->row(v, row, buffer);
}

/* ---- As files */

/* Digits that give a number back to the bit. */
enum { DIGITS = sizeof(real) == sizeof(float) ? FLT_DECIMAL_DIG : DBL_DECIMAL_DIG };

static void fill_tsv(FILE *f, const void *vectors) {
    const struct vectors *v = vectors;
    const real *x = v->value;
    for (int i = 0; i < v->rows; i++)
        for (int c = 0; c < v->columns; c++)
            fprintf(f, "%.*g%c", DIGITS, (double)*x++, c + 1 < v->columns ? '\t' : '\n');
}

static void fill_npy(FILE *f, const void *vectors) {
    const struct vectors *v = vectors;
    unsigned char header[NPY_HEADER];
    npy_header(header, v->rows, v->columns);
    fwrite(header, 1, sizeof header, f);
    fwrite(v->value, sizeof *v->value, (size_t)v->rows * v->columns, f);
}

static void fill_names(FILE *f, const void *vectors) {
    const struct vectors *v = vectors;
    char word[TASK_WORD_MAX];
    for (int i = 0; i < v->rows; i++) {
        const char *name = vectors_name(v, i, word); /* a word of a file may be long */
        struct arena arena = {0};
        size_t size = 4 * strlen(name) + 3;
        fprintf(f, "%s\n", text_field(arena_alloc(&arena, size, 1), size, name));
        arena_free(&arena);
    }
}

const struct vectors_form vectors_forms[] = {
    {"tsv", "vectors.tsv", fill_tsv},
    {"npy", "vectors.npy", fill_npy},
    {0},
};
const char vectors_names_file[] = "metadata.tsv";

bool vectors_write(const struct vectors *v, const struct vectors_form *form, const char *folder, struct error *e) {
    char path[PATH_MAX_LENGTH], names[PATH_MAX_LENGTH];
    if (!file_path(path, folder, form->file, e) || !file_path(names, folder, vectors_names_file, e) ||
        !file_fill(path, form->fill, v, e))
        return false;
    if (file_fill(names, fill_names, v, e))
        return true;
    remove(path);
    return false;
}
