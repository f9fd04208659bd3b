/* table.c -- tables are filled, and their numbers printed; see table.h. */
#include "present/table.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define FAR 1e6 /* from here on a number has no digits after the point */

void table_begin(struct table *t, const struct table_label *label, int values, int rows, struct arena *arena) {
    *t = (struct table){.arena = arena, .label = label};
    while (label[t->labels].key)
        t->labels++;
    t->value = arena_alloc(arena, (size_t)values, sizeof *t->value);
    t->row = arena_alloc(arena, (size_t)rows, sizeof *t->row);
}

struct table_value *table_add_value(struct table *t, const char *key) {
    t->value[t->values].key = key;
    return &t->value[t->values++];
}

void table_add_layer(struct table *t, const char *name, const char *caption) {
    assert(t->layers < METRICS_MAX);
    t->layer[t->layers].name = name;
    t->layer[t->layers++].caption = caption;
}

static struct table_row row_of(const struct table *t) {
    return (struct table_row){
        .label = arena_alloc(t->arena, (size_t)t->labels, sizeof(struct cell)),
        .value = arena_alloc(t->arena, (size_t)t->layers * t->values, sizeof(struct cell)),
    };
}

struct table_row *table_add_row(struct table *t, const struct cell *label) {
    t->row[t->rows] = row_of(t);
    memcpy(t->row[t->rows].label, label, (size_t)t->labels * sizeof *label);
    return &t->row[t->rows++];
}

void table_add_chance(struct table *t) {
    t->chance = row_of(t);
    t->chance.label[0] = cell_text("chance");
}

struct cell *table_cell(const struct table *t, const struct table_row *row, int layer, int value) {
    return &row->value[layer * t->values + value];
}

bool table_group_begins(const struct table *t, int k, int before) {
    const struct table_group *group = t->value[k].group, *other = t->value[before].group;
    return group && other && group != other;
}

/* ---- Cells */

struct cell cell_text(const char *text) {
    return (struct cell){.kind = CELL_WORDS, .text = text};
}

struct cell cell_count(int count) {
    return (struct cell){.kind = CELL_COUNT, .count = count};
}

struct cell cell_flag(bool flag) {
    return (struct cell){.kind = CELL_FLAG, .count = flag};
}

struct cell cell_number(double value) {
    return (struct cell){
        .kind = isnan(value) ? CELL_NONE : CELL_NUMBER,
        .format = {1, -1, false},
        .value = value,
        .low = (double)NAN,
        .high = (double)NAN,
        .share = (double)NAN,
        .n = 1,
    };
}

static struct cell summary_cell(const struct metric *m, struct summary s, bool sign) {
    struct cell c = cell_number(s.mean);
    c.format = (struct number_format){m->scale, m->digits, sign};
    c.low = s.low;
    c.high = s.high;
    c.n = s.n;
    return c;
}

struct cell cell_metric(const struct metric *m, struct summary s, double chance) {
    struct cell c = summary_cell(m, s, false);
    double whole = (m->better > 0 ? m->high : m->low) - chance;
    c.share = fmin(1, fmax(0, (s.mean - chance) / whole));
    if (isnan(s.mean) || isnan(whole) || isinf(whole))
        c.share = (double)NAN;
    else if (whole == 0)
        c.share = 0;
    return c;
}

struct cell cell_value(const struct metric *m, double value, double chance) {
    return cell_metric(m, (struct summary){isnan(value) ? 0 : 1, value, (double)NAN, (double)NAN}, chance);
}

struct cell cell_difference(const struct metric *m, struct summary s) {
    struct cell c = summary_cell(m, s, true);
    c.sign = ((c.low > 0) - (c.high < 0)) * m->better;
    return c;
}

/* ---- Numbers as text */

static void print_number(char text[NUMBER_TEXT], double x, int digits, bool sign) {
    bool brief = fabs(x) >= FAR || (digits < 0 && fabs(x) < 1000);
    int positions = digits < 0 ? 0 : digits;
    if (brief)
        snprintf(text, NUMBER_TEXT, sign ? "%+.3g" : "%.3g", x);
    else
        snprintf(text, NUMBER_TEXT, sign ? "%+.*f" : "%.*f", positions, x);
    if (!text[strspn(text, "+-0.")]) /* no sign before nothing */
        snprintf(text, NUMBER_TEXT, "%.*f", positions, 0.0);
}

void cell_print(char text[NUMBER_TEXT], const struct cell *c) {
    print_number(text, c->value * c->format.scale, c->format.digits, c->format.sign);
}

bool cell_print_half(char text[NUMBER_TEXT], const struct cell *c) {
    if (c->kind != CELL_NUMBER || isnan(c->low) || isnan(c->high))
        return false;
    print_number(text, (c->high / 2 - c->low / 2) * c->format.scale, c->format.digits, false);
    return true;
}
