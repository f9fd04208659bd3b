/* screen_heat.c -- see heat.h. */
#include "draw/heat.h"

#include <limits.h>
#include <math.h>

#include "base/utf8.h"
#include "draw/example_marks.h"

enum { HALVES_FROM = 16 }; /* rows of a picture in half blocks */

/* A picture being drawn: of a map whose cells all fit. */
struct heat_screen {
    const struct screen *s;
    struct heat h;
    int label, cell; /* columns in front of the picture; of a cell */
    bool half;
};

/* A number as a share of the limit. */
static double share(const struct heat_screen *d, int row, int column) {
    return matrix_row(&d->h.m, row)[column] / heat_limit(&d->h);
}

static int picture_columns(const struct heat_screen *d) { return d->cell * d->h.m.columns + (d->h.column.edge > 0); }

static bool is_hatched(const struct heat_screen *d, int row, int column) {
    return d->h.hatched && d->h.hatched[(size_t)row * d->h.m.columns + column];
}

static int digits_of(int number) { return snprintf(NULL, 0, "%d", number); }

/* The upper and the lower number of one line of half blocks, which may lack the lower. */
static void draw_halves(const struct heat_screen *d, double upper, double lower) {
    const struct screen *s = d->s;
    bool none = isnan(upper) && isnan(lower);
    if (!none)
        screen_foreground(s, isnan(upper) ? lower : upper);
    if (!isnan(upper) && !isnan(lower))
        screen_background(s, lower);
    for (int k = 0; k < d->cell; k++)
        fputs(none ? " " : isnan(upper) ? "\u2584" : "\u2580", s->out);
    if (!none)
        screen_reset(s);
}

static void draw_cell(const struct heat_screen *d, double value, bool hatched) {
    const struct screen *s = d->s;
    char plain = isnan(value) || s->colours != SCREEN_PLAIN ? ' ' : screen_character(value);
    if (!isnan(value))
        screen_background(s, value);
    if (!isnan(value) && hatched)
        screen_ink(s, value);
    for (int k = 0; k < d->cell; k++)
        fputc(hatched ? '/' : plain, s->out);
    if (!isnan(value))
        screen_reset(s);
}

/* One line of cells: row `row`, and `lower` below it in the same line, or -1. */
static void draw_row(const struct heat_screen *d, int row, int lower) {
    static const char *const half[] = {" ", "\u2580", "\u2584", "\u2588"};
    FILE *out = d->s->out;
    const bool *moved = d->h.moved;
    if (d->h.row.name)
        screen_fit(d->s, d->h.row.name[row], d->label - 1, true);
    else
        fprintf(out, "%*d", d->label - 1 - 2 * (moved != NULL), heat_number(&d->h.row, row));
    if (moved)
        fprintf(out, " %s", d->half ? half[moved[row] + 2 * (lower >= 0 && moved[lower])] : moved[row] ? "*" : " ");
    fputc(' ', out);
    for (int c = 0; c < d->h.m.columns; c++) {
        if (d->h.column.edge && c == d->h.column.edge)
            fputs(d->s->colours == SCREEN_PLAIN ? "|" : "\u2502", out);
        if (d->half)
            draw_halves(d, share(d, row, c), lower >= 0 ? share(d, lower, c) : (double)NAN);
        else
            draw_cell(d, share(d, row, c), is_hatched(d, row, c));
    }
    fputc('\n', out);
}

/* Numbers of columns above the picture, as many as have room. */
static void draw_ticks(const struct heat_screen *d) {
    int used = fprintf(d->s->out, "%*s", d->label, "");
    for (int c = 0; c < d->h.m.columns; c++) {
        bool after = d->h.column.edge && c >= d->h.column.edge;
        int at = d->label + c * d->cell + after, number = heat_number(&d->h.column, c);
        if ((at > d->label && at < used + 3) || at + digits_of(number) > d->s->width)
            continue;
        used += fprintf(d->s->out, "%*s%d", at - used, "", number);
    }
    fputc('\n', d->s->out);
}

/* `whole` is the map as it was given. */
static void say_means(const struct heat_screen *d, const struct heat *whole) {
    int across = d->h.column.per, down = d->h.row.per, width = d->label + whole->m.columns + (whole->column.edge > 0);
    bool wide = d->label + whole->m.columns <= d->s->width;
    if (whole->square && across > 1)
        screen_say(d->s, 0,
                   wide ? "Each cell is the mean of %d x %d numbers, so that the picture fits the terminal."
                        : "Each cell is the mean of %d x %d numbers; all fit from --width %d on.",
                   across, across, width);
    else if (across > 1)
        screen_say(d->s, 0, "Each cell is the mean of %d columns; all fit from --width %d on.", across, width);
    if (!whole->square && down > 1)
        screen_say(d->s, 0, "Each cell is the mean of %d rows, so that the picture fits the terminal.", down);
}

/* Rows from..end-1; the last line of halves may lack its lower one. */
static void draw_rows(const struct heat_screen *d, int from, int end) {
    for (int row = from; row < end; row += d->half ? 2 : 1)
        draw_row(d, row, d->half && row + 1 < end ? row + 1 : -1);
}

/* The rows of each passage below its name; or those of training, and beyond. */
static void draw_all(const struct heat_screen *d) {
    struct stretch t = {0};
    int columns = d->label + picture_columns(d), edge = d->h.row.edge;
    bool passages = example_marks_shown(d->h.row.marks);
    while (passages && stretch_next(&t, d->h.row.marks)) {
        screen_passage(d->s, t.segment, columns);
        draw_rows(d, t.from, t.end);
    }
    if (passages)
        return;
    draw_rows(d, 0, edge);
    if (edge)
        screen_rule(d->s, d->s->colours == SCREEN_PLAIN ? "-" : "\u2500", d->h.edge_says ? d->h.edge_says : "",
                    columns);
    draw_rows(d, edge, d->h.m.rows);
}

void screen_heat(const struct screen *s, const struct heat *h) {
    struct arena arena = {0};
    bool coloured = s->colours != SCREEN_PLAIN;
    int rows = s->lines ? s->lines * (coloured ? 2 : 1) : INT_MAX;
    struct heat_screen d = {.s = s, .cell = 2};
    d.label = digits_of(h->m.rows + h->row.first) + 1 + (h->row.first < 0) + (h->moved != NULL) * 2 + 1;
    for (int i = 0; h->row.name && i < h->m.rows; i++)
        d.label = wider(d.label, utf8_columns(h->row.name[i]) + 1);
    d.h = heat_shrink(h, rows, s->width - d.label - (h->column.edge > 0), &arena);
    d.half = coloured && !h->hatched && (d.h.m.rows >= HALVES_FROM || (s->lines && d.h.m.rows > s->lines));
    if (d.label + picture_columns(&d) > s->width || (h->square && d.half))
        d.cell = 1;
    draw_ticks(&d);
    draw_all(&d);
    screen_legend(s, heat_limit(&d.h));
    say_means(&d, h);
    arena_free(&arena);
}
