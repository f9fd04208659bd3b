/* labelled.c -- see labelled.h. */
#include "task/labelled.h"

#include "base/suggest.h"

static const char *const columns[LABELLED_COLUMNS] = {"label", "text_a", "text_b"};

/* Which column that is; LABELLED_COLUMNS for another. */
static int column_of(struct tsv_field name) {
    int k = 0;
    while (k < LABELLED_COLUMNS && !tsv_is(name, columns[k]))
        k++;
    return k;
}

/* Where the columns are; *named: whether any is. */
static bool find_columns(struct labelled *l, const struct tsv_field *name, bool *named, struct error *e) {
    *named = false;
    for (int k = 0; k < LABELLED_COLUMNS; k++)
        l->column[k] = -1;
    for (int i = 0; i < l->file.columns; i++) {
        int k = column_of(name[i]);
        if (k == LABELLED_COLUMNS)
            continue;
        if (l->column[k] >= 0)
            return tsv_fault(&l->file, e, "column %s is given twice in the header", columns[k]);
        l->column[k] = i;
        *named = true;
    }
    return true;
}

/* A column that is not there, and the name that may have been meant for it. */
static bool check_missing(const struct labelled *l, int k, const struct tsv_field *name, struct error *e) {
    char shown[TEXT_PRINTABLE];
    bool optional = k == LABELLED_B || (k == LABELLED_LABEL && l->file.pieces.stream);
    for (int i = 0; i < l->file.columns; i++) {
        struct suggestion s = suggest_for(tsv_show(name[i], shown));
        if (column_of(name[i]) == LABELLED_COLUMNS && suggest_add(&s, columns[k]))
            return tsv_fault(&l->file, e, "there is no column '%s'%s", shown, suggest_hint(&s, ""));
    }
    return optional || tsv_fault(&l->file, e,
                                 "the header has no column %s; it needs label, text_a and, if there are two texts, "
                                 "text_b, separated by tabs",
                                 columns[k]);
}

static bool check_columns(const struct labelled *l, const struct tsv_field *name, struct error *e) {
    for (int k = 0; k < LABELLED_COLUMNS; k++)
        if (l->column[k] < 0 && !check_missing(l, k, name, e))
            return false;
    return true;
}

bool labelled_open(struct labelled *l, const char *path, struct error *e) {
    struct tsv_field name[TSV_COLUMNS];
    bool named;
    return tsv_open(&l->file, path, name, e) && find_columns(l, name, &named, e) && check_columns(l, name, e);
}

bool labelled_open_stream(struct labelled *l, FILE *stream, const char *called, struct error *e) {
    struct tsv_field name[TSV_COLUMNS];
    bool named;
    if (!tsv_open_stream(&l->file, stream, called, name, e) || !find_columns(l, name, &named, e))
        return false;
    if (named)
        return check_columns(l, name, e);
    l->column[LABELLED_A] = 0;
    l->column[LABELLED_B] = 1;
    tsv_no_header(&l->file, name);
    return true;
}

bool labelled_next(struct labelled *l, struct tsv_field out[LABELLED_COLUMNS], bool *more, struct error *e) {
    struct tsv_field field[TSV_COLUMNS];
    if (!tsv_next(&l->file, field, more, e))
        return false;
    if (*more && l->file.columns == 0 && l->file.fields > 2)
        return tsv_fault(&l->file, e, "has %d fields; without a header it takes text_a and perhaps text_b",
                         l->file.fields);
    for (int k = 0; k < LABELLED_COLUMNS; k++)
        out[k] = l->column[k] >= 0 && l->column[k] < l->file.fields ? field[l->column[k]] : (struct tsv_field){0};
    return true;
}

void labelled_close(struct labelled *l) { tsv_close(&l->file); }
