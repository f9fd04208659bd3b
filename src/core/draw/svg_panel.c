/* svg_panel.c -- one window of a chart: its axes, and curves in it; see svg_parts.h. */
#include <math.h>

#include "base/utf8.h"
#include "draw/svg_parts.h"

enum { PAD = 8, MARKER_EVERY = 12 };

double panel_across(const struct panel *p, double x) {
    return p->left + chart_across(p->c, x) * (p->right - PAD - p->left);
}

double panel_down(const struct panel *p, double y) { return p->bottom - chart_up(p->c, y) * (p->bottom - p->top); }

/* Whether the number at x would touch that of the mark, which takes its place. */
static bool meets_mark(const struct panel *p, double x, const char *number) {
    char mark[CHART_X];
    if (p->c->at <= 0) /* there is none */
        return false;
    int columns = utf8_columns(number) + 1 + utf8_columns(chart_x(p->c, p->c->at, mark));
    return fabs(x - panel_across(p, p->c->at)) < svg_text_width(columns) / 2;
}

static void draw_axes(struct html *h, const struct panel *p) {
    double end = -HUGE_VAL, tick[CHART_TICKS];
    char number[CHART_X];
    int ticks = chart_y_ticks(p->c, p->bottom - p->top > 150 ? 5 : 3, tick);
    for (int i = 0; i < ticks; i++) {
        double y = panel_down(p, tick[i]);
        html_raw(h, "<path class='grid' d='M%.1f %.1fH%.1f'/>", p->left, y, p->right);
        if (p->y_numbers)
            html_raw(h, "<text class='end' x='%.1f' y='%.1f'>%g</text>", p->left - 6, y + 4, tick[i]);
    }
    ticks = chart_ticks(p->c, p->right - p->left > 250 ? 5 : 3, tick);
    for (int i = 0; i < ticks; i++) {
        double x = panel_across(p, tick[i]);
        bool shown = p->x_numbers && !meets_mark(p, x, chart_x(p->c, tick[i], number));
        end = svg_tick(h, x, p->bottom, shown ? number : "", end);
    }
    html_raw(h, "<path class='base' d='M%.1f %.1fH%.1f'/>", p->left, p->bottom, p->right);
}

static void draw_trained(struct html *h, const struct panel *p) {
    const struct chart *c = p->c;
    if (!c->trained.high)
        return;
    double edge = panel_across(p, c->trained.high), from = panel_across(p, c->trained.low);
    html_raw(h, "<rect class='zone' x='%.1f' y='%.1f' width='%.1f' height='%.1f'/>", from, p->top, edge - from,
             p->bottom - p->top);
    html_raw(h, "<path class='edge' d='M%.1f %.1fV%.1f'/>", edge, p->top, p->bottom);
    if (from > p->left + 1)
        html_raw(h, "<path class='edge' d='M%.1f %.1fV%.1f'/>", from, p->top, p->bottom);
}

/* The marked number, which stands on the axis in place of what it would touch. */
static void draw_mark(struct html *h, const struct panel *p) {
    char number[CHART_X];
    if (!(p->c->at > 0))
        return;
    double x = panel_across(p, p->c->at);
    html_raw(h, "<path class='at' d='M%.1f %.1fV%.1f'/>", x, p->top, p->bottom);
    if (p->x_numbers)
        svg_text(h, "mid head", x, p->bottom + 17, CHART_X, chart_x(p->c, p->c->at, number));
}

int panel_level(const struct chart *c, int k) { return k + !c->baseline->chance; }

const char *panel_baseline_class(const struct chart *c, int k) {
    static const char *const class[CHART_BASELINES] = {"chance", "baseline", "baseline b2", "baseline b3",
                                                       "baseline b4"};
    return class[panel_level(c, k)];
}

static bool whole(const struct chart_point *p) { return p->from < p->x; }

/* Where a point stands: what is the mean of a range is not moved aside. */
static double at(const struct panel *p, const struct chart_point *point, double aside) {
    return panel_across(p, point->x) + (whole(point) ? 0 : aside);
}

static void draw_band(struct html *h, const struct panel *p, const struct chart_curve *v) {
    if (v->points < 2 || !chart_has_interval(v->point))
        return;
    html_raw(h, "<path class='band' d='M");
    for (int i = 0; i < v->points; i++)
        html_raw(h, "%s%.1f %.1f", i ? "L" : "", panel_across(p, v->point[i].x), panel_down(p, v->point[i].high));
    for (int i = v->points - 1; i >= 0; i--)
        html_raw(h, "L%.1f %.1f", panel_across(p, v->point[i].x), panel_down(p, v->point[i].low));
    html_raw(h, "z'/>");
}

void panel_line(struct html *h, const struct panel *p, const struct chart_curve *v, const char *kind, double aside) {
    bool begun = false;
    html_raw(h, "<path class='%s' d='", kind);
    for (int i = 0; i < v->points; i++) {
        const struct chart_point *point = &v->point[i];
        double y = panel_down(p, point->y);
        if (whole(point))
            html_raw(h, "M%.1f %.1fH%.1f", panel_across(p, point->from), y, panel_across(p, point->x));
        else
            html_raw(h, "%s%.1f %.1f", begun ? "L" : "M", at(p, point, aside), y);
        begun = begun || !whole(point);
    }
    html_raw(h, "'/>");
}

void panel_marker(struct html *h, int marker, double x, double y) {
    static const char *const shape[SIGN_MARKERS] = {
        NULL,
        "m-3-3h6v6h-6z",                                             /* square */
        "m0-4l4 7h-8z",                                              /* triangle */
        "m0-4.4l4.4 4.4-4.4 4.4-4.4-4.4z",                           /* diamond */
        "m0 4l4-7h-8z",                                              /* triangle on its head */
        "m-4-1.2h2.8v-2.8h2.4v2.8h2.8v2.4h-2.8v2.8h-2.4v-2.8h-2.8z", /* cross */
        "m-3.5-3.5h7l-7 7h7z",                                       /* hourglass */
        "m-3.4-1.7l1.7-1.7 1.7 1.7 1.7-1.7 1.7 1.7-1.7 1.7 1.7 1.7-1.7 1.7-1.7-1.7-1.7 1.7-1.7-1.7 1.7-1.7z", /* x */
    };
    if (shape[marker])
        html_raw(h, "<path class='dot' d='M%.1f %.1f%s'", x, y, shape[marker]);
    else
        html_raw(h, "<circle class='dot' cx='%.1f' cy='%.1f' r='3'", x, y);
}

/* A curve of many points has a marker now and then. */
static void draw_markers(struct html *h, const struct panel *p, const struct chart_curve *v) {
    for (int i = MARKER_EVERY / 2; i < v->points; i += MARKER_EVERY) {
        panel_marker(h, v->sign.marker, at(p, &v->point[i], 0), panel_down(p, v->point[i].y));
        html_raw(h, "/>");
    }
}

/* A point, and what hovering over it says. */
static void draw_point(struct html *h, const struct panel *p, const struct chart_curve *v,
                       const struct chart_point *point, double aside) {
    const struct chart *c = p->c;
    char from[CHART_X], to[CHART_X];
    double x = at(p, point, aside), y = panel_down(p, point->y);
    if (whole(point))
        html_raw(h, "<path class='touch' d='M%.1f %.1fH%.1f'", panel_across(p, point->from), y, x - PAD);
    else if (c->band && v->points > 1)
        html_raw(h, "<circle class='touch' cx='%.1f' cy='%.1f' r='4'", x, y);
    else
        panel_marker(h, v->sign.marker, x, y);
    html_raw(h, " data-t=\"");
    html_text(h, v->name);
    html_say(h, ": %.*f", c->digits, point->y);
    if (!isnan(point->low))
        html_say(h, " (95 %%: %.*f to %.*f, n = %d)", c->digits, point->low, c->digits, point->high, point->n);
    html_say(h, whole(point) ? ", %s %s to %s" : ", %s %s", c->x_title,
             chart_x(c, whole(point) ? point->from : point->x, from), chart_x(c, point->x, to));
    html_raw(h, "\"/>");
}

/* The values of a seed as a thin line; as dots where there are intervals, or only one value. */
static void draw_seeds(struct html *h, const struct panel *p, const struct chart_curve *v, double aside) {
    bool dots = v->points && chart_has_interval(v->point);
    for (int from = 0, end; from < v->seeds; from = end) {
        const struct chart_seed *s = &v->seed[from];
        for (end = from + 1; !dots && end < v->seeds && v->seed[end].seed == s->seed;)
            end++;
        if (end == from + 1) {
            html_raw(h, "<circle class='seed' cx='%.1f' cy='%.1f' r='1.6'/>", panel_across(p, s->x) + aside,
                     panel_down(p, s->y));
            continue;
        }
        html_raw(h, "<path class='thin' d='");
        for (int i = from; i < end; i++)
            html_raw(h, "%s%.1f %.1f", i > from ? "L" : "M", panel_across(p, v->seed[i].x) + aside,
                     panel_down(p, v->seed[i].y));
        html_raw(h, "' data-t=\"");
        html_say(h, "%s, seed %d", v->name, s->seed);
        html_raw(h, "\"/>");
    }
}

void panel_curve(struct html *h, const struct panel *p, const struct chart_curve *v, double aside) {
    for (int i = 0; i < v->points && !p->c->band; i++)
        if (chart_has_interval(&v->point[i]))
            html_raw(h, "<path class='bar' d='M%.1f %.1fV%.1f'/>", at(p, &v->point[i], aside),
                     panel_down(p, v->point[i].low), panel_down(p, v->point[i].high));
    if (p->c->band)
        draw_band(h, p, v);
    panel_line(h, p, v, "line", aside);
    draw_seeds(h, p, v, aside);
    if (p->c->band)
        draw_markers(h, p, v);
    for (int i = 0; i < v->points; i++)
        draw_point(h, p, v, &v->point[i], aside);
}

void panel_frame(struct html *h, const struct panel *p) {
    draw_trained(h, p);
    draw_axes(h, p);
    for (int k = 0; k < p->c->baselines; k++)
        panel_line(h, p, &p->c->baseline[k], panel_baseline_class(p->c, k), 0);
    draw_mark(h, p);
}
