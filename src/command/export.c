/* export.c -- poslab export: a table of the embedding as files for other programs. */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "command/tables.h"

static bool find_form(const struct vectors_form **form, const struct arguments *a, struct error *e) {
    const char *to = a->to ? a->to : "tsv";
    char shown[TEXT_PRINTABLE];
    for (*form = vectors_forms; (*form)->name && strcmp((*form)->name, to) != 0;)
        ++*form;
    return (*form)->name ||
           error_set(e, EXIT_USAGE, "export: --to %s: it is one of tsv, npy", text_printable(shown, to));
}

/* The folder of --out, made where it is missing; else that of the run or checkpoint file. */
static bool find_folder(char folder[PATH_MAX_LENGTH], const struct arguments *a, struct error *e) {
    if (!a->out)
        tables_folder(folder, a->operand[0]);
    else
        snprintf(folder, PATH_MAX_LENGTH, "%s", a->out);
    return !a->out || file_make_folder(a->out, e);
}

static void report(const char *folder, const struct vectors_form *form, const struct vectors *v, bool as_json) {
    if (as_json) {
        command_print_json(json_pack("{ss s[{ss s[ii]} {ss s[ii]}]}", "table", v->table->name, "files", "file",
                                     form->file, "shape", v->rows, v->columns, "file", vectors_names_file, "shape",
                                     v->rows, 1));
        return;
    }
    printf("%s/%s: %d x %d\n", folder, form->file, v->rows, v->columns);
    printf("%s/%s: %d x 1\n", folder, vectors_names_file, v->rows);
}

static bool run(struct arguments *a, struct error *e) {
    struct vectors v;
    char folder[PATH_MAX_LENGTH];
    const struct vectors_form *form;
    if (!find_form(&form, a, e) || !tables_open(&v, &command_export, a, "token", e) || !find_folder(folder, a, e) ||
        !vectors_write(&v, form, folder, e))
        return false;
    report(folder, form, &v, a->json);
    return true;
}

const struct command command_export = {
    .name = "export",
    .summary = "write a table of the embedding for TensorFlow's projector or NumPy",
    .operand = "RUN_OR_MODEL",
    .operands = 1,
    .options = "table to out json",
    .wording =
        (const struct command_option[]){
            {.name = "to", .value = "FORM", .meaning = "the form of the files, tsv or npy (default: tsv)"},
            {.name = "table", .value = "NAME", .meaning = TABLES_OPTION},
            {0}},
    .details =
        "tsv: vectors.tsv and metadata.tsv as projector.tensorflow.org loads them. npy: vectors.npy for numpy.load,\n"
        "and the same metadata.tsv. Existing files are replaced, so give each table an --out of its own.\n"
        "Rows are named by their words, or segment0, position0 and so on; a row before position 0 that no position\n"
        "reads (encoding.offset) is unread0. In metadata.tsv tab, newline and backslash are \\t, \\n and "
        "\\\\.\n" TABLES_MODEL "--json: {table, files [{file, shape}]}.\n"
        "\n"
        "  poslab export runs/order-learned-seed1\n"
        "  poslab export runs/mine --table position --to npy --out positions\n"
        "  poslab export gpt2/model.safetensors --table position --out gpt2-positions\n",
    .run = run,
};
