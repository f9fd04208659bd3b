/* picture.h -- a picture with its texts: in a terminal; or as a file: SVG as it is, PNG and PDF made of it by
 * rsvg-convert, and beside it its data as FILE.csv. Each file is whole or not there, and what was there before stays
 * where something fails. */
#pragma once

#include "base/file.h"
#include "draw/svg.h"

struct picture_target {
    char path[PATH_MAX_LENGTH], csv[PATH_MAX_LENGTH];
    const char *form; /* svg, png or pdf */
    struct svg_size size;
};
/* Reads FILE.svg and "800x600" (NULL: as the picture needs). Errors: EXIT_USAGE. */
bool picture_target(struct picture_target *t, const char *file, const char *size, struct error *e);

/* One of the two; the other is NULL. */
struct picture {
    const struct chart *chart;
    const struct heat *heat;
};
/* Writes it with its data. Errors, EXIT_IO: files, rsvg-convert. */
bool picture_write(const struct picture_target *t, const struct picture *p, struct error *e);
/* Draws it in a terminal, its title in view where it can be drawn lower. */
void picture_screen(const struct screen *s, const struct picture *p);

/* The data of a picture: a header, one observation a row, NA where there is no number; columns are named by the axes,
 * as accuracy_in_percent. Of a chart a row for each mean (kind `mean`, that of a range of x `in range`), each single
 * value (`seed`) and each number of a baseline; of a heat map one for each cell, where its columns are tokens with the
 * segment of each, and 1 for a target; and 1 for one that is hatched. */
void csv_chart(FILE *out, const struct chart *c);
void csv_heat(FILE *out, const struct heat *m);
