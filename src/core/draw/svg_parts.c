/* svg_parts.c -- see svg_parts.h. */
#include "draw/svg_parts.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "base/utf8.h"

/* Columns of the title at the usual width, its lines, what they take. */
enum { TICK_GAP = 6 };   /* between two numbers of an axis */
enum { LINES_MOST = 5 }; /* of a text */
enum { TITLE_COLUMNS = 54, TITLE_LINES = 3, TITLE_LINE = 19, TITLE = 22, MARGIN = 8 };

double svg_text_width(int columns) { return columns * 7.0; }
/* Columns of small text in so many units. */
static int small_columns(double width) { return (int)(SMALL_COLUMNS * width / PICTURE_WIDTH); }

/* Bytes of the first line of a text, and the bytes up to the next one. It is broken at a blank, within a word that is
 * too long after a =, + or /. */
static size_t first_line(const char *text, int columns, size_t *next) {
    size_t length = utf8_fit(text, columns), at = length, equals = length;
    while (text[length] && at > 0 && text[at] != ' ')
        at--;
    while (text[length] && equals > 0 && !strchr("=+/", text[equals - 1]))
        equals--;
    at = at > 0 ? at : equals;
    length = text[length] && at > 0 ? at : length;
    *next = length + strspn(text + length, " ");
    return length;
}

/* What fits into LINES_MOST usual lines fits where lines are shorter, too. */
static int lines_most(int columns) {
    return columns < SMALL_COLUMNS ? (LINES_MOST * SMALL_COLUMNS + columns - 1) / columns : LINES_MOST;
}

int svg_lines(const char *text, int columns) {
    size_t next;
    int lines = 0;
    for (; text && *text && lines < lines_most(columns); lines++) {
        first_line(text, columns, &next);
        text += next;
    }
    return lines;
}

static void put(struct html *h, const char *text, size_t length, bool cut) {
    char part[1024];
    snprintf(part, sizeof part, "%.*s", (int)length, text);
    html_text(h, part);
    html_raw(h, cut ? "\xe2\x80\xa6</text>" : "</text>");
}

/* So many lines at most, `apart` from each other. */
static void put_lines(struct html *h, const char *kind, double x, double y, int columns, int most, int apart,
                      const char *text) {
    size_t next;
    for (int i = 0; text && *text && i < most; i++) {
        size_t length = first_line(text, columns, &next);
        html_raw(h, "<text class='%s' x='%g' y='%.1f'>", kind, round(10 * x) / 10, y + i * apart);
        put(h, text, length, i + 1 == most && text[next]);
        text += next;
    }
}

void svg_broken(struct html *h, const char *kind, double x, double y, int columns, int most, const char *text) {
    put_lines(h, kind, x, y, columns, most, TEXT_LINE, text);
}

void svg_paragraph(struct html *h, double y, int columns, const char *text) {
    svg_broken(h, "small", 0, y, columns, lines_most(columns), text);
}

void svg_text(struct html *h, const char *kind, double x, double y, int columns, const char *text) {
    size_t length = utf8_fit(text, columns);
    bool cut = text[length] != 0;
    html_raw(h, "<text class='%s' x='%.1f' y='%.1f'>", kind, x, y);
    put(h, text, cut ? utf8_fit(text, columns - 1) : length, cut);
}

void svg_side_title(struct html *h, double y, const char *text) {
    html_raw(h, "<text class='mid' transform='translate(11 %.1f)rotate(-90)'>", y);
    html_text(h, text);
    html_raw(h, "</text>");
}

double svg_tick(struct html *h, double x, double y, const char *number, double end) {
    double half = svg_text_width(utf8_columns(number)) / 2;
    html_raw(h, "<path class='tick' d='M%.1f %.1fv4'/>", x, y);
    if (!*number || x - half < end + TICK_GAP)
        return end;
    svg_text(h, "mid", x, y + 17, CHART_X, number);
    return x + half;
}

static int title_columns(const struct canvas *c) { return c->head * TITLE_COLUMNS / SMALL_COLUMNS; }

static double title_height(const struct canvas *c) {
    int lines = svg_lines(c->title, title_columns(c));
    return lines ? TITLE + TITLE_LINE * ((lines < TITLE_LINES ? lines : TITLE_LINES) - 1) : 0;
}

void svg_canvas(struct canvas *c, const char *title, const char *subtitle, const char *describe,
                const struct svg_size *size) {
    assert(describe);
    *c = (struct canvas){size, title, subtitle, describe, .width = PICTURE_WIDTH};
    if (size && size->in_page)
        c->width = size->width - 2 * MARGIN;
    c->head = c->columns = small_columns(c->width);
    c->top = title_height(c) + TEXT_LINE * svg_lines(subtitle, c->head) + (title || subtitle ? 6 : 0);
}

void svg_canvas_fit(struct canvas *c, double usual) {
    double high = usual + 2 * MARGIN, wide = c->width + 2 * MARGIN;
    c->height = usual;
    if (!c->size || !c->size->width)
        return;
    double shape = (double)c->size->height / c->size->width;
    if (shape * wide > high)
        c->height = shape * wide - 2 * MARGIN;
    else if (!c->size->in_page)
        c->width = high / shape - 2 * MARGIN;
    c->columns = small_columns(c->width);
}

bool svg_is_tight(const struct canvas *c) { return c->size && c->size->in_page && c->size->height; }

static bool is_file(const struct canvas *c) { return c->size && !c->size->in_page; }

void svg_open(struct html *h, const char *kind, const struct canvas *c) {
    double wide = c->width + 2 * MARGIN, high = c->height + 2 * MARGIN;
    int width = c->size && c->size->width ? c->size->width : SVG_WIDTH;
    html_raw(h, "<svg ");
    if (is_file(c))
        html_raw(h, "xmlns='http://www.w3.org/2000/svg' width='%d' height='%.0f' ", width, width * high / wide);
    html_raw(h, "class='picture %s' viewBox='-%d -%d %g %.1f' role='img' aria-label=\"", kind, MARGIN, MARGIN, wide,
             high);
    html_text(h, c->describe);
    html_raw(h, "\"");
}

void svg_begin(struct html *h, const struct canvas *c) {
    html_raw(h, ">");
    html_element(h, "desc", c->describe);
    if (is_file(c))
        html_raw(h, "<style>\n%s</style>", draw_chart_css);
    html_raw(h, "<rect class='paper' x='-%d' y='-%d' width='%g' height='%.1f'/>\n", MARGIN, MARGIN,
             c->width + 2 * MARGIN, c->height + 2 * MARGIN);
    put_lines(h, "title", 0, 15, title_columns(c), TITLE_LINES, TITLE_LINE, c->title);
    svg_paragraph(h, title_height(c) + 11, c->head, c->subtitle);
}
