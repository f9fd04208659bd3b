/* fill_diff.c -- see fill_diff.h. */
#include "result/fill_diff.h"

#include "base/text.h"

void fill_diff(struct table *t, const struct run_diff *d, struct arena *arena) {
    struct table_label *labels = arena_alloc(arena, 4, sizeof *labels);
    labels[0] = (struct table_label){"setting", "setting", SHOW_ALL, LABEL_CUT};
    labels[1] = (struct table_label){"first", text_shown(d->folder[0], arena), SHOW_ALL, LABEL_CUT};
    labels[2] = (struct table_label){"second", text_shown(d->folder[1], arena), SHOW_ALL, LABEL_CUT};
    table_begin(t, labels, 0, d->count, arena);
    t->cut = "~: cut to fit; --wide shows all.";
    if (!d->settings)
        t->heading = arena_format(arena, "No setting differs between %s and %s.", labels[1].head, labels[2].head);
    for (const struct run_difference *x = d->one; x < d->one + d->count; x++) {
        struct cell cell[] = {cell_text(x->key), cell_none("-"), cell_none("-")};
        for (int k = 0; k < 2; k++)
            if (x->of[k])
                cell[k + 1] = cell_text(text_shown(x->of[k], arena));
        table_add_row(t, cell);
    }
}

json_t *diff_json(const struct table *t) {
    return json_pack("{ss ss so}", "first", t->label[1].head, "second", t->label[2].head, "differences", table_json(t));
}
