/* fill_brief.c -- a summary of many models in fewer rows; see fill.h. */
#include <string.h>

#include "result/fill.h"

/* Each row has its own number of seeds that passed, since a group is many models. */
static const struct table_label *brief_labels(const struct table *t) {
    struct table_label *label = arena_alloc(t->arena, (size_t)t->labels + 1, sizeof *label);
    memcpy(label, t->label, (size_t)t->labels * sizeof *label);
    for (int k = 0; k < t->labels; k++) {
        label[k].show &= label[k].is & LABEL_SPARE ? ~SHOW_DRAWN : SHOW_ALL;
        label[k].is &= ~LABEL_MODEL;
    }
    return label;
}

/* "rope+extend" above "learning_rate=0.002 d_model=16"; a name without options stays whole. */
static struct table_row brief_row(const struct table *t, const struct table_row *from, const struct member *m) {
    struct table_row row = *from;
    int kind = (int)(strlen(from->label->text) - strlen(m->options));
    row.group = *m->options ? arena_format(t->arena, "%.*s", kind, from->label->text) : NULL;
    row.part = m->options + strspn(m->options, " ");
    return row;
}

bool fill_brief(struct table *out, const struct table *t, const struct comparison_result *c, int most) {
    *out = *t;
    if (t->rows <= most)
        return true;
    out->rows = 0;
    out->label = brief_labels(t);
    out->row = arena_alloc(t->arena, (size_t)most, sizeof *out->row);
    for (int i = 0; i < t->rows; i++) {
        if (!row_is_first(c, i))
            continue;
        if (out->rows == most)
            return false;
        out->row[out->rows++] = brief_row(t, &t->row[i], c->row[i].first);
    }
    out->notes = arena_format(t->arena, "The first policy of each model: compare.json and --csv have all %d rows.\n%s",
                              t->rows, t->notes);
    return true;
}
