/* export.c -- poslab export: a table of the embedding as files for other programs. */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "cli/options.h"
#include "cli/run_operand.h"
#include "cli/say.h"
#include "command/command.h"
#include "command/tables.h"
#include "tables/bert_folder.h"

#define BERT "bert" /* a whole model, not one of its tables */

/* "tsv, projector, ..." */
static const char *list_forms(char *text, size_t size) {
    text[0] = 0;
    for (const struct vectors_form *form = vectors_forms; form->name; form++)
        text_append(text, size, "%s, ", form->name);
    text_append(text, size, BERT);
    return text;
}

/* *form is NULL for a whole model. */
static bool find_form(const struct vectors_form **form, const struct arguments *a, struct error *e) {
    const char *to = a->to ? a->to : "tsv";
    char shown[TEXT_PRINTABLE], forms[128];
    bool bert = strcmp(to, BERT) == 0;
    for (*form = vectors_forms; (*form)->name && strcmp((*form)->name, to) != 0;)
        ++*form;
    if (!(*form)->name && !bert)
        return error_set(e, EXIT_USAGE, "export: --to %s: expected one of %s", text_printable(shown, to),
                         list_forms(forms, sizeof forms));
    *form = bert ? NULL : *form;
    return !bert || !a->table ||
           error_set(e, EXIT_USAGE, "export: --to " BERT " writes the complete model; leave out --table");
}

/* The folder of --out, made where it is missing; else that of the run or checkpoint file. */
static bool find_folder(char folder[PATH_MAX_LENGTH], const struct arguments *a, struct error *e) {
    if (!a->out)
        tables_folder(folder, a->operand[0]);
    else
        snprintf(folder, PATH_MAX_LENGTH, "%s", a->out);
    return !a->out || file_make_folder(a->out, e);
}

/* ---- One table */

static json_t *table_json(const struct vectors_form *form, const struct vectors *v) {
    json_t *files = json_array();
    for (const struct vectors_file *file = form->file; file->name; file++) {
        json_t *one = json_pack("{ss}", "file", file->name);
        if (vectors_columns(v, file))
            json_object_set_new(one, "shape", json_pack("[ii]", v->rows, vectors_columns(v, file)));
        json_array_append_new(files, one);
    }
    return json_pack("{ss so}", "table", v->table->name, "files", files);
}

static void print_table(const char *folder, const struct vectors_form *form, const struct vectors *v) {
    for (const struct vectors_file *file = form->file; file->name; file++)
        if (vectors_columns(v, file))
            command_print_line("%s/%s: %d x %d", folder, file->name, v->rows, vectors_columns(v, file));
        else
            command_print_line("%s/%s", folder, file->name);
    if (form->reader)
        command_print_line("Next, in Python: %s(\"%s/%s\")", form->reader, folder, form->file->name);
    else
        command_print_line("Next: open https://projector.tensorflow.org and load both files there");
}

static bool export_table(struct arguments *a, const struct vectors_form *form, struct error *e) {
    struct vectors v;
    char folder[PATH_MAX_LENGTH];
    if (!tables_open(&v, &command_export, a, "token", e) || !tables_check_finite(&v, a->operand[0], e) ||
        !find_folder(folder, a, e) || !vectors_write(&v, form, folder, e))
        return false;
    if (a->json)
        command_print_json(table_json(form, &v));
    else
        print_table(folder, form, &v);
    return true;
}

/* ---- The whole model */

static bool export_bert(struct arguments *a, struct error *e) {
    char folder[PATH_MAX_LENGTH];
    const struct run *r = command_read_run(&command_export, a, e);
    json_t *files = a->json ? json_array() : NULL;
    bool ok = r && bert_folder_check(&r->model, e) && find_folder(folder, a, e) && bert_folder_write(r, folder, e);
    for (int i = 0; i < BERT_FILES && ok; i++)
        if (files)
            json_array_append_new(files, json_pack("{ss}", "file", bert_files[i]));
        else
            command_print_line("%s/%s", folder, bert_files[i]);
    if (ok && !files)
        command_print_line("Next, in Python: transformers.BertModel.from_pretrained(\"%s\", add_pooling_layer=False)",
                           folder);
    if (ok && files)
        command_print_json(json_pack("{sO}", "files", files));
    json_decref(files);
    return ok;
}

static bool run(struct arguments *a, struct error *e) {
    const struct vectors_form *form;
    return find_form(&form, a, e) && (form ? export_table(a, form, e) : export_bert(a, e));
}

const struct command command_export = {
    .name = "export",
    .group = "words",
    .summary = "export an embedding table or the complete model to other programs",
    .operand = "RUN_OR_MODEL",
    .operands = 1,
    .options = "table to out json",
    .wording =
        (const struct command_option[]){{.name = "to",
                                         .value = "FORM",
                                         .meaning = "the form: tsv, projector, npy, word2vec or bert (default: tsv)"},
                                        {.name = "table", .value = "NAME", .meaning = TABLES_OPTION},
                                        {0}},
    .text = command_export_txt,
    .run = run,
};
