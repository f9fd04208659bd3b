/* svg_rows.c -- charts with rows as SVG: names to the left, the axis in the middle, the answer at the
 * right; the parts below each other; see svg_parts.h. */
#include <math.h>

#include "base/utf8.h"
#include "draw/svg_parts.h"

enum {
    NAMES_LEAST = 80,
    NAMES_MOST = 236, /* width of the names, and of the details below them */
    SAYS = 12,        /* between axis and answer */
    ZONE = 18,        /* the words above the zone */
    ROW = 22,
    ROW_DETAIL = 34, /* with a detail below the name */
    AXIS = 40,       /* numbers and title below */
    GAP = 16,        /* between parts */
    PAD = 7,         /* from the ends of the axis to its lowest and highest number */
    NARROW = 420,    /* below that names stand above their numbers */
    LINE = 16,       /* that they take there */
    BELOW = 6,       /* between the last part and the note */
    CAP = 4          /* half of the bar at the end of an interval */
};

/* Units that a column takes of a row's name, and of the smaller text below it. */
#define NAME_COLUMN 6.5
#define SMALL_COLUMN 6.2

/* A part: its axis and its rows, whose numbers have the lowest `window` units of each row. */
struct layout {
    const struct chart *p;
    double left, right, top, bottom, width, row, window;
};

static double at(const struct layout *l, double y) {
    return l->left + PAD + chart_up(l->p, y) * (l->right - l->left - 2 * PAD);
}

static double row_height(const struct chart *p, const struct canvas *c) {
    bool details = false;
    for (int i = 0; i < p->curve->points; i++)
        details |= p->row[i].detail != NULL;
    return c->width < NARROW ? ROW + LINE * (1 + details) : details ? ROW_DETAIL : ROW;
}

/* What stands above the rows of a part: its title, and the words of the zone. */
static double head_height(const struct chart *p, const struct canvas *c) {
    return svg_lines(p->title, c->head) * TEXT_LINE + (p->zone_says ? ZONE : 6);
}

double svg_rows_height(const struct chart *c, const struct canvas *canvas) {
    double height = BELOW;
    for (const struct chart *p = c->part; p < c->part + c->parts; p++)
        height += head_height(p, canvas) + p->curve->points * row_height(p, canvas) + AXIS + (p > c->part ? GAP : 0);
    return height;
}

/* A line through the windows of all rows. */
static void draw_line(struct html *h, const struct layout *l, const char *kind, double y) {
    if (!chart_has(l->p, y))
        return;
    html_raw(h, "<path class='%s' d='", kind);
    for (double bottom = l->top + l->row; bottom < l->bottom + 1; bottom += l->row)
        html_raw(h, "M%.1f %.1fv%.1f", at(l, y), bottom - l->window, l->window);
    html_raw(h, "'/>");
}

/* The shade, its borders, and its words. */
static void draw_zone(struct html *h, const struct layout *l) {
    const struct chart *p = l->p;
    if (!p->zone_says)
        return;
    double from = isinf(p->zone_low) ? l->left : at(l, p->zone_low);
    double to = isinf(p->zone_high) ? l->right : at(l, p->zone_high);
    double half = svg_text_width(utf8_columns(p->zone_says)) / 2;
    double middle = fmax(l->left + half, fmin(l->right - half, (from + to) / 2));
    for (double bottom = l->top + l->row; bottom < l->bottom + 1; bottom += l->row)
        html_raw(h, "<rect class='yes' x='%.1f' y='%.1f' width='%.1f' height='%.1f'/>", from, bottom - l->window,
                 to - from, l->window);
    draw_line(h, l, "edge", p->zone_low);
    draw_line(h, l, "edge", p->zone_high);
    html_raw(h, "<text class='mid a1' x='%.1f' y='%.1f'>%s</text>", middle, l->top - 5, p->zone_says);
}

static void draw_axis(struct html *h, const struct layout *l) {
    double tick[CHART_TICKS], end = -HUGE_VAL;
    char number[CHART_X];
    int ticks = chart_y_ticks(l->p, 4, tick);
    html_raw(h, "<path class='base' d='M%.1f %.1fH%.1f'/>", l->left, l->bottom, l->right);
    for (int i = 0; i < ticks; i++) {
        snprintf(number, sizeof number, "%g", tick[i]);
        end = svg_tick(h, at(l, tick[i]), l->bottom, number, end);
    }
    for (int k = 0; k < l->p->baselines; k++)
        draw_line(h, l, panel_baseline_class(k), l->p->baseline[k].point->y);
    svg_text(h, "mid", (l->left + l->right) / 2, l->bottom + 34, SMALL_COLUMNS, l->p->y_title);
}

/* The shape of the number as well as its colour says the answer. */
static void draw_row(struct html *h, const struct layout *l, int i) {
    static const int marker[] = {[ANSWER_NO] = 1, [ANSWER_OPEN] = 3};
    const struct chart_row *r = &l->p->row[i];
    const struct chart_point *p = &l->p->curve->point[i];
    bool narrow = l->left == 0;
    double top = l->top + i * l->row, middle = top + l->row - l->window / 2, room = narrow ? l->right : NAMES_MOST;
    double first = narrow ? top + 14 : r->detail ? middle - 3 : middle + 4;
    html_raw(h, "\n<g class='a%d'><path class='grid' d='M0 %.1fH%.1f'/>", r->answer, top, l->right);
    svg_text(h, "name", 0, first, (int)(room / NAME_COLUMN), r->name);
    if (r->detail)
        svg_text(h, "small", 0, first + 14, (int)(room / SMALL_COLUMN), r->detail);
    if (p->low < p->high)
        html_raw(h, "<path class='line' d='M%.1f %.1fH%.1fM%.1f %.1fv%dM%.1f %.1fv%d'/>", at(l, p->low), middle,
                 at(l, p->high), at(l, p->low), middle - CAP, 2 * CAP, at(l, p->high), middle - CAP, 2 * CAP);
    if (!isnan(p->y)) {
        html_raw(h, "<g transform='translate(%.1f %.1f)scale(1.5)'>", at(l, p->y), middle);
        panel_marker(h, marker[r->answer], 0, 0);
        html_raw(h, "/></g>");
    }
    svg_text(h, "said", l->right + SAYS, middle + 4, SMALL_COLUMNS, r->says);
    html_raw(h, "<rect class='touch' x='0' y='%.1f' width='%.1f' height='%.1f' data-t=\"", top, l->width, l->row);
    html_text(h, r->told);
    html_raw(h, "\"/></g>");
}

void svg_rows(struct html *h, const struct chart *c, const struct canvas *canvas) {
    double names = NAMES_LEAST, top = canvas->top;
    int says = 0;
    for (const struct chart *p = c->part; p < c->part + c->parts; p++)
        for (int i = 0; i < p->curve->points; i++) {
            names = fmax(names, NAME_COLUMN * utf8_columns(p->row[i].name));
            names = fmax(names, p->row[i].detail ? SMALL_COLUMN * utf8_columns(p->row[i].detail) : 0);
            says = wider(says, utf8_columns(p->row[i].says));
        }
    struct layout l = {.left = canvas->width < NARROW ? 0 : fmin(NAMES_MOST, names) + 8, /* the same in all parts */
                       .right = canvas->width - SAYS - svg_text_width(says),
                       .width = canvas->width};
    for (l.p = c->part; l.p < c->part + c->parts; l.p++) {
        l.row = row_height(l.p, canvas);
        l.window = canvas->width < NARROW ? ROW : l.row;
        l.top = top + head_height(l.p, canvas);
        l.bottom = l.top + l.p->curve->points * l.row;
        svg_broken(h, "head", 0, top + 12, canvas->head, LINES_MOST, l.p->title);
        draw_zone(h, &l);
        draw_axis(h, &l);
        for (int i = 0; i < l.p->curve->points; i++)
            draw_row(h, &l, i);
        top = l.bottom + AXIS + GAP;
    }
}
