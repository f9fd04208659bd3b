/* table_files.c -- a table as CSV and as JSON. */
#include <math.h>
#include <string.h>

#include "format/csv.h"
#include "present/table.h"

/* ---- CSV: every label, then where it was measured, and one number */

static void put_label(FILE *out, const struct cell *c) {
    if (c->kind == CELL_WORDS)
        csv_field(out, c->text);
    else if (c->kind == CELL_COUNT || c->kind == CELL_FLAG)
        fprintf(out, "%d", c->count);
    fputc(',', out);
}

/* "," and the number; nothing after it where there is none. */
static void put_number(FILE *out, double x) { fprintf(out, isnan(x) ? "," : ",%.9g", x); }

static void put_header(FILE *out, const struct table *t) {
    for (int k = 0; k < t->labels; k++)
        if (t->label[k].show & SHOW_CSV)
            fprintf(out, "%s,", t->label[k].key);
    fprintf(out, "evaluated_at,length_low,length,metric,%s%s\n", t->means ? "mean,low,high,n" : "value",
            t->chance.label ? ",chance" : "");
}

static void put_observation(FILE *out, const struct table *t, const struct table_row *row, int layer, int k) {
    const struct cell *c = table_cell(t, row, layer, k);
    const struct table_value *v = &t->value[k];
    if (c->kind == CELL_EMPTY)
        return;
    for (int i = 0; i < t->labels; i++)
        if (t->label[i].show & SHOW_CSV)
            put_label(out, &row->label[i]);
    csv_field(out, v->key ? v->key : v->head);
    fprintf(out, ",%d,%d,%s", v->words.low, v->words.high, t->layer[layer].name);
    put_number(out, c->value);
    if (t->means) {
        put_number(out, c->low);
        put_number(out, c->high);
        fprintf(out, ",%d", c->n);
    }
    if (t->chance.label)
        put_number(out, table_cell(t, &t->chance, layer, k)->value);
    fputc('\n', out);
}

void table_csv(FILE *out, const struct table *t) {
    put_header(out, t);
    for (int i = 0; i < t->rows; i++)
        for (int layer = 0; layer < t->layers; layer++)
            for (int k = 0; k < t->values && table_has_layer(t, layer); k++)
                put_observation(out, t, &t->row[i], layer, k);
}

/* ---- JSON: an object a row, and in it one for each metric */

static json_t *number(double x) { return isfinite(x) ? json_real(x) : json_null(); }

/* Half of the interval. */
static double half(const struct cell *c) { return c->high / 2 - c->low / 2; }

static json_t *label_json(const struct cell *c) {
    switch (c->kind) {
    case CELL_WORDS: return json_string(c->text);
    case CELL_COUNT: return json_integer(c->count);
    case CELL_FLAG: return json_boolean(c->count);
    case CELL_NUMBER: return number(c->value);
    default: return json_null();
    }
}

/* The values at the lengths, or the halves of their intervals. */
static json_t *numbers(const struct table *t, const struct table_row *row, int layer, bool halves) {
    json_t *array = json_array();
    for (int k = 0; k < t->values; k++) {
        const struct cell *c = table_cell(t, row, layer, k);
        if (!t->value[k].key)
            json_array_append_new(array, number(halves ? half(c) : c->value));
    }
    return array;
}

json_t *table_json_lengths(const struct table *t, const struct table_row *row, int layer) {
    return numbers(t, row, layer, false);
}

/* What a metric came to; null where nothing was measured. */
static json_t *layer_json(const struct table *t, const struct table_row *row, int layer) {
    bool measured = false;
    json_t *json = json_pack("{so}", t->means ? "mean" : "value", numbers(t, row, layer, false));
    if (t->means)
        json_object_set_new(json, "ci95", numbers(t, row, layer, true));
    for (int k = 0; k < t->values; k++) {
        const struct cell *c = table_cell(t, row, layer, k);
        measured = measured || c->kind != CELL_EMPTY;
        if (t->value[k].key && c->kind != CELL_EMPTY)
            json_object_set_new(json, t->value[k].key,
                                t->means ? json_pack("{so so}", "mean", number(c->value), "ci95", number(half(c)))
                                         : number(c->value));
    }
    if (measured)
        return json;
    json_decref(json);
    return json_null();
}

static json_t *row_json(const struct table *t, const struct table_row *row) {
    json_t *json = json_object();
    for (int k = 0; k < t->labels; k++)
        if (t->label[k].show & SHOW_JSON && row->label[k].kind != CELL_EMPTY)
            json_object_set_new(json, t->label[k].key, label_json(&row->label[k]));
    for (int layer = 0; layer < t->layers; layer++)
        if (table_has_layer(t, layer))
            json_object_set_new(json, t->layer[layer].name, layer_json(t, row, layer));
    return json;
}

json_t *table_json(const struct table *t) {
    json_t *array = json_array();
    for (int i = 0; i < t->rows; i++)
        json_array_append_new(array, row_json(t, &t->row[i]));
    return array;
}
