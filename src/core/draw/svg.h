/* svg.h -- charts and heat maps as SVG: in a page that has chart.css, or the same as a file of its own with that style
 * sheet inside, which is light or dark as its reader's system is.
 *
 * `data-t` is what hovering over a point says; in a heat map data-v, data-rows and data-columns have it for each cell
 * within data-box. */
#pragma once

#include "draw/chart.h"
#include "draw/heat.h"
#include "draw/html.h"

extern const char draw_chart_css[];

/* Pixels of a file of its own; both 0: as wide as usual and as high as the picture needs. Or, `in_page`, of the room
 * that a page has for it: letters keep their size and the picture is laid out again, height 0: as high as it needs. */
struct svg_size {
    int width, height;
    bool in_page;
};
enum { SVG_WIDTH = 720, SVG_LEAST = 200, SVG_MOST = 10000 };          /* pixels: usual width, limits of both */
enum { SVG_PAGE_LEAST = 240, SVG_PAGE_MOST = 1600, SVG_PHONE = 360 }; /* limits of the width in a page; a phone's */

/* `size` is NULL in a page that scales it. */
void svg_chart(struct html *h, const struct chart *c, const struct svg_size *size);
void svg_heat(struct html *h, const struct heat *m, const struct svg_size *size);
