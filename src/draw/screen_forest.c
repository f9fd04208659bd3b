/* screen_forest.c -- see forest.h. A line for each row: its name, the interval along the axis, the answer. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "base/utf8.h"
#include "draw/forest.h"

enum { NAMES_MOST = 30, GAP = 1 };

struct forest_screen {
    const struct screen *s;
    const struct forest_part *p;
    int names, columns; /* of the names; of the axis */
};

/* The column that a number is in, from 0. */
static int column_of(const struct forest_screen *d, double x) {
    return (int)lround(forest_across(d->p, x) * (d->columns - 1));
}

static int most_columns(const struct forest *f, bool said) {
    int most = 0;
    for (const struct forest_part *p = f->part; p < f->part + f->parts; p++)
        for (const struct forest_row *r = p->row; r < p->row + p->rows; r++) {
            int columns = utf8_columns(said ? r->said : r->name);
            most = columns > most ? columns : most;
        }
    return most;
}

/* ---- Cells */

enum { EMPTY, BORDER, NONE, LINE, ACROSS, LOW, HIGH, POINT };

static void fill_cells(const struct forest_screen *d, const struct forest_row *r, char cell[]) {
    const struct forest_part *p = d->p;
    memset(cell, EMPTY, (size_t)d->columns);
    if (!isnan(p->none) && !p->log)
        cell[column_of(d, p->none)] = NONE;
    for (int k = 0; k < 2 && !isnan(p->yes_low); k++) {
        double border = k ? p->yes_high : p->yes_low;
        if (isfinite(border) && (!p->log || border > 0))
            cell[column_of(d, border)] = BORDER;
    }
    if (!r || isnan(r->value))
        return;
    if (!isnan(r->low) && column_of(d, r->low) < column_of(d, r->high)) {
        for (int k = column_of(d, r->low); k < column_of(d, r->high); k++)
            cell[k] = cell[k] == BORDER ? ACROSS : LINE;
        cell[column_of(d, r->low)] = LOW;
        cell[column_of(d, r->high)] = HIGH;
    }
    cell[column_of(d, r->value)] = POINT;
}

static void draw_cells(const struct forest_screen *d, const char cell[]) {
    static const char *const ascii[] = {" ", "|", ":", "-", "+", "<", ">", "o"};
    static const char *const utf8[] = {" ", "\u2502", "\u250a", "\u2500", "\u253c", "\u251c", "\u2524", "\u25cf"};
    for (int k = 0; k < d->columns; k++)
        fputs((d->s->utf8 ? utf8 : ascii)[(int)cell[k]], d->s->out);
}

/* ---- Lines */

static void draw_row(const struct forest_screen *d, const struct forest_row *r, char cell[]) {
    static const struct {
        int rgb, entry;
    } colours[] = {[FOREST_YES] = {0x009e73, 29}, [FOREST_NO] = {0xd55e00, 166}, [FOREST_OPEN] = {0x6e7781, 243}};
    char shown[TEXT_PRINTABLE];
    screen_fit(d->s, text_printable(shown, r->name), d->names, false);
    fprintf(d->s->out, "%*s", GAP, "");
    fill_cells(d, r, cell);
    if (r->answer)
        screen_colour(d->s, colours[r->answer].rgb, colours[r->answer].entry);
    draw_cells(d, cell);
    fprintf(d->s->out, *r->said ? " %s" : "%s", text_printable(shown, r->said));
    if (r->answer)
        screen_reset(d->s);
    fputc('\n', d->s->out);
}

/* The axis as numbers that do not touch, from the left. */
static void draw_numbers(const struct forest_screen *d) {
    double tick[FOREST_TICKS];
    int ticks = forest_ticks(d->p, d->columns > 40 ? 5 : 3, tick), used = 0;
    for (int i = 0; i < ticks; i++) {
        int length = snprintf(NULL, 0, "%g", tick[i]), from = d->names + GAP + column_of(d, tick[i]) - (length - 1) / 2;
        from = from + length > d->s->width ? d->s->width - length : from;
        if (!used || from > used)
            used += fprintf(d->s->out, "%*s%g", from - used, "", tick[i]);
    }
    fputc('\n', d->s->out);
}

/* The rule above its part of the axis. */
static void draw_rule(const struct forest_screen *d) {
    char rule[FOREST_TEXT];
    int length = (int)strlen(forest_rule(d->p, rule)), end = d->names + GAP + d->columns;
    if (!length)
        return;
    int middle = d->names + GAP + (column_of(d, d->p->yes_low) + column_of(d, d->p->yes_high)) / 2;
    int from = middle - length / 2;
    from = from + length > end ? end - length : from;
    fprintf(d->s->out, "%*s%s\n", from > 0 ? from : 0, "", rule);
}

void screen_forest(const struct screen *s, const struct forest *f) {
    struct arena arena = {0};
    int names = most_columns(f, false), said = most_columns(f, true), most = s->width / 2 - 4;
    most = most < NAMES_MOST ? most : NAMES_MOST;
    struct forest_screen d = {.s = s, .names = names < most ? names : most};
    d.columns = s->width - d.names - GAP - (said ? said + 1 : 0);
    char *cell = arena_alloc(&arena, (size_t)d.columns, 1);
    for (int k = 0; k < f->parts; k++) {
        d.p = &f->part[k];
        fputs(k ? "\n" : "", s->out);
        screen_say(s, 0, "%s", text_shown(d.p->title, &arena));
        draw_rule(&d);
        for (int i = 0; i < d.p->rows; i++)
            draw_row(&d, &d.p->row[i], cell);
        draw_numbers(&d);
        screen_say(s, d.names + GAP, "%*s%s", d.names + GAP, "", d.p->value);
    }
    arena_free(&arena);
}
