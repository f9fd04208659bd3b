/* vectors_write.c -- a table of the embedding as files; see vectors.h. */
#include <float.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "format/npy.h"
#include "measure/vectors.h"

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
        const char *name = v->table->row(v, i, word); /* a word of a file may be long */
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
