/* svg_parts.h -- what charts and heat maps have in common as SVG. All sizes are units of the viewBox, in which letters
 * are as high in every picture; it is PICTURE_WIDTH wide, or more where a file is to be flat, or as a page has room. */
#pragma once

#include "draw/svg.h"

enum { PICTURE_WIDTH = 520, TEXT_LINE = 15, SMALL_COLUMNS = 72 };

/* What a picture has, without its margin, and what stands above it. */
struct canvas {
    const struct svg_size *size; /* of a file or in a page; NULL: the usual one, in a page */
    const char *title, *subtitle, *describe;
    double top, width, height; /* top: below title and subtitle */
    int head, columns;         /* of small text in a line above the picture, and below it */
};
void svg_canvas(struct canvas *c, const char *title, const char *subtitle, const char *describe,
                const struct svg_size *size);
/* For a picture that is `usual` high at that width: as wide or as high again as the file's shape wants it. */
void svg_canvas_fit(struct canvas *c, double usual);

/* Whether a page says how high it is, so that little of that goes to texts. */
bool svg_is_tight(const struct canvas *c);

/* Units that so many columns of text take, on the safe side. */
double svg_text_width(int columns);
/* Lines that a text takes when it is broken at blanks; 0 of none. */
int svg_lines(const char *text, int columns);
/* So many of those lines at most, the first at x, y; `kind` is their class. And small ones at the left. */
void svg_broken(struct html *h, const char *kind, double x, double y, int columns, int most, const char *text);
void svg_paragraph(struct html *h, double y, int columns, const char *text);
/* A text in so many columns at most, cut by an ellipsis; `kind` is its class, and what else is our own. */
void svg_text(struct html *h, const char *kind, double x, double y, int columns, const char *text);
/* The title of an axis on its side, its middle at y. */
void svg_side_title(struct html *h, double y, const char *text);

/* A tick of the axis at y, and its number below it where that does not touch the one before, which ends at `end`;
 * returns where the last one ends. */
double svg_tick(struct html *h, double x, double y, const char *number, double end);

/* The tag with all but its end, so that more attributes can follow. */
void svg_open(struct html *h, const char *kind, const struct canvas *c);
/* The rest of the tag, style and paper, title and subtitle. */
void svg_begin(struct html *h, const struct canvas *c);

/* ---- A chart's panel (svg_panel.c) */

struct panel {
    const struct chart *c;
    double left, top, right, bottom;
    bool y_numbers, x_numbers;
};
double panel_across(const struct panel *p, double x);
double panel_down(const struct panel *p, double y);
/* How baseline k is drawn: 0 as chance, 1 and so on as others; and the class of that. */
int panel_level(const struct chart *c, int k);
const char *panel_baseline_class(const struct chart *c, int k);
/* Zone, grid, axes, numbers, baselines. */
void panel_frame(struct html *h, const struct panel *p);
/* A curve with its intervals, seeds and points, `aside` units to the right. */
void panel_curve(struct html *h, const struct panel *p, const struct chart_curve *v, double aside);
/* Its line alone, of a class: from point to point, and a flat piece for the mean of a range. */
void panel_line(struct html *h, const struct panel *p, const struct chart_curve *v, const char *kind, double aside);
/* A point of that marker. */
void panel_marker(struct html *h, int marker, double x, double y);
