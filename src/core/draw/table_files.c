/* table_files.c -- a table as CSV and as JSON. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "draw/table.h"
#include "format/json.h"

/* The layers in which anything was measured: bit k is layer k. */
static unsigned measured(const struct table *t) {
    unsigned layers = 0;
    for (int k = 0; k < t->layers; k++)
        layers |= (unsigned)table_has_layer(t, k) << k;
    return layers;
}

/* ---- CSV: every label (a share as two numbers), then where it was measured, and one number */

static void put_label(FILE *out, const struct table_label *label, const struct cell *c) {
    if (c->kind == CELL_WORDS || (c->kind == CELL_NUMBER && c->text))
        text_csv(out, c->text);
    else if (c->kind == CELL_COUNT || c->kind == CELL_FLAG)
        fprintf(out, "%ld", c->count);
    else if (c->kind == CELL_NUMBER)
        fprintf(out, "%.9g", c->value);
    if (c->kind == CELL_SHARE)
        fprintf(out, "%ld,%d", c->count, c->of);
    else if (label->is & LABEL_SHARE)
        fputc(',', out);
}

/* "," and the number; nothing after it where there is none. */
static void put_number(FILE *out, double x) { fprintf(out, isfinite(x) ? ",%.9g" : ",", x); }

/* A CSV: whose labels its columns are, and one more at the end that rows of another table have; or NULL. */
struct csv {
    FILE *out;
    const struct table *like;
    const char *and;
};

/* The label of a row by its name; of another table it may have none. */
static struct cell label_named(const struct table *t, const struct table_row *row, const char *key) {
    for (int i = 0; i < t->labels; i++)
        if (strcmp(t->label[i].key, key) == 0)
            return row->label[i];
    return (struct cell){.kind = CELL_EMPTY};
}

/* NULL: their names. */
static void put_labels(const struct csv *to, const struct table *t, const struct table_row *row) {
    const char *between = "";
    for (int i = 0; i < to->like->labels; i++) {
        const struct table_label *l = &to->like->label[i];
        if (!(l->show & SHOW_CSV))
            continue;
        fputs(between, to->out);
        const struct cell c = row ? label_named(t, row, l->key) : (struct cell){.kind = CELL_EMPTY};
        if (row)
            put_label(to->out, l, &c);
        else
            fprintf(to->out, l->is & LABEL_SHARE ? "%s,%s_of" : "%s", l->key, l->key);
        between = ",";
    }
}

/* "in_range", "2x"; where lengths are no multiples, words. */
static const char *evaluated_at(const struct table_value *v) {
    return v->key ? v->key : *v->head ? v->head : v->detail;
}

static void put_observation(const struct csv *to, const struct table *t, const struct table_row *row, int layer,
                            int k) {
    static const struct table_label plain = {0};
    const struct cell *c = table_cell(t, row, layer, k);
    const struct table_value *v = &t->value[k];
    if (c->kind == CELL_EMPTY)
        return;
    put_labels(to, t, row);
    fputc(',', to->out);
    text_csv(to->out, evaluated_at(v));
    if (v->words.high)
        fprintf(to->out, ",%d,%d", v->words.low, v->words.high);
    else
        fputs(",,", to->out);
    fprintf(to->out, ",%s", t->layer[layer].name);
    put_number(to->out, c->value);
    if (to->like->means) {
        put_number(to->out, c->low);
        put_number(to->out, c->high);
        fprintf(to->out, ",%d", t->means ? c->n : 1);
    }
    if (to->like->baselines)
        put_number(to->out, table_cell(t, t->baseline, layer, k)->value);
    if (to->and) {
        const struct cell more = t == to->like ? (struct cell){.kind = CELL_EMPTY} : label_named(t, row, to->and);
        fputc(',', to->out);
        put_label(to->out, &plain, &more);
    }
    fputc('\n', to->out);
}

static void put_row(const struct csv *to, const struct table *t, const struct table_row *row, unsigned layers) {
    if (!t->values) {
        put_labels(to, t, row);
        fputc('\n', to->out);
    }
    for (int layer = 0; layer < t->layers; layer++)
        for (int k = 0; k < t->values && layers >> layer & 1; k++)
            put_observation(to, t, row, layer, k);
}

static void put_head(const struct csv *to) {
    const struct table *t = to->like;
    put_labels(to, t, NULL);
    if (t->values)
        fprintf(to->out, ",evaluated_at,length_low,length,metric,%s%s%s%s", t->means ? "mean,low,high,n" : "value",
                t->baselines ? ",chance" : "", to->and ? "," : "", to->and ? to->and : "");
    fputc('\n', to->out);
}

void table_csv_head(FILE *out, const struct table *t) { put_head(&(struct csv){out, t, NULL}); }

static void put_rows(const struct csv *to, const struct table *t) {
    unsigned layers = measured(t);
    for (int i = 0; i < t->rows; i++)
        put_row(to, t, &t->row[i], layers);
}

/* Chance is a column; other baselines are rows. */
static void put_table(const struct csv *to) {
    unsigned layers = measured(to->like);
    put_head(to);
    for (int i = 1; i < to->like->baselines; i++)
        put_row(to, to->like, &to->like->baseline[i], layers);
    put_rows(to, to->like);
}

void table_csv(FILE *out, const struct table *t) { put_table(&(struct csv){out, t, NULL}); }

void table_csv_seeds(FILE *out, const struct table *t, const struct table *seeds) {
    const struct csv to = {out, t, "seed"};
    put_table(&to);
    put_rows(&to, seeds);
}

/* ---- JSON: an object per row, and in it one per metric */

static json_t *label_json(const struct cell *c) {
    switch (c->kind) {
    case CELL_WORDS: return json_string(c->text);
    case CELL_COUNT: return json_integer(c->count);
    case CELL_FLAG: return json_boolean(c->count);
    case CELL_SHARE:
        return json_pack("{si si so so}", "count", (int)c->count, "of", c->of, "low", json_finite(c->low), "high",
                         json_finite(c->high));
    case CELL_NUMBER: return json_finite(c->value);
    default: return json_null();
    }
}

/* What a table says of each number: of means the first three, of differences all. */
enum { MEAN, LOW, HIGH, P, MARKED };
static const char *const parts[] = {"mean", "low", "high", "p", "marked"};
static int count_parts(const struct table *t) { return !t->means ? 1 : t->marks ? MARKED + 1 : HIGH + 1; }

static json_t *part(const struct cell *c, int which) {
    const double number[] = {c->value, c->low, c->high, c->p};
    return which < MARKED ? json_finite(number[which]) : isnan(c->p) ? json_null() : json_boolean(c->sign);
}

/* A part of each value at the lengths. */
static json_t *part_lengths(const struct table *t, const struct table_row *row, int layer, int which) {
    json_t *array = json_array();
    for (int k = 0; k < t->values; k++)
        if (!t->value[k].key)
            json_array_append_new(array, part(table_cell(t, row, layer, k), which));
    return array;
}

json_t *table_json_lengths(const struct table *t, const struct table_row *row, int layer) {
    return part_lengths(t, row, layer, MEAN);
}

/* The layers that have columns at the lengths: bits. */
static unsigned layers_at_lengths(const struct table *t) {
    unsigned layers = 0;
    for (int layer = 0; layer < t->layers; layer++)
        for (int k = 0; k < t->values; k++)
            if (!t->value[k].key && table_measures(t, layer, k))
                layers |= 1u << layer;
    return layers;
}

/* What a metric came to, at the lengths, too, where its layer has these; null where nothing was measured. */
static json_t *layer_json(const struct table *t, const struct table_row *row, int layer, bool lengths) {
    bool measured = false;
    json_t *json = json_object();
    for (int i = 0; lengths && i < count_parts(t); i++)
        json_object_set_new(json, t->means ? parts[i] : "value", part_lengths(t, row, layer, i));
    for (int k = 0; k < t->values; k++) {
        const struct cell *c = table_cell(t, row, layer, k);
        measured = measured || c->kind != CELL_EMPTY;
        if (!t->value[k].key || c->kind == CELL_EMPTY)
            continue;
        json_t *cell = t->means ? json_object() : part(c, MEAN);
        for (int i = 0; t->means && i < count_parts(t); i++)
            json_object_set_new(cell, parts[i], part(c, i));
        json_object_set_new(json, t->value[k].key, cell);
    }
    if (measured)
        return json;
    json_decref(json);
    return json_null();
}

/* ---- JSON, tidy: an object for each number that was measured, with the columns of the CSV */

static json_t *observation_json(const struct table *t, const struct table_row *row, int layer, int k) {
    const struct cell *c = table_cell(t, row, layer, k);
    const struct table_value *v = &t->value[k];
    json_t *json = json_object();
    for (int i = 0; i < t->labels; i++)
        if (t->label[i].show & SHOW_CSV)
            json_object_set_new(json, t->label[i].key, label_json(&row->label[i]));
    json_object_set_new(json, "evaluated_at", json_string(evaluated_at(v)));
    json_object_set_new(json, "length_low", v->words.high ? json_integer(v->words.low) : json_null());
    json_object_set_new(json, "length", v->words.high ? json_integer(v->words.high) : json_null());
    json_object_set_new(json, "metric", json_string(t->layer[layer].name));
    json_object_set_new(json, "value", part(c, MEAN));
    json_object_set_new(json, "n", json_integer(c->n));
    return json;
}

json_t *table_observations(const struct table *t) {
    json_t *list = json_array();
    for (int i = 0; i < t->rows; i++)
        for (int layer = 0; layer < t->layers; layer++)
            for (int k = 0; k < t->values; k++)
                if (table_cell(t, &t->row[i], layer, k)->kind >= CELL_NUMBER)
                    json_array_append_new(list, observation_json(t, &t->row[i], layer, k));
    return list;
}

/* ---- JSON: an object per row */

static json_t *row_json(const struct table *t, const struct table_row *row, unsigned layers, unsigned at_lengths) {
    json_t *json = json_object(), *settings = json_object();
    for (int k = 0; k < t->labels; k++)
        if (t->label[k].show & SHOW_JSON && row->label[k].kind != CELL_EMPTY)
            json_object_set_new(t->label[k].is & LABEL_SETTING ? settings : json, t->label[k].key,
                                label_json(&row->label[k]));
    if (t->settings)
        json_object_set(json, "settings", settings);
    json_decref(settings);
    for (int layer = 0; layer < t->layers; layer++)
        if (layers >> layer & 1 && t->values)
            json_object_set_new(json, t->layer[layer].name, layer_json(t, row, layer, at_lengths >> layer & 1));
    return json;
}

json_t *table_json(const struct table *t) {
    json_t *array = json_array();
    unsigned layers = measured(t), at_lengths = layers_at_lengths(t);
    for (int i = 0; i < t->rows; i++)
        json_array_append_new(array, row_json(t, &t->row[i], layers, at_lengths));
    return array;
}
