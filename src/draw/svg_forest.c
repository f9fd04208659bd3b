/* svg_forest.c -- rows with intervals as SVG: names to the left, the axis in the middle, the answer at the right; parts
 * below each other; see svg.h. */
#include <math.h>

#include "base/utf8.h"
#include "draw/svg_parts.h"

enum {
    NAMES_LEAST = 80,
    NAMES_MOST = 236, /* width of the names, with the numbers behind a row below them */
    SAID = 12,        /* between axis and answer */
    RULE = 18,        /* the words above the axis */
    ROW = 22,
    ROW_FROM = 34, /* with the numbers behind it */
    AXIS = 40,     /* numbers and title below */
    GAP = 16,      /* between parts */
    PAD = 7,       /* from the ends of the axis to its lowest and highest number */
    NARROW = 420,  /* below that names stand above their numbers */
    LINE = 16,     /* that they take there */
    BELOW = 6,     /* between the last part and the note */
    CAP = 4        /* half of the bar at the end of an interval */
};

struct layout {
    const struct forest_part *p;
    double left, right, top, bottom; /* of the axis and its rows */
    double width, row;               /* of the picture; height of a row */
    bool narrow;
};

static double at(const struct layout *l, double x) {
    return l->left + PAD + forest_across(l->p, x) * (l->right - l->left - 2 * PAD);
}

/* ---- Sizes */

/* Units that a column takes of a row's name, and of the smaller text below it. */
#define NAME_COLUMN 6.5
#define SMALL_COLUMN 6.2

static double widest_name(const struct forest *f) {
    double most = NAMES_LEAST;
    for (const struct forest_part *p = f->part; p < f->part + f->parts; p++)
        for (const struct forest_row *r = p->row; r < p->row + p->rows; r++)
            most = fmax(most,
                        fmax(NAME_COLUMN * utf8_columns(r->name), r->from ? SMALL_COLUMN * utf8_columns(r->from) : 0));
    return fmin(NAMES_MOST, most);
}

static double widest_said(const struct forest *f) {
    int most = 0;
    for (const struct forest_part *p = f->part; p < f->part + f->parts; p++)
        for (const struct forest_row *r = p->row; r < p->row + p->rows; r++)
            most = utf8_columns(r->said) > most ? utf8_columns(r->said) : most;
    return svg_text_width(most);
}

static bool is_narrow(const struct canvas *c) { return c->width < NARROW; }

static bool has_from(const struct forest_part *p) {
    for (int i = 0; i < p->rows; i++)
        if (p->row[i].from)
            return true;
    return false;
}

static double row_height(const struct forest_part *p, const struct canvas *c) {
    if (is_narrow(c))
        return ROW + LINE * (has_from(p) ? 2 : 1);
    return has_from(p) ? ROW_FROM : ROW;
}

/* What stands above the rows of a part: its title, and the rule. */
static double head_height(const struct forest_part *p, const struct canvas *c) {
    char rule[FOREST_TEXT];
    return svg_lines(p->title, c->head) * TEXT_LINE + (*forest_rule(p, rule) ? RULE : 6);
}

static double height_of(const struct forest *f, const struct canvas *c) {
    double height = 0;
    for (const struct forest_part *p = f->part; p < f->part + f->parts; p++)
        height += head_height(p, c) + p->rows * row_height(p, c) + AXIS + (p > f->part ? GAP : 0);
    return height + BELOW;
}

/* ---- A part */

/* The height of the window that belongs to row i, from *top on: names have their own room where it is narrow. */
static double window(const struct layout *l, int i, double *top) {
    double height = l->narrow ? ROW : l->row;
    *top = l->top + (i + 1) * l->row - height;
    return height;
}

/* A line through all rows. */
static void draw_line(struct html *h, const struct layout *l, const char *kind, double x) {
    double top;
    html_raw(h, "<path class='%s' d='", kind);
    for (int i = 0; i < l->p->rows; i++) {
        double height = window(l, i, &top);
        html_raw(h, "M%.1f %.1fv%.1f", at(l, x), top, height);
    }
    html_raw(h, "'/>");
}

/* The shade of yes, its border, and its words. */
static void draw_rule(struct html *h, const struct layout *l) {
    const struct forest_part *p = l->p;
    char rule[FOREST_TEXT];
    if (!*forest_rule(p, rule))
        return;
    double from = isinf(p->yes_low) ? l->left : at(l, p->yes_low), top;
    double to = isinf(p->yes_high) ? l->right : at(l, p->yes_high), half = svg_text_width(utf8_columns(rule)) / 2;
    double middle = fmax(l->left + half, fmin(l->right - half, (from + to) / 2));
    for (int i = 0; i < p->rows; i++) {
        double height = window(l, i, &top);
        html_raw(h, "<rect class='yes' x='%.1f' y='%.1f' width='%.1f' height='%.1f'/>", from, top, to - from, height);
    }
    for (int k = 0; k < 2; k++) {
        double border = k ? p->yes_high : p->yes_low;
        if (isfinite(border) && (!p->log || border > 0))
            draw_line(h, l, "edge", border);
    }
    html_raw(h, "<text class='mid a1' x='%.1f' y='%.1f'>%s</text>", middle, l->top - 5, rule);
}

static void draw_axis(struct html *h, const struct layout *l) {
    double tick[FOREST_TICKS], end = -1000;
    char number[CHART_X];
    int ticks = forest_ticks(l->p, 4, tick);
    html_raw(h, "<path class='base' d='M%.1f %.1fH%.1f'/>", l->left, l->bottom, l->right);
    for (int i = 0; i < ticks; i++) {
        double x = at(l, tick[i]);
        snprintf(number, sizeof number, "%g", tick[i]);
        double half = svg_text_width(utf8_columns(number)) / 2;
        html_raw(h, "<path class='tick' d='M%.1f %.1fv4'/>", x, l->bottom);
        if (fabs(x - end) > 2 * half + 4)
            html_raw(h, "<text class='mid' x='%.1f' y='%.1f'>%s</text>", end = x, l->bottom + 17, number);
    }
    if (!isnan(l->p->none) && !l->p->log)
        draw_line(h, l, "chance", l->p->none);
    svg_text(h, "mid", (l->left + l->right) / 2, l->bottom + 34, SMALL_COLUMNS, l->p->value);
}

/* Its shape as well as its colour says the answer. */
static void draw_number(struct html *h, const struct layout *l, const struct forest_row *r, double y) {
    static const int marker[] = {[FOREST_NONE] = 0, [FOREST_YES] = 0, [FOREST_NO] = 1, [FOREST_OPEN] = 3};
    if (isnan(r->value))
        return;
    if (!isnan(r->low) && r->low < r->high)
        html_raw(h, "<path class='line' d='M%.1f %.1fH%.1fM%.1f %.1fv%dM%.1f %.1fv%d'/>", at(l, r->low), y,
                 at(l, r->high), at(l, r->low), y - CAP, 2 * CAP, at(l, r->high), y - CAP, 2 * CAP);
    html_raw(h, "<g transform='translate(%.1f %.1f)scale(1.5)'>", at(l, r->value), y);
    panel_marker(h, marker[r->answer], 0, 0);
    html_raw(h, "/></g>");
}

static void draw_row(struct html *h, const struct layout *l, const struct forest_row *r, double top) {
    double middle = l->narrow ? top + l->row - ROW / 2.0 : top + l->row / 2;
    double first = l->narrow ? top + 14 : r->from ? middle - 3 : middle + 4, room = l->narrow ? l->right : NAMES_MOST;
    int columns = (int)(room / NAME_COLUMN), small = (int)(room / SMALL_COLUMN);
    html_raw(h, "\n<g class='a%d'><path class='grid' d='M0 %.1fH%.1f'/>", r->answer, top, l->right);
    svg_text(h, "name", 0, first, columns, r->name);
    if (r->from)
        svg_text(h, "small", 0, first + 14, small, r->from);
    draw_number(h, l, r, middle);
    svg_text(h, "said", l->right + SAID, middle + 4, SMALL_COLUMNS, r->said);
    html_raw(h, "<rect class='touch' x='0' y='%.1f' width='%.1f' height='%.1f' data-t=\"", top, l->width, l->row);
    html_text(h, r->told);
    html_raw(h, "\"/></g>");
}

/* The part below `top`; where it ends. */
static double draw_part(struct html *h, const struct forest_part *p, const struct forest *f, const struct canvas *c,
                        double top) {
    struct layout l = {.p = p, .width = c->width, .row = row_height(p, c), .top = top + head_height(p, c)};
    l.narrow = is_narrow(c);
    l.left = l.narrow ? 0 : widest_name(f) + 8;
    l.right = c->width - SAID - widest_said(f);
    l.bottom = l.top + p->rows * l.row;
    svg_broken(h, "head", 0, top + 12, c->head, LINES_MOST, p->title);
    draw_rule(h, &l);
    draw_axis(h, &l);
    for (int i = 0; i < p->rows; i++)
        draw_row(h, &l, &p->row[i], l.top + i * l.row);
    return l.bottom + AXIS;
}

void svg_forest(struct html *h, const struct forest *f, const struct svg_size *size) {
    struct canvas c;
    svg_canvas(&c, f->title, f->subtitle, f->describe, size);
    svg_canvas_fit(&c, c.top + height_of(f, &c) + svg_lines(f->note, c.columns) * TEXT_LINE);
    svg_open(h, "forest", &c);
    svg_begin(h, &c);
    double top = c.top;
    for (int i = 0; i < f->parts; i++)
        top = draw_part(h, &f->part[i], f, &c, top + (i ? GAP : 0));
    svg_paragraph(h, top + BELOW + 10, c.columns, f->note);
    html_raw(h, "</svg>\n");
}
