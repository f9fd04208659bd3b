/* figure_svg.c -- a chart as SVG inside a page: colours come from the page's style, so that it turns dark with it.
 * Hovering shows `data-t` of what is under the pointer (report_style.c). */
#include <math.h>
#include <string.h>

#include "present/figure.h"

enum { WIDTH = 520, HEIGHT = 340, LEFT = 44, TOP = 26, BOTTOM = 44, LINE = 15, TICK_APART = 20 };

/* The chart's window on the page. */
struct window {
    const struct figure_chart *c;
    double right; /* where curves end and their names begin */
};

static double across(const struct window *w, double x) {
    const struct figure_chart *c = w->c;
    double part = c->log_x ? log(x / c->x_low) / log(c->x_high / c->x_low) : (x - c->x_low) / (c->x_high - c->x_low);
    return LEFT + part * (w->right - LEFT);
}

/* An interval that goes past the end of the axis is cut there. */
static double down(const struct window *w, double y) {
    y = y < w->c->y_low ? w->c->y_low : y > w->c->y_high ? w->c->y_high : y;
    return HEIGHT - BOTTOM - (y - w->c->y_low) / (w->c->y_high - w->c->y_low) * (HEIGHT - BOTTOM - TOP);
}

static int longest_name(const struct figure_chart *c) {
    size_t longest = c->chances ? 6 : 0;
    for (int k = 0; k < c->curves; k++)
        longest = strlen(c->curve[k].name) > longest ? strlen(c->curve[k].name) : longest;
    return (int)longest;
}

static void draw_y(struct html *h, const struct window *w) {
    const struct figure_chart *c = w->c;
    double step = figure_step(c->y_low, c->y_high, 5);
    int first = (int)ceil(c->y_low / step - 0.001), last = (int)floor(c->y_high / step + 0.001);
    for (int k = first; k <= last; k++) {
        double y = k * step;
        html_raw(h, "<path class=grid d='M%d %.1fH%.1f'/>", LEFT, down(w, y), w->right);
        html_raw(h, "<text class=end x=%d y=%.1f>%g</text>", LEFT - 6, down(w, y) + 4, y);
    }
    html_raw(h, "<text class='axis mid' transform='translate(10 %d)rotate(-90)'>", (HEIGHT - BOTTOM + TOP) / 2);
    html_text(h, c->y_title);
    html_raw(h, "</text>");
}

static void draw_x(struct html *h, const struct window *w) {
    const struct figure_chart *c = w->c;
    double last = -1000, step = figure_step(c->x_low, c->x_high, 5), tick[FIGURE_TICKS];
    int ticks = 0;
    for (; ticks < c->ticks; ticks++)
        tick[ticks] = c->tick[ticks];
    int first = (int)ceil(c->x_low / step);
    while (!c->ticks && ticks < FIGURE_TICKS && (first + ticks) * step <= c->x_high) {
        tick[ticks] = (first + ticks) * step;
        ticks++;
    }
    for (int i = 0; i < ticks; i++) {
        double at = across(w, tick[i]);
        html_raw(h, "<path class=tick d='M%.1f %dv4'/>", at, HEIGHT - BOTTOM);
        if (at - last < TICK_APART)
            continue;
        html_raw(h, "<text class=mid x=%.1f y=%d>%g</text>", at, HEIGHT - BOTTOM + 17, tick[i]);
        last = at;
    }
    html_raw(h, "<path class=base d='M%d %dH%.1f'/>", LEFT, HEIGHT - BOTTOM, w->right);
    html_raw(h, "<text class='axis mid' x=%.1f y=%d>", (LEFT + w->right) / 2, HEIGHT - 8);
    html_text(h, c->x_title);
    html_raw(h, "</text>");
}

static void draw_trained(struct html *h, const struct window *w) {
    const struct figure_chart *c = w->c;
    if (!c->trained.high)
        return;
    double edge = across(w, c->trained.high), from = across(w, c->trained.low);
    html_raw(h, "<rect class=zone x=%.1f y=%d width=%.1f height=%d />", from, TOP, edge - from, HEIGHT - BOTTOM - TOP);
    html_raw(h, "<path class=edge d='M%.1f %dV%d'/>", edge, TOP - 16, HEIGHT - BOTTOM);
    html_raw(h, "<text class='small end' x=%.1f y=%d>trained</text>", edge - 5, TOP - 8);
    html_raw(h, "<text class=small x=%.1f y=%d>longer than in training</text>", edge + 5, TOP - 8);
}

static void draw_chance(struct html *h, const struct window *w) {
    const struct figure_chart *c = w->c;
    if (c->chances)
        html_raw(h, "<path class=chance d='M");
    for (int i = 0; i < c->chances; i++)
        html_raw(h, "%s%.1f %.1f", i ? "L" : "", across(w, c->chance[i].to), down(w, c->chance[i].y));
    if (c->chances)
        html_raw(h, "'/>");
}

static void draw_interval(struct html *h, const struct window *w, const struct figure_curve *v, double dodge) {
    const struct figure_point *p = v->point;
    if (!w->c->band) {
        for (int i = 0; i < v->points; i++)
            if (!isnan(p[i].low))
                html_raw(h, "<path class=bar d='M%.1f %.1fV%.1f'/>",
                         across(w, p[i].to * (p[i].from < p[i].to ? 1 : dodge)), down(w, p[i].low), down(w, p[i].high));
        return;
    }
    if (v->points < 2 || isnan(p[0].low))
        return;
    html_raw(h, "<path class=band d='M");
    for (int i = 0; i < v->points; i++)
        html_raw(h, "%s%.1f %.1f", i ? "L" : "", across(w, p[i].to), down(w, p[i].high));
    for (int i = v->points - 1; i >= 0; i--)
        html_raw(h, "L%.1f %.1f", across(w, p[i].to), down(w, p[i].low));
    html_raw(h, "z'/>");
}

/* What hovering over a point says. */
static void say_point(struct html *h, const struct figure_chart *c, const struct figure_curve *v,
                      const struct figure_point *p) {
    html_raw(h, " data-t=\"");
    html_text(h, v->name);
    html_say(h, ": %.1f", p->y);
    if (!isnan(p->low))
        html_say(h, " \xc2\xb1 %.1f (95 %%, n = %d)", p->high - p->y, p->n);
    html_say(h, p->from < p->to ? ", %s %g to %g" : ", %s %g", c->x_title, p->from, p->to);
    html_raw(h, "\"");
}

static void draw_points(struct html *h, const struct window *w, const struct figure_curve *v, double dodge) {
    for (int i = 0; i < v->seeds; i++)
        html_raw(h, "<circle class=seed cx=%.1f cy=%.1f r=1.6 />", across(w, v->seed[i].to), down(w, v->seed[i].y));
    for (int i = 0; i < v->points; i++) {
        const struct figure_point *p = &v->point[i];
        double y = down(w, p->y);
        if (p->from < p->to) {
            html_raw(h, "<path class=line d='M%.1f %.1fH%.1f'/>", across(w, p->from), y, across(w, p->to));
            html_raw(h, "<path class=touch d='M%.1f %.1fH%.1f'", across(w, p->from), y, across(w, p->to) - 8);
            say_point(h, w->c, v, p);
            html_raw(h, "/>");
            continue;
        }
        html_raw(h, "<circle class=%s cx=%.1f cy=%.1f r=%d", w->c->band && v->points > 1 ? "touch" : "dot",
                 across(w, p->to * dodge), y, w->c->band ? 4 : 3);
        say_point(h, w->c, v, p);
        html_raw(h, "/>");
    }
}

/* The name at height y, tied to where the curve ends. */
static void draw_name(struct html *h, const struct window *w, const char *name, const char *tie, double end, double y) {
    html_raw(h, "<path class=%s d='M%.1f %.1fL%.1f %.1f'/>", tie, w->right + 3, end, w->right + 13, y);
    html_raw(h, "<text class=name x=%.1f y=%.1f>", w->right + 16, y + 4);
    html_text(h, name);
    html_raw(h, "</text>");
}

/* Curve k, its name at height `name`. */
static void draw_curve(struct html *h, const struct window *w, int k, double name) {
    const struct figure_curve *v = &w->c->curve[k];
    double dodge = w->c->band ? 1 : figure_dodge(w->c, k);
    html_raw(h, "<g class='curve k%d d%d'>", v->colour % FIGURE_COLOURS, figure_dash(v->colour) % 3);
    draw_interval(h, w, v, dodge);
    html_raw(h, "<path class=line d='");
    bool begun = false;
    for (int i = 0; i < v->points; i++)
        if (v->point[i].from == v->point[i].to) {
            html_raw(h, "%s%.1f %.1f", begun ? "L" : "M", across(w, v->point[i].to * dodge), down(w, v->point[i].y));
            begun = true;
        }
    html_raw(h, "'/>");
    draw_points(h, w, v, dodge);
    draw_name(h, w, v->name, "leader", v->points ? down(w, v->point[v->points - 1].y) : HEIGHT - BOTTOM, name);
    html_raw(h, "</g>");
}

/* Names stand where the curves end, moved apart; the last is that of chance. */
static void draw_curves(struct html *h, const struct window *w) {
    const struct figure_chart *c = w->c;
    struct arena arena = {0};
    int n = c->curves + (c->chances > 0);
    double *y = arena_take(&arena, (size_t)n, sizeof *y), chance = 0;
    for (int k = 0; k < c->curves; k++)
        y[k] = c->curve[k].points ? down(w, c->curve[k].point[c->curve[k].points - 1].y) : HEIGHT - BOTTOM;
    if (c->chances)
        y[c->curves] = chance = down(w, c->chance[c->chances - 1].y);
    figure_spread(y, n, LINE, TOP + 2, HEIGHT - BOTTOM - 2);
    for (int k = 0; k < c->curves; k++)
        draw_curve(h, w, k, y[k]);
    if (c->chances)
        draw_name(h, w, "chance", "chance", chance, y[c->curves]);
    arena_free(&arena);
}

void figure_svg_chart(struct html *h, const struct figure_chart *c) {
    double names = longest_name(c) * 6.9 + 20;
    struct window w = {c, WIDTH - (names > WIDTH / 2.2 ? WIDTH / 2.2 : names)};
    html_raw(h, "<svg class=chart viewBox='0 0 %d %d' role=img aria-label=\"", WIDTH, HEIGHT);
    html_text(h, c->describe);
    html_raw(h, "\"><desc>");
    html_text(h, c->describe);
    html_raw(h, "</desc>");
    draw_trained(h, &w);
    draw_y(h, &w);
    draw_x(h, &w);
    draw_chance(h, &w);
    draw_curves(h, &w);
    html_raw(h, "</svg>\n");
}
