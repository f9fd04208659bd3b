/* plot.h -- what commands that draw pictures share, and the kinds of pictures of `poslab plot`. */
#pragma once

#include "cli/arguments.h"
#include "draw/picture.h"

/* Opens what is drawn on: the file of --to, else the terminal. Errors: EXIT_USAGE, also for an option of the other. */
bool plot_paper(struct picture_target *target, struct screen *screen, const struct arguments *a, const char *command,
                struct error *e);

/* What a picture is made from, and where it goes. */
struct plot {
    const struct arguments *a;
    struct arena *arena;
    const struct picture_target *target; /* NULL: the terminal */
    const struct screen *screen;
};

/* Draws or writes a chart that is filled, under the title of the command line. */
bool plot_chart(const struct plot *from, struct chart *c, struct error *e);

/* A claim of a folder of claims (plot_claim.c). Errors: those of reading; EXIT_USAGE. */
bool plot_claim(const struct plot *from, struct error *e);
/* A comparison's numbers by a swept setting (plot_sweep.c). Errors: those of reading and filling. */
bool plot_sweep(const struct plot *from, struct error *e);
