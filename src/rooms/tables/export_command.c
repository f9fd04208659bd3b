/* export.c -- poslab export: a table of the embedding as files for other programs. */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/path.h"
#include "base/text.h"
#include "cli/operands.h"
#include "cli/say.h"
#include "command/command.h"
#include "tables/embedding_tables.h"

extern const struct command command_export;
extern const char tables_export_txt[]; /* embedded by make */

/* The folder of --out, made where it is missing; else that of the run or checkpoint file. */
static bool find_folder(char folder[PATH_MAX_LENGTH], const struct arguments *a, struct error *e) {
    if (!a->out && !file_may_be_folder(a->operand[0]))
        path_folder(folder, a->operand[0]);
    else
        snprintf(folder, PATH_MAX_LENGTH, "%s", a->out ? a->out : a->operand[0]);
    return !a->out || file_make_folder(a->out, e);
}

static bool run(struct arguments *a, struct error *e) {
    const struct vectors_form *form = vectors_forms;
    const char *to = a->to ? a->to : "tsv";
    char folder[PATH_MAX_LENGTH], shown[TEXT_PRINTABLE], forms[128] = "";
    struct vectors v;
    for (; form->name && strcmp(form->name, to) != 0; form++)
        text_append(forms, sizeof forms, "%s%s", *forms ? ", " : "", form->name);
    if (!form->name)
        return error_set(e, EXIT_USAGE, "export: --to %s: expected one of %s", text_printable(shown, to), forms);
    if (!embedding_tables_open(&v, &command_export, a, e) || !find_folder(folder, a, e) ||
        !vectors_write(&v, form, folder, e))
        return false;
    json_t *files = json_array();
    for (const struct vectors_file *file = form->file; file->name; file++) {
        int columns = vectors_columns(&v, file);
        if (a->json)
            json_array_append_new(files, json_pack("{ss so*}", "file", file->name, "shape",
                                                   columns ? json_pack("[ii]", v.rows, columns) : NULL));
        else if (columns)
            command_print_line("%s/%s: %d x %d", folder, file->name, v.rows, columns);
        else
            command_print_line("%s/%s", folder, file->name);
    }
    if (a->json)
        command_print_json(json_pack("{ss sO}", "table", public_kinds[v.kind], "files", files));
    else if (form->reader)
        command_print_line("Next, in Python: %s(\"%s/%s\")", form->reader, folder, form->file->name);
    else
        command_print_line("Next: open https://projector.tensorflow.org and load both files there");
    json_decref(files);
    return true;
}

const struct command command_export = {
    .name = "export",
    .place = 105,
    .group = "results",
    .summary = "export an embedding table to other programs",
    .operand = "RUN_OR_MODEL",
    .operands = 1,
    .options = "table first to out json",
    .wording =
        (const struct command_option[]){
            {.name = "to", .value = "FORM", .meaning = "the form: tsv, projector, npy or word2vec (default: tsv)"},
            {.name = "table",
             .value = "NAME",
             .meaning = "token, segment or position (default: token), or the name of any matrix of a public model"},
            {0}},
    .text = tables_export_txt,
    .run = run,
};
