/* figure_svg_heat.c -- a heat map as SVG inside a page. Cells of one colour are one path; what they hold stands in
 * data-v, where hovering looks it up by row and column (report_style.c). */
#include <math.h>
#include <string.h>

#include "present/figure.h"

enum { WIDTH = 520, RIGHT = 62, HEIGHT_MOST = 300, CELL_MOST = 24, HALF = 10, NAME_MOST = 14 };

/* Where the cells stand. */
struct grid {
    double left, top, cell_width, cell_height, bottom, right;
};

static int longest(const char *const *name, int count) {
    size_t most = 2;
    for (int i = 0; name && i < count; i++)
        most = strlen(name[i]) > most ? strlen(name[i]) : most;
    return most > NAME_MOST ? NAME_MOST : (int)most;
}

static struct grid lay_out(const struct figure_heat *m) {
    struct grid g = {.left = 30 + longest(m->row, m->rows) * 7.0, .top = 18, .right = WIDTH - RIGHT};
    double high = (double)HEIGHT_MOST / m->rows;
    g.cell_width = (g.right - g.left) / m->columns;
    if (m->column && g.cell_width > 2 * CELL_MOST) {
        g.cell_width = 2 * CELL_MOST;
        g.right = g.left + m->columns * g.cell_width;
    }
    g.cell_height = high > CELL_MOST ? CELL_MOST : high;
    g.bottom = g.top + m->rows * g.cell_height;
    return g;
}

/* -HALF..HALF; beyond the scale its ends. */
static int level(const struct figure_heat *m, double x) {
    double most = m->high > -m->low ? m->high : -m->low, at = most > 0 ? x / most * HALF : 0;
    return at < -HALF ? -HALF : at > HALF ? HALF : (int)lround(at);
}

/* One path for all cells of one colour: class m10 (lowest) .. z0 .. p10. */
static void draw_level(struct html *h, const struct figure_heat *m, int now) {
    bool begun = false;
    for (int i = 0; i < m->rows; i++)
        for (int k = 0; k < m->columns; k++) {
            double x = m->value[(size_t)i * m->columns + k];
            if (isnan(x) || level(m, x) != now)
                continue;
            if (!begun)
                html_raw(h, "<path class=%c%d d='", now < 0 ? 'm' : 'p', now < 0 ? -now : now);
            html_raw(h, "M%d %dh1v1h-1", k, i);
            begun = true;
        }
    html_raw(h, begun ? "'/>" : "");
}

static void draw_cells(struct html *h, const struct figure_heat *m, const struct grid *g) {
    html_raw(h, "<g class=cells transform='translate(%.2f %.2f)scale(%.4f %.4f)'>", g->left, g->top, g->cell_width,
             g->cell_height);
    for (int now = -HALF; now <= HALF; now++)
        draw_level(h, m, now);
    html_raw(h, "</g>");
}

/* The first bytes of a name, whole characters of them. */
static void put_name(struct html *h, const char *name) {
    char cut[NAME_MOST + 1];
    size_t length = strlen(name);
    if (length > NAME_MOST) {
        length = NAME_MOST - 1;
        while (length > 0 && ((unsigned char)name[length] & 0xC0) == 0x80)
            length--;
    }
    memcpy(cut, name, length);
    cut[length] = 0;
    html_text(h, cut);
    html_raw(h, name[length] ? "\xe2\x80\xa6</text>" : "</text>");
}

/* Between numbers on an axis: about eight of them, each of a row that is there. */
static int tick_step(int count, int unit) {
    int step = (int)figure_step(0, (double)count * unit, 8);
    return step < 1 ? 1 : (step + unit - 1) / unit * unit;
}

static void draw_row_names(struct html *h, const struct figure_heat *m, const struct grid *g) {
    int unit = m->row_step ? m->row_step : 1, step = tick_step(m->rows, unit);
    for (int i = 0; i < m->rows; i++) {
        double y = g->top + (i + 0.5) * g->cell_height + 4;
        if (m->row) {
            html_raw(h, "<text class=end x=%.1f y=%.1f>", g->left - 6, y);
            put_name(h, m->row[i]);
        } else if (i * unit % step == 0) {
            html_raw(h, "<text class=end x=%.1f y=%.1f>%d</text>", g->left - 6, y, i * unit);
        }
    }
    html_raw(h, "<text class='axis mid' transform='translate(11 %.1f)rotate(-90)'>", (g->top + g->bottom) / 2);
    html_text(h, m->row_title);
    html_raw(h, "</text>");
}

static void draw_column_names(struct html *h, const struct figure_heat *m, const struct grid *g) {
    int unit = m->column_step ? m->column_step : 1, step = tick_step(m->columns, unit);
    for (int k = 0; k < m->columns; k++) {
        double x = g->left + (k + 0.5) * g->cell_width;
        if (m->column) {
            html_raw(h, "<text class=end transform='translate(%.1f %.1f)rotate(-55)'>", x + 4, g->bottom + 12);
            put_name(h, m->column[k]);
        } else if (k * unit % step == 0) {
            html_raw(h, "<text class=mid x=%.1f y=%.1f>%d</text>", x, g->bottom + 16, k * unit);
        }
    }
}

static void draw_edges(struct html *h, const struct figure_heat *m, const struct grid *g) {
    if (m->row_edge)
        html_raw(h, "<path class=edge d='M%.1f %.1fH%.1f'/>", g->left - 4, g->top + m->row_edge * g->cell_height,
                 g->right + 4);
    if (m->column_edge)
        html_raw(h, "<path class=edge d='M%.1f %.1fV%.1f'/>", g->left + m->column_edge * g->cell_width, g->top - 4,
                 g->bottom + 4);
    if (m->row_edge || m->column_edge)
        html_raw(h, "<text class=small x=%.1f y=%.1f>the line ends the trained places</text>", g->left, g->top - 6);
}

/* The scale of colours, from low below to high above. */
static void draw_scale(struct html *h, const struct figure_heat *m, const struct grid *g) {
    int from = m->low < 0 ? -HALF : 0, count = HALF - from + 1;
    double high = g->bottom - g->top > 120 ? 120 : g->bottom - g->top, cell = high / count, x = g->right + 12;
    for (int i = 0; i < count; i++)
        html_raw(h, "<rect class=%c%d x=%.1f y=%.2f width=10 height=%.2f />", from + i < 0 ? 'm' : 'p',
                 from + i < 0 ? -(from + i) : from + i, x, g->top + (count - 1 - i) * cell, cell + 0.2);
    html_raw(h, "<text class=small x=%.1f y=%.1f>%.2g</text><text class=small x=%.1f y=%.1f>%.2g</text>", x + 14,
             g->top + 9, m->high, x + 14, g->top + high, m->low);
}

/* What hovering needs: where the cells are, their numbers, and what rows and columns are called. */
static void put_values(struct html *h, const struct figure_heat *m, const struct grid *g) {
    html_raw(h, " data-box='%.2f %.2f %.4f %.4f %d %d %d %d' data-v='", g->left, g->top, g->cell_width, g->cell_height,
             m->rows, m->columns, m->row_step ? m->row_step : 1, m->column_step ? m->column_step : 1);
    for (int i = 0; i < m->rows * m->columns; i++)
        html_raw(h, isnan(m->value[i]) ? "%s-" : "%s%.3g", i ? " " : "", m->value[i]);
    html_raw(h, "' data-titles=\"");
    html_say(h, "%s|%s|%s", m->row_title, m->column_title, m->value_title);
    html_raw(h, "\"");
    for (int side = 0; side < 2; side++) {
        const char *const *name = side ? m->column : m->row;
        html_raw(h, name ? (side ? " data-columns=\"" : " data-rows=\"") : "");
        for (int i = 0; name && i < (side ? m->columns : m->rows); i++) {
            html_raw(h, i ? "\n" : "");
            html_text(h, name[i]);
        }
        html_raw(h, name ? "\"" : "");
    }
}

void figure_svg_heat(struct html *h, const struct figure_heat *m) {
    struct grid g = lay_out(m);
    double below = m->column ? 14 + longest(m->column, m->columns) * 6.2 : 38;
    html_raw(h, "<svg class=heat viewBox='0 0 %d %.0f' role=img aria-label=\"", WIDTH, g.bottom + below);
    html_text(h, m->describe);
    html_raw(h, "\"");
    put_values(h, m, &g);
    html_raw(h, "><desc>");
    html_text(h, m->describe);
    html_raw(h, "</desc>");
    draw_cells(h, m, &g);
    draw_row_names(h, m, &g);
    draw_column_names(h, m, &g);
    draw_edges(h, m, &g);
    draw_scale(h, m, &g);
    if (!m->column) {
        html_raw(h, "<text class='axis mid' x=%.1f y=%.1f>", (g.left + g.right) / 2, g.bottom + 33);
        html_text(h, m->column_title);
        html_raw(h, "</text>");
    }
    html_raw(h, "</svg>\n");
}
