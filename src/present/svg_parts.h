/* svg_parts.h -- what charts and heat maps have in common as SVG. All sizes are units of the viewBox, in which letters
 * are as high in every picture; it is PICTURE_WIDTH wide, or more where a file is to be flat. */
#pragma once

#include "present/svg.h"

enum { PICTURE_WIDTH = 520, TEXT_LINE = 15, SMALL_COLUMNS = 72, LINES_MOST = 5 };

/* What a picture has, without its margin. */
struct canvas {
    double width, height;
    int columns; /* of small text in a line */
};
/* For a picture that is `usual` high at the usual width: as wide or as high again as the file's shape wants it. */
struct canvas svg_canvas(const struct svg_size *file, double usual);

/* Units that so many columns of text take, on the safe side. */
double svg_text_width(int columns);
/* Lines that a text takes when it is broken at blanks; 0 of none. */
int svg_lines(const char *text, int columns);
/* Those lines, the first at y. */
void svg_paragraph(struct html *h, double y, int columns, const char *text);
/* A text in so many columns at most, cut by an ellipsis; `kind` is its class, and what else is our own. */
void svg_text(struct html *h, const char *kind, double x, double y, int columns, const char *text);

/* Units above the drawing: title and subtitle. */
double svg_head_height(const char *title, const char *subtitle);
/* The tag with all but its end, so that more attributes can follow. */
void svg_open(struct html *h, const char *kind, const char *describe, struct canvas canvas,
              const struct svg_size *file);
/* The rest of the tag, style and paper, title and subtitle. */
void svg_begin(struct html *h, const char *title, const char *subtitle, const char *describe, struct canvas canvas,
               bool own_file);

/* ---- A chart's panel (svg_panel.c) */

struct panel {
    const struct chart *c;
    double left, top, right, bottom;
    bool y_numbers, x_numbers;
};
double panel_across(const struct panel *p, double x);
double panel_down(const struct panel *p, double y);
/* Zone, grid, axes, numbers, chance. */
void panel_frame(struct html *h, const struct panel *p);
/* A curve with its intervals, seeds and points, `aside` units to the right. */
void panel_curve(struct html *h, const struct panel *p, const struct chart_curve *v, double aside);
/* Its line alone, grey. */
void panel_other(struct html *h, const struct panel *p, const struct chart_curve *v);
/* A point of that marker. */
void panel_marker(struct html *h, int marker, double x, double y);
