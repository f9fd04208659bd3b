/* svg.h -- charts and heat maps as SVG: in a page that has chart.css, or the same as a file of its own with that style
 * sheet inside, which is light or dark as its reader's system is.
 *
 * `data-t` is what hovering over a point says; in a heat map data-v, data-rows and data-columns have it for each cell
 * within data-box. */
#pragma once

#include "present/chart.h"
#include "present/heat.h"
#include "present/html.h"

extern const char present_chart_css[];

/* Pixels of a file of its own; both 0: as wide as usual and as high as the picture needs. */
struct svg_size {
    int width, height;
};
enum { SVG_WIDTH = 720, SVG_LEAST = 200, SVG_MOST = 10000 }; /* pixels: usual width, limits of both */

/* `file` is NULL in a page. */
void svg_chart(struct html *h, const struct chart *c, const struct svg_size *file);
void svg_heat(struct html *h, const struct heat *m, const struct svg_size *file);
