/* export.c -- poslab export: a table of the embedding as files for other programs.
 *
 * tsv is what the TensorFlow embedding projector reads; npy is NumPy's. metadata.tsv names
 * the rows, one a line. Each file is written whole or not at all, and where the names
 * cannot be written the vectors do not stay. */
#include <float.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "command/command.h"
#include "command/vectors.h"
#include "format/npy.h"

/* Digits that give a number back to the bit. */
enum { DIGITS = sizeof(real) == sizeof(float) ? FLT_DECIMAL_DIG : DBL_DECIMAL_DIG };

static void fill_tsv(FILE *f, const struct vectors *v) {
    const real *x = v->value;
    for (int i = 0; i < v->rows; i++)
        for (int c = 0; c < v->columns; c++)
            fprintf(f, "%.*g%c", DIGITS, (double)*x++, c + 1 < v->columns ? '\t' : '\n');
}

static void fill_npy(FILE *f, const struct vectors *v) {
    unsigned char header[NPY_HEADER];
    npy_header(header, v->rows, v->columns);
    fwrite(header, 1, sizeof header, f);
    fwrite(v->value, sizeof *v->value, (size_t)v->rows * v->columns, f);
}

static void fill_names(FILE *f, const struct vectors *v) {
    char word[TASK_WORD_MAX];
    for (int i = 0; i < v->rows; i++) {
        const char *name = v->table->row(v, i, word); /* a word of a file may be long */
        struct arena arena = {0};
        size_t room = 4 * strlen(name) + 3;
        fprintf(f, "%s\n", text_field(arena_take(&arena, room, 1), room, name));
        arena_free(&arena);
    }
}

static const struct form {
    const char *name, *file;
    void (*fill)(FILE *f, const struct vectors *v);
} forms[] = {
    {"tsv", "vectors.tsv", fill_tsv},
    {"npy", "vectors.npy", fill_npy},
    {0},
};
static const char names_file[] = "metadata.tsv";

static bool find_form(const struct form **form, const char *name, struct error *e) {
    char shown[TEXT_PRINTABLE];
    for (*form = forms; (*form)->name; ++*form)
        if (strcmp((*form)->name, name) == 0)
            return true;
    return error_set(e, EXIT_USAGE, "export: --to %s: it is one of tsv, npy", text_printable(shown, name));
}

static bool find_table(const struct vectors_table **table, const char *name, struct error *e) {
    char shown[TEXT_PRINTABLE];
    for (*table = vectors_tables; (*table)->name; ++*table)
        if (strcmp((*table)->name, name) == 0)
            return true;
    return error_set(e, EXIT_USAGE, "export: --table %s: it is one of token, segment, position",
                     text_printable(shown, name));
}

/* The folder of --out, made where it is missing; else that of the run or checkpoint file. */
static bool find_folder(char folder[PATH_MAX_LENGTH], const struct arguments *a, struct error *e) {
    const char *run = a->operand[0], *slash = strrchr(run, '/');
    if (a->out || file_is_folder(run)) {
        snprintf(folder, PATH_MAX_LENGTH, "%s", a->out ? a->out : run);
        return !a->out || file_make_folder(a->out, e);
    }
    int length = slash ? (int)(slash - run) : 1;
    snprintf(folder, PATH_MAX_LENGTH, "%.*s", length ? length : 1, slash ? run : ".");
    return true;
}

static bool write_file(const char *path, void (*fill)(FILE *, const struct vectors *), const struct vectors *v,
                       struct error *e) {
    char *bytes = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&bytes, &size);
    bool whole = f != NULL;
    if (f) {
        fill(f, v);
        whole = !ferror(f);
        whole = fclose(f) == 0 && whole;
    }
    bool ok = whole ? file_write(path, NULL, bytes, size, e)
                    : error_set(e, EXIT_INTERNAL, "out of memory: could not put together %s", path);
    free(bytes);
    return ok;
}

static bool write_files(const char *folder, const struct form *form, const struct vectors *v, struct error *e) {
    char path[PATH_MAX_LENGTH], names[PATH_MAX_LENGTH];
    if (!file_path(path, folder, form->file, e) || !file_path(names, folder, names_file, e) ||
        !write_file(path, form->fill, v, e))
        return false;
    if (write_file(names, fill_names, v, e))
        return true;
    remove(path);
    return false;
}

static void report(const char *folder, const struct form *form, const struct vectors *v, bool as_json) {
    if (as_json) {
        command_print_json(json_pack("{ss s[{ss s[ii]} {ss s[ii]}]}", "table", v->table->name, "files", "file",
                                     form->file, "shape", v->rows, v->columns, "file", names_file, "shape", v->rows,
                                     1));
        return;
    }
    printf("%s/%s: %d x %d\n", folder, form->file, v->rows, v->columns);
    printf("%s/%s: %d x 1\n", folder, names_file, v->rows);
}

static bool export(const struct run *r, const struct arguments *a, const struct vectors_table *table,
                   const struct form *form, struct error *e) {
    char folder[PATH_MAX_LENGTH];
    struct vectors v;
    if (!vectors_open(&v, table, r, e) || !find_folder(folder, a, e) || !write_files(folder, form, &v, e))
        return false;
    report(folder, form, &v, a->json);
    return true;
}

static int run(struct arguments *a) {
    struct run r;
    struct error e = {0};
    const struct vectors_table *table;
    const struct form *form;
    if (!find_table(&table, a->table ? a->table : "token", &e) || !find_form(&form, a->to ? a->to : "tsv", &e) ||
        !command_read_run(&r, &command_export, a, &e))
        return command_fail(&e);
    bool ok = export(&r, a, table, form, &e);
    run_free(&r);
    return ok ? EXIT_DONE : command_fail(&e);
}

static const char *const options[] = {"table", "to", "out", "json", NULL};

static const struct command_option wording[] = {
    {.name = "to", .value = "FORM", .meaning = "the form of the files, tsv or npy (default: tsv)"},
    {0},
};

const struct command command_export = {
    .name = "export",
    .summary = "write a table of the embedding for TensorFlow's projector or NumPy",
    .operand = "RUN_OR_CHECKPOINT",
    .operands = 1,
    .options = options,
    .wording = wording,
    .details = "tsv: vectors.tsv and metadata.tsv as projector.tensorflow.org loads them, one row a line.\n"
               "npy: vectors.npy for numpy.load, and the same metadata.tsv. Files that were there are replaced, so\n"
               "give each table an --out of its own.\n"
               "Rows are named by their words, or segment0, place0 and so on; a row in front of place 0 that no place\n"
               "reads (encoding.offset) is unread0. In metadata.tsv tab, newline and backslash are \\t, \\n and \\\\.\n"
               "--json: {table, files [{file, shape}]}.\n"
               "\n"
               "  poslab export runs/order-learned-seed1\n"
               "  poslab export runs/mine/checkpoint.safetensors --table position --to npy --out places\n",
    .run = run,
};
