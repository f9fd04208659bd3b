/* labelled_columns.c -- see labelled_columns.h. */
#include "data/labelled_columns.h"

#include <string.h>

#include "base/suggest.h"
#include "format/names.h"

static const char *const usual[LABELLED_COLUMNS] = {"label", "text_a", "text_b"};

/* ---- Names */

static const char *texts_of(const struct labelled_how *how) { return how->texts ? how->texts : ""; }

static bool read_names(struct labelled *l, const struct labelled_how *how, struct error *e) {
    const char *texts = texts_of(how), *at = texts, *more;
    l->name[LABELLED_LABEL] = how->label ? names_one(how->label, &l->arena) : usual[LABELLED_LABEL];
    for (int k = LABELLED_A; k < LABELLED_COLUMNS; k++)
        if (!names_next(&at, &l->arena, &l->name[k]) && !*texts) /* which left it empty */
            l->name[k] = usual[k];
    return !names_next(&at, &l->arena, &more) ||
           error_set(e, EXIT_USAGE,
                     "task.text_columns = %s: more than two columns; a row has one or two texts (a name with a comma "
                     "stands in quotes)",
                     texts);
}

/* ---- Columns */

static bool check_once(const struct labelled *l, int k, struct error *e) {
    const struct records *r = &l->file;
    for (int i = l->column[k] + 1; l->column[k] >= 0 && i < r->columns; i++)
        if (records_is(r->name[i], l->name[k]))
            return records_fault(r, e, "column %s is given twice in the header", l->name[k]);
    for (int j = 0; j < k; j++)
        if (l->column[k] >= 0 && l->column[k] == l->column[j])
            return records_fault(r, e, "column %s is named twice, %s", l->name[k],
                                 j == LABELLED_LABEL ? "as the label and as a text" : "in task.text_columns");
    return true;
}

/* Finds them; *any: whether one is there. */
static bool find_columns(struct labelled *l, const struct labelled_how *how, bool *any, struct error *e) {
    struct records *r = &l->file;
    if (!*texts_of(how) && records_column(r, usual[LABELLED_A]) < 0 && records_column(r, usual[LABELLED_B]) < 0 &&
        records_column(r, "text") >= 0) {
        l->name[LABELLED_A] = "text";
        l->name[LABELLED_B] = "";
    }
    *any = false;
    for (int k = 0; k < LABELLED_COLUMNS; k++) {
        l->column[k] = *l->name[k] ? records_column(r, l->name[k]) : -1;
        *any = *any || l->column[k] >= 0;
        if (!check_once(l, k, e))
            return false;
    }
    l->seen = r->columns;
    return true;
}

static bool is_known(const struct labelled *l, struct records_field name) {
    int k = 0;
    while (k < LABELLED_COLUMNS && !records_is(name, l->name[k]))
        k++;
    return k < LABELLED_COLUMNS;
}

/* Whether no column's name is one letter off this missing one. */
static bool check_slip(const struct labelled *l, int k, struct error *e) {
    char shown[TEXT_PRINTABLE];
    for (int i = 0; i < l->file.columns; i++) {
        struct suggestion s = suggest_for(records_show(l->file.name[i], shown));
        if (!is_known(l, l->file.name[i]) && strcmp(shown, "text") != 0 && suggest_add(&s, l->name[k]) &&
            s.distance <= 1)
            return records_fault(&l->file, e,
                                 "there is no column %s, but there is '%s'; name the columns with task.label_column "
                                 "and task.text_columns",
                                 l->name[k], shown);
    }
    return true;
}

static bool check_columns(struct labelled *l, const struct labelled_how *how, bool any, struct error *e) {
    char names[300];
    for (int k = 0; k < LABELLED_COLUMNS; k++) {
        bool optional = (k == LABELLED_B && !*texts_of(how)) || (k == LABELLED_LABEL && how->unlabelled);
        if (l->column[k] >= 0 || !*l->name[k])
            continue;
        if (!optional && !any && !names_check(&l->file, e))
            return false;
        if (!optional)
            return records_fault(&l->file, e, "there is no column %s; there are: %s (%s names another)", l->name[k],
                                 records_names(&l->file, names, sizeof names),
                                 k == LABELLED_LABEL ? "task.label_column" : "task.text_columns");
        if (!check_slip(l, k, e))
            return false;
    }
    return true;
}

/* Whether the rows have the columns that `poslab show task` writes instead of those that the task names. */
static bool as_written(const struct labelled *l, const struct labelled_how *how) {
    return how->rows.maybe_headless && (l->column[LABELLED_LABEL] < 0 || l->column[LABELLED_A] < 0) &&
           records_column(&l->file, usual[LABELLED_A]) >= 0;
}

bool labelled_open(struct labelled *l, const struct labelled_how *how, struct error *e) {
    struct labelled_how used = *how;
    bool any;
    *l = (struct labelled){.words = how->words};
    if (!read_names(l, how, e) || !records_open(&l->file, &how->rows, e) || !find_columns(l, how, &any, e))
        return false;
    if (as_written(l, how)) {
        used.label = usual[LABELLED_LABEL];
        used.texts = "";
        if (!read_names(l, &used, e) || !find_columns(l, &used, &any, e))
            return false;
    }
    l->headless = !any && how->rows.maybe_headless && records_no_header(&l->file);
    if (!l->headless)
        return check_columns(l, &used, any, e);
    l->column[LABELLED_A] = 0;
    l->column[LABELLED_B] = 1;
    return true;
}

/* ---- Rows */

/* JSON may have a key for the first time anywhere: that one must not be a text that earlier rows lacked. */
static bool check_new(struct labelled *l, struct error *e) {
    for (int i = l->seen; i < l->file.columns; i++)
        if (is_known(l, l->file.name[i]))
            return records_fault(&l->file, e,
                                 "has a key that the first row does not have but that all rows need: %.100s",
                                 l->file.name[i].text);
    l->seen = l->file.columns;
    return true;
}

bool labelled_next(struct labelled *l, struct records_field out[LABELLED_COLUMNS], bool *more, struct error *e) {
    const struct records_field *field = l->all;
    const struct records *r = &l->file;
    if (!records_next(&l->file, l->all, more, e))
        return false;
    if (!*more)
        return true;
    if (l->headless && r->fields > 2)
        return records_fault(r, e, "has %d fields; without a header it takes text_a and perhaps text_b", r->fields);
    if (!l->headless && r->columns > l->seen && !check_new(l, e))
        return false;
    for (int k = 0; k < LABELLED_COLUMNS; k++) {
        out[k] = l->column[k] >= 0 && l->column[k] < r->fields ? field[l->column[k]] : (struct records_field){0};
        if (k == LABELLED_LABEL && !out[k].nested)
            out[k] = l->words ? label_text(out[k], &l->label) : label_of(out[k], &l->label);
        if (out[k].nested)
            return records_fault(r, e, "%s is an array or an object; it must be a text, a number or true or false",
                                 l->name[k]);
    }
    return true;
}

void labelled_close(struct labelled *l) {
    label_close(&l->label);
    arena_free(&l->arena);
    records_close(&l->file);
}
