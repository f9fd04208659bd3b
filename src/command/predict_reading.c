/* predict_reading.c -- how poslab predict reads rows: as in training, but for what the command line says. */
#include <string.h>

#include "command/predict.h"

enum { FORM, CHARSET, LABEL, TEXTS };
#define AT(field) offsetof(struct predict_reading, field)
/* As the task tsv has them. */
static const struct setting reading[] = {
    [FORM] = {"task.format", SETTING_CHOICE, AT(form), "auto", 0, 0, RECORDS_FORMS, ""},
    [CHARSET] = {"task.encoding", SETTING_CHOICE, AT(charset), "utf-8", 0, 0, CHARSETS, ""},
    [LABEL] = {"task.label_column", SETTING_TEXT, AT(label), "label", 0, 0, NULL, ""},
    [TEXTS] = {"task.text_columns", SETTING_TEXT, AT(texts), "", 0, 0, NULL, ""},
    [PREDICT_READING] = {0},
};

bool predict_read_given(struct predict_reading *to, struct assignments *a, struct error *e) {
    setting_defaults(reading, to);
    for (int k = 0; k < PREDICT_READING; k++)
        for (int i = 0; i < a->count && !to->given[k]; i++) {
            struct assignment item = assignments_item(a, i);
            if (strcmp(item.key, reading[k].key) != 0)
                continue;
            if (!setting_read(&reading[k], to, item.value, e))
                return error_prefix(e, "%s: %s", item.where, item.key);
            to->given[k] = true;
            assignments_drop(a, i);
        }
    return true;
}

struct labelled_how predict_how(const struct predict_reading *read, const struct arguments *a,
                                const struct task_built *t) {
    struct labelled_how how = {.unlabelled = true, .maybe_headless = !a->to};
    how.rows.from.path = a->to && a->operand[1] ? a->operand[1] : "-";
    how.rows.form = (enum records_form)read->form;
    how.rows.from.charset = (enum charset)read->charset;
    const struct setting *charset = setting_find(t->kind->options, reading[CHARSET].key);
    if (charset && !read->given[CHARSET])
        how.rows.from.charset = (enum charset) * (const int *)((const char *)t->options + charset->at);
    labelled_columns_of(&how, t);
    how.label = read->given[LABEL] ? read->label : how.label;
    how.texts = read->given[TEXTS] ? read->texts : how.texts;
    return how;
}
