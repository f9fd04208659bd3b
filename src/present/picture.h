/* picture.h -- a picture as a file: SVG as it is, PNG and PDF made of it by rsvg-convert, and beside it its data as
 * FILE.csv. Each file is whole or not there, and what was there before stays where something fails. */
#ifndef PRESENT_PICTURE_H
#define PRESENT_PICTURE_H

#include "base/file.h"
#include "present/svg.h"

struct picture_target {
    char path[PATH_MAX_LENGTH], csv[PATH_MAX_LENGTH];
    const char *form; /* svg, png or pdf */
    struct svg_size size;
};
/* Reads FILE.svg and "800x600" (NULL: as the picture needs). Errors: EXIT_USAGE. */
bool picture_target(struct picture_target *t, const char *file, const char *size, struct error *e);

/* Draws one of the two (the other is NULL) and writes it with its data. Errors, EXIT_IO: files, rsvg-convert. */
bool picture_write(const struct picture_target *t, const struct chart *c, const struct heat *m, struct error *e);

/* Whether bytes are a whole PNG or PDF, from its first to its last mark. */
bool picture_is_whole(const char *form, const char *bytes, size_t size);

#endif
