/* plot.h -- what `poslab plot` draws: the rows of a registry. */
#pragma once

#include "cli/arguments.h"
#include "draw/picture.h"

/* What a picture is made from, and where it goes. */
struct plot {
    const struct arguments *a;
    struct arena *arena;
    const struct plot_kind *kind;
    const struct picture_target *target; /* NULL: the terminal */
    const struct screen *screen;
};

/* What is drawn, from the operands after its name. */
struct plot_kind {
    const char *name;
    int place; /* in lists */
    bool (*draw)(const struct plot *from, struct error *e);
    const char *option; /* besides those of all */
    bool settings;      /* means something to it: results stand as they are */
};

/* By their place, NULL-ended; the first is drawn of a folder without a name. */
enum { PLOT_KINDS_MAX = 15 };
extern const struct plot_kind *plot_kinds[PLOT_KINDS_MAX + 1];

/* Draws or writes a chart that is filled, under the title of the command line. */
bool plot_finish(const struct plot *from, struct chart *c, struct error *e);
