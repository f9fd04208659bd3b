/* vectors.c -- see vectors.h. */
#include "tables/vectors.h"

#include "measure/position_table.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/file.h"
#include "base/text.h"
#include "base/utf8.h"
#include "format/json.h"
#include "tables/npy.h"

#define NUMBERS "vectors.tsv"
#define NAMES "metadata.tsv"

enum { OPEN_BOX = 0x2423 };

bool vectors_open(struct vectors *v, enum public_kind kind, const struct run *r, struct error *e) {
    const struct model *m = &r->model;
    const struct encoding_built *b = &m->encoding;
    bool token = kind == PUBLIC_TOKEN;
    int i;
    *v = (struct vectors){.kind = kind, .run = r, .columns = m->config.d_model - b->columns};
    v->value = m->params.value + (token ? m->token : m->segment);
    v->rows = token ? m->size.vocabulary : m->size.segments;
    if (kind != PUBLIC_POSITION)
        return true;
    if (!position_table_find(&i, r, e))
        return false;
    v->value = m->params.value + m->position[i];
    v->rows = b->tensor[i].rows;
    v->columns = b->tensor[i].columns;
    v->unread = v->rows - b->rows;
    return true;
}

bool vectors_open_public(struct vectors *v, const struct public_table *t, struct arena *arena, struct error *e) {
    real *value = arena_alloc(arena, (size_t)t->rows * t->columns, sizeof *value);
    *v = (struct vectors){t->kind, NULL, t, value, t->rows, t->columns, t->first};
    return public_table_rows(value, t, 0, t->rows, e);
}

const char *vectors_name(const struct vectors *v, int row, char buffer[TASK_WORD_MAX]) {
    bool unread = row < v->unread;
    if (v->public)
        return public_table_name(v->public, row, buffer);
    if (v->kind == PUBLIC_TOKEN)
        return v->run->task.kind->word(&v->run->task, row, buffer);
    snprintf(buffer, TASK_WORD_MAX, "%s%d", unread ? "unread" : public_kinds[v->kind], unread ? row : row - v->unread);
    return buffer;
}

/* Enough digits to restore a number exactly. */
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
        const char *name = vectors_name(v, i, word); /* a word in a file may be long */
        struct arena arena = {0};
        size_t size = 4 * strlen(name) + 3;
        fprintf(f, "%s\n", text_field(arena_alloc(&arena, size, 1), size, name));
        arena_free(&arena);
    }
}

/* ---- word2vec: names without white space, since readers of this format split lines there, and no two alike, since
 * they keep one of those */

/* A sign that no name has: "_", as in word2vec's own phrases, or else the first of Unicode's from the open box on. */
static void find_sign(char sign[8], const struct vectors *v) {
    char word[TASK_WORD_MAX];
    strcpy(sign, "_");
    for (int c = OPEN_BOX, i = 0; i < v->rows; i++)
        if (strstr(vectors_name(v, i, word), sign)) {
            snprintf(sign, 8, "\xe2%c%c", 0x80 | (c >> 6 & 63), 0x80 | (c & 63));
            c++;
            i = -1; /* from the first name on again */
        }
}

/* The name with that sign for each blank; where that is empty, or the name of a row before, the number of the row comes
 * after it. `seen` has hashes of names, in a table of `room`, a power of 2. */
static const char *alone(const char *name, int row, const char *sign, uint64_t *seen, size_t room,
                         struct arena *arena) {
    char *out = arena_alloc(arena, strlen(sign) * strlen(name) + 1, 1), *to = out;
    for (int space; *name; name += space ? space : 1) {
        space = utf8_space(name, strlen(name));
        to = space ? stpcpy(to, sign) : (*to = *name, to + 1);
    }
    for (bool again = to == out;; again = true) {
        out = again ? arena_format(arena, "%s%s%d", out, sign, row) : out;
        uint64_t hash = XXH3_64bits(out, strlen(out)) | 1;
        size_t at = (size_t)(hash >> 7) & (room - 1);
        while (seen[at] && seen[at] != hash)
            at = (at + 1) & (room - 1);
        if (!seen[at]) {
            seen[at] = hash;
            return out;
        }
    }
}

static void fill_word2vec(FILE *f, const void *vectors) {
    const struct vectors *v = vectors;
    const real *x = v->value;
    char word[TASK_WORD_MAX], sign[8];
    size_t room = 2;
    struct arena seen = {0};
    while (room < 2 * (size_t)v->rows)
        room *= 2;
    uint64_t *hash = arena_alloc(&seen, room, sizeof *hash);
    find_sign(sign, v);
    fprintf(f, "%d %d\n", v->rows, v->columns);
    for (int i = 0; i < v->rows; i++) {
        struct arena arena = {0};
        fputs(alone(vectors_name(v, i, word), i, sign, hash, room, &arena), f);
        arena_free(&arena);
        for (int c = 0; c < v->columns; c++)
            fprintf(f, " %.*g", DIGITS, (double)*x++);
        fputc('\n', f);
    }
    arena_free(&seen);
}

/* What the projector's page takes as ?config=URL. */
static void fill_projector(FILE *f, const void *vectors) {
    const struct vectors *v = vectors;
    json_t *json = json_pack("{s[{ss s[ii] ss ss}]}", "embeddings", "tensorName", public_kinds[v->kind], "tensorShape",
                             v->rows, v->columns, "tensorPath", NUMBERS, "metadataPath", NAMES);
    char *text = json_text(json);
    fprintf(f, "%s\n", text);
    free(text);
    json_decref(json);
}

const struct vectors_form vectors_forms[] = {
    {"tsv", NULL, {{NUMBERS, fill_tsv, VECTORS_TABLE}, {NAMES, fill_names, VECTORS_NAMES}}},
    {"projector",
     NULL,
     {{NUMBERS, fill_tsv, VECTORS_TABLE},
      {NAMES, fill_names, VECTORS_NAMES},
      {"config.json", fill_projector, VECTORS_NO_SHAPE}}},
    {"npy", "numpy.load", {{"vectors.npy", fill_npy, VECTORS_TABLE}, {NAMES, fill_names, VECTORS_NAMES}}},
    {"word2vec", "gensim.models.KeyedVectors.load_word2vec_format", {{"vectors.txt", fill_word2vec, VECTORS_TABLE}}},
    {0},
};

int vectors_columns(const struct vectors *v, const struct vectors_file *file) {
    return file->shape == VECTORS_TABLE ? v->columns : file->shape == VECTORS_NAMES;
}

bool vectors_write(const struct vectors *v, const struct vectors_form *form, const char *folder, struct error *e) {
    char path[PATH_MAX_LENGTH];
    struct error unused;
    for (const struct vectors_file *file = form->file; file->name; file++)
        if (!file_path(path, folder, file->name, e) || !file_fill(path, file->fill, v, e)) {
            while (file-- > form->file)
                if (file_path(path, folder, file->name, &unused))
                    remove(path);
            return false;
        }
    return true;
}
