/* heatmap.c -- see heatmap.h. */
#include "present/heatmap.h"

#include <math.h>
#include <stdlib.h>

#include "base/utf8.h"

enum { HALVES_FROM = 16 }; /* rows of a picture in half blocks */

double matrix_limit(const struct matrix *m) {
    double limit = 0;
    for (size_t i = 0; i < (size_t)m->rows * m->columns; i++)
        limit = fabs(m->value[i]) > limit ? fabs(m->value[i]) : limit; /* false for NAN */
    return limit > 0 ? limit : 1;
}

/* Rows or columns as cells of `per` each; none goes across the rule, which stands before number `rule` (0: no rule). */
struct axis {
    int count, per, rule;
};

static int cells(struct axis a) { return (a.rule + a.per - 1) / a.per + (a.count - a.rule + a.per - 1) / a.per; }
static int rule_cell(struct axis a) { return (a.rule + a.per - 1) / a.per; }

static int cell_from(struct axis a, int cell) {
    return cell < rule_cell(a) ? cell * a.per : a.rule + (cell - rule_cell(a)) * a.per;
}

static int cell_end(struct axis a, int cell) {
    int end = cell_from(a, cell) + a.per, most = cell < rule_cell(a) ? a.rule : a.count;
    return end < most ? end : most;
}

/* A picture being drawn. */
struct drawing {
    const struct screen *s;
    const struct heatmap *h;
    struct axis down, across;
    int label, wide; /* columns in front of the picture; of a cell */
    bool half;
    double limit;
};

/* The mean of a cell's numbers as a share of the limit; NAN where it has none. */
static double share(const struct drawing *d, int row, int column) {
    const struct matrix *m = &d->h->m;
    double sum = 0;
    int count = 0;
    for (int i = cell_from(d->down, row); i < cell_end(d->down, row); i++)
        for (int j = cell_from(d->across, column); j < cell_end(d->across, column); j++) {
            double v = matrix_row(m, i)[j];
            sum += isnan(v) ? 0 : v;
            count += !isnan(v);
        }
    return count ? sum / count / d->limit : (double)NAN;
}

static int picture_columns(const struct drawing *d) { return d->wide * cells(d->across) + (d->across.rule > 0); }

static int digits_of(int number) {
    int digits = 1;
    for (; number >= 10; number /= 10)
        digits++;
    return digits;
}

static void lay_out(struct drawing *d) {
    const struct heatmap *h = d->h;
    int rule = h->rule < h->m.rows ? h->rule : 0;
    bool coloured = d->s->colours != SCREEN_PLAIN;
    d->limit = h->limit > 0 ? h->limit : matrix_limit(&h->m);
    d->label = digits_of(h->m.rows + h->first_row) + 1 + (h->first_row < 0);
    d->label += (h->mark != NULL) * 2 + 1;
    d->across = (struct axis){h->m.columns, 1, h->square ? rule : 0};
    d->wide = 1;
    while (d->label + picture_columns(d) > d->s->width)
        d->across.per++;
    d->down = (struct axis){h->m.rows, h->square ? d->across.per : 1, rule};
    d->half = coloured && cells(d->down) >= HALVES_FROM;
    d->wide = 2;
    if (d->label + picture_columns(d) > d->s->width || (h->square && d->half))
        d->wide = 1;
}

/* The upper and the lower number of one line of half blocks, which may lack the lower. */
static void draw_halves(const struct drawing *d, double upper, double lower) {
    const struct screen *s = d->s;
    bool none = isnan(upper) && isnan(lower);
    if (!none)
        screen_foreground(s, isnan(upper) ? lower : upper);
    if (!isnan(upper) && !isnan(lower))
        screen_background(s, lower);
    for (int k = 0; k < d->wide; k++)
        fputs(none ? " " : isnan(upper) ? "\u2584" : "\u2580", s->out);
    if (!none)
        screen_reset(s);
}

static void draw_cell(const struct drawing *d, double value) {
    const struct screen *s = d->s;
    if (!isnan(value))
        screen_background(s, value);
    for (int k = 0; k < d->wide; k++)
        fputc(isnan(value) || s->colours != SCREEN_PLAIN ? ' ' : screen_character(value), s->out);
    if (!isnan(value))
        screen_reset(s);
}

static void draw_mark(const struct drawing *d, int row, int lower) {
    static const char *const half[] = {" ", "\u2580", "\u2584", "\u2588"};
    const bool *mark = d->h->mark;
    int upper_is = mark[cell_from(d->down, row)], lower_is = lower >= 0 && mark[cell_from(d->down, lower)];
    fprintf(d->s->out, " %s", d->half ? half[upper_is + 2 * lower_is] : upper_is ? "*" : " ");
}

/* One line of cells: row `row`, and `lower` below it in the same line, or -1. */
static void draw_row(const struct drawing *d, int row, int lower) {
    FILE *out = d->s->out;
    int digits = d->label - 1 - 2 * (d->h->mark != NULL);
    fprintf(out, "%*d", digits, d->h->first_row + cell_from(d->down, row));
    if (d->h->mark)
        draw_mark(d, row, lower);
    fputc(' ', out);
    for (int c = 0; c < cells(d->across); c++) {
        if (d->across.rule && c == rule_cell(d->across))
            fputs(d->s->colours == SCREEN_PLAIN ? "|" : "\u2502", out);
        if (d->half)
            draw_halves(d, share(d, row, c), lower >= 0 ? share(d, lower, c) : (double)NAN);
        else
            draw_cell(d, share(d, row, c));
    }
    fputc('\n', out);
}

static void draw_rule(const struct drawing *d) {
    int columns = d->label + picture_columns(d), used = 0;
    const char *says = d->h->rule_says ? d->h->rule_says : "";
    bool plain = d->s->colours == SCREEN_PLAIN;
    int text = utf8_columns(says) + 4;
    columns = columns < text ? text : columns;
    columns = columns < d->s->width ? columns : d->s->width;
    for (; used < 2; used++)
        fputs(plain ? "-" : "\u2500", d->s->out);
    if (*says) {
        int room = columns - used - 2;
        int fits = utf8_columns(says) < room ? utf8_columns(says) : room;
        fputc(' ', d->s->out);
        screen_fit(d->s, says, fits, false);
        fputc(' ', d->s->out);
        used += fits + 2;
    }
    for (; used < columns; used++)
        fputs(plain ? "-" : "\u2500", d->s->out);
    fputc('\n', d->s->out);
}

/* Numbers of columns above the picture, as many as have room. */
static void draw_ticks(const struct drawing *d) {
    int used = fprintf(d->s->out, "%*s", d->label, "");
    for (int c = 0; c < cells(d->across); c++) {
        bool behind = d->across.rule && c >= rule_cell(d->across);
        int at = d->label + c * d->wide + behind, number = d->h->first_column + cell_from(d->across, c);
        if ((at > d->label && at < used + 3) || at + digits_of(abs(number)) + (number < 0) > d->s->width)
            continue;
        used += fprintf(d->s->out, "%*s%d", at - used, "", number);
    }
    fputc('\n', d->s->out);
}

static void say_means(const struct drawing *d) {
    char size[64];
    int per = d->across.per, full = d->label + d->h->m.columns + (d->across.rule > 0);
    snprintf(size, sizeof size, d->h->square ? "%d x %d numbers" : "%d columns", per, per);
    if (per > 1)
        screen_say(d->s, 0, "Each cell is the mean of %s; all fit from --width %d on.", size, full);
}

/* Rows from..end-1; the last line of halves may lack its lower one. */
static void draw_band(const struct drawing *d, int from, int end) {
    for (int row = from; row < end; row += d->half ? 2 : 1)
        draw_row(d, row, d->half && row + 1 < end ? row + 1 : -1);
}

void heatmap_draw(const struct screen *s, const struct heatmap *h) {
    struct drawing d = {.s = s, .h = h};
    lay_out(&d);
    draw_ticks(&d);
    draw_band(&d, 0, rule_cell(d.down));
    if (d.down.rule)
        draw_rule(&d);
    draw_band(&d, rule_cell(d.down), cells(d.down));
    screen_legend(s, d.limit);
    say_means(&d);
}
