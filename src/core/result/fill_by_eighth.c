/* fill_by_eighth.c -- see fill_by_eighth.h. */
#include "result/fill_by_eighth.h"

#include "evaluate/metric.h"
#include "result/table_lengths.h"

enum { EIGHTHS = METRIC_EIGHTHS };

/* The column of the longest sequences at which each row that has numbers was evaluated: of a comparison that
 * grew some rows may not have all lengths yet. */
static int longest(const struct table *t) {
    int column = 0;
    bool before = false;
    for (int k = 0; k < t->values; k++) {
        bool all = true;
        for (int i = 0; i < t->rows; i++)
            all = all && table_cell(t, &t->row[i], 0, k)->kind != CELL_EMPTY;
        if (all > before || (all == before && t->value[k].words.high > t->value[column].words.high)) {
            column = k;
            before = all;
        }
    }
    return column;
}

/* An eighth is trained where all of it lies where training had positions, which end where the longest trained length
 * does. */
static void add_columns(struct table *out, const struct table *t, int words) {
    int trained = 0;
    for (const struct table_value *v = t->value; v < t->value + t->values; v++)
        trained = v->group == &fill_trained_group && v->words.high > trained ? v->words.high : trained;
    for (int k = 1; k <= EIGHTHS; k++) {
        struct table_value *v = table_add_value(out, arena_format(t->arena, "%dof%d", k, EIGHTHS));
        int first = (words * (k - 1) + EIGHTHS - 1) / EIGHTHS + 1, last = (words * k + EIGHTHS - 1) / EIGHTHS;
        v->head = arena_format(t->arena, "%d/%d", k, EIGHTHS);
        v->detail = arena_format(t->arena, first < last ? "%d..%d" : "%d", first, last);
        v->words = (struct range){words, words};
        v->group = last <= trained ? &fill_trained_group : &fill_longer_group;
    }
}

static void copy_row(const struct table *out, struct table_row *to, const struct table *t, const struct table_row *from,
                     int column) {
    for (int k = 1; k <= EIGHTHS; k++)
        *table_cell(out, to, 0, k - 1) = *table_cell(t, from, metric_of_eighth(k), column);
}

bool fill_by_eighth(struct table *out, const struct table *t) {
    int column = longest(t), words = t->value[column].words.high, rows = 0;
    for (int k = 1; k <= EIGHTHS; k++)
        rows = words && table_has_layer(t, metric_of_eighth(k)) ? t->rows : rows;
    if (!rows)
        return false;
    table_begin(out, t->label, EIGHTHS, rows, t->arena);
    add_columns(out, t, words);
    out->corner = "position";
    out->means = t->means;
    table_add_layer(out, "accuracy_by_position",
                    arena_format(t->arena, "At %d words, by the eighth of the sequence that the target is in. %s",
                                 words, t->layer[METRIC_ACCURACY].caption));
    if (t->marks)
        lines_add(&out->layer[0].note, t->arena, "* real at 5 % after Holm's correction, for each eighth separately.");
    for (int i = 0; i < t->baselines; i++)
        copy_row(out, table_add_baseline(out, t->baseline[i].label->text), t, &t->baseline[i], column);
    for (int i = 0; i < rows; i++) {
        struct table_row *row = table_add_row(out, t->row[i].label);
        struct cell *value = row->value;
        *row = t->row[i];
        row->value = value;
        copy_row(out, row, t, &t->row[i], column);
    }
    return true;
}

void fill_draw(const struct screen *s, struct table *t, unsigned chosen) {
    struct table eighths;
    bool by_position = chosen & FILL_EIGHTHS && fill_by_eighth(&eighths, t),
         alone = by_position && chosen == FILL_EIGHTHS;
    t->drawn = chosen;
    if (alone) {
        eighths.heading = t->heading;
        eighths.notes = t->notes;
    } else {
        table_terminal(s, t);
    }
    if (by_position) {
        fputs(alone ? "" : "\n", s->out);
        table_terminal(s, &eighths);
    }
}
