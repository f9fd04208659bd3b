/* svg_chart.c -- a chart as SVG: all curves in one window with their names at its right end, or below it where they are
 * long; many curves each in a panel of its own; see svg.h. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "base/utf8.h"
#include "draw/svg_parts.h"

enum { LEFT = 46, TOP = 8, BOTTOM = 44, HEIGHT = 340, PANEL_TOP = 20, PANEL_GAP = 14, PANEL_HEIGHT = 118 };
enum {
    HEIGHT_LEAST = 96, /* where a page says how high */
    PANEL_FLAT = 92,   /* there, of a panel */
    FLAT = 2,          /* there: a window so much wider than high has even wide names beside it */
    TRAINED = 18,      /* the words above the trained zone */
    LONGER = 130,      /* of them to the right of its end */
    MARKER = 9,        /* one before a name */
    NAMES_MOST = 16,   /* columns of names beside the curves */
    NARROW = 420,      /* below that they stand below the curves */
    LEGEND = 36,       /* what a line below has besides its name */
    LEGEND_MOST = CHART_PANELS_FROM + CHART_BASELINES, /* names below a chart */
    PANEL_LEAST = 160,                                 /* width, with what lies between them */
    PANEL_LINES = 3,                                   /* of its name */
    LARGE = 8,                                         /* a column there of larger letters */
    BELOW = 22                                         /* numbers of an x axis */
};

static void draw_titles(struct html *h, const struct chart *c, double left, double top, double right, double bottom) {
    svg_side_title(h, (top + bottom) / 2, c->y_title);
    svg_text(h, "mid", (left + right) / 2, bottom + 36, SMALL_COLUMNS, c->x_title);
}

/* In little room: that of x stands after its numbers, below the names of the curves. */
static void draw_tight_titles(struct html *h, const struct panel *p) {
    svg_side_title(h, (p->top + p->bottom) / 2, p->c->y_title);
    svg_text(h, "small", p->right + 15, p->bottom + 17, SMALL_COLUMNS, p->c->x_title);
}

static void open_curve(struct html *h, const struct chart_curve *v) {
    html_raw(h, "\n<g class='curve k%d d%d'>", v->sign.colour, v->sign.dash);
}

/* ---- One window */

/* Units that curve k is moved aside, so that bars do not hide each other; single values stay where they are. */
static double aside(const struct chart *c, int k) {
    for (int i = 0; i < c->curves && !c->band; i++)
        if (c->curve[i].points && chart_has_interval(c->curve[i].point))
            return (k - (c->curves - 1) / 2.0) * (c->curves > 4 ? 16.0 / c->curves : 4);
    return 0;
}

/* Line k, if it is a curve; a baseline is part of the frame. */
static void begin_line(struct html *h, const struct panel *p, int k) {
    if (k >= p->c->curves)
        return;
    open_curve(h, &p->c->curve[k]);
    panel_curve(h, p, &p->c->curve[k], aside(p->c, k));
}

static double end_of(const struct panel *p, const struct chart_curve *v) {
    return v->points ? panel_down(p, v->point[v->points - 1].y) : p->bottom;
}

/* Names stand where the lines end, moved apart, and are tied to these ends. */
static void draw_named(struct html *h, const struct panel *p) {
    const struct chart *c = p->c;
    struct arena arena = {0};
    int n = c->curves + c->baselines;
    double *y = arena_alloc(&arena, (size_t)n + 1, sizeof *y), x = p->right + 15 + MARKER;
    for (int k = 0; k < n; k++)
        y[k] = end_of(p, chart_line(c, k));
    chart_spread(y, n, TEXT_LINE, p->top + 2, p->bottom - 2);
    for (int k = 0; k < n; k++) {
        const struct chart_curve *v = chart_line(c, k);
        begin_line(h, p, k);
        html_raw(h, "<path class='%s' d='M%.1f %.1fL%.1f %.1f'/>",
                 k < c->curves ? "leader" : panel_baseline_class(c, k - c->curves), p->right + 2, end_of(p, v),
                 p->right + 12, y[k]);
        if (k < c->curves) {
            panel_marker(h, v->sign.marker, x - MARKER + 2, y[k]);
            html_raw(h, "/>");
        }
        svg_text(h, "name", x, y[k] + 4, SMALL_COLUMNS, v->name);
        html_raw(h, k < c->curves ? "</g>" : "");
    }
    arena_free(&arena);
}

/* Columns of a name below the curves, with `columns` names per line. */
static int legend_room(double width, int columns) { return (int)((width / columns - LEGEND) / svg_text_width(1)); }

/* Where each name stands below the curves. */
struct legend {
    int lines, line[LEGEND_MOST], room[LEGEND_MOST];
    double x[LEGEND_MOST];
};

/* In columns; in little room one after another. */
static void lay_legend(struct legend *l, const struct chart *c, double width, int columns, bool tight) {
    double x = 0;
    *l = (struct legend){0};
    for (int k = 0; k < c->curves + c->baselines; k++) {
        double wide = LEGEND + svg_text_width(utf8_columns(chart_line(c, k)->name));
        bool next = tight ? x > 0 && x + wide > width : k % columns == 0;
        l->lines += next || !l->lines;
        x = next ? 0 : x;
        l->line[k] = l->lines - 1;
        l->x[k] = x;
        l->room[k] = legend_room(tight ? width : width / columns, 1);
        x += tight ? wide + svg_text_width(1) : width / columns;
    }
}

/* Curves and below them a line each with its name; then the baselines. */
static void draw_listed(struct html *h, const struct panel *p, const struct legend *l, double top) {
    const struct chart *c = p->c;
    for (int k = 0; k < c->curves + c->baselines; k++) {
        bool is_curve = k < c->curves;
        double x = l->x[k], y = top + l->line[k] * TEXT_LINE;
        const struct chart_curve *v = chart_line(c, k);
        begin_line(h, p, k);
        html_raw(h, "<path class='%s' d='M%.1f %.1fh22'/>", is_curve ? "line" : panel_baseline_class(c, k - c->curves),
                 x, y - 4);
        if (is_curve) {
            panel_marker(h, v->sign.marker, x + 11, y - 4);
            html_raw(h, "/>");
        }
        svg_text(h, "name", x + 28, y, l->room[k], v->name);
        html_raw(h, is_curve ? "</g>" : "");
    }
}

/* What stands above the trained lengths and the longer ones. */
static void say_trained(struct html *h, const struct panel *p, double width) {
    const struct chart *c = p->c;
    char trained[CHART_X];
    double edge = panel_across(p, c->trained.high);
    html_raw(h, "<path class='edge' d='M%.1f %.1fv-16'/>", edge, p->top);
    html_raw(h, "<text class='small end' x='%.1f' y='%.1f'>%s</text>", edge - 5, p->top - 8,
             chart_trained(c, (int)((edge - p->left) / svg_text_width(1)), trained));
    if (c->trained.high < c->x_high)
        html_raw(h, "<text class='small' x='%.1f' y='%.1f'>longer%s</text>", edge + 5, p->top - 8,
                 edge + LONGER < width ? " than in training" : "");
}

static void draw_window(struct html *h, const struct chart *c, const struct canvas *canvas, double bottom) {
    int names = 0, lines = c->curves + c->baselines;
    double width = canvas->width,
           top = canvas->top + (svg_is_tight(canvas) ? 0 : TOP) + (c->trained.high ? TRAINED : 0);
    for (int k = 0; k < lines; k++)
        names = wider(names, utf8_columns(chart_line(c, k)->name));
    int columns = names > legend_room(width, 2) ? 1 : 2; /* of the names below the curves */
    struct legend l;
    lay_legend(&l, c, width, columns, svg_is_tight(canvas));
    int legend = l.lines * TEXT_LINE + 4;
    double names_width = 18 + svg_text_width(names) + MARKER;
    bool tight = svg_is_tight(canvas), is_flat = width - LEFT > FLAT * (bottom - BOTTOM - legend - top);
    bool fits = lines * TEXT_LINE < bottom - BELOW - top && names_width < width / (is_flat ? 2 : 3);
    bool beside = tight ? fits : names <= NAMES_MOST && width >= NARROW;
    struct panel p = {.c = c, .left = LEFT, .top = top, .y_numbers = true, .x_numbers = true};
    p.right = width - (beside ? names_width : 4);
    p.bottom = bottom - (beside ? tight ? BELOW : BOTTOM : BOTTOM + legend);
    panel_frame(h, &p);
    if (c->trained.high)
        say_trained(h, &p, width);
    if (beside && tight)
        draw_tight_titles(h, &p);
    else
        draw_titles(h, c, p.left, p.top, p.right, p.bottom);
    if (beside)
        draw_named(h, &p);
    else
        draw_listed(h, &p, &l, bottom - legend + 10);
}

/* ---- A panel for each curve */

static bool in_panels(const struct chart *c) { return c->panels || c->curves >= CHART_PANELS_FROM; }

/* Columns that a name may take above a panel: one with options is broken early, so that it fits in the larger letters
 * that a narrow page has. */
static int panel_room(const char *name, double width) {
    return (int)(width / (strchr(name, ' ') ? LARGE : svg_text_width(1)));
}

/* Few panels have numbers up to both ends of their axes. */
static int gap_of(const struct chart *c) { return c->panels ? 2 * PANEL_GAP : PANEL_GAP; }

/* All panels: names take as many lines as the longest of them. */
struct panels {
    int columns, rows, lines;
    double width;
};

/* As many columns as there is room for, or one more where fewer panels then lack in the last row. */
static struct panels lay_out(const struct chart *c, double all) {
    int n = chart_panels(c), columns = (int)(all / PANEL_LEAST), most = 1;
    if (columns < 3)
        columns = 2;
    else if ((n + columns) / (columns + 1) * (columns + 1) < (n + columns - 1) / columns * columns)
        columns++;
    if (c->panels && columns > n)
        columns = n;
    double width = (all - LEFT - (columns - 1.0) * gap_of(c)) / columns;
    for (const struct chart_curve *v = c->curve; v < c->curve + c->curves; v++)
        most = v->joins ? most : wider(most, svg_lines(v->name, panel_room(v->name, width)));
    return (struct panels){columns, (n + columns - 1) / columns, most < PANEL_LINES ? most : PANEL_LINES, width};
}

/* The name of a baseline below its line; of a low one, which curves come near, the note alone says it. */
static void say_level(struct html *h, const struct panel *p, const struct chart_curve *v) {
    double y = end_of(p, v);
    if (p->bottom - y > 2 * TEXT_LINE)
        svg_text(h, "small", p->left + 5, y + TEXT_LINE, SMALL_COLUMNS, v->name);
}

static void draw_panels(struct html *h, const struct chart *c, const struct canvas *canvas, double bottom) {
    double all = canvas->width, top = canvas->top;
    const struct panels a = lay_out(c, all);
    double height = (bottom - BOTTOM + BELOW - top) / a.rows;
    int above = PANEL_TOP + (a.lines - 1) * TEXT_LINE, panels = chart_panels(c), n = 0;
    const struct chart_curve *end = c->curve + c->curves;
    for (const struct chart_curve *v = c->curve, *own; v < end; n++) {
        double left = LEFT + n % a.columns * (a.width + gap_of(c)), at = top + n / a.columns * height;
        bool first = n % a.columns == 0, last = n + a.columns >= panels;
        struct panel p = {c, left, at + above, left + a.width, at + height - BELOW, first, last};
        panel_frame(h, &p);
        for (const struct chart_curve *other = c->curve; panels == c->curves && other < end; other++)
            if (other != v)
                panel_line(h, &p, other, "other", 0);
        if (c->panels && c->baselines && !n)
            say_level(h, &p, c->baseline);
        for (own = v; v < end && (v == own || v->joins); v++) {
            open_curve(h, v);
            panel_curve(h, &p, v, 0);
            if (v == own)
                svg_broken(h, "name", left, at + 14, panel_room(v->name, a.width), a.lines, v->name);
            html_raw(h, "</g>");
        }
    }
    draw_titles(h, c, LEFT, top + above, all, bottom - BOTTOM);
}

/* Panels have no room for words beside what these mean. */
static const char *says_panels(const struct chart *c, char text[CHART_NOTE]) {
    static const char *const look[CHART_BASELINES] = {"dotted", "thin dashes", "dash and dot", "dash and two dots",
                                                      "long dashes"};
    text[0] = 0;
    if (!in_panels(c))
        return text;
    text_append(text, CHART_NOTE, c->trained.high ? "Shaded: trained lengths; " : "");
    for (int k = 0; k < c->baselines; k++)
        text_append(text, CHART_NOTE, "%s: %s; ", look[panel_level(c, k)], c->baseline[k].name);
    text_append(text, CHART_NOTE, "%s", chart_panels(c) == c->curves ? "grey: the other curves; " : "");
    size_t length = strlen(text);
    if (length)
        memcpy(text + length - 2, ".", 2);
    text[0] = (char)toupper((unsigned char)text[0]);
    return text;
}

/* Units that a chart takes at least. */
static double usual_height(const struct chart *c, const struct canvas *canvas) {
    if (!in_panels(c))
        return svg_is_tight(canvas) ? HEIGHT_LEAST : HEIGHT;
    const struct panels a = lay_out(c, canvas->width);
    int high = svg_is_tight(canvas) ? PANEL_FLAT : PANEL_HEIGHT;
    return a.rows * (high + (a.lines - 1) * TEXT_LINE) + BOTTOM - BELOW;
}

void svg_chart(struct html *h, const struct chart *c, const struct svg_size *size) {
    char note[CHART_NOTE], panels[CHART_NOTE];
    struct canvas canvas;
    chart_note(c, says_panels(c, panels), note);
    svg_canvas(&canvas, c->title, c->subtitle, c->describe, size);
    svg_canvas_fit(&canvas, canvas.top + usual_height(c, &canvas) + svg_lines(note, canvas.columns) * TEXT_LINE);
    double bottom = canvas.height - svg_lines(note, canvas.columns) * TEXT_LINE;
    svg_open(h, "chart", &canvas);
    svg_begin(h, &canvas);
    (in_panels(c) ? draw_panels : draw_window)(h, c, &canvas, bottom);
    svg_paragraph(h, bottom + 10, canvas.columns, note);
    html_raw(h, "</svg>\n");
}
