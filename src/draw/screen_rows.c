/* screen_rows.c -- charts with rows in a terminal: a line for each with its name, the interval along
 * the axis and the answer; see chart.h. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "base/utf8.h"
#include "draw/chart.h"

enum { NAMES_MOST = 30 };

/* A part: the column where its axis begins, after the names and a blank, and how many it has. */
struct rows_screen {
    const struct screen *s;
    const struct chart *p;
    int left, columns;
    char *cell;
};

/* The column of the axis that a number is in, from 0. */
static int column_of(const struct rows_screen *d, double y) {
    return (int)lround(chart_up(d->p, y) * (d->columns - 1));
}

enum { EMPTY, BORDER, BASELINE, LINE, ACROSS, LOW, HIGH, POINT };

static void put_cell(const struct rows_screen *d, double y, char cell) {
    if (chart_has(d->p, y))
        d->cell[column_of(d, y)] = cell;
}

static void fill_cells(const struct rows_screen *d, const struct chart_point *p) {
    memset(d->cell, EMPTY, (size_t)d->columns);
    for (int k = 0; k < d->p->baselines; k++)
        put_cell(d, d->p->baseline[k].point->y, BASELINE);
    if (d->p->zone_says) {
        put_cell(d, d->p->zone_low, BORDER);
        put_cell(d, d->p->zone_high, BORDER);
    }
    if (isnan(p->y))
        return;
    int low = isnan(p->low) ? 0 : column_of(d, p->low), high = isnan(p->low) ? 0 : column_of(d, p->high);
    for (int k = low; k < high; k++)
        d->cell[k] = d->cell[k] == BORDER ? ACROSS : LINE;
    if (low < high) {
        d->cell[low] = LOW;
        d->cell[high] = HIGH;
    }
    d->cell[column_of(d, p->y)] = POINT;
}

static void draw_row(const struct rows_screen *d, int i) {
    static const int colour[] = {
        [ANSWER_YES] = 5, [ANSWER_NO] = 2, [ANSWER_OPEN] = SIGN_BASELINE}; /* green, red, grey */
    static const char *const cells[2][8] = {
        {" ", "|", ":", "-", "+", "<", ">", "o"},
        {" ", "\u2502", "\u250a", "\u2500", "\u253c", "\u251c", "\u2524", "\u25cf"}};
    const struct chart_row *r = &d->p->row[i];
    char shown[TEXT_PRINTABLE];
    screen_fit(d->s, text_printable(shown, r->name), d->left - 1, false);
    fputc(' ', d->s->out);
    fill_cells(d, &d->p->curve->point[i]);
    if (r->answer)
        screen_sign(d->s, colour[r->answer]);
    for (int k = 0; k < d->columns; k++)
        fputs(cells[d->s->utf8][(int)d->cell[k]], d->s->out);
    fprintf(d->s->out, *r->says ? " %s" : "%s", text_printable(shown, r->says));
    if (r->answer)
        screen_reset(d->s);
    fputc('\n', d->s->out);
}

/* The words of the zone above it. */
static void draw_zone(const struct rows_screen *d) {
    int length = (int)strlen(d->p->zone_says), end = d->left + d->columns;
    int from = d->left + (column_of(d, d->p->zone_low) + column_of(d, d->p->zone_high)) / 2 - length / 2;
    from = from + length > end ? end - length : from;
    fprintf(d->s->out, "%*s%s\n", from > 0 ? from : 0, "", d->p->zone_says);
}

static void draw_axis(const struct rows_screen *d) {
    double tick[CHART_TICKS];
    char number[CHART_X];
    int ticks = chart_y_ticks(d->p, d->columns > 40 ? 5 : 3, tick), used = 0;
    for (int i = 0; i < ticks; i++) {
        snprintf(number, sizeof number, "%g", tick[i]);
        used = screen_number(d->s, used, d->left + column_of(d, tick[i]), number);
    }
    fputc('\n', d->s->out);
    screen_say(d->s, d->left, "%*s%s", d->left, "", d->p->y_title);
}

void screen_rows(const struct screen *s, const struct chart *c) {
    struct arena arena = {0};
    int names = 0, says = 0, most = s->width / 2 - 4;
    for (const struct chart *p = c->part; p < c->part + c->parts; p++)
        for (int i = 0; i < p->curve->points; i++) {
            names = wider(names, utf8_columns(p->row[i].name));
            says = wider(says, utf8_columns(p->row[i].says));
        }
    most = most < NAMES_MOST ? most : NAMES_MOST;
    struct rows_screen d = {.s = s, .left = (names < most ? names : most) + 1};
    d.columns = s->width - d.left - (says ? says + 1 : 0);
    d.cell = arena_alloc(&arena, (size_t)d.columns, 1);
    for (d.p = c->part; d.p < c->part + c->parts; d.p++) {
        fputs(d.p > c->part ? "\n" : "", s->out);
        screen_say(s, 0, "%s", d.p->title);
        if (d.p->zone_says)
            draw_zone(&d);
        for (int i = 0; i < d.p->curve->points; i++)
            draw_row(&d, i);
        draw_axis(&d);
    }
    arena_free(&arena);
}
