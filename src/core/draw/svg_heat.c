/* svg_heat.c -- a heat map as SVG. Cells of one colour are one path; what they hold is in data-v, where hovering looks
 * it up by row and column; see svg.h. */
#include <math.h>

#include "base/text.h"
#include "base/utf8.h"
#include "draw/example_marks.h"
#include "draw/svg_parts.h"

enum {
    RIGHT = 70, /* the scale */
    HEIGHT_MOST = 300,
    HEIGHT_LEAST = 48, /* of the cells, where a page says how high */
    BELOW = 40,        /* columns' numbers and title; in little room the title stands after the numbers */
    BELOW_TIGHT = 24,
    CELL_MOST = 24,
    HALF = 10, /* colours from 0 to each end */
    NAME_MOST = 14,
    NAMES_APART = 12, /* columns whose cells are narrower have not each a name */
    TOP = 20,
    TICKS = 8,
    BRACKET = 11, /* from the cells up to brackets of passages, their names, and what the mark of targets means */
    NAMES = 16,
    LEGEND = 32,
    MARKS = 26 /* more than TOP, where all that stands there */
};

/* Where the cells are. */
struct grid {
    double left, top, right, bottom, cell_width, cell_height;
};

static int name_columns(const struct heat_axis *a, int count) {
    int most = 2;
    for (int last = heat_number(a, count - 1) / 100; !a->name && last > 0; last /= 10)
        most++;
    for (int i = 0; a->name && i < count; i++)
        most = wider(most, utf8_columns(a->name[i]));
    return most < NAME_MOST ? most : NAME_MOST;
}

/* `room` for the cells' height; 0: as they need it. */
static struct grid lay_out(const struct heat *m, double width, double top, double room) {
    struct grid g = {.left = 28 + svg_text_width(name_columns(&m->row, m->m.rows)), .top = top, .right = width - RIGHT};
    g.cell_width = (g.right - g.left) / m->m.columns;
    if (m->column.name && g.cell_width > 4 * CELL_MOST) {
        g.cell_width = 4 * CELL_MOST;
        g.right = g.left + m->m.columns * g.cell_width;
    }
    g.cell_height = room > 0 ? room / m->m.rows : fmin(CELL_MOST, (double)HEIGHT_MOST / m->m.rows);
    g.bottom = g.top + m->m.rows * g.cell_height;
    return g;
}

/* One path for all cells of one colour: class m10 (lowest) .. p0 .. p10; what is beyond the scale has that of its end.
 */
static void draw_level(struct html *h, const struct heat *m, int now) {
    bool begun = false;
    double limit = heat_limit(m);
    for (int i = 0; i < m->m.rows; i++)
        for (int k = 0; k < m->m.columns; k++) {
            double x = matrix_row(&m->m, i)[k];
            if (isnan(x) || lround(fmax(-HALF, fmin(HALF, x / limit * HALF))) != now)
                continue;
            if (!begun)
                html_raw(h, "<path class='%c%d' d='", now < 0 ? 'm' : 'p', now < 0 ? -now : now);
            html_raw(h, "M%d %dh1v1h-1", k, i);
            begun = true;
        }
    html_raw(h, begun ? "'/>" : "");
}

/* The next cells side by side in a row that are hatched, from *from to *end - 1; false: no more. */
static bool next_hatched(const struct heat *m, int row, int *from, int *end) {
    const bool *hatched = m->hatched + (size_t)row * m->m.columns;
    for (*from = *end; *from < m->m.columns && !hatched[*from]; ++*from)
        ;
    for (*end = *from; *end < m->m.columns && hatched[*end]; ++*end)
        ;
    return *from < *end;
}

/* Whether these cells of a row, and none next to them, are hatched. */
static bool same_hatched(const struct heat *m, int row, int from, int end) {
    int at, after = 0;
    while (row >= 0 && row < m->m.rows && next_hatched(m, row, &at, &after))
        if (at == from)
            return after == end;
    return false;
}

/* One path of rectangles in a pattern of its own, whose name says what is hatched: a page may have several. */
static void draw_hatched(struct html *h, const struct heat *m, const struct grid *g) {
    unsigned name = 2166136261U;
    for (size_t i = 0; m->hatched && i < (size_t)m->m.rows * m->m.columns; i++)
        name = (name ^ m->hatched[i]) * 16777619U;
    bool begun = false;
    for (int i = 0; m->hatched && i < m->m.rows; i++)
        for (int from, end = 0, down = 1; next_hatched(m, i, &from, &end); down = 1) {
            if (same_hatched(m, i - 1, from, end))
                continue;
            while (same_hatched(m, i + down, from, end))
                down++;
            if (!begun)
                html_raw(h,
                         "<pattern id='h%08x' width='6' height='6' patternUnits='userSpaceOnUse'>"
                         "<rect class='veil' width='6' height='6'/><path class='stroke' d='M-1 1l2-2M0 6l6-6M5 7l2-2'/>"
                         "</pattern><path class='hatched' fill='url(#h%08x)' d='",
                         name, name);
            begun = true;
            html_raw(h, "M%.2f %.2fh%.2fv%.2fh-%.2fz", g->left + from * g->cell_width, g->top + i * g->cell_height,
                     (end - from) * g->cell_width, down * g->cell_height, (end - from) * g->cell_width);
        }
    html_raw(h, begun ? "'/>" : "");
}

static void draw_cells(struct html *h, const struct heat *m, const struct grid *g) {
    html_raw(h, "<g class='cells' transform='translate(%.2f %.2f)scale(%.4f %.4f)'>", g->left, g->top, g->cell_width,
             g->cell_height);
    for (int now = -HALF; now <= HALF; now++)
        draw_level(h, m, now);
    html_raw(h, "</g>\n");
    draw_hatched(h, m, g);
    for (int i = 0; m->moved && i < m->m.rows; i++)
        if (m->moved[i])
            html_raw(h, "<rect class='mark' x='%.1f' y='%.2f' width='2.5' height='%.2f'/>", g->left - 3.5,
                     g->top + i * g->cell_height, g->cell_height);
}

/* Cells between two numbers on an axis: about `ticks` of them; every name. */
static int tick_step(const struct heat_axis *a, int count, int ticks) {
    return (a->name && !a->series) || count <= ticks ? 1 : (int)fmax(1, chart_step(0, count, ticks));
}

/* The first cell whose number is a multiple of the step, so that an axis that crosses 0 has a 0. */
static int tick_first(const struct heat_axis *a, int step) {
    for (int i = 0; !a->name && i < step; i++)
        if (heat_number(a, i) % step == 0)
            return i;
    return 0;
}

static void draw_rows(struct html *h, const struct heat *m, const struct grid *g) {
    int ticks = (int)fmin(TICKS, (g->bottom - g->top) / TEXT_LINE), step = tick_step(&m->row, m->m.rows, ticks);
    for (int i = tick_first(&m->row, step); i < m->m.rows; i += step) {
        char number[16];
        snprintf(number, sizeof number, "%d", heat_number(&m->row, i));
        svg_text(h, "end", g->left - 6, g->top + (i + 0.5) * g->cell_height + 4, NAME_MOST,
                 m->row.name ? m->row.name[i] : number);
    }
    svg_side_title(h, (g->top + g->bottom) / 2, m->row.title);
    html_raw(h, "\n");
}

static void draw_columns(struct html *h, const struct heat *m, const struct grid *g, bool aside) {
    int step = m->column.name ? (int)ceil(NAMES_APART / g->cell_width) : tick_step(&m->column, m->m.columns, TICKS);
    for (int k = tick_first(&m->column, step); k < m->m.columns; k += step) {
        double x = g->left + (k + 0.5) * g->cell_width;
        if (m->column.name) {
            html_raw(h, "<g transform='translate(%.1f %.1f)rotate(-55)'>", x + 4, g->bottom + 12);
            svg_text(h, "end", 0, 0, NAME_MOST, m->column.name[k]);
            html_raw(h, "</g>");
        } else {
            html_raw(h, "<text class='mid' x='%.1f' y='%.1f'>%d</text>", x, g->bottom + 16, heat_number(&m->column, k));
        }
    }
    if (!m->column.name && aside)
        svg_text(h, "small", g->right + 6, g->bottom + 16, SMALL_COLUMNS, m->column.title);
    else if (!m->column.name)
        svg_text(h, "mid", (g->left + g->right) / 2, g->bottom + 34, SMALL_COLUMNS, m->column.title);
}

static void draw_target(struct html *h, double x, double y) {
    html_raw(h, "<path class='mark' d='M%.1f %.1fh8l-4 6z'/>", x - 4, y);
}

/* Of a map whose columns are tokens: a bracket above the columns of a passage, with its name; between two passages a
 * line through the cells; a mark above targets. */
static void draw_marks(struct html *h, const struct heat *m, const struct grid *g) {
    const struct example_marks *marks = m->column.marks;
    char name[PASSAGE_NAME];
    struct stretch t = {0};
    if (!example_marks_shown(marks))
        return;
    while (stretch_next(&t, marks)) {
        double left = g->left + t.from * g->cell_width, right = g->left + t.end * g->cell_width;
        passage_name(name, t.segment, (int)((right - left) / svg_text_width(1)));
        html_raw(h, "<path class='edge' fill='none' d='M%.1f %.1fv-4H%.1fv4'/>", left + 1.5, g->top - BRACKET + 4,
                 right - 1.5);
        svg_text(h, "mid name", (left + right) / 2, g->top - NAMES, PASSAGE_NAME, name);
        if (t.from)
            html_raw(h, "<path class='halo' d='M%.1f %.1fV%.1f'/><path class='edge' d='M%.1f %.1fV%.1f'/>", left,
                     g->top, g->bottom, left, g->top, g->bottom);
    }
    if (!example_marks_targets(marks))
        return;
    for (int i = 0; i < marks->rows; i++)
        if (marks->target[i])
            draw_target(h, g->left + (i + 0.5) * g->cell_width, g->top - 7);
    draw_target(h, g->left + 4, g->top - LEGEND - 7);
    svg_text(h, "small", g->left + 13, g->top - LEGEND, SMALL_COLUMNS, "target: the model answers here");
}

/* Dark on light, so that they are seen on cells of any colour. */
static void draw_edges(struct html *h, const struct heat *m, const struct grid *g, double width) {
    char path[128] = "";
    if (m->row.edge)
        text_append(path, sizeof path, "M%.1f %.1fH%.1f", g->left - 4, g->top + m->row.edge * g->cell_height,
                    g->right + 4);
    if (m->column.edge)
        text_append(path, sizeof path, "M%.1f %.1fV%.1f", g->left + m->column.edge * g->cell_width, g->top - 4,
                    g->bottom + 4);
    if (!*path)
        return;
    html_raw(h, "<path class='halo' d='%s'/><path class='edge' d='%s'/>", path, path);
    if (!m->edge_says)
        return;
    bool fits = g->left + svg_text_width(utf8_columns(m->edge_says)) <= width;
    svg_text(h, fits ? "small" : "small end", fits ? g->left : width, g->top - 7 - (m->column.bracket_end ? MARKS : 0),
             SMALL_COLUMNS, m->edge_says);
}

/* Above columns that belong together. */
static void draw_bracket(struct html *h, const struct heat_axis *a, const struct grid *g) {
    double left = g->left + a->bracket * g->cell_width, right = g->left + a->bracket_end * g->cell_width;
    html_raw(h, "<path class='edge' fill='none' d='M%.1f %.1fv-4H%.1fv4'/>", left + 1.5, g->top - BRACKET + 4,
             right - 1.5);
    svg_text(h, "mid name", (left + right) / 2, g->top - NAMES, SMALL_COLUMNS / 2, a->bracket_says);
}

/* The scale of colours, from low below to high above. */
static void draw_scale(struct html *h, const struct heat *m, const struct grid *g, double width) {
    double limit = heat_limit(m), room = g->bottom - g->top, high = room > 120 ? 120 : room, x = g->right + 14;
    int from = m->low < 0 || m->high <= 0 ? -HALF : 0, count = HALF - from + 1;
    double cell = high / count;
    for (int i = 0; i < count; i++)
        html_raw(h, "<rect class='%c%d' x='%.1f' y='%.2f' width='10' height='%.2f'/>", from + i < 0 ? 'm' : 'p',
                 from + i < 0 ? -(from + i) : from + i, x, g->top + (count - 1 - i) * cell, cell + 0.2);
    html_raw(h, "<text class='small' x='%.1f' y='%.1f'>%.2g</text><text class='small' x='%.1f' y='%.1f'>%.2g</text>",
             x + 14, g->top + 9, limit, x + 14, g->top + high, from ? -limit : 0.0);
    bool fits = x + svg_text_width(utf8_columns(m->value_title)) <= width;          /* else it stands to the left */
    if (!m->edge_says || g->left + svg_text_width(utf8_columns(m->edge_says)) <= x) /* which says more */
        svg_text(h, fits ? "small" : "small end", fits ? x : width, g->top - 7, SMALL_COLUMNS / 2, m->value_title);
}

static void put_labels(struct html *h, const char *which, const struct heat_axis *a, int count) {
    html_raw(h, " data-%s=\"", which);
    for (int i = 0; i < count; i++) {
        html_raw(h, i ? "\n" : "");
        if (a->name)
            html_text(h, a->name[i]);
        if (a->name && example_marks_shown(a->marks))
            html_raw(h, " (passage %c)", passage_letter(a->marks->segment[i]));
        if (!a->name)
            html_say(h, "%s %d", a->title, heat_number(a, i));
        int last = (i + 1 < count ? heat_number(a, i + 1) : a->end) - 1;
        if (a->per > 1 && last > heat_number(a, i))
            html_raw(h, "..%d", last);
    }
    html_raw(h, "\"");
}

static void put_values(struct html *h, const struct heat *m, const struct grid *g) {
    size_t count = (size_t)m->m.rows * m->m.columns;
    html_raw(h, " data-box='%.2f %.2f %.4f %.4f %d %d' data-v='", g->left, g->top, g->cell_width, g->cell_height,
             m->m.rows, m->m.columns);
    for (size_t i = 0; i < count; i++)
        html_raw(h, isnan(m->m.value[i]) ? "%s-" : "%s%.3g", i ? " " : "", m->m.value[i]);
    html_raw(h, "'");
    put_labels(h, "rows", &m->row, m->m.rows);
    put_labels(h, "columns", &m->column, m->m.columns);
}

/* Of a map that heat_shrink made smaller, what its cells are; else "". */
static void say_means(char text[64], const struct heat *m) {
    int down = m->row.per, across = m->column.per;
    *text = 0;
    if (down > 1 && across > 1)
        snprintf(text, 64, "Each cell is the mean of %d x %d numbers.", down, across);
    else if (down > 1 || across > 1)
        snprintf(text, 64, "Each cell is the mean of %d %s.", down > 1 ? down : across, down > 1 ? "rows" : "columns");
}

/* How high the texts below a map are. */
static double below(const struct heat *m, const char *means, const struct canvas *c) {
    return (svg_lines(means, c->columns) + svg_lines(m->note, c->columns)) * TEXT_LINE;
}

void svg_heat(struct html *h, const struct heat *m, const struct svg_size *size) {
    struct canvas c;
    char means[64];
    say_means(means, m);
    svg_canvas(&c, m->title, m->subtitle, m->describe, size);
    bool bracket = m->column.bracket_end > 0;
    double top = c.top + TOP + (bracket || example_marks_shown(m->column.marks) ? MARKS : 0), rest;
    bool tight = svg_is_tight(&c), aside = tight && 6 + svg_text_width(utf8_columns(m->column.title)) < RIGHT;
    rest = aside ? BELOW_TIGHT : BELOW;
    if (m->column.name) /* on their side */
        rest = 16 + svg_text_width(name_columns(&m->column, m->m.columns)) * 0.85;
    double least = tight ? top + HEIGHT_LEAST : lay_out(m, c.width, top, 0).bottom;
    svg_canvas_fit(&c, least + rest + below(m, means, &c));
    double bottom = c.height - below(m, means, &c);
    struct grid g = lay_out(m, c.width, top, size && size->height ? bottom - rest - top : 0);
    svg_open(h, "heat", &c);
    put_values(h, m, &g);
    svg_begin(h, &c);
    draw_cells(h, m, &g);
    draw_rows(h, m, &g);
    draw_columns(h, m, &g, aside);
    draw_edges(h, m, &g, c.width);
    draw_marks(h, m, &g);
    if (bracket)
        draw_bracket(h, &m->column, &g);
    draw_scale(h, m, &g, c.width);
    svg_paragraph(h, bottom + 10, c.columns, means);
    svg_paragraph(h, bottom + 10 + svg_lines(means, c.columns) * TEXT_LINE, c.columns, m->note);
    html_raw(h, "</svg>\n");
}
