/* report_picture.c -- a map as a figure; a chart or rows with intervals as one that is laid out twice: for a screen,
 * and for a phone, whose letters would be too small in a picture of the usual width. style.css shows one of them. */
#include "draw/svg.h"
#include "report/report.h"

static const struct svg_size phone = {.width = SVG_PHONE, .in_page = true};

static void put_both(struct html *h, const struct chart *c, const struct forest *f) {
    const struct svg_size *const size[] = {NULL, &phone};
    html_raw(h, "<figure>");
    for (int i = 0; i < 2; i++) {
        html_raw(h, i ? "<div class=narrow>" : "<div class=broad>\n");
        if (c)
            svg_chart(h, c, size[i]);
        if (f)
            svg_forest(h, f, size[i]);
        html_raw(h, "</div>");
    }
    html_raw(h, "</figure>\n");
}

void report_chart(struct html *h, const struct chart *c) { put_both(h, c, NULL); }
void report_forest(struct html *h, const struct forest *f) { put_both(h, NULL, f); }

void report_heat(struct html *h, const struct heat *map, int rows, int columns) {
    struct arena arena = {0};
    const struct heat drawn = heat_shrink(map, rows, columns, &arena);
    html_raw(h, "<figure>");
    svg_heat(h, &drawn, NULL);
    html_raw(h, "</figure>\n");
    arena_free(&arena);
}
