/* screen_chart.c -- see chart.h.
 *
 * The window is a grid of cells, each of 2 x 4 dots. Of two things in one cell the higher layer hides the lower, so
 * that a line is never broken by an interval, nor a letter by a line. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/utf8.h"
#include "draw/chart.h"

enum { ACROSS = 2, DOWN = 4, ROWS = 16, ROWS_LEAST = 4, LETTER_EVERY = 8, BETWEEN = 3 };

enum layer { LAYER_EMPTY, LAYER_EDGE, LAYER_CHANCE, LAYER_SPREAD, LAYER_LINE, LAYER_LETTER, LAYER_POINT };

struct spot {
    unsigned char dots; /* bit 2 * row + column */
    unsigned char layer;
    char letter;
    int curve; /* -1: none, or several */
};

struct chart_screen {
    const struct screen *s;
    const struct chart *c;
    int label, columns, rows; /* columns of the numbers of y; cells of the window */
    double tick[CHART_TICKS]; /* of y */
    int ticks;
    struct spot *spot;
    bool several; /* curves share a point somewhere */
};

static struct spot *spot_at(const struct chart_screen *d, int column, int row) {
    return &d->spot[(size_t)row * d->columns + column];
}

/* Dots from the left and from the top. */
static int dot_across(const struct chart_screen *d, double x) {
    return (int)lround(chart_across(d->c, x) * (ACROSS * d->columns - 1));
}

static int dot_down(const struct chart_screen *d, double y) {
    return (int)lround((1 - chart_up(d->c, y)) * (DOWN * d->rows - 1));
}

static char letter_of(int curve) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@#$%&+=?!<>^~(){}[]/\\;_\"`,";
    return letters[(size_t)curve % (sizeof letters - 1)];
}

/* ---- What is in the window */

static void put_dot(const struct chart_screen *d, int x, int y, enum layer layer, int curve) {
    struct spot *at = spot_at(d, x / ACROSS, y / DOWN);
    if (layer < at->layer)
        return;
    at->dots = layer > at->layer ? 0 : at->dots;
    at->dots |= (unsigned char)(1 << (y % DOWN * ACROSS + x % ACROSS));
    at->layer = (unsigned char)layer;
    at->curve = curve;
}

static void put_letter(struct chart_screen *d, int x, int y, enum layer layer, int curve) {
    struct spot *at = spot_at(d, x / ACROSS, y / DOWN);
    bool shared = layer == LAYER_POINT && at->layer == LAYER_POINT && at->curve != curve;
    if (layer < at->layer)
        return;
    int letter = layer == LAYER_LETTER ? tolower((unsigned char)letter_of(curve)) : letter_of(curve);
    *at = (struct spot){0, (unsigned char)layer, shared ? '*' : (char)letter, shared ? -1 : curve};
    d->several |= shared;
}

/* From dot to dot; a dash leaves some out. Curves have their letters in columns of their own, so that those that lie on
 * each other are all seen. */
static void put_line(struct chart_screen *d, const int from[2], const int to[2], int curve) {
    static const unsigned dashes[SIGN_DASHES] = {0xff, 0x3f, 0x55, 0x5f};
    int dx = to[0] - from[0], dy = to[1] - from[1], steps = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
    int every = wider(d->c->curves, LETTER_EVERY);
    int lettered = (curve * every / d->c->curves + every / 2) % every;
    for (int i = 0; i <= steps; i++) {
        int x = from[0] + (int)lround(steps ? (double)i * dx / steps : 0);
        int y = from[1] + (int)lround(steps ? (double)i * dy / steps : 0);
        if (dashes[d->c->curve[curve].sign.dash] >> ((x + y) % 8) & 1)
            put_dot(d, x, y, LAYER_LINE, curve);
        if (x / ACROSS % every == lettered)
            put_letter(d, x, y, LAYER_LETTER, curve);
    }
}

/* The interval of a point, or the part of a band that begins with it. */
static void put_interval(const struct chart_screen *d, const struct chart_point *p, const struct chart_point *next,
                         int curve) {
    int x = dot_across(d, p->x), end = next ? dot_across(d, next->x) : x;
    for (int at = x; at <= end; at++) {
        double part = end > x ? (double)(at - x) / (end - x) : 0;
        double low = next ? p->low + part * (next->low - p->low) : p->low;
        double high = next ? p->high + part * (next->high - p->high) : p->high;
        for (int y = dot_down(d, high); y <= dot_down(d, low); y++)
            if (!d->c->band || (at + y) % 4 == 0) /* a band is a thin raster */
                put_dot(d, at, y, LAYER_SPREAD, curve);
    }
}

static void put_spread(const struct chart_screen *d, const struct chart_curve *v, int curve) {
    for (int i = 0; i < v->points; i++) {
        const struct chart_point *p = &v->point[i], *next = d->c->band && i + 1 < v->points ? p + 1 : NULL;
        if (chart_has_interval(p) && !(next && !chart_has_interval(next)))
            put_interval(d, p, next, curve);
    }
    for (int i = 0; i < v->seeds; i++)
        put_dot(d, dot_across(d, v->seed[i].x), dot_down(d, v->seed[i].y), LAYER_SPREAD, curve);
}

/* From point to point, and a flat piece for the mean of a range. Points have letters, unless there are so many that
 * they would hide the line. */
static void put_curve(struct chart_screen *d, const struct chart_curve *v, int curve) {
    int before[2];
    bool begun = false;
    for (int i = 0; i < v->points; i++) {
        const struct chart_point *p = &v->point[i];
        const int at[2] = {dot_across(d, p->x), dot_down(d, p->y)}, from[2] = {dot_across(d, p->from), at[1]};
        if (p->from < p->x) {
            put_line(d, from, at, curve);
            continue;
        }
        if (begun)
            put_line(d, before, at, curve);
        if (4 * v->points <= d->columns)
            put_letter(d, at[0], at[1], LAYER_POINT, curve);
        memcpy(before, at, sizeof before);
        begun = true;
    }
}

/* The end of training, where it is within the chart. */
static void put_edge(const struct chart_screen *d, int x) {
    for (int row = 0; x > d->c->x_low && x < d->c->x_high && row < d->rows; row++)
        spot_at(d, dot_across(d, x) / ACROSS, row)->layer = LAYER_EDGE;
}

/* Chance has a dot in every other cell, the next baselines in every fourth, sixth, ... */
static void put_baseline(const struct chart_screen *d, int k) {
    const struct chart_curve *v = &d->c->baseline[k];
    for (int i = 0; i + 1 < v->points; i++) {
        const struct chart_point *p = &v->point[i];
        int from = dot_across(d, p[0].x), end = dot_across(d, p[1].x);
        for (int x = from; x <= end; x++)
            if (x % (2 * (k + 1) * ACROSS) == 0)
                put_dot(d, x, dot_down(d, p[0].y + (end > from ? (p[1].y - p[0].y) * (x - from) / (end - from) : 0)),
                        LAYER_CHANCE, -1);
    }
}

/* ---- Drawing it */

static int colour_of(const struct chart_screen *d, int curve) { return curve < 0 ? 0 : d->c->curve[curve].sign.colour; }

/* Braille has the upper three dots of each column in front of the lowest two. Of ASCII it is the character that is most
 * like the dots: how many of the four rows they are in, and where. */
static void draw_dots(const struct chart_screen *d, unsigned dots) {
    static const unsigned char bit[] = {0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80};
    unsigned braille = 0;
    int rows = 0;
    for (int k = 0; k < ACROSS * DOWN; k++)
        braille |= dots >> k & 1 ? bit[k] : 0;
    for (int k = 0; k < DOWN; k++)
        rows += (dots >> (ACROSS * k) & 3) != 0;
    if (d->s->utf8)
        fprintf(d->s->out, "\xe2%c%c", 0xa0 | (int)(braille >> 6), 0x80 | (int)(braille & 0x3f));
    else
        fputc(rows >= 3 ? '|' : dots & (dots - 1) ? '-' : dots < 1 << (ACROSS * 2) ? '\'' : '.', d->s->out);
}

/* The number of y that belongs to this row, if any, and the axis; then the cells. */
static void draw_row(const struct chart_screen *d, int row) {
    int colour = 0, end = d->columns, i = 0;
    while (i < d->ticks && dot_down(d, d->tick[i]) / DOWN != row)
        i++;
    if (i < d->ticks)
        fprintf(d->s->out, "%*g %s", d->label, d->tick[i], d->s->utf8 ? "\u2524" : "+");
    else
        fprintf(d->s->out, "%*s %s", d->label, "", d->s->utf8 ? "\u2502" : "|");
    while (end > 0 && !spot_at(d, end - 1, row)->layer)
        end--;
    for (int k = 0; k < end; k++) {
        const struct spot *at = spot_at(d, k, row);
        if (colour_of(d, at->curve) != colour)
            screen_sign(d->s, colour = colour_of(d, at->curve));
        if (at->letter)
            fputc(at->letter, d->s->out);
        else if (at->dots)
            draw_dots(d, at->dots);
        else
            fputs(at->layer != LAYER_EDGE ? " " : d->s->utf8 ? "\u2502" : ":", d->s->out);
    }
    if (colour)
        screen_sign(d->s, 0);
    fputc('\n', d->s->out);
}

/* The axis, and below it the numbers that have room. */
static void draw_x(const struct chart_screen *d) {
    double tick[CHART_TICKS];
    char number[CHART_X];
    FILE *out = d->s->out;
    int ticks = chart_ticks(d->c, d->columns > 40 ? 5 : 3, tick), used = 0;
    fprintf(out, "%*s %s", d->label, "", d->s->utf8 ? "\u2514" : "+");
    for (int k = 0; k < d->columns; k++) {
        bool is_tick = false;
        for (int i = 0; i < ticks; i++)
            is_tick |= dot_across(d, tick[i]) / ACROSS == k;
        fputs(is_tick ? (d->s->utf8 ? "\u252c" : "+") : d->s->utf8 ? "\u2500" : "-", out);
    }
    fputc('\n', out);
    for (int i = 0; i < ticks; i++)
        used =
            screen_number(d->s, used, d->label + 2 + dot_across(d, tick[i]) / ACROSS, chart_x(d->c, tick[i], number));
    fputc('\n', out);
}

/* "trained" to the left of the edge, and what is to its right, where there is room. */
static void draw_zone(const struct chart_screen *d) {
    static const char beyond[] = "longer than in training";
    const struct chart *c = d->c;
    char inside[CHART_X];
    int edge = d->label + 2 + dot_across(d, c->trained.high) / ACROSS;
    int before = edge - 1 - (int)strlen(chart_trained(c, edge - 1, inside));
    if (!c->trained.high)
        return;
    fprintf(d->s->out, "%*s%s %s", before > 0 ? before : 0, "", before >= 0 ? inside : "", d->s->utf8 ? "\u2502" : ":");
    if (c->trained.high < c->x_high && edge + 2 + (int)sizeof beyond <= d->s->width)
        fprintf(d->s->out, " %s", beyond);
    fputc('\n', d->s->out);
}

/* Begins an entry of so many columns, in the next line where it has no room. */
static void begin_entry(const struct chart_screen *d, int *used, int columns) {
    if (*used > 0 && *used + BETWEEN + columns > d->s->width) {
        fputc('\n', d->s->out);
        *used = 0;
    }
    fprintf(d->s->out, "%*s", *used ? BETWEEN : 0, "");
    *used += (*used ? BETWEEN : 0) + columns;
}

static void draw_legend(const struct chart_screen *d) {
    const struct chart *c = d->c;
    char shown[TEXT_PRINTABLE];
    int used = 0, most = d->s->width - 2;
    for (int k = 0; k < c->curves; k++) {
        const char *name = text_printable(shown, c->curve[k].name);
        int columns = utf8_columns(name), colour = colour_of(d, k);
        columns = columns < most ? columns : most;
        begin_entry(d, &used, 2 + columns);
        if (colour)
            screen_sign(d->s, colour);
        fprintf(d->s->out, "%c ", letter_of(k));
        screen_fit(d->s, name, columns, false);
        if (colour)
            screen_sign(d->s, 0);
    }
    if (d->several) {
        begin_entry(d, &used, 9);
        fputs("* several", d->s->out);
    }
    for (int k = 0; k < c->baselines; k++) {
        const char *dot = d->s->utf8 ? "\u2802" : ".", *name = c->baseline[k].name;
        int gap = 2 * k + 1;
        begin_entry(d, &used, 3 + gap + utf8_columns(name));
        fprintf(d->s->out, "%s%*s%s %s", dot, gap, "", dot, name);
    }
    fputc('\n', d->s->out);
}

void screen_chart(const struct screen *s, const struct chart *c) {
    struct arena arena = {0};
    int rows = s->lines ? s->lines : ROWS;
    struct chart_screen d = {.s = s, .c = c, .rows = wider(rows, ROWS_LEAST)};
    d.ticks = chart_y_ticks(c, d.rows >= 10 ? 5 : 3, d.tick);
    for (int i = 0; i < d.ticks; i++)
        d.label = wider(d.label, snprintf(NULL, 0, "%g", d.tick[i]));
    d.columns = s->width - d.label - 2;
    d.spot = arena_alloc(&arena, (size_t)d.rows * d.columns, sizeof *d.spot);
    for (int i = 0; i < d.rows * d.columns; i++)
        d.spot[i].curve = -1;
    if (c->trained.high) {
        put_edge(&d, c->trained.high);
        put_edge(&d, c->trained.low);
    }
    for (int k = 0; k < c->baselines; k++)
        put_baseline(&d, k);
    for (int k = 0; k < c->curves; k++) {
        put_spread(&d, &c->curve[k], k);
        put_curve(&d, &c->curve[k], k);
    }
    screen_say(s, 0, "%s, by %s", c->y_title, c->x_title);
    draw_zone(&d);
    for (int row = 0; row < d.rows; row++)
        draw_row(&d, row);
    draw_x(&d);
    draw_legend(&d);
    arena_free(&arena);
}
