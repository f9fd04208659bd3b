/* table.c -- tables are filled, and their numbers printed; see table.h. */
#include "draw/table.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FAR 1e6    /* from here on a number has no digits after the point */
#define LEAST 5e-7 /* half of the narrowest interval that is printed */
#define NARROW 0.5 /* points: of 100 %, a narrower interval says nothing */
#define WIDE 25.0  /* last digits between two ends that need no such digit */
enum { RATIO_DIGITS = 2, MOST_DIGITS = 6 };

void table_begin(struct table *t, const struct table_label *label, int values, int rows, struct arena *arena) {
    *t = (struct table){.arena = arena, .label = label, .drawn = 1};
    for (; label[t->labels].key; t->labels++)
        t->settings += (label[t->labels].is & LABEL_SETTING) != 0;
    t->value = arena_alloc(arena, (size_t)values, sizeof *t->value);
    t->layers = !values; /* of a list: one without a name */
    t->layer->caption = "";
    t->row = arena_alloc(arena, (size_t)rows, sizeof *t->row);
}

void lines_add(struct lines *l, struct arena *arena, const char *line) {
    if (!line || !*line)
        return;
    const char **longer = arena_alloc(arena, (size_t)l->count + 1, sizeof *longer);
    for (int i = 0; i < l->count; i++)
        longer[i] = l->line[i];
    longer[l->count++] = line;
    l->line = longer;
}

struct table_value *table_add_value(struct table *t, const char *key) {
    t->value[t->values].key = key;
    return &t->value[t->values++];
}

void table_add_layer(struct table *t, const char *name, const char *caption) {
    assert(t->layers < TABLE_LAYERS);
    bool room = caption || !t->layers; /* the first one is always drawn */
    t->layer[t->layers].name = name;
    t->layer[t->layers].caption = caption;
    t->layer[t->layers++].at = room ? t->rooms++ : -1;
}

static struct table_row row_of(const struct table *t) {
    return (struct table_row){
        .label = arena_alloc(t->arena, (size_t)t->labels, sizeof(struct cell)),
        .value = arena_alloc(t->arena, (size_t)t->rooms * t->values, sizeof(struct cell)),
    };
}

struct table_row *table_add_row(struct table *t, const struct cell *label) {
    t->row[t->rows] = row_of(t);
    memcpy(t->row[t->rows].label, label, (size_t)(t->labels - t->settings) * sizeof *label);
    return &t->row[t->rows++];
}

struct table_row *table_add_baseline(struct table *t, const char *name) {
    assert(t->baselines < TABLE_BASELINES);
    if (!t->baselines)
        t->baseline = arena_alloc(t->arena, TABLE_BASELINES, sizeof *t->baseline);
    t->baseline[t->baselines] = row_of(t);
    t->baseline[t->baselines].label[0] = cell_text(name);
    return &t->baseline[t->baselines++];
}

bool table_has_room(const struct table *t, int layer) { return t->layer[layer].at >= 0; }

struct cell *table_cell(const struct table *t, const struct table_row *row, int layer, int value) {
    static struct cell nothing; /* nobody writes to it: see table_has_room */
    return table_has_room(t, layer) ? &row->value[t->layer[layer].at * t->values + value] : &nothing;
}

bool table_has_numbers(const struct table *t, const struct table_row *row, int layer) {
    for (int k = 0; k < t->values; k++)
        if (table_cell(t, row, layer, k)->kind == CELL_NUMBER)
            return true;
    return false;
}

bool table_has_layer(const struct table *t, int layer) {
    bool any = layer == 0;
    for (int i = 0; i < t->rows && !any; i++)
        any = table_has_numbers(t, &t->row[i], layer);
    return any;
}

bool table_has_value(const struct table *t, int layer, int k) {
    return !t->value[k].twin && table_measures(t, layer, k);
}

bool table_measures(const struct table *t, int layer, int k) {
    bool any = !t->layer[layer].figure;
    for (int i = 0; i < t->rows && !any; i++)
        any = table_cell(t, &t->row[i], layer, k)->kind == CELL_NUMBER;
    return any;
}

bool table_draws_layer(const struct table *t, int layer) { return t->drawn >> layer & 1 && table_has_layer(t, layer); }

bool table_group_begins(const struct table *t, int k, int before) {
    const struct table_group *group = t->value[k].group, *other = t->value[before].group;
    return group && other && group != other;
}

/* ---- Cells */

struct cell cell_share(int count, int of) {
    struct interval share = interval_of_count(count, of);
    return (struct cell){.kind = CELL_SHARE, .count = count, .of = of, .low = share.low, .high = share.high};
}

struct cell cell_number(double value) {
    return (struct cell){
        .kind = isnan(value) ? CELL_NONE : CELL_NUMBER,
        .format = {.scale = 1, .digits = -1},
        .value = value,
        .low = (double)NAN,
        .high = (double)NAN,
        .share = (double)NAN,
        .n = 1,
    };
}

struct cell cell_summary(const struct quantity *q, struct summary s, bool difference) {
    struct cell c = cell_number(s.mean);
    bool ratio = difference && q->ratio;
    c.format = (struct number_format){.scale = ratio ? 1 : q->scale,
                                      .digits = ratio ? RATIO_DIGITS : q->digits,
                                      .sign = difference,
                                      .ratio = ratio,
                                      .percent = !difference && strcmp(q->unit, "%") == 0};
    c.low = s.low;
    c.high = s.high;
    c.n = s.n;
    if (q->ratio && isnan(s.mean))
        c.kind = CELL_EMPTY;
    if (q->ratio && isinf(s.mean))
        c.text = "never";
    return c;
}

struct cell cell_metric(const struct quantity *q, struct summary s, double chance) {
    struct cell c = cell_summary(q, s, false);
    double whole = (q->better > 0 ? q->high : q->low) - chance;
    bool has = !isnan(s.mean) && isfinite(whole);
    c.share = !has ? (double)NAN : whole == 0 ? 0 : fmin(1, fmax(0, (s.mean - chance) / whole));
    return c;
}

struct cell cell_value(const struct quantity *q, double value, double chance) {
    return cell_metric(q, (struct summary){isnan(value) ? 0 : 1, value, (double)NAN, (double)NAN}, chance);
}

struct cell cell_difference(const struct quantity *q, struct summary s, double p, bool marked) {
    struct cell c = cell_summary(q, s, true);
    c.kind = isnan(s.mean) ? CELL_EMPTY : CELL_NUMBER;
    c.p = p;
    double none = q->ratio ? 1 : 0;
    c.sign = marked ? ((s.mean > none) - (s.mean < none)) * q->better : 0;
    return c;
}

/* ---- Numbers as text */

/* A percentage is whole, with one digit after the point above 99 and below 1, but "100" and "0". */
static void print_number(char text[NUMBER_TEXT / 2], double x, const struct number_format *f) {
    int digits = f->percent ? x > 99 || x < 1 : f->digits, positions = digits < 0 ? 0 : digits;
    bool brief = fabs(x) >= FAR || (digits < 0 && fabs(x) < 1000), sign = f->sign && !f->ratio;
    if (brief)
        snprintf(text, NUMBER_TEXT / 2, sign ? "%+.3g" : "%.3g", x);
    else
        snprintf(text, NUMBER_TEXT / 2, sign ? "%+.*f" : "%.*f", positions, x);
    if (!text[strspn(text, "+-0.")]) /* no sign before nothing */
        snprintf(text, NUMBER_TEXT / 2, "%.*f", positions, 0.0);
    if (f->percent && (strcmp(text, "100.0") == 0 || strcmp(text, "0.0") == 0))
        text[strlen(text) - 2] = 0;
}

/* Digits after the point of a mean and its interval: those of the metric, and more where the interval is narrower than
 * the last of them; one less where it is wide, unless that hides whether a difference may be 0, or a ratio 1. */
static int digits_of(const struct number_format *f, double low, double high) {
    int digits = f->digits;
    while (digits >= 0 && (high / 2 - low / 2) * pow(10, digits) < 0.5)
        digits++;
    bool wide = digits > 0 && (high - low) * pow(10, digits) >= WIDE;
    double near = fmin(fabs(low), fabs(high));
    if (f->ratio)
        near = fmin(near, fmin(fabs(low - 1), fabs(high - 1)));
    return digits - (f->sign && wide && near * pow(10, digits - 1) > 0.5);
}

/* Whether a number as printed is on its own side of the limits. */
static bool shows_side(double x, const struct number_format *f) {
    char text[NUMBER_TEXT / 2];
    print_number(text, x, f);
    double printed = strtod(text, NULL);
    return (printed >= f->limit) == (x >= f->limit) && (printed <= -f->limit) == (x <= -f->limit);
}

/* "<0.001 [<=0.002]": a loss of which no usual digit is left. Whether it is one. */
static bool print_tiny(char text[NUMBER_TEXT], char *interval, const struct cell *c, double value, double high) {
    const struct number_format *f = &c->format;
    double last = pow(10, -f->digits);
    if (f->digits <= 0 || f->sign || f->ratio || f->percent || c->text || !(value > 0 && value < last))
        return false;
    snprintf(text, NUMBER_TEXT, "<%.*f", f->digits, last);
    if (interval)
        interval[0] = 0;
    if (interval && high >= last && isfinite(high))
        snprintf(interval, NUMBER_TEXT, "[≤%.*f]", f->digits, high);
    return true;
}

void cell_print(char text[NUMBER_TEXT], char *interval, const struct cell *c) {
    struct number_format f = c->format;
    double low = c->low * f.scale, high = c->high * f.scale, half = high / 2 - low / 2;
    if (c->kind == CELL_NUMBER && print_tiny(text, interval, c, c->value * f.scale, high))
        return;
    bool has = interval && c->kind == CELL_NUMBER && !c->text && half > 0 && (f.digits < 0 || half >= LEAST);
    char number[NUMBER_TEXT / 2], from[NUMBER_TEXT / 2], to[NUMBER_TEXT / 2];
    f.digits = has && !isinf(high) ? digits_of(&f, low, high) : f.digits;
    while (has && f.limit > 0 && f.digits < MOST_DIGITS && !(shows_side(low, &f) && shows_side(high, &f)))
        f.digits = f.digits < 0 ? 3 : f.digits + 1;
    print_number(number, c->value * f.scale, &f);
    snprintf(text, NUMBER_TEXT, "%s%s", f.ratio ? "x" : "", c->text ? c->text : number);
    if (interval)
        interval[0] = 0;
    if (!has)
        return;
    if (f.outwards && f.percent) {
        if (strcmp(number, "100") != 0 || high - low >= NARROW)
            snprintf(interval, NUMBER_TEXT, "[%.0f-%.0f]", floor(low + LEAST), ceil(high - LEAST));
        return;
    }
    print_number(from, low, &f);
    print_number(to, high, &f);
    if (isinf(high) || (f.ratio && low == 0))
        snprintf(interval, NUMBER_TEXT, "[%s%s]", isinf(high) ? "≥" : "≤", isinf(high) ? from : to);
    else if (strcmp(from, number) != 0 || strcmp(to, number) != 0)
        snprintf(interval, NUMBER_TEXT, f.sign && !f.ratio ? "[%s..%s]" : "[%s-%s]", from, to);
}

void cell_says(char text[CELL_TEXT], char ends[CELL_TEXT], const struct cell *c, bool interval) {
    char number[NUMBER_TEXT], between[NUMBER_TEXT] = "";
    bool is = c->kind == CELL_NUMBER;
    if (is)
        cell_print(number, interval ? between : NULL, c);
    snprintf(text, CELL_TEXT, "%s", is ? number : cell_words(number, c));
    snprintf(ends, CELL_TEXT, "%s%s%s", *between ? " " : "", between, is && c->sign ? "*" : "");
}

const char *cell_words(char text[NUMBER_TEXT], const struct cell *c) {
    switch (c->kind) {
    case CELL_WORDS: return c->text;
    case CELL_FLAG: return c->count ? "yes" : "no";
    case CELL_COUNT: snprintf(text, NUMBER_TEXT, "%ld", c->count); return c->text ? c->text : text;
    case CELL_SHARE: snprintf(text, NUMBER_TEXT, "%ld/%d", c->count, c->of); return text;
    case CELL_NONE: return c->text ? c->text : "n/a";
    default: return "-";
    }
}
