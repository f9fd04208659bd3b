/* report_picture.c -- a map as a figure; a chart as one that is laid out twice: for a screen, and for a phone, whose
 * letters would be too small in a picture of the usual width. style.css shows one of them. */
#include "draw/svg.h"
#include "report/report.h"

void report_chart(struct html *h, const struct chart *c) {
    static const struct svg_size phone = {.width = SVG_PHONE, .in_page = true};
    html_raw(h, "<figure><div class=broad>\n");
    svg_chart(h, c, NULL);
    html_raw(h, "</div><div class=narrow>");
    svg_chart(h, c, &phone);
    html_raw(h, "</div></figure>\n");
}

void report_heat(struct html *h, const struct heat *map, int rows, int columns) {
    struct arena arena = {0};
    const struct heat drawn = heat_shrink(map, rows, columns, &arena);
    html_raw(h, "<figure>");
    svg_heat(h, &drawn, NULL);
    html_raw(h, "</figure>\n");
    arena_free(&arena);
}
